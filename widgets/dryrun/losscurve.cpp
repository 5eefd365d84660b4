#include "widgets/dryrun/losscurve.h"

#include "models/common/units.h"
#include "widgets/common/theme.h"
#include "widgets/dryrun/niceinterval.h"

#include <QChart>
#include <QEvent>
#include <QLegend>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace Trainyard {

LossCurve::LossCurve(QWidget *parent)
    : QChartView(parent)
    , m_line(new QLineSeries(this))
    , m_steps(new QValueAxis(this))
    , m_values(new QValueAxis(this))
{
    auto *chart = new QChart; // the view owns it
    chart->addSeries(m_line);
    chart->addAxis(m_steps, Qt::AlignBottom);
    chart->addAxis(m_values, Qt::AlignLeft);
    m_line->attachAxis(m_steps);
    m_line->attachAxis(m_values);
    m_line->setPointsVisible(true);
    m_line->setMarkerSize(6);
    m_steps->setLabelFormat(QStringLiteral("%d"));
    m_values->setLabelFormat(QStringLiteral("%.3g"));
    chart->legend()->hide();
    chart->setMargins(QMargins());
    chart->setBackgroundRoundness(0);
    setChart(chart);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMinimumHeight(160);
    updateColors();
}

void LossCurve::setLosses(const QList<double> &losses)
{
    QList<QPointF> points;
    for (qsizetype i = 0; i < losses.size(); ++i) {
        if (std::isfinite(losses[i]))
            points.append(QPointF(double(i + 1), losses[i]));
    }
    m_line->replace(points);
    if (points.isEmpty())
        return;
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); });
    const double interval = niceInterval(std::max(high->y() - low->y(), std::max(1e-6, std::abs(high->y()) * 0.01)));
    m_values->setTickType(QValueAxis::TicksDynamic);
    m_values->setTickAnchor(0);
    m_values->setTickInterval(interval);
    constexpr double hair = 1e-6; // so that rounding takes no line away at the edges
    m_values->setRange((std::floor(low->y() / interval) - hair) * interval, (std::ceil(high->y() / interval) + hair) * interval);
    // Whole steps only: 1, 1+n, ... with at most ten labels.
    const int last = std::max(2, int(losses.size()));
    const int every = (last - 2) / 9 + 1;
    m_steps->setTickType(QValueAxis::TicksDynamic);
    m_steps->setTickAnchor(1);
    m_steps->setTickInterval(every);
    m_steps->setRange(1 - 0.02 * last, last + 0.02 * last); // room for the first dot and the last
    setAccessibleName(tr("Loss of each step"));
    setAccessibleDescription(tr("From %1 at step 1 to %2 at step %3.").arg(displayNumber(losses.first()), displayNumber(losses.last())).arg(losses.size()));
}

void LossCurve::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateColors();
    QChartView::changeEvent(event);
}

void LossCurve::updateColors()
{
    const QColor muted = Theme::color(StatusColor::Muted);
    chart()->setBackgroundBrush(palette().base());
    m_line->setPen(QPen(Theme::seriesColor(0), 2));
    for (QValueAxis *axis : {m_steps, m_values}) {
        axis->setLabelsColor(muted);
        axis->setLabelsFont(Theme::helpFont());
        axis->setLinePenColor(Theme::lineColor());
        axis->setGridLineColor(Theme::lineColor());
    }
}

} // namespace Trainyard
