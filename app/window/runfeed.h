#pragma once

#include "models/job/job.h"
#include "services/common/logfile.h"
#include "services/diagnosis/rundigester.h"
#include "services/metricfiles/metricfilefollower.h"
#include "services/platforms/platform.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>
#include <QTimer>

#include <memory>

namespace Trainyard {

/// What a feed hands over, some ten times a second at most, and only when the last was taken.
struct RunNews
{
    std::shared_ptr<const LogBytes> bytes; ///< what log indexes; another one each time the log begins anew
    LogChunk log;
    QList<MetricBatch> batches;
    QList<LogGap> gaps;      ///< all of them
    RunProgress progress;
    QString formatName;
    int generation = 0; ///< rises when the log begins anew
};

struct RunJudgement
{
    QList<Diagnosis> diagnoses;
    QList<PointJudgement> points;
};

/**
 * The part of a feed that lives in its thread: digests, and hands over in pieces.
 *
 * The next piece waits until the last one was acknowledged, and grows meanwhile: a busy window finds one piece, never a queue of them.
 */
class FeedWorker final : public QObject
{
    Q_OBJECT

public:
    void addSamples(const QList<Sample> &samples);
    void addLog(const QByteArray &data, qint64 arrivalMs);
    /// Where the log's bytes can be read again; empty: they are kept in a temporary file.
    void setLogPath(const QString &path) { m_logPath = path; }
    void addGap(const LogGap &gap);
    void restart(int generation);
    /// Counts from the next restart() on.
    void setPatterns(const QList<LogPattern> &patterns) { m_patterns = patterns; }
    void acknowledge();
    void finish();
    void judge(const RunStatus &status, const Job &job, const QDateTime &now);
    /// Metric files beside the log or, with @p isListed, in its place.
    void followMetricFiles(const QString &fileOrFolder, bool isListed);
    /// Looks at the metric files now, and again and again: the log was read as far as it goes.
    void pollMetricFiles();

Q_SIGNALS:
    void metricFilesRead();
    void metricFilesReplaced();
    void metricFileFailed(const Trainyard::Error &error);
    void newsReady(const Trainyard::RunNews &news);
    void judged(const Trainyard::RunJudgement &judgement);
    /// So many bytes of log are done with.
    void digested(qint64 bytes);
    void keepingFailed(const Trainyard::Error &error);
    void finished();

private:
    void handOverSoon();
    void handOver();
    void keep(const QByteArray &data);

    void addMetricFiles(const MetricFileNews &news);

    RunDigester m_digester;
    QList<LogPattern> m_patterns;
    QString m_metricFiles;
    std::unique_ptr<MetricFileFollower> m_follower;
    bool m_isListed = false;
    bool m_hasReadMetricFiles = false; ///< to their end, once
    QTimer m_pollTimer{this};
    QString m_logPath;
    std::shared_ptr<LogFile> m_logFile;
    bool m_cannotKeep = false; ///< no disk, or it is full
    QList<LogGap> m_gaps;
    QElapsedTimer m_sinceHandOver;
    bool m_isHandOverPlanned = false;
    bool m_isAwaited = false;  ///< the last hand-over is not acknowledged yet
    bool m_hasMore = false;    ///< and there is something new since
    QElapsedTimer m_sinceJudged;
    qint64 m_judgedMs = 0;     ///< what the last judgement took
    bool m_isFinished = false; ///< the log was read to its end
    int m_generation = 0;
};

/**
 * Follows one run, or one log file: opens its streams, digests them in a thread of its own, and hands over what is new.
 *
 * The text of the log is not kept: what is handed over is an index of it. While more than 16 MiB wait to be digested, the stream waits.
 *
 * A stream that fails is opened again, after 1 s, then 2 s, up to 30 s, where it stopped; the lines that follow come behind a gap.
 *
 * Samples are asked first, so that the log lines
 * of a run that is opened again get the times they had. finished() comes once the run has ended and its log was read to the end; a log
 * file that rests for 2 s counts as ended, and goes on when it grows.
 */
class RunFeed final : public QObject
{
    Q_OBJECT

public:
    explicit RunFeed(QObject *parent = nullptr);
    ~RunFeed() override;

    /// Before start(): also follows the metric files below a run's outputs; with @p isListed a file or folder of them alone, without a log.
    void followMetricFiles(const QString &fileOrFolder, bool isListed);
    /// Streams as the platform opens them; either may be missing. @p run tells how far samples can be expected.
    void start(std::unique_ptr<LogStream> log, std::unique_ptr<SampleStream> samples, const Run &run);
    /// A person's own patterns; a log that was begun with others is read again.
    void setPatterns(const QList<LogPattern> &patterns);
    /// The run's state as it is now; its end makes the feed read the log to its end and stop.
    void setStatus(const RunStatus &status);
    /// Asks for a judgement; judged() answers.
    void judge(const RunStatus &status, const Job &job, const QDateTime &now);

Q_SIGNALS:
    /// The log was replaced: everything comes again.
    void restarted();
    void newsReady(const Trainyard::RunNews &news);
    void judged(const Trainyard::RunJudgement &judgement);
    /// Everything that is there now was handed over.
    void caughtUp();
    /// Once when it is lost, @p since when it is; the run may go on nevertheless.
    void streamFailed(const Trainyard::Error &error, const QDateTime &since);
    void streamRecovered();
    /// Something is wrong with a metric file; what could be read of it was.
    void metricFileFailed(const Trainyard::Error &error);
    /// The run has ended, and nothing more will come.
    void finished();

private:
    void startLog();
    void handleNews(const RunNews &news);
    void handleSamples(const QList<Sample> &samples);
    void handleLog(const QByteArray &data);
    void handleCaughtUp();
    void handleRestarted();
    void handleMetricFilesReplaced();
    void beginAnew();
    void handleFailed(const Error &error);
    void handleDigested(qint64 bytes);
    void noteRecovered(bool isReplaced);
    void finishIfEnded();

    QThread m_thread;
    FeedWorker *m_worker = nullptr;
    QList<LogPattern> m_patterns;
    std::unique_ptr<LogStream> m_log;
    std::unique_ptr<SampleStream> m_samples;
    RunStatus m_status;
    QTimer m_sampleTimer; ///< how long samples may keep the log waiting
    QTimer m_retryTimer;
    QTimer m_endTimer;    ///< a log file that has not grown for a while has ended
    int m_retryDelayMs = 1000;
    qint64 m_offset = 0;
    bool m_isLogStarted = false;
    bool m_isCaughtUp = false;
    QDateTime m_lostSince;    ///< valid: the stream is lost
    qint64 m_queuedBytes = 0; ///< handed to the worker, not digested yet
    bool m_isPaused = false;
    bool m_isFinished = false;
    bool m_endsWithLine = true; ///< the last byte so far was a line's end
    bool m_hasRun = false;
    int m_generation = 0;
};

} // namespace Trainyard
