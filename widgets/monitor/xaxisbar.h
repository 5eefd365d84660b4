#pragma once

#include "widgets/monitor/ticks.h"

#include <QWidget>

#include <optional>

namespace Trainyard {

/// The one x axis under all strips: labels, checkpoints as ticks, and where the crosshair stands. Always in view, however far the strips scroll.
class XAxisBar final : public QWidget
{
    Q_OBJECT

public:
    explicit XAxisBar(QWidget *parent = nullptr);

    void setAxis(XAxis axis, AxisRange range, const QList<Tick> &ticks);
    void setCheckpoints(const QList<double> &x);
    void setCrosshair(std::optional<double> x);
    /// Distance of the plots' edges from this widget's.
    void setEdges(int left, int right);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double toPixel(double x) const;

    XAxis m_axis = XAxis::Step;
    AxisRange m_range;
    QList<Tick> m_ticks;
    QList<double> m_checkpoints;
    std::optional<double> m_crosshair;
    int m_left = 0;
    int m_right = 0;
};

} // namespace Trainyard
