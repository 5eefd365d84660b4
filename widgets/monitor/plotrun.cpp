#include "widgets/monitor/plotrun.h"

#include "widgets/monitor/stripcatalog.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace Trainyard {

namespace {

bool isSampleSeries(const MetricBatch &batch)
{
    return batch.points.front().line == 0 && StripCatalog::spec(StripCatalog::stripOf(batch.key.name)).hasGapsByTime;
}

/// Within one line, of a bar that draws over itself, steps tell the order.
auto orderOf(const MetricPoint &point)
{
    return std::tuple(point.line, point.timeMs, point.step.value_or(-1));
}

} // namespace

/// A batch that is being taken in.
struct PlotRun::Feed
{
    PlotSeries *series;
    const std::vector<MetricPoint> *points; ///< in order
    std::shared_ptr<std::vector<MetricPoint>> own; ///< of several batches
    EventPlacement::Source source;
    size_t next = 0;

    const MetricPoint &point() const { return (*points)[next]; }
};

PlotRun::PlotRun(QString id, QString label)
    : m_id(std::move(id))
    , m_label(std::move(label))
{
}

PlotSeries &PlotRun::seriesFor(const SeriesKey &key, bool isSample)
{
    PlotSeries *&series = m_index[key];
    if (!series) {
        m_series.push_back(std::make_unique<PlotSeries>(key, m_placement, isSample));
        series = m_series.back().get();
        series->setSmoothing(m_smoothing);
    }
    return *series;
}

/// One feed a series, its points in order; training first, so that its steps are known before what is told beside them.
std::vector<PlotRun::Feed> PlotRun::feedsOf(const QList<MetricBatch> &batches)
{
    std::vector<Feed> feeds;
    QHash<const PlotSeries *, size_t> places;
    for (const MetricBatch &batch : batches) {
        if (batch.points.empty() || StripCatalog::isProgress(batch.key.name))
            continue;
        const bool isSample = isSampleSeries(batch);
        SeriesKey key = batch.key;
        if (!isSample && !key.phase)
            key.phase = Phase::Train; // a metric without a word of phase
        PlotSeries &series = seriesFor(key, isSample);
        const auto source = isSample ? EventPlacement::Source::Sample
            : key.phase == Phase::Train ? EventPlacement::Source::Training
                                        : EventPlacement::Source::Evaluation;
        const auto known = places.constFind(&series);
        if (known == places.cend()) {
            places.insert(&series, feeds.size());
            feeds.push_back({&series, &batch.points, nullptr, source});
            continue;
        }
        Feed &feed = feeds[*known];
        if (!feed.own)
            feed.own = std::make_shared<std::vector<MetricPoint>>(*feed.points);
        feed.own->insert(feed.own->end(), batch.points.begin(), batch.points.end());
        feed.points = feed.own.get();
    }
    const auto isEarlier = [](const MetricPoint &a, const MetricPoint &b) { return a.line < b.line; };
    for (const Feed &feed : feeds) {
        if (feed.own && !std::is_sorted(feed.own->begin(), feed.own->end(), isEarlier))
            std::stable_sort(feed.own->begin(), feed.own->end(), isEarlier);
    }
    std::stable_sort(feeds.begin(), feeds.end(), [](const Feed &a, const Feed &b) { return a.source < b.source; });
    return feeds;
}

void PlotRun::append(const QList<MetricBatch> &batches)
{
    std::vector<Feed> feeds = feedsOf(batches);
    std::vector<PlotSeries *> changed;
    for (const Feed &feed : feeds)
        changed.push_back(feed.series);
    while (!feeds.empty()) {
        const auto first = std::min_element(feeds.begin(), feeds.end(), [](const Feed &a, const Feed &b) { return orderOf(a.point()) < orderOf(b.point()); });
        const auto order = orderOf(first->point());
        bool isAnyEmpty = false;
        for (Feed &feed : feeds) { // the values of one event
            if (orderOf(feed.point()) != order)
                continue;
            m_placement.add(feed.point(), feed.source);
            feed.series->append(feed.point());
            isAnyEmpty |= ++feed.next == feed.points->size();
        }
        if (isAnyEmpty)
            std::erase_if(feeds, [](const Feed &feed) { return feed.next == feed.points->size(); });
    }
    m_placement.settle();
    for (PlotSeries *series : changed)
        series->settle();
}

/// In slices of events, so that the points need not all be there twice.
void PlotRun::append(const MetricSeriesSet &set)
{
    constexpr size_t sliceLength = 1 << 16;
    std::vector<qsizetype> places(size_t(set.keys().size()), 0);
    size_t events = 0;
    for (const SeriesKey &key : set.keys())
        events = std::max(events, set.series(key)->events().size());
    for (size_t end = sliceLength; end < events + sliceLength; end += sliceLength) {
        QList<MetricBatch> batches;
        for (qsizetype i = 0; i < set.keys().size(); ++i) {
            const MetricSeries &series = *set.series(set.keys().at(i));
            MetricBatch batch{set.keys().at(i), {}};
            for (qsizetype &place = places[size_t(i)]; place < series.size() && series.rows()[size_t(place)] < end; ++place)
                batch.points.push_back(series.at(place));
            batches.append(std::move(batch));
        }
        append(batches);
    }
}

qsizetype PlotRun::size() const
{
    qsizetype size = 0;
    for (const auto &series : m_series)
        size += series->size();
    return size;
}

std::optional<AxisRange> PlotRun::range(XAxis axis) const
{
    AxisRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const auto &series : m_series) {
        const CurveView curve = series->raw(axis);
        for (const Stretch &stretch : curve.stretches) {
            const double low = curve.x(stretch.begin), high = curve.x(stretch.end - 1);
            range.low = std::isfinite(low) ? std::min(range.low, low) : range.low;
            range.high = std::isfinite(high) ? std::max(range.high, high) : range.high;
        }
    }
    return range.low > range.high ? std::nullopt : std::optional(range);
}

std::optional<double> PlotRun::placeOfLine(qint64 line, XAxis axis) const
{
    for (const auto &series : m_series) {
        const Column<quint32> &rows = series->points().rows();
        const EventTable &events = series->points().events();
        if (series->isSample())
            continue;
        // Lines rise: a log is read from its beginning.
        const auto found = std::lower_bound(rows.begin(), rows.end(), line, [&](quint32 row, qint64 wanted) { return events.line(row) < wanted; });
        if (found == rows.end() || events.line(*found) != line)
            continue;
        const double place = m_placement.x(axis)[*found];
        if (std::isfinite(place))
            return place;
    }
    return std::nullopt;
}

} // namespace Trainyard
