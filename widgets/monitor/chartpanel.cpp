#include "widgets/monitor/chartpanel.h"

#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/stripcatalog.h"
#include "widgets/monitor/xaxisbar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr int xTickSpacing = 90; ///< pixels between two x labels, at least
constexpr double closestZoom = 1e-4; ///< share of the whole range

bool isSampleStrip(const QString &id)
{
    return StripCatalog::spec(id).hasGapsByTime;
}

} // namespace

ChartPanel::ChartPanel(QWidget *parent)
    : QWidget(parent)
    , m_axisBox(new QComboBox(this))
    , m_axisLabel(new QLabel(this))
    , m_smoothingLabel(new QLabel(this))
    , m_smoothingSlider(new QSlider(Qt::Horizontal, this))
    , m_smoothingValue(new QLabel(this))
    , m_wholeButton(new QToolButton(this))
    , m_controls(new QWidget(this))
    , m_scroll(new QScrollArea(this))
    , m_axisBar(new XAxisBar(this))
{
    setFocusPolicy(Qt::StrongFocus);
    for (const XAxis axis : {XAxis::Step, XAxis::Epoch, XAxis::Time})
        m_axisBox->addItem(QString(), int(axis));
    m_axisLabel->setBuddy(m_axisBox);
    m_smoothingLabel->setBuddy(m_smoothingSlider);
    m_smoothingSlider->setRange(0, 99);
    m_smoothingSlider->setFixedWidth(120);
    m_wholeButton->setAutoRaise(true);
    m_wholeButton->setEnabled(false);

    auto *controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(2, 0, 0, 0);
    controls->setSpacing(8);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_axisLabel, m_axisBox, m_smoothingLabel, m_smoothingSlider, m_smoothingValue})
        controls->addWidget(widget);
    controls->addStretch();
    controls->addWidget(m_wholeButton);

    auto *content = new QWidget;
    m_stripLayout = new QVBoxLayout(content);
    m_stripLayout->setContentsMargins(0, 0, 0, 0);
    m_stripLayout->setSpacing(0);
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_axisBar);

    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(refreshIntervalMs);
    connect(&m_refreshTimer, &QTimer::timeout, this, &ChartPanel::refresh);
    connect(m_axisBox, &QComboBox::activated, this, [this](int index) { setAxis(XAxis(m_axisBox->itemData(index).toInt())); });
    connect(m_smoothingSlider, &QSlider::valueChanged, this, [this](int value) { setSmoothing(value / 100.0); });
    connect(m_wholeButton, &QToolButton::clicked, this, &ChartPanel::resetZoom);
    retranslate();
    m_smoothingSlider->setValue(60);
}

ChartPanel::~ChartPanel() = default;

void ChartPanel::setContext(const ChartContext &context)
{
    if (context == m_context)
        return;
    const bool isNewStart = context.startedAt != m_context.startedAt;
    m_context = context;
    if (isNewStart && context.startedAt.isValid()) {
        m_placement.setStart(context.startedAt.toMSecsSinceEpoch());
        remapAll();
    }
    ensureFixedStrips();
    refresh();
}

/// Strips that are there before their first point, so that they can say what they wait for.
void ChartPanel::ensureFixedStrips()
{
    ensureStrip(QStringLiteral("loss"));
    if (m_context.expectsAccuracy)
        ensureStrip(QStringLiteral("accuracy"));
    if (!m_context.hasRun)
        return;
    for (const char *id : {"throughput", "utilisation", "memory"})
        ensureStrip(QLatin1String(id));
}

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
    const auto place = std::upper_bound(m_strips.begin(), m_strips.end(), StripCatalog::rank(id),
                                        [](int rank, const ChartStrip *strip) { return rank < StripCatalog::rank(strip->spec().id); });
    const int position = int(place - m_strips.begin());
    m_strips.insert(position, added);
    m_stripLayout->insertWidget(position, added, added->spec().weight);
    applyWeights();
    added->setSmoothed(m_smoothing > 0);
    connect(added, &ChartStrip::hovered, this, [this](double x) { setCrosshair(x); });
    connect(added, &ChartStrip::hoverEnded, this, [this] { setCrosshair(std::nullopt); });
    connect(added, &ChartStrip::zoomRequested, this, &ChartPanel::zoom);
    connect(added, &ChartStrip::panRequested, this, &ChartPanel::pan);
    connect(added, &ChartStrip::clicked, this, [this, added](double x) { handleClick(added, x); });
    connect(added, &ChartStrip::plotAreaChanged, this, [this] {
        updateEdges();
        refreshSoon();
    });
    connect(added, &ChartStrip::doubleClicked, this, [this, added] { handleDoubleClick(added); });
    updateTexts(added);
    return added;
}

PlotSeries &ChartPanel::seriesFor(const SeriesKey &key)
{
    if (PlotSeries *known = m_series.value(key))
        return *known;
    m_ownedSeries.push_back(std::make_unique<PlotSeries>());
    PlotSeries &series = *m_ownedSeries.back();
    m_series.insert(key, &series);
    m_keys.append(key);
    QString id = StripCatalog::stripOf(key.name);
    // One unit a strip: a second kind of throughput is a strip of its own.
    const bool isTaken = id == QLatin1String("throughput") && std::any_of(m_keys.cbegin(), m_keys.cend(), [&](const SeriesKey &other) {
        return other.name != key.name && m_stripOfKey.value(other) == id;
    });
    if (isTaken)
        id = key.name;
    m_stripOfKey.insert(key, id);
    series.setSmoothing(m_smoothing);
    series.setGapsByTime(isSampleStrip(id));
    return series;
}

void ChartPanel::addPoints(const QList<MetricBatch> &batches)
{
    const XMapping &mapping = m_placement.mapping();
    const double anchoredTime = mapping.stepOfTime.lastX();
    const double anchoredStep = mapping.epochOfStep.lastX();
    QSet<QString> changedStrips;
    for (const MetricBatch &batch : m_placement.placed(batches)) {
        PlotSeries &series = seriesFor(batch.key);
        const qsizetype before = series.points().size();
        for (const MetricPoint &point : batch.points)
            series.append(point, mapping);
        // A metric printed once, a summary, is no curve.
        const QString strip = m_stripOfKey.value(batch.key);
        const qsizetype fewest = StripCatalog::isOwnMetric(strip) ? 2 : 1;
        if (before < fewest && series.points().size() >= fewest)
            changedStrips.insert(strip);
    }
    for (const QString &id : std::as_const(changedStrips))
        updateStripCurves(id);
    // What lay beyond the last anchor has its place now: a sample after the last known step, a step after the last known epoch.
    if (mapping.stepOfTime.lastX() != anchoredTime || mapping.epochOfStep.lastX() != anchoredStep) {
        for (const auto &series : m_ownedSeries)
            series->remapEnd(mapping, anchoredTime, anchoredStep);
    }
    if (!batches.isEmpty())
        refreshSoon();
}

/// The strip's curves in order of phase, from all series that belong to it.
void ChartPanel::updateStripCurves(const QString &id)
{
    QList<Curve> curves;
    for (const SeriesKey &key : std::as_const(m_keys)) {
        if (m_stripOfKey.value(key) != id)
            continue;
        const bool hasSeveralDevices = m_series.contains({key.name + QStringLiteral(".1"), key.phase});
        curves.append({key, m_series.value(key), StripCatalog::seriesColor(key), StripCatalog::seriesLabel(key, hasSeveralDevices), StripCatalog::isNoisy(key)});
    }
    std::stable_sort(curves.begin(), curves.end(), [](const Curve &a, const Curve &b) { return a.key.phase < b.key.phase; });
    ChartStrip *target = ensureStrip(id);
    target->setCurves(curves);
    updateTexts(target);
}

void ChartPanel::updateTexts(ChartStrip *strip)
{
    const QString id = strip->spec().id;
    QString metric = id;
    bool hasCards = false;
    bool hasSeries = false;
    for (const SeriesKey &key : std::as_const(m_keys)) {
        if (m_stripOfKey.value(key) != id)
            continue;
        metric = key.name;
        hasSeries = true;
        hasCards |= key.name.startsWith(QLatin1String("gpu_"));
    }
    QString note;
    if (hasSeries && !hasCards && id == QLatin1String("utilisation"))
        note = tr("no GPU: all CPUs");
    if (hasSeries && !hasCards && id == QLatin1String("memory"))
        note = tr("no GPU: host RAM");
    strip->setTexts(StripCatalog::title(id), StripCatalog::unitText(id, metric), note);
}

void ChartPanel::setCheckpoints(const QList<CheckpointMark> &checkpoints)
{
    if (checkpoints == m_checkpoints)
        return;
    m_checkpoints = checkpoints;
    refreshSoon();
}

void ChartPanel::clear()
{
    for (ChartStrip *strip : std::as_const(m_strips))
        delete strip;
    m_strips.clear();
    m_series.clear();
    m_ownedSeries.clear();
    m_keys.clear();
    m_stripOfKey.clear();
    m_checkpoints.clear();
    m_zoom.reset();
    m_crosshair.reset();
    m_grownStrip.clear();
    m_placement.clear();
    if (m_context.startedAt.isValid())
        m_placement.setStart(m_context.startedAt.toMSecsSinceEpoch());
    ensureFixedStrips();
    refresh();
}

void ChartPanel::setNow(const QDateTime &now)
{
    m_now = now;
    updateMessages();
}

void ChartPanel::setAxis(XAxis axis)
{
    m_wantedAxis = axis;
    m_axisBox->setCurrentIndex(m_axisBox->findData(int(axis)));
    m_zoom.reset();
    setCrosshair(std::nullopt);
    refresh();
}

void ChartPanel::remapAll()
{
    for (const auto &series : m_ownedSeries)
        series->remap(m_placement.mapping());
}

void ChartPanel::setSmoothing(double weight)
{
    m_smoothing = std::clamp(weight, 0.0, 0.99);
    m_smoothingValue->setText(QString::number(m_smoothing, 'f', 2));
    for (const auto &series : m_ownedSeries)
        series->setSmoothing(m_smoothing);
    for (ChartStrip *strip : std::as_const(m_strips))
        strip->setSmoothed(m_smoothing > 0);
    refresh();
}

AxisRange ChartPanel::wholeRange() const
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto &series : m_ownedSeries) {
        for (const double x : series->x()) {
            low = std::min(low, x);
            high = std::max(high, x);
        }
    }
    if (low > high)
        return {0, axis() == XAxis::Time ? 60.0 : 10.0};
    if (axis() == XAxis::Step || axis() == XAxis::Time)
        low = std::min(low, low < 0.05 * high ? 0.0 : low);
    return {low, high > low ? high : low + 1};
}

void ChartPanel::refreshSoon()
{
    if (!m_refreshTimer.isActive())
        m_refreshTimer.start();
}

void ChartPanel::refresh()
{
    m_refreshTimer.stop();
    if (m_placement.chooseAxis(m_wantedAxis)) {
        m_zoom.reset();
        remapAll();
    }
    updateEdges();
    const AxisRange range = currentRange();
    const int plotWidth = m_strips.isEmpty() ? 0 : m_strips.first()->plotRight() - m_strips.first()->plotLeft();
    const bool isEmpty = m_ownedSeries.empty();
    const QList<Tick> ticks = isEmpty ? QList<Tick>() : xTicks(range, std::max(2, plotWidth / xTickSpacing), axis());
    const QList<double> checkpoints = m_placement.positionsOf(m_checkpoints);
    for (ChartStrip *strip : std::as_const(m_strips)) {
        strip->setCheckpoints(checkpoints);
        strip->update(range, ticks);
    }
    m_axisBar->setAxis(axis(), range, ticks);
    m_axisBar->setCheckpoints(checkpoints);
    m_wholeButton->setEnabled(m_zoom.has_value());
    updateMessages();
    // A million points take some 100 ms to draw; the window keeps most of its time.
    qsizetype points = 0;
    for (const auto &series : m_ownedSeries)
        points += series->points().size();
    m_refreshTimer.setInterval(std::max(refreshIntervalMs, int(points / 2500)));
}

void ChartPanel::updateMessages()
{
    for (ChartStrip *strip : std::as_const(m_strips)) {
        const QString id = strip->spec().id;
        QString message;
        if (!strip->hasData() && m_context.isActive) {
            const QString what = m_context.holdUp.isEmpty() ? StripCatalog::waitingText(id) : m_context.holdUp;
            const double seconds = m_context.waitingSince.isValid() && m_now.isValid() ? double(m_context.waitingSince.msecsTo(m_now)) / 1000 : 0;
            message = tr("%1, %2", "what is waited for, since when").arg(what, clockText(seconds));
        } else if (!strip->hasData()) {
            message = StripCatalog::missingText(id);
        }
        strip->setMessage(message);
    }
}

void ChartPanel::setCrosshair(std::optional<double> x)
{
    if (x) {
        const AxisRange range = currentRange();
        x = std::clamp(*x, range.low, range.high);
    }
    m_crosshair = x;
    for (ChartStrip *strip : std::as_const(m_strips))
        strip->setCrosshair(x);
    m_axisBar->setCrosshair(x);
}

void ChartPanel::zoom(double factor, double x)
{
    const AxisRange whole = wholeRange();
    const AxisRange range = currentRange();
    const double span = std::max((range.high - range.low) * factor, (whole.high - whole.low) * closestZoom);
    if (span >= whole.high - whole.low)
        return resetZoom();
    const double share = std::clamp((x - range.low) / (range.high - range.low), 0.0, 1.0);
    const double low = std::clamp(x - share * span, whole.low, whole.high - span);
    m_zoom = AxisRange{low, low + span};
    refresh();
}

void ChartPanel::pan(double dx)
{
    if (!m_zoom)
        return;
    const AxisRange whole = wholeRange();
    const double span = m_zoom->high - m_zoom->low;
    const double low = std::clamp(m_zoom->low + dx, whole.low, std::max(whole.low, whole.high - span));
    m_zoom = AxisRange{low, low + span};
    refresh();
}

void ChartPanel::resetZoom()
{
    m_zoom.reset();
    refresh();
}

void ChartPanel::handleClick(ChartStrip *strip, double x)
{
    setFocus(Qt::MouseFocusReason);
    qint64 line = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (const SeriesKey &key : std::as_const(m_keys)) {
        const PlotSeries *series = m_series.value(key);
        // A strip of samples has no log lines: the nearest line of any metric stands for that moment.
        if (!isSampleStrip(strip->spec().id) && m_stripOfKey.value(key) != strip->spec().id)
            continue;
        const qsizetype nearest = series->nearest(x);
        if (nearest < 0 || series->points().at(nearest).line < 1 || std::abs(series->x().at(nearest) - x) >= distance)
            continue;
        distance = std::abs(series->x().at(nearest) - x);
        line = series->points().at(nearest).line;
    }
    if (line > 0)
        Q_EMIT lineRequested(line);
}

void ChartPanel::handleDoubleClick(ChartStrip *strip)
{
    if (m_zoom)
        return resetZoom();
    m_grownStrip = m_grownStrip == strip->spec().id ? QString() : strip->spec().id;
    applyWeights();
}

void ChartPanel::applyWeights()
{
    for (int i = 0; i < m_strips.size(); ++i) {
        const StripSpec &spec = m_strips.at(i)->spec();
        m_stripLayout->setStretch(i, m_grownStrip.isEmpty() ? spec.weight : (spec.id == m_grownStrip ? 20 : 1));
    }
}

bool ChartPanel::showLine(qint64 line)
{
    for (const SeriesKey &key : std::as_const(m_keys)) {
        const PlotSeries *series = m_series.value(key);
        const QList<MetricPoint> &points = series->points();
        const auto found = std::find_if(points.cbegin(), points.cend(), [line](const MetricPoint &point) { return point.line == line; });
        if (found == points.cend() || !std::isfinite(series->x().at(found - points.cbegin())))
            continue;
        const double x = series->x().at(found - points.cbegin());
        if (m_zoom && (x < m_zoom->low || x > m_zoom->high))
            resetZoom();
        setCrosshair(x);
        return true;
    }
    return false;
}

void ChartPanel::keyPressEvent(QKeyEvent *event)
{
    const AxisRange range = currentRange();
    const double center = m_crosshair.value_or((range.low + range.high) / 2);
    switch (event->key()) {
    case Qt::Key_Left: return moveCrosshair(-1);
    case Qt::Key_Right: return moveCrosshair(1);
    case Qt::Key_Plus: return zoom(0.7, center);
    case Qt::Key_Minus: return zoom(1 / 0.7, center);
    case Qt::Key_Home:
    case Qt::Key_0: return resetZoom();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_strips.isEmpty())
            handleClick(m_strips.first(), center);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void ChartPanel::moveCrosshair(int direction)
{
    const AxisRange range = currentRange();
    const double pixel = (range.high - range.low) / std::max(1, width() - ChartStrip::gutterWidth);
    setCrosshair(m_crosshair.value_or(range.high) + direction * pixel * 5);
}

void ChartPanel::setControlsVisible(bool isVisible)
{
    m_controls->setVisible(isVisible);
}

void ChartPanel::updateEdges()
{
    if (m_strips.isEmpty())
        return;
    const ChartStrip *strip = m_strips.first();
    m_axisBar->setEdges(strip->plotLeft(), m_axisBar->width() - strip->plotRight());
}

void ChartPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    refreshSoon();
}

void ChartPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange) {
        for (ChartStrip *strip : std::as_const(m_strips))
            updateStripCurves(strip->spec().id); // the seventh colour is black or white
    }
    QWidget::changeEvent(event);
}

void ChartPanel::retranslate()
{
    setAccessibleName(tr("Charts"));
    setAccessibleDescription(tr("Left and right move the crosshair, plus and minus zoom, Home shows the whole run, Return shows the log line."));
    m_axisLabel->setText(tr("&X axis"));
    m_axisBox->setItemText(0, tr("Step"));
    m_axisBox->setItemText(1, tr("Epoch"));
    m_axisBox->setItemText(2, tr("Time"));
    m_smoothingLabel->setText(tr("S&moothing"));
    m_smoothingSlider->setToolTip(tr("Weight of the moving average: 0 shows the values as they are."));
    m_wholeButton->setText(tr("&Whole run"));
    m_wholeButton->setToolTip(tr("Leave the zoom (Home). The wheel zooms, dragging moves, a double click grows a strip."));
    for (ChartStrip *strip : std::as_const(m_strips))
        updateStripCurves(strip->spec().id);
    updateMessages();
}

} // namespace Trainyard
