// The part of the chart panel that makes strips: which there are, in which order, and what goes in.

#include "widgets/monitor/chartpanel.h"

#include "widgets/common/theme.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/stripcatalog.h"

#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qsizetype mostEvaluationMarks = 300; ///< more are a curve of their own

/// Where a person put several metrics into one strip, each has its name and its colour.
void nameByMetric(QList<Curve> &curves)
{
    QStringList metrics;
    for (const Curve &curve : std::as_const(curves)) {
        if (curve.run->id().isEmpty() && !metrics.contains(curve.key.name))
            metrics.append(curve.key.name);
    }
    const bool isPlain = std::any_of(metrics.cbegin(), metrics.cend(), [&](const QString &metric) { return StripCatalog::stripOf(metric) != StripCatalog::stripOf(metrics.first()); });
    for (Curve &curve : curves) {
        if (!isPlain || !curve.run->id().isEmpty())
            continue;
        const bool isTraining = curve.key.phase.value_or(Phase::Train) == Phase::Train;
        curve.color = Theme::seriesColor(int(metrics.indexOf(curve.key.name)));
        curve.style = isTraining ? Qt::SolidLine : Qt::DotLine;
        curve.label = isTraining ? curve.key.name : ChartPanel::tr("%1 %2", "run, curve").arg(curve.key.name, curve.label);
    }
}

} // namespace

ChartStrip *ChartPanel::strip(const QString &id) const
{
    const auto found = std::find_if(m_strips.cbegin(), m_strips.cend(), [&](const ChartStrip *strip) { return strip->spec().id == id; });
    return found == m_strips.cend() ? nullptr : *found;
}

ChartStrip *ChartPanel::ensureStrip(const QString &id)
{
    if (ChartStrip *known = strip(id))
        return known;
    auto *added = new ChartStrip(StripCatalog::spec(id));
    m_strips.append(added);
    connectStrip(added);
    sortStrips();
    updateTexts(added);
    return added;
}

void ChartPanel::connectStrip(ChartStrip *strip)
{
    connect(strip, &ChartStrip::hovered, this, [this](double x) { setCrosshair(x); });
    connect(strip, &ChartStrip::hoverEnded, this, [this] { setCrosshair(std::nullopt); });
    connect(strip, &ChartStrip::zoomRequested, this, [this](double factor, double x) { changeWindow([&](XWindow &window) { window.zoom(factor, x); }); });
    connect(strip, &ChartStrip::panRequested, this, [this](double dx) { changeWindow([&](XWindow &window) { window.pan(dx); }); });
    connect(strip, &ChartStrip::rangeMarked, this, [this](AxisRange range) {
        for (ChartStrip *each : std::as_const(m_strips))
            each->setSelection(range);
    });
    connect(strip, &ChartStrip::rangeChosen, this, [this](AxisRange range) {
        for (ChartStrip *each : std::as_const(m_strips))
            each->setSelection(std::nullopt);
        changeWindow([&](XWindow &window) { window.show(range); });
    });
    connect(strip, &ChartStrip::clicked, this, [this, strip](double x) { handleClick(strip, x); });
    connect(strip, &ChartStrip::doubleClicked, this, [this, strip] { handleDoubleClick(strip); });
    connect(strip, &ChartStrip::heightDragged, this, [this, strip](int height) {
        changeLayout([&](ChartLayout &layout) { layout.strip(strip->spec().id).height = height; });
    });
    connect(strip, &ChartStrip::menuRequested, this, [this, strip](const QPoint &position, double x) { showMenu(strip, position, x); });
    connect(strip, &ChartStrip::plotAreaChanged, this, [this] {
        updateEdges();
        refreshSoon();
    });
}

QString ChartPanel::stripOf(const PlotRun &run, const PlotSeries &series) const
{
    const QString name = series.key().name;
    if (const QString chosen = m_layout.stripOf(name); !chosen.isEmpty())
        return chosen;
    const QString id = StripCatalog::stripOf(name);
    if (id != QLatin1String("throughput"))
        return id;
    // One unit a strip: a second kind of throughput is a strip of its own.
    const auto first = std::find_if(run.series().cbegin(), run.series().cend(), [&](const auto &other) { return StripCatalog::stripOf(other->key().name) == id; });
    return first == run.series().cend() || (*first)->key().name == name ? id : name;
}

/// Makes strips for what is there to be shown, and hands each its curves; nothing to do unless a series appeared or became a curve.
void ChartPanel::updateStrips()
{
    qsizetype shown = 0;
    for (const PlotRun *run : m_runs.all()) {
        for (const auto &series : run->series())
            shown += series->size() == 0 ? 0 : series->size() == 1 ? 1 : 1000;
        shown += 1'000'000;
    }
    if (shown == m_shownSeries)
        return;
    m_shownSeries = shown;
    QStringList wanted;
    for (const PlotRun *run : m_runs.all()) {
        for (const auto &series : run->series()) {
            const QString id = stripOf(*run, *series);
            // A metric printed once, a summary, is no curve.
            if (series->size() >= (StripCatalog::isOwnMetric(id) ? 2 : 1))
                wanted.append(id);
        }
    }
    for (const QString &id : std::as_const(wanted))
        ensureStrip(id);
    for (ChartStrip *strip : std::as_const(m_strips)) {
        strip->setCurves(curvesOf(strip->spec().id));
        updateTexts(strip);
    }
    applyHeights();
}

QList<Curve> ChartPanel::curvesOf(const QString &stripId) const
{
    QList<Curve> curves;
    for (const PlotRun *run : m_runs.all()) {
        for (const auto &series : run->series()) {
            if (series->size() > 0 && stripOf(*run, *series) == stripId)
                curves.append(curveOf(*run, *series));
        }
    }
    nameByMetric(curves);
    std::stable_sort(curves.begin(), curves.end(), [](const Curve &a, const Curve &b) {
        return std::pair(a.run->label(), a.key.phase) < std::pair(b.run->label(), b.key.phase);
    });
    return curves;
}

Curve ChartPanel::curveOf(const PlotRun &run, const PlotSeries &series) const
{
    const SeriesKey &key = series.key();
    const bool hasSeveralDevices = run.series({key.name + QStringLiteral(".1"), key.phase});
    Curve curve{key, &series, &run, StripCatalog::seriesColor(key), Qt::SolidLine, StripCatalog::seriesLabel(key, hasSeveralDevices), StripCatalog::isNoisy(key)};
    if (!run.id().isEmpty()) { // one colour a run; its evaluations are told by the line
        const bool isTraining = key.phase.value_or(Phase::Train) == Phase::Train;
        curve.color = overlayColor(run.id());
        curve.style = isTraining ? Qt::SolidLine : Qt::DotLine;
        curve.label = isTraining && key.phase ? run.label() : tr("%1 %2", "run, curve").arg(run.label(), curve.label);
    }
    return curve;
}

QColor ChartPanel::overlayColor(const QString &runId) const
{
    constexpr int firstColor = 2; // the ones before are training and evaluation
    return Theme::seriesColor(firstColor + int(m_runs.overlays().indexOf(runId)));
}

void ChartPanel::sortStrips()
{
    const auto place = [this](const ChartStrip *strip) {
        const QString id = strip->spec().id;
        const auto listed = std::find_if(m_layout.strips.cbegin(), m_layout.strips.cend(), [&](const StripLayout &layout) { return layout.id == id; });
        const bool isListed = listed != m_layout.strips.cend();
        return std::tuple(!isListed, isListed ? int(listed - m_layout.strips.cbegin()) : StripCatalog::rank(id));
    };
    std::stable_sort(m_strips.begin(), m_strips.end(), [&](const ChartStrip *a, const ChartStrip *b) { return place(a) < place(b); });
    for (int i = 0; i < m_strips.size(); ++i)
        m_stripLayout->insertWidget(i, m_strips.at(i));
    applyHeights();
}

void ChartPanel::applyHeights()
{
    for (int i = 0; i < m_strips.size(); ++i) {
        ChartStrip *strip = m_strips.at(i);
        const StripSpec &spec = strip->spec();
        const StripLayout *layout = m_layout.find(spec.id);
        const bool isFixed = layout && layout->height > 0 && m_grownStrip.isEmpty();
        strip->setMinimumHeight(isFixed ? layout->height : 0);
        strip->setMaximumHeight(isFixed ? layout->height : QWIDGETSIZE_MAX);
        strip->setLogarithmic(layout && layout->isLogarithmic);
        strip->setHidden(layout && layout->isHidden);
        m_stripLayout->setStretch(i, m_grownStrip.isEmpty() ? spec.weight : (spec.id == m_grownStrip ? 20 : 1));
    }
}

void ChartPanel::updateTexts(ChartStrip *strip)
{
    const QString id = strip->spec().id;
    const QList<Curve> &curves = strip->curves();
    const QString metric = curves.isEmpty() ? id : curves.last().key.name;
    const bool hasCards = std::any_of(curves.cbegin(), curves.cend(), [](const Curve &curve) { return curve.key.name.startsWith(QLatin1String("gpu_")); });
    QString note;
    if (!curves.isEmpty() && !hasCards && id == QLatin1String("utilisation"))
        note = tr("no GPU: all CPUs");
    if (!curves.isEmpty() && !hasCards && id == QLatin1String("memory"))
        note = tr("no GPU: host RAM");
    strip->setTexts(StripCatalog::title(id), StripCatalog::unitText(id, metric), note);
}

QStringList ChartPanel::metricNames() const
{
    QStringList names;
    for (const PlotRun *run : m_runs.all()) {
        for (const auto &series : run->series())
            names.append(series->key().name);
    }
    names.removeDuplicates();
    return names;
}

QList<NamedSeries> ChartPanel::allSeries() const
{
    QList<NamedSeries> all;
    const bool hasSeveral = !m_runs.overlays().isEmpty();
    for (const PlotRun *run : m_runs.all()) {
        for (const auto &series : run->series())
            all.append({series->key(), &series->points(), !hasSeveral ? QString() : run->label().isEmpty() ? tr("this run") : run->label()});
    }
    return all;
}

void ChartPanel::setLayoutOfStrips(const ChartLayout &layout)
{
    if (layout == m_layout)
        return;
    m_layout = layout;
    for (const StripLayout &strip : layout.strips) {
        if (!strip.metrics.isEmpty())
            ensureStrip(strip.id);
    }
    m_shownSeries = -1;
    updateStrips();
    // A strip that lost its last metric to another one is gone, unless it is one that waits.
    const QList<ChartStrip *> strips = m_strips;
    for (ChartStrip *strip : strips) {
        if (strip->curves().isEmpty() && StripCatalog::isOwnMetric(strip->spec().id)) {
            m_strips.removeOne(strip);
            strip->deleteLater();
            strip->hide();
        }
    }
    sortStrips();
    refresh();
}

void ChartPanel::changeLayout(const std::function<void(ChartLayout &)> &change)
{
    ChartLayout layout = m_layout;
    change(layout);
    if (layout == m_layout)
        return;
    setLayoutOfStrips(layout);
    Q_EMIT layoutChanged();
}

void ChartPanel::putMetric(const QString &metric, const QString &stripId)
{
    changeLayout([&](ChartLayout &layout) {
        layout.putInto(metric, stripId);
        layout.strip(stripId).isHidden = false;
    });
}

void ChartPanel::moveStrip(const QString &stripId, int position)
{
    changeLayout([&](ChartLayout &layout) {
        // The order of all strips is written down: from now on it is the person's.
        ChartLayout ordered;
        for (const ChartStrip *strip : std::as_const(m_strips))
            ordered.strips.append(layout.strip(strip->spec().id));
        for (const StripLayout &strip : std::as_const(layout.strips)) {
            if (!ordered.find(strip.id))
                ordered.strips.append(strip);
        }
        const auto found = std::find_if(ordered.strips.cbegin(), ordered.strips.cend(), [&](const StripLayout &strip) { return strip.id == stripId; });
        if (found == ordered.strips.cend())
            return;
        ordered.strips.move(found - ordered.strips.cbegin(), std::clamp<qsizetype>(position, 0, ordered.strips.size() - 1));
        layout = ordered;
    });
}

void ChartPanel::setStripHidden(const QString &stripId, bool isHidden)
{
    changeLayout([&](ChartLayout &layout) { layout.strip(stripId).isHidden = isHidden; });
}

void ChartPanel::setStripLogarithmic(const QString &stripId, bool isLogarithmic)
{
    changeLayout([&](ChartLayout &layout) { layout.strip(stripId).isLogarithmic = isLogarithmic; });
}

void ChartPanel::showMenu(ChartStrip *strip, const QPoint &globalPosition, double x)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const qint64 line = strip->lineAt(x);
    QAction *showLine = menu->addAction(line > 0 ? tr("Show log &line %1").arg(QLocale().toString(line)) : tr("Show the log &line"), this, [this, line] { Q_EMIT lineRequested(line); });
    showLine->setEnabled(line > 0);
    menu->addSeparator();
    addStripActions(*menu, strip);
    menu->addSeparator();
    menu->addAction(tr("Save as &picture (PNG)..."), this, [this] { Q_EMIT exportRequested(ChartExport::Png); });
    menu->addAction(tr("Save as &vector picture (SVG)..."), this, [this] { Q_EMIT exportRequested(ChartExport::Svg); });
    menu->addAction(tr("Save v&alues (CSV)..."), this, [this] { Q_EMIT exportRequested(ChartExport::Csv); });
    menu->popup(globalPosition);
}

void ChartPanel::addStripActions(QMenu &menu, const ChartStrip *strip)
{
    const QString id = strip->spec().id;
    const int place = int(m_strips.indexOf(strip));
    QAction *logarithmic = menu.addAction(tr("Lo&garithmic scale"), this, [this, id](bool isOn) { setStripLogarithmic(id, isOn); });
    logarithmic->setCheckable(true);
    logarithmic->setChecked(strip->isLogarithmic());
    menu.addAction(tr("Move &up"), this, [this, id, place] { moveStrip(id, place - 1); })->setEnabled(place > 0);
    menu.addAction(tr("Move &down"), this, [this, id, place] { moveStrip(id, place + 1); })->setEnabled(place + 1 < m_strips.size());
    menu.addAction(tr("&Hide this strip"), this, [this, id] { setStripHidden(id, true); });
    QMenu *hidden = menu.addMenu(tr("&Show strip"));
    for (const ChartStrip *other : std::as_const(m_strips)) {
        if (const StripLayout *layout = m_layout.find(other->spec().id); layout && layout->isHidden)
            hidden->addAction(StripCatalog::title(layout->id), this, [this, shown = layout->id] { setStripHidden(shown, false); });
    }
    hidden->setEnabled(!hidden->isEmpty());
    menu.addAction(tr("Usual &order and heights"), this, [this] { changeLayout([](ChartLayout &layout) { layout = ChartLayout(); }); })
        ->setEnabled(m_layout != ChartLayout());
}

QList<ChartMark> ChartPanel::evaluationMarks() const
{
    QList<ChartMark> marks;
    for (const auto &series : m_runs.own().series()) {
        const SeriesKey &key = series->key();
        if (key.phase.value_or(Phase::Train) == Phase::Train || series->isSample() || series->size() > mostEvaluationMarks || stripOf(m_runs.own(), *series) != QLatin1String("loss"))
            continue;
        for (qsizetype i = 0; i < series->size(); ++i) {
            const MetricPoint point = series->points().at(i);
            const QString text = tr("Evaluation: loss %1").arg(valueText(point.value, ValueUnit::Number));
            marks.append({ChartMark::Kind::Evaluation, text, point.line, point.step, point.epoch, point.timeMs});
        }
    }
    return marks;
}

QList<PlacedMark> ChartPanel::placedMarks() const
{
    QList<ChartMark> marks = m_marks + evaluationMarks();
    for (const CheckpointMark &checkpoint : m_checkpoints) {
        const QString text = checkpoint.path.isEmpty() ? tr("Checkpoint") : tr("Checkpoint %1").arg(checkpoint.path);
        marks.append({ChartMark::Kind::Checkpoint, text, checkpoint.line, checkpoint.step, checkpoint.epoch, checkpoint.timeMs});
    }
    QList<PlacedMark> placed;
    for (const ChartMark &mark : std::as_const(marks)) {
        if (const std::optional<double> x = m_runs.own().placement().positionOf(mark, m_axis))
            placed.append({*x, mark});
    }
    return placed;
}

} // namespace Trainyard
