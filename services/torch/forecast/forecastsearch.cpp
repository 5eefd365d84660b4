#include "services/torch/forecast/forecastsearch.h"

#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepforecast.h"
#include "services/torch/workertext.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace Trainyard {

namespace {

Error cancelled()
{
    return {Error::Kind::Cancelled, WorkerText::tr("The forecast was cancelled."), QString()};
}

/// Does it fit? A size that is beyond counting does not.
Result<bool> fits(const Result<std::vector<AllocatorEvent>> &events, qint64 allocatorBytes)
{
    if (!events) {
        if (events.error().kind == Error::Kind::Resource)
            return false;
        return events.error();
    }
    return !replayAllocations(*events, allocatorBytes).isOutOfMemory;
}

/// The largest x in 1..most for which @p test holds, when it holds up to some x and not beyond; starts to look at @p start.
template<typename Test>
Result<qint64> lastThatHolds(qint64 start, qint64 most, Test test)
{
    qint64 good = 0, bad = most + 1;
    for (qint64 x = std::clamp<qint64>(start, 1, most); good + 1 < bad;) {
        if (Recorder::isCancelled())
            return cancelled();
        const Result<bool> holds = test(x);
        if (!holds)
            return holds.error();
        (*holds ? good : bad) = x;
        if (bad > most)
            x = std::min(most, x * 2);
        else if (good == 0)
            x = std::max<qint64>(1, x / 2);
        else
            x = good + (bad - good) / 2;
    }
    return good;
}

} // namespace

Result<qint64> largestThatFits(StepModel &model, StepSize start, qint64 StepSize::*axis, qint64 most, qint64 allocatorBytes)
{
    const auto at = [&](qint64 x) {
        StepSize size = start;
        size.*axis = x;
        return size;
    };
    const qint64 least = axis == &StepSize::sequence ? 2 : 1; // a text of one word has nothing to predict
    const auto byFamily = [&](qint64 x) -> Result<bool> { return x < least ? Result<bool>(false) : fits(model.events(at(x)), allocatorBytes); };
    const auto byRun = [&](qint64 x) -> Result<bool> {
        const Result<const StepRecording *> recording = model.recording(at(x));
        return fits(recording ? Result<std::vector<AllocatorEvent>>(allocatorEvents((*recording)->timeline)) : recording.error(), allocatorBytes);
    };
    const Result<qint64> found = lastThatHolds(start.*axis, most, byFamily);
    if (!found || *found == 0)
        return found;
    const Result<bool> isConfirmed = byRun(*found);
    if (!isConfirmed)
        return isConfirmed.error();
    return *isConfirmed ? found : lastThatHolds(*found, *found - 1, byRun);
}

Result<QList<MemoryCurvePoint>> curveOver(StepModel &model, StepSize start, qint64 StepSize::*axis, qint64 last, const CardMemory &card, int points)
{
    std::set<qint64> sizes{1, start.*axis, last};
    for (int i = 1; i < points - 2; ++i) // evenly over the range: the curve is a line, or nearly
        sizes.insert(std::max<qint64>(1, qint64(std::llround(double(last) * i / (points - 2)))));
    const QString name = axis == &StepSize::batch ? QStringLiteral("batch_size") : QStringLiteral("sequence_length");
    QList<MemoryCurvePoint> curve;
    for (const qint64 x : sizes) {
        if (Recorder::isCancelled())
            return cancelled();
        StepSize size = start;
        size.*axis = x;
        const Result<std::vector<AllocatorEvent>> events = model.events(size);
        if (!events && events.error().kind == Error::Kind::Cancelled)
            return events.error();
        if (!events)
            continue; // a length that the model does not take has no point
        const bool isOfJob = x == start.*axis; // the other points are for the eye: to 1 in 128
        const qint64 resolution = isOfJob ? 1 << 20 : replayAllocations(*events).peakAllocatedBytes / 128;
        curve.append({name, x, card.needOf(*events, resolution)});
    }
    return curve;
}

} // namespace Trainyard
