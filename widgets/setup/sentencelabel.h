#pragma once

#include "models/preflight/finding.h"
#include "widgets/common/theme.h"

#include <QWidget>

class QLabel;

namespace Trainyard {

StatusColor statusColorOf(Severity severity);

/// A sentence of any length behind the icon of its status; can be selected and copied.
class SentenceLabel final : public QWidget
{
    Q_OBJECT
public:
    explicit SentenceLabel(QWidget *parent = nullptr);

    void setSentence(StatusColor status, const QString &text);
    /// Words in the status colour too.
    void setColored(bool isColored);
    StatusColor status() const { return m_status; }
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColors();

    QLabel *m_icon;
    QLabel *m_text;
    StatusColor m_status = StatusColor::Muted;
    bool m_isColored = false;
};

} // namespace Trainyard
