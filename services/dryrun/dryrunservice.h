#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/result.h"
#include "services/common/apppaths.h"
#include "services/preflight/preflight.h"

#include <QObject>

#include <memory>

namespace Trainyard {

/**
 * One dry-run: static checks, data, and the worker `trainyard-torch dry-run` in a scratch folder. Everything in the job's folder stays untouched.
 *
 * The worker is killable, has time and memory limits; each way it can die is a finding, never an abort of the dry-run.
 * start() once; finished() exactly once, also after cancel() (then with what was found so far). Its report is in every language, so that it
 * can be stored: told() of retelling.h gives it in one. The other signals speak the language of now.
 */
class DryRunTask final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        bool rehearse = false;
        Milliseconds timeLimit = std::chrono::minutes(10);
        std::optional<qint64> memoryLimitBytes; ///< of the worker; not set: 80 % of this machine's RAM
    };

    DryRunTask(PreflightContext context, AppPaths paths, Options options, QObject *parent = nullptr);
    ~DryRunTask() override;

    void start();
    void cancel();

Q_SIGNALS:
    /// A point settled (or has a first finding): the page shows it while the others still run.
    void pointChanged(const Trainyard::PointResult &point);
    /// What is happening now, in a sentence; @p fraction 0..1 or negative when not known.
    void progressChanged(const QString &activity, double fraction);
    void lossAdded(const QList<double> &losses);
    void finished(const Trainyard::DryRunReport &report);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
