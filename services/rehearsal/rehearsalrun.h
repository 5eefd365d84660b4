#pragma once

#include "models/metrics/logevent.h"
#include "models/run/run.h"
#include "services/agent/launchfile.h"
#include "services/common/apppaths.h"

#include <QStringList>

#include <atomic>
#include <functional>
#include <optional>

namespace Trainyard {

/// What a rehearsal may take.
struct RehearsalLimits
{
    Milliseconds time = std::chrono::seconds(90); ///< of one start
    int steps = 20;                               ///< lines with a loss: enough
    qint64 memoryBytes = 0;                       ///< resident, of all processes together; 0: no limit
    qint64 diskBytes = qint64(10) << 30;          ///< of everything that is written
};

/// One start of the script, as it was observed.
struct RehearsalRun
{
    enum class End { ByItself, EnoughSteps, Time, Memory, Disk, Cancelled };

    End end = End::ByItself;
    RunStatus status;
    Milliseconds duration = Milliseconds(0);
    qint64 lines = 0;
    QStringList lastLines; ///< at most 20
    QList<double> losses;  ///< of training
    std::optional<qint64> firstStep, lastStep;
    std::optional<double> firstEpoch, lastEpoch;
    QList<LogEvent> failures;
    std::optional<LogEvent> exception;
    qint64 peakResidentBytes = 0;
    bool wasOffline = false; ///< it reached nothing but its own localhost
    bool hasCheckpoint = false; ///< one was finished in the checkpoint directory
    QStringList saved;       ///< files in the outputs: `NAME/path`
    QStringList strayInCode; ///< relative to the code directory
    QStringList strayElsewhere;

    bool failed() const { return end == End::ByItself && status.state != RunState::Done; }
};

/**
 * Starts @p launch in @p runFolder (which has its code and outputs) under an agent, follows its log, and ends it as soon as enough was seen.
 *
 * Blocks: call it in a worker. @p progress gets sentences of the language of now. Never fails: what goes wrong is in the answer's status.
 */
RehearsalRun runRehearsal(const LaunchFile &launch, const QString &runFolder, const AppPaths &paths, const RehearsalLimits &limits, const std::atomic_bool &cancelled,
                          const std::function<void(int losses)> &progress);

} // namespace Trainyard
