#pragma once

#include "widgets/common/theme.h"

#include <QWidget>

class QLabel;

namespace Trainyard {

/// Icon and words in one status: "v 41 checks passed". The icon has the status colour, the words have it where they are short and bold.
class StatusLabel : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLabel(QWidget *parent = nullptr);

    void setStatus(StatusColor status, const QString &text);
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
