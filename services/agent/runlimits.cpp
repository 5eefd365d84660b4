#include "services/agent/runlimits.h"

#include <QDirIterator>

namespace Trainyard {

ExitReason reachedLimit(const LaunchFile &launch, const QDateTime &startedAt, const QDateTime &lastActivity, const QDateTime &now)
{
    const qint64 runningMs = startedAt.msecsTo(now);
    if (launch.maxDuration && runningMs >= launch.maxDuration->count())
        return ExitReason::MaxDuration;
    if (launch.maxCost && launch.pricePerHour && *launch.pricePerHour > 0 && *launch.pricePerHour * double(runningMs) / 3600e3 >= *launch.maxCost)
        return ExitReason::MaxCost;
    if (launch.stopWhenIdle && lastActivity.msecsTo(now) >= launch.stopWhenIdle->count())
        return ExitReason::Idle;
    return ExitReason::None;
}

bool hasNewCheckpoint(const QString &directory, const QDateTime &since, const QDateTime &now)
{
    constexpr qint64 quietMs = 2000;
    QDateTime newest;
    QDirIterator files(directory, QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        const QString suffix = files.fileInfo().suffix();
        const bool isTemporary = suffix == QLatin1String("tmp") || suffix == QLatin1String("part") || files.fileName().startsWith(QLatin1Char('.'));
        if (isTemporary) // still being written, whatever else is there
            newest = now;
        else if (files.fileInfo().size() > 0 && (!newest.isValid() || files.fileInfo().lastModified() > newest))
            newest = files.fileInfo().lastModified();
    }
    return newest.isValid() && newest > since && newest.msecsTo(now) >= quietMs;
}

} // namespace Trainyard
