#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/jobdocument.h"
#include "models/platform/profile.h"
#include "models/result.h"
#include "models/run/run.h"
#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

#include <QFuture>
#include <QObject>

namespace Trainyard {

class PlatformRegistry;

/// What `trainyard submit` and the wizard's last page hand over.
struct SubmitOptions
{
    QString jobFile; ///< absolute
    std::optional<DryRunReport> dryRun; ///< the last one of exactly this job, if any
    QString overrideReason;             ///< why a failing dry-run is no obstacle; kept in the record
};

/**
 * Submits, watches and stops runs, whatever the platform. Owns the run folders and the database rows; polls what is active.
 *
 * Lives in the GUI thread; disk work happens in workers. The same service is used headless by the command line.
 */
class RunService : public QObject
{
    Q_OBJECT
public:
    /// @p platforms must outlive the service.
    RunService(AppPaths paths, PlatformRegistry &platforms, QObject *parent = nullptr);
    ~RunService() override;

    /// Known runs, newest first, as of the last refresh, speaking the language of now.
    QList<Run> runs() const;
    std::optional<Run> run(const QString &runId) const;

    /// Reads the database and every active run's state; runsChanged follows.
    void refresh();
    /// Refreshes by itself while runs are active (about once a second).
    void startPolling();

    /// Copies the code, records versions and hash, inserts the row, hands over to the platform. Answers the run with its id.
    QFuture<Result<Run>> submit(const SubmitOptions &options);
    QFuture<Result<>> stop(const QString &runId, Platform::StopMode mode);
    /// Deletes the folder and the row of a finished run.
    QFuture<Result<>> remove(const QString &runId);
    Result<> setNote(const QString &runId, const QString &note);
    Result<> setStarred(const QString &runId, bool starred);
    /// What the log told so far; kept with the run so that the list shows it without reading the log again.
    void reportProgress(const QString &runId, std::optional<qint64> step, std::optional<qint64> totalSteps, std::optional<double> epoch,
                        std::optional<double> totalEpochs, const QString &bestMetricName, std::optional<double> bestMetric);

    enum class LogDepth {
        Quick, ///< for a list: of a long log only the end, and for a few seconds in all
        Whole
    };
    /// Reads from the runs' logs what the list does not know yet, and keeps it; runsChanged follows. Errors: it could not be kept.
    QFuture<Result<>> readLogs(const QStringList &runIds, LogDepth depth);

    /// Differences between two records, one sentence each: environment versions, code hash, commit.
    static QStringList drift(const RunRecord &before, const RunRecord &now);
    /// What a run of this job would record now: for showing drift before a re-run starts. Hashes the code, asks the interpreter: for a worker.
    static RunRecord observe(const Job &job, const QString &jobFolder, const Profile &profile);

Q_SIGNALS:
    void runsChanged();
    /// Once per run, when it reaches a final state while this process watches.
    void runEnded(const Trainyard::Run &run);
    void failed(const Trainyard::Error &error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
