#include "widgets/monitor/chartpanel.h"

#include "widgets/monitor/chartcontrols.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/stripcatalog.h"
#include "widgets/monitor/xaxisbar.h"

#include <QEvent>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr int xTickSpacing = 90; ///< pixels between two x labels, at least

} // namespace

ChartPanel::ChartPanel(QWidget *parent)
    : QWidget(parent)
    , m_controls(new ChartControls(this))
    , m_scroll(new QScrollArea(this))
    , m_axisBar(new XAxisBar(this))
{
    setFocusPolicy(Qt::StrongFocus);
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
    connect(m_controls, &ChartControls::axisChosen, this, &ChartPanel::setAxis);
    connect(m_controls, &ChartControls::smoothingChosen, this, &ChartPanel::setSmoothing);
    connect(m_controls, &ChartControls::outliersChosen, this, &ChartPanel::setClipsOutliers);
    connect(m_controls, &ChartControls::wholeRequested, this, [this] { changeWindow(&XWindow::reset); });
    connect(m_axisBar, &XAxisBar::lineRequested, this, &ChartPanel::lineRequested);
    connect(&m_runs, &ChartRuns::changed, this, [this] {
        updateStrips();
        refreshSoon();
    });
    retranslate();
}

ChartPanel::~ChartPanel() = default;

void ChartPanel::setContext(const ChartContext &context)
{
    if (context == m_context)
        return;
    m_context = context;
    if (context.startedAt.isValid())
        m_runs.own().placement().setStart(context.startedAt.toMSecsSinceEpoch());
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

void ChartPanel::addPoints(const QList<MetricBatch> &batches)
{
    if (batches.isEmpty())
        return;
    m_runs.append(batches);
    updateStrips();
    refreshSoon();
}

void ChartPanel::setCheckpoints(const QList<CheckpointMark> &checkpoints)
{
    if (checkpoints == m_checkpoints)
        return;
    m_checkpoints = checkpoints;
    refreshSoon();
}

void ChartPanel::setMarks(const QList<ChartMark> &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    refreshSoon();
}

void ChartPanel::clear()
{
    qDeleteAll(m_strips);
    m_strips.clear();
    m_runs.clearOwn();
    m_shownSeries = -1;
    m_checkpoints.clear();
    m_marks.clear();
    m_window.reset();
    m_crosshair.reset();
    m_grownStrip.clear();
    if (m_context.startedAt.isValid())
        m_runs.own().placement().setStart(m_context.startedAt.toMSecsSinceEpoch());
    ensureFixedStrips();
    updateStrips();
    refresh();
}

void ChartPanel::addOverlay(const QString &runId, const QString &label, std::shared_ptr<const MetricSeriesSet> series)
{
    m_runs.addOverlay(runId, label, std::move(series));
}

void ChartPanel::removeOverlay(const QString &runId)
{
    m_runs.removeOverlay(runId);
}

QStringList ChartPanel::overlays() const
{
    return m_runs.overlays();
}

void ChartPanel::setNow(const QDateTime &now)
{
    m_now = now;
    updateMessages();
}

void ChartPanel::setAxis(XAxis axis)
{
    m_wantedAxis = axis;
    m_controls->setAxis(axis);
    m_window.reset();
    setCrosshair(std::nullopt);
    refresh();
}

void ChartPanel::setSmoothing(const Smoothing &smoothing)
{
    m_controls->setSmoothing(smoothing);
    m_runs.setSmoothing(smoothing);
    refresh();
}

void ChartPanel::setClipsOutliers(bool clips)
{
    m_clipsOutliers = clips;
    m_controls->setClipsOutliers(clips);
    refresh();
}

AxisRange ChartPanel::wholeRange() const
{
    AxisRange whole{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const PlotRun *run : m_runs.all()) {
        if (const std::optional<AxisRange> range = run->range(m_axis))
            whole = {std::min(whole.low, range->low), std::max(whole.high, range->high)};
    }
    if (whole.low > whole.high)
        return {0, m_axis == XAxis::Time ? 60.0 : 10.0};
    if (m_axis == XAxis::Step || m_axis == XAxis::Time)
        whole.low = std::min(whole.low, whole.low < 0.05 * whole.high ? 0.0 : whole.low);
    return {whole.low, whole.high > whole.low ? whole.high : whole.low + 1};
}

void ChartPanel::refreshSoon()
{
    if (!m_refreshTimer.isActive())
        m_refreshTimer.start();
}

void ChartPanel::refresh()
{
    m_refreshTimer.stop();
    const XAxis axis = m_runs.own().placement().bestAxis(m_wantedAxis);
    if (axis != m_axis)
        m_window.reset();
    m_axis = axis;
    const AxisRange whole = wholeRange();
    const bool isCounted = m_axis == XAxis::Step || m_axis == XAxis::Line;
    m_window.setWhole(whole, std::max(isCounted ? 2.0 : 0.0, whole.span() * 1e-8));
    updateEdges();
    const int plotWidth = m_strips.isEmpty() ? 0 : m_strips.first()->plotRight() - m_strips.first()->plotLeft();
    StripView view{m_axis, m_window.range(), {}, m_runs.smoothing().kind != Smoothing::Kind::None, m_clipsOutliers};
    if (m_shownSeries > 0)
        view.xTicks = xTicks(view.x, std::max(2, plotWidth / xTickSpacing), m_axis);
    const QList<PlacedMark> marks = placedMarks();
    QList<double> lines; // evaluations are many, and seen by their points
    for (const PlacedMark &placed : marks) {
        if (placed.mark.kind != ChartMark::Kind::Evaluation)
            lines.append(placed.x);
    }
    for (ChartStrip *strip : std::as_const(m_strips)) {
        strip->setMarks(lines);
        strip->update(view);
    }
    m_axisBar->setAxis(m_axis, view.x, view.xTicks);
    m_axisBar->setMarks(marks);
    m_controls->setZoomed(m_window.isZoomed());
    updateMessages();
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
    if (x)
        x = std::clamp(*x, m_window.range().low, m_window.range().high);
    m_crosshair = x;
    for (ChartStrip *strip : std::as_const(m_strips))
        strip->setCrosshair(x);
    m_axisBar->setCrosshair(x);
}

void ChartPanel::changeWindow(const std::function<void(XWindow &)> &change)
{
    change(m_window);
    refresh();
}

void ChartPanel::handleClick(ChartStrip *strip, double x)
{
    setFocus(Qt::MouseFocusReason);
    qint64 line = strip->lineAt(x);
    // A strip of samples has no log lines: the nearest line of any metric stands for that moment.
    for (qsizetype i = 0; line == 0 && i < m_strips.size(); ++i)
        line = m_strips.at(i)->lineAt(x);
    if (line > 0)
        Q_EMIT lineRequested(line);
}

void ChartPanel::handleDoubleClick(ChartStrip *strip)
{
    if (m_window.isZoomed())
        return changeWindow(&XWindow::reset);
    m_grownStrip = m_grownStrip == strip->spec().id ? QString() : strip->spec().id;
    applyHeights();
}

bool ChartPanel::showLine(qint64 line)
{
    const std::optional<double> x = m_runs.own().placeOfLine(line, m_axis);
    if (!x)
        return false;
    if (*x < m_window.range().low || *x > m_window.range().high)
        changeWindow(&XWindow::reset);
    setCrosshair(x);
    return true;
}

void ChartPanel::keyPressEvent(QKeyEvent *event)
{
    const AxisRange range = m_window.range();
    const double center = m_crosshair.value_or((range.low + range.high) / 2);
    const bool isMoving = event->modifiers().testFlag(Qt::ShiftModifier);
    const double direction = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        return isMoving ? changeWindow([&](XWindow &window) { window.pan(direction * range.span() / 4); }) : moveCrosshair(int(direction));
    case Qt::Key_Plus: return changeWindow([&](XWindow &window) { window.zoom(0.7, center); });
    case Qt::Key_Minus: return changeWindow([&](XWindow &window) { window.zoom(1 / 0.7, center); });
    case Qt::Key_Home:
    case Qt::Key_0: return changeWindow(&XWindow::reset);
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
    const AxisRange range = m_window.range();
    const double pixel = range.span() / std::max(1, width() - ChartStrip::gutterWidth);
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
        m_shownSeries = -1; // the seventh colour is black or white
        updateStrips();
        refreshSoon();
    }
    QWidget::changeEvent(event);
}

void ChartPanel::retranslate()
{
    setAccessibleName(tr("Charts"));
    setAccessibleDescription(tr("Left and right move the crosshair, with Shift the part that is shown; plus and minus zoom, Home shows the whole run, Return shows the log line."));
    m_controls->retranslate();
    m_shownSeries = -1;
    updateStrips();
    refreshSoon();
    updateMessages();
}

} // namespace Trainyard
