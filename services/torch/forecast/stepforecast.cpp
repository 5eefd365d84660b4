#include "services/torch/forecast/stepforecast.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace Trainyard {

namespace {

constexpr quint32 never = std::numeric_limits<quint32>::max();

/// First and last event of each block.
struct Lifetime
{
    quint32 start = 0, end = never;
};

std::vector<Lifetime> lifetimes(const Timeline &timeline)
{
    std::vector<Lifetime> lives(timeline.blocks.size());
    for (size_t i = 0; i < timeline.events.size(); ++i) {
        const TimelineEvent &event = timeline.events[i];
        (event.isAllocation ? lives[event.block].start : lives[event.block].end) = quint32(i);
    }
    return lives;
}

qint64 rounded(qint64 bytes)
{
    constexpr qint64 unit = 512; ///< the allocator serves whole multiples
    return (bytes + unit - 1) / unit * unit;
}

qint64 &partOf(MemoryBreakdown &breakdown, MemoryUse use)
{
    switch (use) {
    case MemoryUse::Weights: return breakdown.weights;
    case MemoryUse::Gradients: return breakdown.gradients;
    case MemoryUse::Optimizer: return breakdown.optimizer;
    case MemoryUse::Activations: return breakdown.activations;
    case MemoryUse::Workspace: return breakdown.workspace;
    case MemoryUse::Temporaries:
    case MemoryUse::Unknown: break;
    }
    return breakdown.temporaries;
}

quint32 lastBackward(const Timeline &timeline)
{
    const auto mark = std::find_if(timeline.marks.rbegin(), timeline.marks.rend(), [](const TimelineMark &each) { return each.phase == StepPhase::Backward; });
    return mark == timeline.marks.rend() ? 0 : mark->event;
}

/// Calls @p visit with each activation that is alive when the last backward pass starts.
template<typename Visit>
void forEachKept(const Timeline &timeline, Visit visit)
{
    const quint32 start = lastBackward(timeline);
    const std::vector<Lifetime> lives = lifetimes(timeline);
    for (size_t i = 0; i < lives.size(); ++i) {
        const TimelineBlock &block = timeline.blocks[i];
        if (block.use == MemoryUse::Activations && lives[i].start < start && lives[i].end >= start)
            visit(block);
    }
}

QString toFirstNumber(const QString &module)
{
    const QStringList parts = module.split(u'.');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        bool isNumber = false;
        parts[i].toInt(&isNumber);
        if (isNumber)
            return parts.mid(0, i + 1).join(u'.');
    }
    return module;
}

QString phaseText(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Build:
    case StepPhase::Data:
    case StepPhase::Forward: return QStringLiteral("forward");
    case StepPhase::Backward: return QStringLiteral("backward");
    case StepPhase::Optimizer:
    case StepPhase::Idle: return QStringLiteral("optimizer");
    }
    Q_UNREACHABLE();
}

} // namespace

std::vector<AllocatorEvent> allocatorEvents(const Timeline &timeline)
{
    std::vector<AllocatorEvent> events;
    events.reserve(timeline.events.size());
    for (const TimelineEvent &event : timeline.events)
        events.push_back({event.block, event.isAllocation ? timeline.blocks[event.block].bytes : 0});
    return events;
}

void settleUses(Timeline &timeline)
{
    std::vector<quint32> backwards;
    for (const TimelineMark &mark : timeline.marks) {
        if (mark.phase == StepPhase::Backward)
            backwards.push_back(mark.event);
    }
    const std::vector<Lifetime> lives = lifetimes(timeline);
    for (size_t i = 0; i < lives.size(); ++i) {
        TimelineBlock &block = timeline.blocks[i];
        if (block.use != MemoryUse::Unknown)
            continue;
        const bool isOfForward = block.phase == StepPhase::Forward || block.phase == StepPhase::Data;
        const auto next = std::upper_bound(backwards.begin(), backwards.end(), lives[i].start);
        const bool isFound = isOfForward && next != backwards.end() && lives[i].end >= *next;
        block.use = isFound ? MemoryUse::Activations : MemoryUse::Temporaries;
    }
}

qint64 activationBytes(const Timeline &timeline)
{
    qint64 bytes = 0;
    forEachKept(timeline, [&bytes](const TimelineBlock &block) { bytes += block.bytes; });
    return bytes;
}

QList<ModuleMemory> activationsByModule(const Timeline &timeline)
{
    QHash<QString, qsizetype> places;
    QList<ModuleMemory> modules;
    for (const QString &name : timeline.modules) { // in the order of the model: what is equal stays in it
        const QString shown = toFirstNumber(name);
        if (!places.contains(shown)) {
            places.insert(shown, modules.size());
            modules.append({shown, 0});
        }
    }
    forEachKept(timeline, [&](const TimelineBlock &block) { modules[places.value(toFirstNumber(timeline.modules[block.module]))].bytes += block.bytes; });
    modules.removeIf([](const ModuleMemory &each) { return each.bytes == 0; });
    std::stable_sort(modules.begin(), modules.end(), [](const ModuleMemory &a, const ModuleMemory &b) { return a.bytes > b.bytes; });
    return modules;
}

MemoryBreakdown liveAt(const Timeline &timeline, quint32 peakEvent, qint64 peakAllocatedBytes)
{
    MemoryBreakdown live;
    const std::vector<Lifetime> lives = lifetimes(timeline);
    for (size_t i = 0; i < lives.size(); ++i) {
        if (lives[i].start <= peakEvent && lives[i].end > peakEvent)
            partOf(live, timeline.blocks[i].use) += rounded(timeline.blocks[i].bytes);
    }
    const qint64 sum = live.sum();
    if (sum == 0)
        return live;
    const double unsplit = double(peakAllocatedBytes) / double(sum); // blocks that are served whole although they are larger
    for (qint64 *part : {&live.weights, &live.gradients, &live.optimizer, &live.activations, &live.workspace})
        *part = qint64(double(*part) * unsplit);
    live.temporaries = peakAllocatedBytes - (live.weights + live.gradients + live.optimizer + live.activations + live.workspace);
    return live;
}

QString phaseAt(const Timeline &timeline, quint32 event)
{
    StepPhase phase = StepPhase::Build;
    for (const TimelineMark &mark : timeline.marks) {
        if (mark.event <= event)
            phase = mark.phase;
    }
    return phaseText(phase);
}

QList<MemoryTimelinePoint> chartOf(const Timeline &timeline, int mostPoints)
{
    if (timeline.marks.empty())
        return {};
    const quint16 step = timeline.marks.back().step;
    const auto first = std::find_if(timeline.marks.begin(), timeline.marks.end(),
                                    [step](const TimelineMark &mark) { return mark.step == step && mark.phase != StepPhase::Build; });
    const size_t begin = first == timeline.marks.end() ? 0 : first->event, count = timeline.events.size() - begin;
    const size_t stretch = std::max<size_t>(1, count * 2 / size_t(mostPoints));

    QList<MemoryTimelinePoint> points;
    auto mark = timeline.marks.begin();
    StepPhase phase = StepPhase::Build;
    qint64 live = 0;
    std::optional<MemoryTimelinePoint> lowest, highest;
    const auto flush = [&] {
        if (!lowest)
            return;
        const bool lowFirst = lowest->position < highest->position;
        points.append(lowFirst ? *lowest : *highest);
        if (lowest->position != highest->position)
            points.append(lowFirst ? *highest : *lowest);
        lowest.reset();
        highest.reset();
    };
    for (size_t i = 0; i < timeline.events.size(); ++i) {
        for (; mark != timeline.marks.end() && mark->event <= i; ++mark) {
            if (phaseText(mark->phase) != phaseText(phase))
                flush(); // a point belongs to one phase
            phase = mark->phase;
        }
        const TimelineEvent &event = timeline.events[i];
        const qint64 bytes = rounded(timeline.blocks[event.block].bytes);
        live += event.isAllocation ? bytes : -bytes;
        if (i < begin)
            continue;
        const MemoryTimelinePoint point{count > 1 ? double(i - begin) / double(count - 1) : 0, live, phaseText(phase)};
        if (!lowest || live < lowest->bytes)
            lowest = point;
        if (!highest || live > highest->bytes)
            highest = point;
        if ((i - begin + 1) % stretch == 0)
            flush();
    }
    flush();
    return points;
}

} // namespace Trainyard
