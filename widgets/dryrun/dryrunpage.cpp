#include "widgets/dryrun/dryrunpage.h"

#include "models/accelerator/forecasttext.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/forecastcolor.h"
#include "widgets/common/theme.h"
#include "widgets/dryrun/dryrunrowdelegate.h"
#include "widgets/dryrun/evidencepanel.h"
#include "widgets/dryrun/forecastpanel.h"
#include "widgets/dryrun/pointtile.h"
#include "widgets/dryrun/verdicttile.h"

#include <QAction>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QListView>
#include <QProgressBar>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

/// As short as a tile is.
QString foreknowledgeOf(const MemoryForecast &forecast)
{
    switch (verdictOf(forecast)) {
    case ForecastVerdict::Open: return QString();
    case ForecastVerdict::Fits: return DryRunPage::tr("should fit");
    case ForecastVerdict::MayFail: return DryRunPage::tr("may not fit");
    case ForecastVerdict::Exceeds: return DryRunPage::tr("does not fit");
    }
    Q_UNREACHABLE();
}

} // namespace

DryRunPage::DryRunPage(QWidget *parent)
    : Page(parent)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(QStringLiteral("dry-run"), this))
    , m_verdict(new VerdictTile(this))
    , m_progress(new QProgressBar(this))
    , m_list(new QListView(this))
    , m_evidence(new EvidencePanel(this))
    , m_runAction(new QAction(this))
    , m_rehearseAction(new QAction(this))
    , m_submitAction(new QAction(this))
    , m_cancelAction(new QAction(this))
{
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->setSpacing(8);
    layout->addWidget(makeTiles());
    layout->addWidget(m_progress);
    layout->addWidget(makeBody(), 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);

    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    QSizePolicy keepsPlace = m_progress->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keepsPlace);

    connect(m_empty, &EmptyState::activated, this, &DryRunPage::openSampleRequested);
    connect(m_runAction, &QAction::triggered, this, &DryRunPage::runRequested);
    connect(m_rehearseAction, &QAction::triggered, this, &DryRunPage::rehearsalRequested);
    connect(m_submitAction, &QAction::triggered, this, &DryRunPage::submitRequested);
    connect(m_cancelAction, &QAction::triggered, this, &DryRunPage::cancelRequested);
    connect(m_evidence, &EvidencePanel::ignoreRequested, this, &DryRunPage::askForReason);
    const ForecastPanel &forecast = m_evidence->forecastPanel();
    connect(&forecast, &ForecastPanel::applyRequested, this, &DryRunPage::suggestionRequested);
    connect(&forecast, &ForecastPanel::flavorRequested, this, &DryRunPage::flavorRequested);
    connect(&forecast, &ForecastPanel::modelRequested, this, &DryRunPage::modelRequested);
    connect(&forecast, &ForecastPanel::retryRequested, this, &DryRunPage::forecastRequested);
    retranslate();
    setJobName(QString());
    setPending();
}

QWidget *DryRunPage::makeTiles()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (const DryRunPoint point : allDryRunPoints) {
        auto *tile = new PointTile(point, row);
        connect(tile, &PointTile::clicked, this, [this, tile] { selectTile(tile); });
        m_tiles.append(tile);
        layout->addWidget(tile, 3);
    }
    layout->addWidget(m_verdict, 4);
    return row;
}

QWidget *DryRunPage::makeBody()
{
    m_list->setModel(&m_rows);
    m_list->setItemDelegate(new DryRunRowDelegate(m_list));
    m_list->setVerticalScrollMode(QListView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setUniformItemSizes(false);
    m_list->setMinimumWidth(280);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &DryRunPage::showCurrentRow);

    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto *padded = new QWidget(area);
    auto *padding = new QVBoxLayout(padded);
    padding->setContentsMargins(16, 0, 8, 0);
    padding->addWidget(m_evidence);
    area->setWidget(padded);

    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(area);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setSizes({464, 696});
    m_splitter->setChildrenCollapsible(false);
    return m_splitter;
}

void DryRunPage::setJobName(const QString &name)
{
    m_jobName = name;
    m_stack->setCurrentIndex(name.isEmpty() ? 0 : 1);
    updateActions();
}

void DryRunPage::setCanRehearse(bool canRehearse)
{
    m_canRehearse = canRehearse;
    updateActions();
}

void DryRunPage::setPending()
{
    m_state = State::Pending;
    m_report = DryRunReport();
    for (const DryRunPoint point : allDryRunPoints)
        m_report.points.append(PointResult{point, PointStatus::Skipped, QString(), {}});
    m_settled.clear();
    m_overrideReason.clear();
    for (PointTile *tile : m_tiles)
        tile->setPending();
    m_evidence->setReport(m_report);
    updateForecast();
    updateRows();
    updateVerdict();
    updateActions();
}

void DryRunPage::setRunning()
{
    setPending();
    m_state = State::Running;
    m_activity = tr("Starting");
    for (PointTile *tile : m_tiles)
        tile->setRunning();
    m_progress->setRange(0, 0);
    updateVerdict();
    updateActions();
}

void DryRunPage::setProgress(const QString &activity, double fraction)
{
    m_activity = activity;
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(int(fraction * 1000));
    updateVerdict();
}

void DryRunPage::setPoint(const PointResult &point)
{
    m_report.points[int(point.point)] = point;
    if (!m_settled.contains(point.point))
        m_settled.append(point.point);
    m_tiles[int(point.point)]->setResult(point);
    updateRows();
}

void DryRunPage::addLosses(const QList<double> &losses)
{
    m_report.loss += losses;
    m_evidence->setReport(m_report);
}

void DryRunPage::setReport(const DryRunReport &report, bool wasCancelled)
{
    m_state = State::Finished;
    m_report = report;
    m_wasCancelled = wasCancelled;
    m_settled = QList<DryRunPoint>(allDryRunPoints.begin(), allDryRunPoints.end());
    for (const PointResult &point : report.points)
        m_tiles[int(point.point)]->setResult(point);
    m_evidence->setReport(report);
    updateRows();
    updateVerdict();
    updateActions();
}

void DryRunPage::setForecast(const ForecastState &forecast)
{
    m_forecast = forecast;
    m_evidence->setForecast(forecast);
    updateForecast();
    updateRows();
}

/// Memory is the one point of which something is known before the dry-run.
void DryRunPage::updateForecast()
{
    PointTile *tile = m_tiles[int(DryRunPoint::Memory)];
    if (m_state != State::Pending)
        return;
    if (hasForecast())
        tile->setForeknown(statusColorOf(*m_forecast.forecast), foreknowledgeOf(*m_forecast.forecast));
    else
        tile->setPending();
}

void DryRunPage::setOverrideReason(const QString &reason)
{
    m_overrideReason = reason;
    updateVerdict();
    updateActions();
}

void DryRunPage::checkAgain()
{
    if (m_runAction->isEnabled())
        Q_EMIT runRequested();
}

void DryRunPage::cancelCurrent()
{
    if (isRunning())
        Q_EMIT cancelRequested();
}

void DryRunPage::focusFirst()
{
    if (m_stack->currentIndex() == 1)
        m_list->setFocus(Qt::OtherFocusReason);
    else
        Page::focusFirst();
}

void DryRunPage::selectTile(PointTile *clicked)
{
    for (PointTile *tile : m_tiles) {
        if (tile != clicked)
            tile->setChecked(false);
    }
    m_rows.setFilter(clicked->isChecked() ? std::optional(clicked->point()) : std::nullopt);
    m_list->setCurrentIndex(m_rows.index(0));
}

/// What a person selected stays; until then it is the first row, the worst one, or the loss when there is nothing to worry about. Before the
/// dry-run it is the memory where the forecast is a reason to worry.
void DryRunPage::updateRows()
{
    const QModelIndex current = m_list->currentIndex();
    const auto selected = current.row() > 0 ? std::optional(current.data(DryRunRowModel::RowRole).value<DryRunRowModel::Row>()) : std::nullopt;
    const bool isAllWell = m_state == State::Finished && m_report.allFindings().isEmpty();
    const bool isTooLarge = m_state == State::Pending && hasForecast() && !m_forecast.forecast->fits.value_or(true);
    m_rows.setForeknowledge(DryRunPoint::Memory, hasForecast() ? needSentence(*m_forecast.forecast) : QString());
    m_rows.setReport(m_report, m_settled);
    int chosen = 0;
    for (int i = m_rows.rowCount() - 1; i >= 0; --i) {
        const auto row = m_rows.index(i).data(DryRunRowModel::RowRole).value<DryRunRowModel::Row>();
        const bool isSelected = selected && row.point == selected->point && row.finding == selected->finding; // texts change with the language
        const bool isTheOneToSee = (isAllWell && row.point == DryRunPoint::Loss) || (isTooLarge && row.point == DryRunPoint::Memory);
        if (isSelected || (!selected && isTheOneToSee))
            chosen = i;
    }
    m_list->setCurrentIndex(m_rows.index(chosen));
    showCurrentRow();
}

void DryRunPage::showCurrentRow()
{
    const QVariant row = m_list->currentIndex().data(DryRunRowModel::RowRole);
    m_evidence->showRow(row.isValid() ? std::optional(row.value<DryRunRowModel::Row>()) : std::nullopt);
}

void DryRunPage::updateVerdict()
{
    switch (m_state) {
    case State::Pending: m_verdict->setPending(); break;
    case State::Running: m_verdict->setRunning(m_activity); break;
    case State::Finished: m_verdict->setReport(m_report, m_wasCancelled, m_overrideReason); break;
    }
    m_progress->setVisible(m_state == State::Running);
}

void DryRunPage::updateActions()
{
    const bool hasJob = !m_jobName.isEmpty();
    const bool isRunningNow = m_state == State::Running;
    const bool mayPass = m_report.verdict != Verdict::Fail || !m_overrideReason.isEmpty();
    const bool isReady = m_state == State::Finished && !m_wasCancelled && mayPass;
    m_runAction->setEnabled(hasJob && !isRunningNow);
    m_submitAction->setEnabled(isReady);
    m_runAction->setText(m_state == State::Finished ? tr("Run again") : tr("Run dry-run"));
    setPrimaryAction(isReady ? m_submitAction : m_runAction);
    QList<QAction *> secondary;
    if (isRunningNow)
        secondary.append(m_cancelAction);
    if (hasJob && m_canRehearse && !isRunningNow)
        secondary.append(m_rehearseAction);
    if (isReady)
        secondary.append(m_runAction);
    setSecondaryActions(secondary);
    setPrimaryDisabledReason(isRunningNow ? tr("A dry-run is running.") : hasJob ? QString() : tr("No job is open."));
    setTitle(hasJob ? tr("Dry-run of %1").arg(m_jobName) : tr("Dry-run"));
    setBadge(countOf(m_report.allFindings(), Severity::Error), true);
}

void DryRunPage::askForReason()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Submit in spite of the verdict"));
    dialog->setLabelText(tr("Why is this no obstacle? The reason is kept in the run's record, for whoever pays for it."));
    dialog->setTextValue(m_overrideReason);
    dialog->setOkButtonText(tr("Ignore the verdict"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        if (const QString reason = text.trimmed(); !reason.isEmpty())
            Q_EMIT overrideRequested(reason);
    });
    dialog->open();
}

void DryRunPage::retranslate()
{
    m_empty->setTexts(tr("What would fail in the cloud fails here first"),
                      tr("A dry-run checks a job's environment, data, memory, loss and artifacts with a few real steps on this machine. Open a job to start one."),
                      tr("Open the sample project"));
    m_submitAction->setText(tr("Review and submit"));
    m_submitAction->setToolTip(tr("Shows the last page before the run starts"));
    m_cancelAction->setText(tr("Cancel"));
    m_rehearseAction->setText(tr("Rehearse my script"));
    m_rehearseAction->setToolTip(tr("The dry-run, and beside it your own script: started in a copy, without network, on a part of the data, then interrupted and started again. Takes one to three minutes."));
    m_list->setAccessibleName(tr("What was found"));
    m_evidence->retranslate();
    updateForecast();
    updateRows();
    updateActions();
}

} // namespace Trainyard
