#include "app/window/monitorcontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "app/window/patterncontroller.h"
#include "app/window/runactions.h"
#include "models/job/jobdocument.h"
#include "services/common/async.h"
#include "services/common/files.h"
#include "services/drafts/derivedjob.h"
#include "services/metricfiles/metricfilekind.h"
#include "services/agent/runfolder.h"
#include "services/diagnosis/rundigester.h"
#include "services/platforms/local/filestreams.h"
#include "services/records/runcomparison.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/monitorpage.h"
#include "widgets/monitor/monitorrenderer.h"

#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>
#include <QSaveFile>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

constexpr int tickMs = 1000;
constexpr int outputTicks = 5;
constexpr int mostOutputs = 2000;

QList<OutputFile> listOutputs(const QString &runDirectory)
{
    const QDir folder(runDirectory + QStringLiteral("/outputs"));
    QList<OutputFile> files;
    // Once collected, an output is a link to its destination.
    QDirIterator walk(folder.path(), QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
    while (walk.hasNext() && files.size() < mostOutputs) {
        const QFileInfo info(walk.next());
        files.append({info.absoluteFilePath(), folder.relativeFilePath(info.filePath()), info.size(), info.lastModified()});
    }
    std::sort(files.begin(), files.end(), [](const OutputFile &a, const OutputFile &b) { return a.shown < b.shown; });
    return files;
}

/// The run that a failed one is best compared with: the last one of the same job that passed, else the last one on the same platform.
std::optional<Run> lastPassed(const QList<Run> &runs, const Run &failed)
{
    std::optional<Run> other;
    for (const Run &run : runs) { // newest first
        if (run.status.state != RunState::Done || run.createdAt >= failed.createdAt)
            continue;
        if (run.name == failed.name || run.jobFile == failed.jobFile)
            return run;
        if (!other && run.platform == failed.platform)
            other = run;
    }
    return other;
}

/// The series of a run as its folder tells them now.
std::shared_ptr<const MetricSeriesSet> readSeries(const QString &runDirectory)
{
    constexpr qint64 pieceBytes = 1 << 20;
    const RunFolder folder{runDirectory};
    RunDigester digester;
    QFile samples(folder.samplesFile());
    if (samples.open(QIODevice::ReadOnly)) {
        QList<Sample> read;
        while (!samples.atEnd()) {
            if (const auto sample = Sample::fromJson(QJsonDocument::fromJson(samples.readLine()).object()))
                read.append(*sample);
        }
        digester.addSamples(read);
    }
    QFile log(folder.logFile());
    if (log.open(QIODevice::ReadOnly)) {
        for (QByteArray piece = log.read(pieceBytes); !piece.isEmpty(); piece = log.read(pieceBytes)) {
            digester.addLog(piece);
            (void)digester.take();
        }
    }
    digester.finish();
    return std::make_shared<const MetricSeriesSet>(digester.series());
}

/// Where the strips of a job's runs are remembered: by the job's name.
QString layoutKey(const Run &run)
{
    return QStringLiteral("monitor_strips/") + QString::fromLatin1(run.name.toUtf8().toHex());
}

/// Name and time: runs of one job differ by their time alone.
QString shortLabel(const Run &run)
{
    return MonitorController::tr("%1, %2", "run, when it was submitted").arg(run.name, run.createdAt.toLocalTime().toString(QStringLiteral("MM-dd HH:mm")));
}

QStringList differences(const Run &passed, const Run &failed)
{
    const auto job = [](const Run &run) { return readJobFile(run.directory + QStringLiteral("/job.yaml")).job; };
    return jobDifferences(job(passed), job(failed)) + RunService::drift(passed.record, failed.record);
}

} // namespace

MonitorController::MonitorController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
    , m_actions(new RunActions(context, navigation, this))
    , m_patternController(new PatternController(context, navigation, this))
{
    connect(m_patternController, &PatternController::patternAdded, this, [this](const LogPattern &pattern) {
        QList<LogPattern> patterns = m_patterns;
        patterns.removeIf([&](const LogPattern &known) { return known.name == pattern.name && known.phase == pattern.phase; });
        usePatterns(patterns << pattern);
    });
    m_tickTimer.setInterval(tickMs);
    connect(&m_tickTimer, &QTimer::timeout, this, &MonitorController::tick);
    connect(&m_context.runs, &RunService::runsChanged, this, &MonitorController::handleRunsChanged);
}

MonitorController::~MonitorController() = default;

Page *MonitorController::page()
{
    return &ensurePage();
}

MonitorPage &MonitorController::ensurePage()
{
    if (m_page)
        return *m_page;
    m_page = new MonitorPage;
    m_actions->setDialogParent(m_page);
    connect(m_page, &QObject::destroyed, this, [this] {
        m_feed.reset();
        m_tickTimer.stop();
    });
    connect(m_page, &Page::languageChanged, this, [this] { // also of an ended run
        handleRunsChanged();
        tick();
    });
    connect(m_page->log()->view(), &LogView::numberMarked, this, &MonitorController::markNumber);
    connect(m_page->charts(), &ChartPanel::layoutChanged, this, [this] {
        if (m_run)
            m_context.preferences.setBytes(layoutKey(*m_run), QJsonDocument(m_page->charts()->layoutOfStrips().toJson()).toJson(QJsonDocument::Compact));
    });
    connect(m_page, &MonitorPage::wished, this, &MonitorController::handleWish);
    connect(m_page, &MonitorPage::openRequested, m_actions, &RunActions::openFolder);
    connect(m_page, &MonitorPage::savePictureRequested, this, &MonitorController::savePicture);
    connect(m_page, &MonitorPage::exportRequested, this, &MonitorController::exportCharts);
    connect(m_page, &MonitorPage::backRequested, &m_navigation, &Navigation::showRuns);
    connect(m_page, &MonitorPage::jobKeyRequested, this, [this](const QString &key) {
        if (m_run && QFileInfo::exists(m_run->jobFile))
            m_navigation.openJob(m_run->jobFile);
        m_navigation.showField(key);
    });
    return *m_page;
}

void MonitorController::showRun(const QString &runId)
{
    ensurePage();
    const std::optional<Run> run = m_context.runs.run(runId);
    m_wantedRun = run ? QString() : runId;
    if (!run)
        return m_context.runs.refresh();
    if (!m_run || m_run->id != runId || !m_feed)
        openRun(*run);
}

void MonitorController::compare(const QStringList &runIds)
{
    QList<Run> runs;
    QStringList labels;
    for (const QString &id : runIds) {
        if (const std::optional<Run> run = m_context.runs.run(id)) {
            runs.append(*run);
            labels.append(shortLabel(*run));
        }
    }
    if (runs.size() < 2 || !m_run || m_run->id != runs.first().id)
        return;
    const auto isStillShown = [this, id = runs.first().id] { return m_page && m_run && m_run->id == id; };
    onFinished(QtConcurrent::run(compareRuns, runs, QDateTime::currentDateTimeUtc()), this, [this, isStillShown, labels](const QList<ComparisonRow> &rows) {
        if (isStillShown())
            m_page->setComparison(labels, rows);
    });
    for (qsizetype i = 1; i < runs.size(); ++i) {
        onFinished(QtConcurrent::run(readSeries, runs.at(i).directory), this, [this, isStillShown, id = runs.at(i).id, label = labels.at(i)](const auto &series) {
            if (isStillShown())
                m_page->charts()->addOverlay(id, label, series);
        });
    }
}

void MonitorController::openRun(const Run &run)
{
    m_run = run;
    m_job = Job();
    m_progress = RunProgress();
    m_page->setRun(run);
    m_page->charts()->setLayoutOfStrips(ChartLayout::fromJson(QJsonDocument::fromJson(m_context.preferences.bytes(layoutKey(run))).array()));
    m_page->setNow(QDateTime::currentDateTimeUtc());
    Platform *platform = m_context.platforms.platform(run.platform);
    if (!platform) {
        m_feed.reset();
        return m_page->setNotice(StatusColor::Warning, tr("The platform %1 is not known here, so this run cannot be followed.").arg(run.platform));
    }
    const PlatformCapabilities capabilities = platform->capabilities();
    m_page->setStopModes(capabilities.stop, capabilities.stopAfterCheckpoint);
    if (!capabilities.logStream) {
        m_feed.reset();
        return m_page->setNotice(StatusColor::Info, tr("%1 gives no log while a run lasts.").arg(platform->displayName()));
    }
    startFeed(platform->openLog(run), capabilities.metricStream ? platform->openSamples(run) : nullptr);
    readDefinition();
    readOutputs();
    if (run.status.state == RunState::Failed)
        compareWithLastPassed();
}

void MonitorController::showLog(const QString &path)
{
    ensurePage();
    m_wantedRun.clear();
    m_run.reset();
    m_job = Job();
    m_progress = RunProgress();
    const QString file = QFileInfo(path).absoluteFilePath();
    m_page->setLogFile(file);
    m_page->setNow(QDateTime::currentDateTimeUtc());
    m_feed.reset();
    m_logFile = file;
    onFinished(QtConcurrent::run(needsFollower, file), this, [this, file](bool isMetricFile) {
        if (!m_run && m_page && m_logFile == file)
            startFeed(isMetricFile ? nullptr : std::make_unique<FileLogStream>(file), nullptr, m_patternController->rememberedFor(file));
    });
}

void MonitorController::startFeed(std::unique_ptr<LogStream> log, std::unique_ptr<SampleStream> samples, const QList<LogPattern> &patterns)
{
    m_patternController->closeDialog();
    m_feed = std::make_unique<RunFeed>();
    usePatterns(patterns);
    connect(m_feed.get(), &RunFeed::newsReady, this, &MonitorController::handleNews);
    connect(m_feed.get(), &RunFeed::restarted, m_page, &MonitorPage::clearData);
    connect(m_feed.get(), &RunFeed::finished, this, &MonitorController::handleFinished);
    connect(m_feed.get(), &RunFeed::judged, this, [this](const RunJudgement &judgement) {
        m_page->setDiagnoses(judgement.diagnoses);
        if (m_run)
            m_page->setPoints(judgement.points);
    });
    connect(m_feed.get(), &RunFeed::streamFailed, this, [this](const Error &error, const QDateTime &since) {
        const QString lost = tr("Log stream lost since %1: %2").arg(since.toString(QStringLiteral("HH:mm:ss")), error.message);
        m_page->setNotice(StatusColor::Warning, m_run ? tr("%1 Run state: %2. The stream is tried again by itself.").arg(lost, displayRunState(m_run->status.state))
                                                      : tr("%1 It is tried again by itself.").arg(lost));
    });
    connect(m_feed.get(), &RunFeed::streamRecovered, this, [this] { m_page->setNotice(StatusColor::Info, QString()); });
    connect(m_feed.get(), &RunFeed::metricFileFailed, this, [this](const Error &error) { m_page->setNotice(StatusColor::Warning, error.message); });
    if (m_run)
        m_feed->followMetricFiles(m_run->directory + QStringLiteral("/outputs"), false);
    else if (!log)
        m_feed->followMetricFiles(m_logFile, true);
    m_feed->start(std::move(log), std::move(samples), m_run.value_or(Run()));
    m_ticks = 0;
    m_tickTimer.start();
}

QString MonitorController::logFile() const
{
    return m_run ? m_run->directory + QStringLiteral("/train.log") : m_logFile;
}

void MonitorController::usePatterns(const QList<LogPattern> &patterns)
{
    m_patterns = patterns;
    if (m_feed)
        m_feed->setPatterns(patterns);
}

void MonitorController::markNumber(const QString &lineText, int start, int length)
{
    const TrialLines lines{m_page->log()->view()->text().lineCount(), [text = m_page->log()->view()->text()](qint64 line) { return text.text(line); }};
    m_patternController->mark({lineText, start, length}, lines, logFile(), m_run ? m_run->jobFile : QString(), m_page->window());
}

void MonitorController::readDefinition()
{
    const QString path = m_run->directory + QStringLiteral("/job.yaml");
    const auto read = [path] {
        const Result<QByteArray> text = readFile(path);
        return Definition{readJobFile(path).job, text ? QString::fromUtf8(*text) : text.error().message};
    };
    onFinished(QtConcurrent::run(read), this, [this, id = m_run->id](const Definition &definition) {
        if (!m_run || m_run->id != id)
            return;
        m_job = definition.job;
        usePatterns(definition.job.logPatterns + m_patternController->rememberedFor(logFile()));
        m_page->setJob(definition.job, definition.text);
    });
}

void MonitorController::handleRunsChanged()
{
    if (!m_wantedRun.isEmpty()) {
        const QString wanted = std::exchange(m_wantedRun, QString());
        if (const std::optional<Run> run = m_context.runs.run(wanted))
            return openRun(*run);
        m_navigation.showMessage(tr("There is no run %1.").arg(wanted), Navigation::Tone::Warning);
    }
    if (!m_run || !m_page)
        return;
    const std::optional<Run> run = m_context.runs.run(m_run->id);
    if (!run) { // deleted, here or in another window
        m_feed.reset();
        m_tickTimer.stop();
        return m_page->setNotice(StatusColor::Info, tr("This run was deleted. What is shown is no longer on the disk."));
    }
    const bool hasEnded = isFinal(run->status.state) && !isFinal(m_run->status.state);
    m_run = run;
    m_page->setRun(*run);
    if (m_feed)
        m_feed->setStatus(run->status);
    if (hasEnded && run->status.state == RunState::Failed)
        compareWithLastPassed();
}

void MonitorController::handleNews(const RunNews &news)
{
    m_page->setLogBytes(news.bytes);
    m_page->addLog(news.log);
    m_page->setGaps(news.gaps);
    m_page->addPoints(news.batches);
    m_page->setFormatName(news.formatName);
    if (news.progress == m_progress)
        return;
    m_progress = news.progress;
    m_hasNewProgress = true;
    m_page->setProgress(news.progress);
}

void MonitorController::handleFinished()
{
    tick();
    readOutputs();
    if (m_run) // a log file may still grow
        m_tickTimer.stop();
}

void MonitorController::tick()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_page->setNow(now);
    if (m_feed) {
        RunStatus status = m_run ? m_run->status : RunStatus();
        if (!m_run)
            status.state = RunState::Done; // a bare log: what it tells is all there is
        m_feed->judge(status, m_job, now);
    }
    reportProgress();
    if (++m_ticks % outputTicks == 0)
        readOutputs();
}

void MonitorController::reportProgress()
{
    if (!m_run || !std::exchange(m_hasNewProgress, false))
        return;
    const std::optional<BestMetric> best = m_progress.best();
    m_context.runs.reportProgress(m_run->id, m_progress.step(), m_progress.totalSteps(), m_progress.epoch(), m_progress.totalEpochs(),
                                  best ? best->name : QString(), best ? std::optional(best->value) : std::nullopt);
}

void MonitorController::readOutputs()
{
    if (!m_run || m_isReadingOutputs)
        return;
    m_isReadingOutputs = true;
    onFinished(QtConcurrent::run(listOutputs, m_run->directory), this, [this, id = m_run->id](const QList<OutputFile> &outputs) {
        m_isReadingOutputs = false;
        if (m_run && m_run->id == id)
            m_page->setOutputs(outputs);
    });
}

void MonitorController::compareWithLastPassed()
{
    const std::optional<Run> passed = lastPassed(m_context.runs.runs(), *m_run);
    if (!passed)
        return;
    onFinished(QtConcurrent::run(differences, *passed, *m_run), this, [this, id = m_run->id, passed = passed->id](QStringList sentences) {
        if (!m_run || m_run->id != id)
            return;
        if (sentences.isEmpty())
            sentences.append(tr("Nothing that is recorded: definition, code and environment are those of run %1.").arg(passed));
        m_page->setDifferences(sentences);
    });
}

void MonitorController::handleWish(RunWish wish)
{
    if (!m_run)
        return;
    switch (wish) {
    case RunWish::StopNow: return m_actions->stop(m_run->id, Platform::StopMode::Now);
    case RunWish::StopAfterCheckpoint: return m_actions->stop(m_run->id, Platform::StopMode::AfterCheckpoint);
    case RunWish::SaveAsTemplate: return m_actions->saveTemplate(m_run->id);
    case RunWish::SameWithMyData: return m_actions->sameWithMyData(m_run->id);
    case RunWish::RunAgain: return m_actions->runAgain(m_run->id);
    case RunWish::OpenFolder: {
        const QString outputs = m_run->directory + QStringLiteral("/outputs");
        return m_actions->openFolder(QFileInfo::exists(outputs) ? outputs : m_run->directory);
    }
    }
}

void MonitorController::savePicture()
{
    const QPixmap picture = m_page->grab();
    auto *dialog = new QFileDialog(m_page, tr("Save picture"), QString(), tr("Pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile((m_run ? m_run->name : QStringLiteral("log")) + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, picture](const QString &file) {
        if (!picture.save(file))
            m_navigation.showMessage(tr("%1 could not be written. Choose another folder.").arg(file), Navigation::Tone::Error);
    });
    dialog->open();
}

void MonitorController::exportCharts(ChartExport format)
{
    const bool isCsv = format == ChartExport::Csv;
    const QString suffix = isCsv ? QStringLiteral("csv") : format == ChartExport::Svg ? QStringLiteral("svg") : QStringLiteral("png");
    auto *dialog = new QFileDialog(m_page, isCsv ? tr("Save values") : tr("Save picture"), QString(),
                                   isCsv ? tr("Tables (*.csv)") : format == ChartExport::Svg ? tr("Vector pictures (*.svg)") : tr("Pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile((m_run ? m_run->name : QStringLiteral("log")) + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString &name) {
        QSaveFile file(name);
        bool isWritten = file.open(QIODevice::WriteOnly);
        switch (format) {
        case ChartExport::Csv: isWritten = isWritten && writeMetricsCsv(file, m_page->charts()->allSeries()); break;
        case ChartExport::Svg: isWritten = isWritten && writeSvg(*m_page->charts(), file); break;
        case ChartExport::Png: isWritten = isWritten && m_page->charts()->grab().save(&file, "PNG"); break;
        }
        if (!isWritten || !file.commit())
            m_navigation.showMessage(tr("%1 could not be written. Choose another folder.").arg(name), Navigation::Tone::Error);
    });
    dialog->open();
}

} // namespace Trainyard
