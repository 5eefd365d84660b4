#pragma once

#include "services/platforms/platform.h"

#include <QObject>

namespace Trainyard {

/**
 * What every platform has to pass. A platform's test derives from this class, makes real (or faithfully faked) runs in request(), and adds its own
 * cases; docs/adding-a-platform.md shows one. Tests of capabilities that the platform does not have are skipped.
 */
class PlatformContract : public QObject
{
    Q_OBJECT

protected:
    virtual Platform &platform() = 0;
    /// A new run, not submitted, whose command is the POSIX shell script @p script. The script's folder of the output `result` is the variable
    /// `$RESULT`; the job's checkpoint directory is that same folder.
    virtual SubmitRequest request(const QByteArray &script) = 0;
    virtual Profile profile() = 0;

    /// Waits, at most 30 s, for a state that @p isWanted; answers the last one.
    RunStatus waitFor(const Run &run, const std::function<bool(const RunStatus &)> &isWanted);
    RunStatus waitForEnd(const Run &run);

private Q_SLOTS:
    void idAndNameAreThere();
    void missingCapabilitiesAnswerUnavailable();
    void flavorsHaveNames();
    void quotaHasARowForEachFlavor();
    void runGoesFromQueuedToDone();
    void sameRunIsStartedOnce();
    void failuresAreToldApart_data();
    void failuresAreToldApart();
    void logIsCompleteFromAnyOffset();
    void logIsFollowedWhileItGrows();
    void stopNowEndsTheRun();
    void stopOfAnEndedRunIsNoError();
    void stopAfterCheckpointWaitsForOne();
    void releaseOfAnActiveRunIsRefused();
    void unknownRunIsNotFound();
    void cancelledQuestionIsNotAnswered();
    void samplesArrive();
};

} // namespace Trainyard
