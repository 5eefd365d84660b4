#include "widgets/monitor/monitorpage.h"

#include "widgets/common/noticeline.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"
#include "widgets/monitor/sidepanel.h"
#include "widgets/monitor/valuetable.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

constexpr int sidePanelWidth = 312;
constexpr int comparisonTab = 4;

} // namespace

MonitorPage::MonitorPage(QWidget *parent)
    : Page(parent)
    , m_header(new RunHeader(this))
    , m_notice(new NoticeLine(this))
    , m_charts(new ChartPanel(this))
    , m_side(new SidePanel(this))
    , m_log(new LogPanel(this))
    , m_checkpointTable(new ValueTable(this))
    , m_outputTable(new ValueTable(this))
    , m_comparisonTable(new ValueTable(this))
    , m_definition(new QPlainTextEdit(this))
    , m_tabs(new QTabWidget(this))
    , m_upperSplitter(new QSplitter(Qt::Horizontal, this))
{
    m_upperSplitter->addWidget(m_charts);
    m_upperSplitter->addWidget(m_side);
    m_upperSplitter->setStretchFactor(0, 1);
    m_upperSplitter->setSizes({1000, sidePanelWidth});
    m_side->setMinimumWidth(220);
    buildTabs();

    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_upperSplitter);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({470, 180});
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_header);
    layout->addWidget(m_notice);
    layout->addWidget(splitter, 1);

    m_backAction = new QAction(Theme::icon(QStringLiteral("arrow-left")), QString(), this);
    connect(m_backAction, &QAction::triggered, this, &MonitorPage::backRequested);
    m_folderAction = new QAction(Theme::icon(QStringLiteral("folder")), QString(), this);
    connect(m_folderAction, &QAction::triggered, this, [this] { Q_EMIT openRequested(m_hasRun ? m_run.directory : m_logFile); });
    m_commandAction = new QAction(Theme::icon(QStringLiteral("terminal")), QString(), this);
    connect(m_commandAction, &QAction::triggered, this, [this] {
        QGuiApplication::clipboard()->setText(m_hasRun ? QStringLiteral("trainyard logs %1 -f").arg(m_run.id)
                                                       : QStringLiteral("trainyard parse-log '%1'").arg(m_logFile));
    });
    m_pictureAction = new QAction(Theme::icon(QStringLiteral("image")), QString(), this);
    connect(m_pictureAction, &QAction::triggered, this, &MonitorPage::savePictureRequested);

    connect(m_header, &RunHeader::wished, this, &MonitorPage::wished);
    connect(m_charts, &ChartPanel::exportRequested, this, &MonitorPage::exportRequested);
    connect(m_charts, &ChartPanel::lineRequested, this, &MonitorPage::showLogLine);
    connect(m_side, &SidePanel::lineRequested, this, &MonitorPage::showLogLine);
    connect(m_side, &SidePanel::jobKeyRequested, this, &MonitorPage::jobKeyRequested);
    connect(m_log, &LogPanel::lineActivated, m_charts, &ChartPanel::showLine);
    retranslate();
}

MonitorPage::~MonitorPage() = default;

void MonitorPage::buildTabs()
{
    m_definition->setReadOnly(true);
    m_definition->setFont(Theme::monospaceFont());
    m_definition->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_log, QString());
    m_tabs->addTab(m_checkpointTable, QString());
    m_tabs->addTab(m_outputTable, QString());
    m_tabs->addTab(m_definition, QString());
    m_tabs->addTab(m_comparisonTable, QString());
    m_tabs->setTabVisible(comparisonTab, false);
    m_tabs->setCornerWidget(m_log->tools(), Qt::TopRightCorner);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int index) { m_log->tools()->setEnabled(index == 0); });
    connect(m_checkpointTable, &ValueTable::rowActivated, this, [this](int row) { showLogLine(m_progress.checkpoints().at(row).line); });
    connect(m_outputTable, &ValueTable::rowActivated, this, [this](int row) { Q_EMIT openRequested(m_outputs.at(row).path); });
}

void MonitorPage::setRun(const Run &run)
{
    const bool isAnother = !m_hasRun || run.id != m_run.id;
    m_run = run;
    m_hasRun = true;
    if (isAnother) {
        m_logFile.clear();
        m_job = Job();
        m_outputs.clear();
        m_definition->clear();
        m_side->setDifferences({});
        setComparison({}, {});
        setNotice(StatusColor::Info, QString());
        clearData();
        setTitle(run.name);
        retranslate();
    }
    m_header->setRun(run);
    updateContext();
    updateMarks();
}

void MonitorPage::setLogFile(const QString &path)
{
    m_run = Run();
    m_hasRun = false;
    m_logFile = path;
    m_job = Job();
    m_outputs.clear();
    m_definition->clear();
    m_side->setDifferences({});
    setComparison({}, {});
    setNotice(StatusColor::Info, QString());
    setTitle(QFileInfo(path).fileName());
    clearData();
    m_header->setLogName(QFileInfo(path).fileName(), QString());
    retranslate();
    updateContext();
}

void MonitorPage::clearData()
{
    m_progress = RunProgress();
    m_formatName.clear();
    m_charts->clear();
    m_log->clear();
    m_header->setProgress(m_progress);
    m_header->setPoints({});
    m_side->setDiagnoses({});
    updateCheckpoints();
    updateOutputs();
}

void MonitorPage::setJob(const Job &job, const QString &definition)
{
    m_job = job;
    m_header->setLimits(job.limits);
    if (m_definition->toPlainText() != definition)
        m_definition->setPlainText(definition);
    updateContext();
}

void MonitorPage::updateContext()
{
    const bool classifies = m_job.code.preset == QLatin1String("image-classification")
        || (m_job.model && (m_job.model->task == QLatin1String("image-classification") || m_job.model->loss == QLatin1String("cross-entropy")));
    ChartContext context;
    context.hasRun = m_hasRun;
    context.isActive = m_hasRun && !isFinal(m_run.status.state);
    context.expectsAccuracy = classifies;
    context.startedAt = m_run.status.startedAt;
    context.waitingSince = m_run.status.startedAt.isValid() ? m_run.status.startedAt : m_run.createdAt;
    if (m_run.status.state == RunState::Queued)
        context.holdUp = m_run.status.message.isEmpty() ? tr("Queued: nothing runs yet") : m_run.status.message;
    m_charts->setContext(context);
    m_folderAction->setEnabled(m_hasRun ? !m_run.directory.isEmpty() : !m_logFile.isEmpty());
    const int tabs[] = {1, 2, 3};
    for (const int tab : tabs)
        m_tabs->setTabVisible(tab, m_hasRun || tab == 1);
}

void MonitorPage::setLogBytes(const std::shared_ptr<const LogBytes> &bytes)
{
    m_log->setBytes(bytes);
}

void MonitorPage::addLog(const LogChunk &chunk)
{
    m_log->append(chunk);
}

void MonitorPage::setGaps(const QList<LogGap> &gaps)
{
    m_log->setGaps(gaps);
    QList<ChartMark> marks;
    for (const LogGap &gap : gaps)
        marks.append({ChartMark::Kind::Warning, LogView::gapText(gap), gap.line, std::nullopt, std::nullopt, gap.to.toMSecsSinceEpoch()});
    m_charts->setMarks(marks);
}

void MonitorPage::addPoints(const QList<MetricBatch> &batches)
{
    m_charts->addPoints(batches);
}

void MonitorPage::setProgress(const RunProgress &progress)
{
    m_progress = progress;
    m_header->setProgress(progress);
    m_charts->setCheckpoints(progress.checkpoints());
    updateCheckpoints();
    updateMarks();
}

/// What the x axis tells besides checkpoints and evaluations: failures of the log, and the run's stages.
void MonitorPage::updateMarks()
{
    QList<ChartMark> marks;
    for (const LogEvent &failure : m_progress.failures())
        marks.append({ChartMark::Kind::Warning, failure.text, failure.line, failure.step, failure.epoch, 0});
    const auto addStage = [&](const QString &text, const QDateTime &time) {
        if (time.isValid())
            marks.append({ChartMark::Kind::Stage, text.arg(QLocale().toString(time.toLocalTime().time(), QStringLiteral("HH:mm:ss"))), 0, {}, {}, time.toMSecsSinceEpoch()});
    };
    addStage(tr("Running since %1"), m_run.status.startedAt);
    addStage(tr("Ended at %1"), m_run.status.finishedAt);
    m_charts->setMarks(marks);
}

void MonitorPage::setFormatName(const QString &name)
{
    if (name == m_formatName)
        return;
    m_formatName = name;
    if (!m_hasRun)
        m_header->setLogName(QFileInfo(m_logFile).fileName(), name);
}

void MonitorPage::setDiagnoses(const QList<Diagnosis> &diagnoses)
{
    m_side->setDiagnoses(diagnoses);
}

void MonitorPage::setPoints(const QList<PointJudgement> &points)
{
    m_header->setPoints(points);
}

void MonitorPage::setOutputs(const QList<OutputFile> &outputs)
{
    if (outputs == m_outputs)
        return;
    m_outputs = outputs;
    updateOutputs();
}

void MonitorPage::setStopModes(bool canStop, bool canStopAfterCheckpoint)
{
    m_header->setStopModes(canStop, canStopAfterCheckpoint);
}

void MonitorPage::setDifferences(const QStringList &differences)
{
    m_side->setDifferences(differences);
}

void MonitorPage::setComparison(const QStringList &labels, const QList<ComparisonRow> &rows)
{
    m_comparedRuns = labels;
    m_comparisonTable->setHeaderLabels(QStringList{tr("What differs")} + labels);
    QList<QList<ValueTable::Cell>> cells;
    for (const ComparisonRow &row : rows) {
        QList<ValueTable::Cell> line{{row.what, int(cells.size()), false}};
        for (const QString &value : row.values)
            line.append({value, {}, false});
        cells.append(line);
    }
    m_comparisonTable->setRows(cells);
    m_tabs->setTabVisible(comparisonTab, !rows.isEmpty());
    if (!rows.isEmpty())
        m_tabs->setCurrentIndex(comparisonTab);
    else
        for (const QString &id : m_charts->overlays())
            m_charts->removeOverlay(id);
}

void MonitorPage::setNotice(StatusColor status, const QString &text)
{
    if (text.isEmpty())
        m_notice->hide();
    else if (text != m_notice->text() || m_notice->isHidden())
        m_notice->showNotice(status, text);
}

void MonitorPage::setNow(const QDateTime &now)
{
    m_header->setNow(now);
    m_charts->setNow(now);
}

void MonitorPage::updateCheckpoints()
{
    const QLocale locale;
    QList<QList<ValueTable::Cell>> rows;
    for (const CheckpointMark &mark : m_progress.checkpoints()) {
        const QDateTime time = mark.timeMs > 0 ? QDateTime::fromMSecsSinceEpoch(mark.timeMs) : QDateTime();
        rows.append({{mark.step ? locale.toString(*mark.step) : QString(), qlonglong(mark.step.value_or(-1)), true},
                     {mark.epoch ? QString::number(*mark.epoch, 'g', 4) : QString(), mark.epoch.value_or(-1), true},
                     {time.isValid() ? time.toString(QStringLiteral("HH:mm:ss")) : QString(), time, false},
                     {locale.toString(mark.line), qlonglong(mark.line), true},
                     {mark.path, {}, false}});
    }
    m_checkpointTable->setRows(rows);
    updateTabTexts();
}

void MonitorPage::updateOutputs()
{
    QList<QList<ValueTable::Cell>> rows;
    for (const OutputFile &file : std::as_const(m_outputs)) {
        rows.append({{file.shown, {}, false},
                     {displaySize(file.bytes), qlonglong(file.bytes), true},
                     {file.modified.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")), file.modified, false}});
    }
    m_outputTable->setRows(rows);
    updateTabTexts();
}

void MonitorPage::updateTabTexts()
{
    const auto counted = [](const QString &name, qsizetype count) {
        return count > 0 ? tr("%1 %2", "tab, count").arg(name, QLocale().toString(count)) : name;
    };
    m_tabs->setTabText(0, tr("Log"));
    m_tabs->setTabText(1, counted(tr("Checkpoints"), m_progress.checkpoints().size()));
    m_tabs->setTabText(2, counted(tr("Outputs"), m_outputs.size()));
    m_tabs->setTabText(3, tr("Definition"));
    m_tabs->setTabText(comparisonTab, tr("Comparison"));
}

void MonitorPage::showLogLine(qint64 line)
{
    m_tabs->setCurrentIndex(0);
    m_log->showLine(line);
    m_charts->showLine(line);
}

void MonitorPage::startSearch()
{
    m_tabs->setCurrentIndex(0);
    m_log->startSearch();
}

void MonitorPage::focusFirst()
{
    m_charts->setFocus(Qt::OtherFocusReason);
}

void MonitorPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_definition->setFont(Theme::monospaceFont());
    Page::changeEvent(event);
}

void MonitorPage::retranslate()
{
    m_backAction->setText(tr("All &runs"));
    m_folderAction->setText(tr("&Folder"));
    m_folderAction->setToolTip(m_hasRun ? tr("Opens the run's folder.") : tr("Opens the folder that holds the log."));
    m_commandAction->setText(tr("Copy as co&mmand"));
    m_commandAction->setToolTip(tr("Copies the command that shows the same in a terminal."));
    m_pictureAction->setText(tr("&Picture"));
    m_pictureAction->setToolTip(tr("Saves this panel as a picture."));
    setSecondaryActions({m_backAction, m_folderAction, m_commandAction, m_pictureAction});
    m_checkpointTable->setHeaderLabels({tr("Step"), tr("Epoch"), tr("Time"), tr("Log line"), tr("Path")});
    m_checkpointTable->setActivationText(tr("&Show in the log"));
    m_checkpointTable->setEmptyText(m_hasRun ? tr("The run has not told of a checkpoint yet.") : tr("The log tells of no checkpoint."));
    m_checkpointTable->setAccessibleName(tr("Checkpoints"));
    m_outputTable->setHeaderLabels({tr("File"), tr("Size"), tr("Changed")});
    m_outputTable->setActivationText(tr("&Open"));
    m_outputTable->setEmptyText(tr("The run has written nothing into its outputs yet."));
    m_outputTable->setAccessibleName(tr("Outputs"));
    m_definition->setAccessibleName(tr("Definition"));
    m_comparisonTable->setHeaderLabels(QStringList{tr("What differs")} + m_comparedRuns);
    m_comparisonTable->setAccessibleName(tr("Comparison"));
    updateTabTexts();
    updateContext();
}

} // namespace Trainyard
