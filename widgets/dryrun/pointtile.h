#pragma once

#include "models/dryrun/dryrunreport.h"
#include "widgets/common/theme.h"

#include <QToolButton>

namespace Trainyard {

/// One of the five points: its state in icon and word. Checked, it filters what is shown below.
class PointTile final : public QToolButton
{
    Q_OBJECT

public:
    explicit PointTile(DryRunPoint point, QWidget *parent = nullptr);

    DryRunPoint point() const { return m_point; }
    /// Nothing known of it: grey.
    void setPending();
    /// Not looked at yet, but this much is known of it, in a word or two.
    void setForeknown(StatusColor status, const QString &word);
    void setRunning();
    void setResult(const PointResult &result);

protected:
    void changeEvent(QEvent *event) override;

private:
    enum class State { Pending, Running, Settled };
    void refresh();

    DryRunPoint m_point;
    State m_state = State::Pending;
    StatusColor m_foreknownStatus = StatusColor::Muted;
    QString m_foreknown;
    PointResult m_result;
};

} // namespace Trainyard
