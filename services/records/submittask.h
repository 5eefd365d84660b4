#pragma once

#include "services/agent/filelock.h"
#include "services/platforms/platform.h"
#include "services/records/runservice.h"

#include <QFuture>
#include <QObject>
#include <QPromise>

namespace Trainyard {

class PlatformRegistry;

/// `20261130-161502-fashion-mnist`: the job's name with everything that a folder's name should not hold made `-`.
QString runIdFor(const QString &jobName, const QDateTime &localTime);

/**
 * One submit, from job file to the platform's answer: read the job, ask for the flavor, fill the run's folder, insert the row, hand over.
 *
 * The folder's submit.lock is held until the end, so that other windows leave the half-filled folder alone. What fails before the hand-over
 * leaves nothing behind.
 */
class SubmitTask final : public QObject
{
    Q_OBJECT
public:
    SubmitTask(AppPaths paths, PlatformRegistry &platforms, SubmitOptions options, QObject *parent);
    ~SubmitTask() override;

    /// The only answer; cancel it to give up before the hand-over.
    QFuture<Result<Run>> start();

private:
    struct Prepared
    {
        SubmitRequest request;
        std::shared_ptr<FileLock> lock;
    };

    Result<> checkJob();
    void queryFlavors();
    void handleFlavors(const Result<QList<Flavor>> &flavors);
    static Result<Prepared> prepare(SubmitRequest request, const SubmitOptions &options, const AppPaths &paths, const PlatformFacts &facts,
                                    const std::function<bool()> &isCanceled);
    void handOver(const Result<Prepared> &prepared);
    void handleAnswer(const Result<RunStatus> &status);
    void finish(const Result<Run> &result);

    AppPaths m_paths;
    PlatformRegistry &m_platforms;
    SubmitOptions m_options;
    SubmitRequest m_request;
    Platform *m_platform = nullptr;
    std::shared_ptr<FileLock> m_lock;
    std::shared_ptr<QPromise<Result<Run>>> m_promise;
};

} // namespace Trainyard
