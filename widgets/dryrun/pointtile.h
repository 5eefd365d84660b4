#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QToolButton>

namespace Trainyard {

/// One of the five points: its state in icon and word. Checked, it filters what is shown below.
class PointTile final : public QToolButton
{
    Q_OBJECT

public:
    explicit PointTile(DryRunPoint point, QWidget *parent = nullptr);

    DryRunPoint point() const { return m_point; }
    /// Not looked at yet: grey. @p foreknowledge: what is known of it all the same, in a word or two.
    void setPending(const QString &foreknowledge = QString());
    void setRunning();
    void setResult(const PointResult &result);

protected:
    void changeEvent(QEvent *event) override;

private:
    enum class State { Pending, Running, Settled };
    void refresh();

    DryRunPoint m_point;
    State m_state = State::Pending;
    QString m_foreknowledge;
    PointResult m_result;
};

} // namespace Trainyard
