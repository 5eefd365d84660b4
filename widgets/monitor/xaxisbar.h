#pragma once

#include "widgets/monitor/chartmark.h"
#include "widgets/monitor/ticks.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace Trainyard {

/**
 * The one x axis under all strips: labels, marks of what happened, and where the crosshair stands. Always in view, however far the strips
 * scroll. Pointing at a mark says what it is, a click leads to its log line.
 */
class XAxisBar final : public QWidget
{
    Q_OBJECT

public:
    explicit XAxisBar(QWidget *parent = nullptr);

    void setAxis(XAxis axis, AxisRange range, const QList<Tick> &ticks);
    void setMarks(const QList<PlacedMark> &marks);
    /// What the marks at this place of the bar say, a line each; empty: there is none.
    QString textAt(const QPoint &position) const;
    void setCrosshair(std::optional<double> x);
    /// Distance of the plots' edges from this widget's.
    void setEdges(int left, int right);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void lineRequested(qint64 line);

protected:
    bool event(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    double toPixel(double x) const;
    QList<ChartMark> marksAt(double pixel) const;
    void drawMarks(QPainter &painter) const;

    XAxis m_axis = XAxis::Step;
    AxisRange m_range;
    QList<Tick> m_ticks;
    QList<PlacedMark> m_marks;
    std::optional<double> m_crosshair;
    int m_left = 0;
    int m_right = 0;
};

} // namespace Trainyard
