#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QFrame>

#include <optional>

class QLabel;

namespace Trainyard {

class ElidedLabel;

/// The sixth tile: the verdict in one word, and what it means for the next step.
class VerdictTile final : public QFrame
{
    Q_OBJECT

public:
    explicit VerdictTile(QWidget *parent = nullptr);

    void setPending();
    void setRunning(const QString &activity);
    /// @p overrideReason is why a failing verdict is no obstacle; empty: it is one.
    void setReport(const DryRunReport &report, bool wasCancelled, const QString &overrideReason);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void display(const QIcon &icon, const QString &word, const QString &sentence);

    QLabel *m_icon;
    QLabel *m_word;
    ElidedLabel *m_sentence;
    std::optional<DryRunReport> m_report;
    bool m_isRunning = false;
    bool m_wasCancelled = false;
    QString m_text; ///< the activity while it runs, else the reason of an override
};

} // namespace Trainyard
