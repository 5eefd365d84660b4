#include "services/records/measuredpaces.h"

#include "models/job/jobdocument.h"
#include "services/agent/runfolder.h"

#include <algorithm>
#include <tuple>

namespace Trainyard {

namespace {

constexpr qint64 fewestSteps = 50;

/// Does the other run go through the same steps at the same size?
bool trainsAlike(const Job &a, const Job &b)
{
    const auto boot = [](const Job &job) { return std::tie(job.code.bootFile, job.code.command, job.code.preset); };
    const bool startsAnew = !b.checkpoints || b.checkpoints->resume.isEmpty() || b.checkpoints->resume == QLatin1String("auto") || b.checkpoints->resume == QLatin1String("never");
    return a.training == b.training && a.model == b.model && a.nodes() == b.nodes() && boot(a) == boot(b) && startsAnew;
}

} // namespace

QList<MeasuredPace> measuredPaces(const QList<Run> &runs, const Job &job)
{
    QList<MeasuredPace> paces;
    for (const Run &run : runs) {
        const auto isOfThisFlavor = [&run](const MeasuredPace &pace) { return pace.flavor == run.flavor; };
        if (run.name != job.name || run.step.value_or(0) < fewestSteps || !run.status.startedAt.isValid() || !run.status.finishedAt.isValid()
            || std::any_of(paces.begin(), paces.end(), isOfThisFlavor))
            continue;
        const double seconds = double(run.status.startedAt.msecsTo(run.status.finishedAt)) / 1000;
        if (seconds > 0 && trainsAlike(job, readJobFile(RunFolder{run.directory}.jobFile()).job))
            paces.append({run.flavor, seconds / double(*run.step), run.totalSteps});
    }
    return paces;
}

} // namespace Trainyard
