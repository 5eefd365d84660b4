#include "app/window/runfeed.h"

#include <algorithm>
#include <chrono>

namespace Trainyard {

namespace {

constexpr qint64 handOverIntervalMs = 100;
constexpr qint64 mostQueued = 16 << 20; ///< bytes: the worker never waits for them, memory never grows by more
constexpr int quietSamplesMs = 400;   ///< this long without a sample, and the log begins
constexpr int metricFilesMs = 1000;
constexpr int longestRetryMs = 30000;
constexpr int logFileEndMs = 2000;
constexpr int lastLookMs = 500; ///< for what was written between the stream's last look and the run's end

template<typename Work>
void post(QObject *receiver, Work work)
{
    QMetaObject::invokeMethod(receiver, std::move(work), Qt::QueuedConnection);
}

} // namespace

void FeedWorker::addSamples(const QList<Sample> &samples)
{
    m_digester.addSamples(samples);
    handOverSoon();
}

void FeedWorker::addLog(const QByteArray &data, qint64 arrivalMs)
{
    m_isFinished = false;
    keep(data);
    m_digester.addLog(data, arrivalMs);
    Q_EMIT digested(data.size());
    handOverSoon();
}

/// Makes the bytes readable for the window: from the log's own file, or from a copy.
void FeedWorker::keep(const QByteArray &data)
{
    if (m_cannotKeep)
        return;
    if (!m_logFile) {
        Result<std::shared_ptr<LogFile>> file = m_logPath.isEmpty() ? LogFile::temporary() : LogFile::open(m_logPath);
        if (!file) {
            m_cannotKeep = true;
            Q_EMIT keepingFailed(file.error());
            return;
        }
        m_logFile = *file;
    }
    if (!m_logPath.isEmpty())
        return;
    if (const Result<> appended = m_logFile->append(data); !appended) {
        m_cannotKeep = true; // what comes later would stand at the wrong place
        Q_EMIT keepingFailed(appended.error());
    }
}

void FeedWorker::addGap(const LogGap &gap)
{
    m_gaps.append(gap);
    m_gaps.last().line = m_digester.completeLines() + 1;
    handOverSoon();
}

void FeedWorker::restart(int generation)
{
    m_digester = RunDigester(m_patterns);
    m_logFile.reset();
    m_cannotKeep = false;
    m_gaps.clear();
    m_generation = generation;
    m_pollTimer.stop();
    if (m_follower)
        followMetricFiles(m_metricFiles, m_isListed);
}

void FeedWorker::followMetricFiles(const QString &fileOrFolder, bool isListed)
{
    m_metricFiles = fileOrFolder;
    m_isListed = isListed;
    m_hasReadMetricFiles = false;
    m_follower = std::make_unique<MetricFileFollower>(fileOrFolder);
    m_pollTimer.setSingleShot(true);
    connect(&m_pollTimer, &QTimer::timeout, this, &FeedWorker::pollMetricFiles, Qt::UniqueConnection);
}

void FeedWorker::pollMetricFiles()
{
    if (!m_follower)
        return;
    const MetricFileNews news = m_follower->poll();
    addMetricFiles(news);
    if (news.isReplaced)
        return Q_EMIT metricFilesReplaced();
    if (!news.isBehind && !std::exchange(m_hasReadMetricFiles, true))
        Q_EMIT metricFilesRead();
    m_pollTimer.start(news.isBehind ? 0 : metricFilesMs);
}

void FeedWorker::addMetricFiles(const MetricFileNews &news)
{
    for (const Error &problem : news.problems)
        Q_EMIT metricFileFailed(problem);
    if (news.events.isEmpty())
        return;
    if (m_isListed)
        keep(m_digester.listMetricFiles(news.events));
    else
        m_digester.addMetricFiles(news.events, m_hasReadMetricFiles ? QDateTime::currentMSecsSinceEpoch() : 0);
    handOverSoon();
}

void FeedWorker::acknowledge()
{
    m_isAwaited = false;
    if (std::exchange(m_hasMore, false))
        handOverSoon();
}

void FeedWorker::finish()
{
    m_isFinished = true;
    m_digester.finish();
    if (m_follower && m_pollTimer.isActive()) {
        m_pollTimer.stop();
        addMetricFiles(m_follower->poll());
        addMetricFiles(m_follower->finish());
    }
    handOver();
    Q_EMIT finished();
}

void FeedWorker::judge(const RunStatus &status, const Job &job, const QDateTime &now)
{
    // Over millions of points a judgement takes its time: no more than a tenth of this thread's, until the log was read to its end.
    if (!m_isFinished && m_sinceJudged.isValid() && m_sinceJudged.elapsed() < 9 * m_judgedMs)
        return;
    QElapsedTimer timer;
    timer.start();
    Q_EMIT judged({m_digester.diagnose(status, job, now), m_digester.judgePoints(status, job, now)});
    m_judgedMs = timer.elapsed();
    m_sinceJudged.start();
}

/// At once when the last time is long enough ago, also in the middle of a long log; else a little later, together with what comes until then.
void FeedWorker::handOverSoon()
{
    if (m_isAwaited) {
        m_hasMore = true;
        return;
    }
    if (!m_sinceHandOver.isValid() || m_sinceHandOver.elapsed() >= handOverIntervalMs)
        return handOver();
    if (m_isHandOverPlanned)
        return;
    m_isHandOverPlanned = true;
    QTimer::singleShot(std::chrono::milliseconds(handOverIntervalMs - m_sinceHandOver.elapsed()), this, [this] {
        if (std::exchange(m_isHandOverPlanned, false))
            handOverSoon();
    });
}

void FeedWorker::handOver()
{
    m_isHandOverPlanned = false;
    m_isAwaited = true;
    m_sinceHandOver.start();
    RunDigester::Output output = m_digester.take();
    Q_EMIT newsReady({m_logFile, std::move(output.log), std::move(output.batches), m_gaps, m_digester.progress(), m_digester.formatName(), m_generation});
}

RunFeed::RunFeed(QObject *parent)
    : QObject(parent)
    , m_worker(new FeedWorker)
{
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &FeedWorker::newsReady, this, &RunFeed::handleNews);
    connect(m_worker, &FeedWorker::judged, this, &RunFeed::judged);
    connect(m_worker, &FeedWorker::digested, this, &RunFeed::handleDigested);
    connect(m_worker, &FeedWorker::keepingFailed, this, [this](const Error &error) { Q_EMIT streamFailed(error, QDateTime::currentDateTime()); });
    connect(m_worker, &FeedWorker::finished, this, &RunFeed::finished);
    connect(m_worker, &FeedWorker::metricFileFailed, this, &RunFeed::metricFileFailed);
    connect(m_worker, &FeedWorker::metricFilesReplaced, this, &RunFeed::handleMetricFilesReplaced);
    connect(m_worker, &FeedWorker::metricFilesRead, this, [this] {
        if (m_log)
            return;
        Q_EMIT caughtUp();
        Q_EMIT finished();
    });
    m_thread.start();
    for (QTimer *timer : {&m_sampleTimer, &m_retryTimer, &m_endTimer})
        timer->setSingleShot(true);
    connect(&m_sampleTimer, &QTimer::timeout, this, &RunFeed::startLog);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] { m_log->start(m_offset); });
    connect(&m_endTimer, &QTimer::timeout, this, &RunFeed::finishIfEnded);
}

RunFeed::~RunFeed()
{
    m_log.reset();
    m_samples.reset();
    m_thread.quit();
    m_thread.wait();
}

void RunFeed::setPatterns(const QList<LogPattern> &patterns)
{
    if (m_patterns == patterns)
        return;
    m_patterns = patterns;
    post(m_worker, [worker = m_worker, patterns] { worker->setPatterns(patterns); });
    handleRestarted();
    if (m_isLogStarted)
        m_log->start(0);
}

void RunFeed::followMetricFiles(const QString &fileOrFolder, bool isListed)
{
    post(m_worker, [worker = m_worker, fileOrFolder, isListed] { worker->followMetricFiles(fileOrFolder, isListed); });
}

void RunFeed::start(std::unique_ptr<LogStream> log, std::unique_ptr<SampleStream> samples, const Run &run)
{
    m_log = std::move(log);
    m_samples = std::move(samples);
    m_status = run.status;
    m_hasRun = !run.id.isEmpty();
    if (!m_log)
        return post(m_worker, [worker = m_worker] { worker->pollMetricFiles(); });
    post(m_worker, [worker = m_worker, path = m_log->filePath()] { worker->setLogPath(path); });
    connect(m_log.get(), &LogStream::dataReceived, this, [this](const QByteArray &data) { handleLog(data); });
    connect(m_log.get(), &LogStream::caughtUp, this, &RunFeed::handleCaughtUp);
    connect(m_log.get(), &LogStream::restarted, this, &RunFeed::handleRestarted);
    connect(m_log.get(), &LogStream::failed, this, &RunFeed::handleFailed);
    if (!m_samples)
        return startLog();
    connect(m_samples.get(), &SampleStream::samplesAdded, this, &RunFeed::handleSamples);
    connect(m_samples.get(), &SampleStream::failed, this, &RunFeed::startLog);
    m_sampleTimer.start(quietSamplesMs);
    m_samples->start();
}

void RunFeed::startLog()
{
    m_sampleTimer.stop();
    if (m_isLogStarted)
        return;
    m_isLogStarted = true;
    m_log->start(0);
}

void RunFeed::handleSamples(const QList<Sample> &samples)
{
    post(m_worker, [worker = m_worker, samples] { worker->addSamples(samples); });
    if (m_isLogStarted || samples.isEmpty())
        return;
    const QDateTime end = m_status.finishedAt.isValid() ? m_status.finishedAt : QDateTime::currentDateTimeUtc();
    if (samples.last().time.msecsTo(end) < 3000)
        startLog();
    else
        m_sampleTimer.start(quietSamplesMs);
}

void RunFeed::handleNews(const RunNews &news)
{
    if (news.generation == m_generation)
        Q_EMIT newsReady(news);
    post(m_worker, [worker = m_worker] { worker->acknowledge(); });
}

void RunFeed::handleLog(const QByteArray &data)
{
    if (m_isFinished && !m_endsWithLine) { // half a line was taken for the whole of it
        beginAnew();
        m_log->start(0);
        return;
    }
    m_isFinished = false;
    m_endTimer.stop();
    noteRecovered(false);
    m_offset += data.size();
    m_queuedBytes += data.size();
    if (m_queuedBytes > mostQueued && !std::exchange(m_isPaused, true))
        m_log->setPaused(true);
    m_endsWithLine = data.endsWith('\n');
    // Before the stream has caught up its lines are old: only samples know their time.
    const bool isLive = m_isCaughtUp && m_hasRun && !isFinal(m_status.state);
    const qint64 arrivalMs = isLive ? QDateTime::currentMSecsSinceEpoch() : 0;
    post(m_worker, [worker = m_worker, data, arrivalMs] { worker->addLog(data, arrivalMs); });
}

void RunFeed::handleCaughtUp()
{
    noteRecovered(false);
    if (!std::exchange(m_isCaughtUp, true)) // the log comes first: its series win
        post(m_worker, [worker = m_worker] { worker->pollMetricFiles(); });
    Q_EMIT caughtUp();
    m_endTimer.start(m_hasRun ? 0 : logFileEndMs);
}

void RunFeed::handleRestarted()
{
    beginAnew();
    noteRecovered(true);
}

void RunFeed::beginAnew()
{
    m_offset = 0;
    m_isCaughtUp = false;
    m_isFinished = false;
    m_endsWithLine = true;
    ++m_generation;
    post(m_worker, [worker = m_worker, generation = m_generation] { worker->restart(generation); });
    Q_EMIT restarted();
    if (m_samples)
        m_samples->start();
}

/// A training was taken up again and writes anew what its files told: everything is read again.
void RunFeed::handleMetricFilesReplaced()
{
    beginAnew();
    if (m_log)
        m_log->start(0);
    else
        post(m_worker, [worker = m_worker] { worker->pollMetricFiles(); });
}

void RunFeed::handleFailed(const Error &error)
{
    m_isCaughtUp = false;
    if (!m_lostSince.isValid())
        m_lostSince = QDateTime::currentDateTime();
    Q_EMIT streamFailed(error, m_lostSince);
    m_retryTimer.start(m_retryDelayMs);
    m_retryDelayMs = std::min(2 * m_retryDelayMs, longestRetryMs);
}

/// The stream is back: what follows stands behind a gap, at the start of the log when it is another one.
void RunFeed::noteRecovered(bool isReplaced)
{
    if (!m_lostSince.isValid() && !isReplaced)
        return;
    const QDateTime now = QDateTime::currentDateTime();
    const QDateTime from = std::exchange(m_lostSince, QDateTime());
    post(m_worker, [worker = m_worker, gap = LogGap{1, from.isValid() ? from : now, now, isReplaced}] { worker->addGap(gap); });
    m_retryDelayMs = 1000;
    if (from.isValid())
        Q_EMIT streamRecovered();
}

void RunFeed::handleDigested(qint64 bytes)
{
    m_queuedBytes -= bytes;
    if (m_queuedBytes < mostQueued / 2 && std::exchange(m_isPaused, false))
        m_log->setPaused(false);
}

void RunFeed::setStatus(const RunStatus &status)
{
    const bool hasEnded = isFinal(status.state) && !isFinal(m_status.state);
    m_status = status;
    if (hasEnded)
        m_endTimer.start(lastLookMs);
}

/// A run that has ended writes no more; a log file that rests is taken as ended, until it grows.
void RunFeed::finishIfEnded()
{
    if (m_isFinished || !m_isLogStarted || (m_hasRun && !isFinal(m_status.state)))
        return;
    m_isFinished = true;
    post(m_worker, [worker = m_worker] { worker->finish(); });
}

void RunFeed::judge(const RunStatus &status, const Job &job, const QDateTime &now)
{
    post(m_worker, [worker = m_worker, status, job, now] { worker->judge(status, job, now); });
}

} // namespace Trainyard
