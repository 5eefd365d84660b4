#pragma once

#include <QChartView>
#include <QList>
#include <QPointF>

#include <optional>

class QGraphicsLineItem;
class QGraphicsSimpleTextItem;
class QLineSeries;
class QValueAxis;

namespace Trainyard {

/**
 * A chart of memory with the card's end as a dashed line, and a crosshair that stands at one of the points: it follows the mouse, the arrow keys,
 * Home and End, and says in words what is there.
 */
class ForecastChart : public QChartView
{
    Q_OBJECT

public:
    explicit ForecastChart(QWidget *parent = nullptr);

    /// What the crosshair says; empty: it is not shown.
    QString reading() const;

protected:
    /// @p cardName: what stands at the line of the card's end. In bytes, by x. Sets the axes' ranges: what is drawn and, if it is near enough, the card's end.
    void setPoints(const QList<QPointF> &points, std::optional<qint64> capacityBytes, const QString &cardName = QString());
    const QList<QPointF> &points() const { return m_points; }
    /// Where a point stands inside of the chart.
    QPointF position(const QPointF &point) const;
    /// A y for the axis: it counts in GiB or MiB.
    double scaled(double bytes) const { return bytes / m_unit; }
    /// The words at one of the points.
    virtual QString wordsAt(int index) const = 0;
    virtual void updateColors();
    /// Where texts inside of the plot have to be placed again.
    virtual void arrange();

    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

    QValueAxis *m_xAxis;
    QValueAxis *m_yAxis;

private:
    void showCrosshair(int index);

    QList<QPointF> m_points;
    std::optional<qint64> m_capacityBytes;
    double m_unit = 1;
    int m_current = -1; ///< the crosshair's point; -1: hidden
    QLineSeries *m_limit;
    QGraphicsLineItem *m_crosshair;
    QGraphicsSimpleTextItem *m_words;
    QGraphicsSimpleTextItem *m_limitName;
};

} // namespace Trainyard
