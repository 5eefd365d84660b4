#include "widgets/monitor/chartruns.h"

#include "services/common/async.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace Trainyard {

ChartRuns::ChartRuns(QObject *parent)
    : QObject(parent)
    , m_own(std::make_unique<PlotRun>(QString(), QString()))
{
}

ChartRuns::~ChartRuns() = default;

QList<const PlotRun *> ChartRuns::all() const
{
    QList<const PlotRun *> runs{m_own.get()};
    for (const auto &overlay : m_overlays)
        runs.append(overlay.get());
    return runs;
}

void ChartRuns::append(const QList<MetricBatch> &batches)
{
    m_own->append(batches);
}

void ChartRuns::clearOwn()
{
    m_own = std::make_unique<PlotRun>(QString(), QString());
    m_own->setSmoothing(m_smoothing);
}

void ChartRuns::addOverlay(const QString &runId, const QString &label, std::shared_ptr<const MetricSeriesSet> series)
{
    removeOverlay(runId);
    m_wanted.append(runId);
    const auto read = [runId, label, series = std::move(series), smoothing = m_smoothing] {
        auto run = std::make_shared<std::unique_ptr<PlotRun>>(std::make_unique<PlotRun>(runId, label));
        (*run)->setSmoothing(smoothing);
        (*run)->append(*series);
        return run;
    };
    onFinished(QtConcurrent::run(read), this, [this, runId](const std::shared_ptr<std::unique_ptr<PlotRun>> &run) {
        const bool isThere = std::any_of(m_overlays.cbegin(), m_overlays.cend(), [&](const auto &overlay) { return overlay->id() == runId; });
        if (!m_wanted.contains(runId) || isThere)
            return;
        m_overlays.push_back(std::move(*run));
        std::stable_sort(m_overlays.begin(), m_overlays.end(),
                         [this](const auto &a, const auto &b) { return m_wanted.indexOf(a->id()) < m_wanted.indexOf(b->id()); });
        setSmoothing(m_smoothing); // it may have changed meanwhile
        Q_EMIT changed();
    });
}

void ChartRuns::removeOverlay(const QString &runId)
{
    m_wanted.removeAll(runId);
    if (std::erase_if(m_overlays, [&](const auto &overlay) { return overlay->id() == runId; }) > 0)
        Q_EMIT changed();
}

QStringList ChartRuns::overlays() const
{
    return m_wanted;
}

void ChartRuns::setSmoothing(const Smoothing &smoothing)
{
    m_smoothing = smoothing;
    m_own->setSmoothing(smoothing);
    for (const auto &overlay : m_overlays)
        overlay->setSmoothing(smoothing);
    for (const PlotRun *run : all()) {
        for (const auto &series : run->series()) {
            if (series->smoothed().smoothing() != smoothing && series->size() < PlotSeries::longSeries)
                series->setSmoothing(smoothing);
        }
    }
    smoothNextLong();
}

/// One long series after the other, always as it is wished now.
void ChartRuns::smoothNextLong()
{
    if (m_isSmoothing)
        return;
    for (const PlotRun *run : all()) {
        for (const auto &series : run->series()) {
            if (series->smoothed().smoothing() == m_smoothing)
                continue;
            m_isSmoothing = true;
            const auto smooth = [values = series->points().values(), restarts = series->restarts(), smoothing = m_smoothing] {
                auto smoothed = std::make_shared<SmoothedColumn>(smoothing);
                smoothed->extend(values, restarts);
                return smoothed;
            };
            onFinished(QtConcurrent::run(smooth), this, [this, runId = run->id(), key = series->key(), asked = series.get()](const std::shared_ptr<SmoothedColumn> &smoothed) {
                m_isSmoothing = false;
                for (const PlotRun *shown : all()) { // the series may be gone
                    PlotSeries *series = shown->id() == runId ? shown->series(key) : nullptr;
                    const bool isWanted = smoothed->smoothing() == m_smoothing && series == asked;
                    if (isWanted && series && smoothed->values().size() <= series->points().values().size())
                        series->setSmoothed(std::move(*smoothed));
                }
                Q_EMIT changed();
                smoothNextLong();
            });
            return;
        }
    }
}

} // namespace Trainyard
