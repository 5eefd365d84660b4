#include "services/torch/forecast/stepmodel.h"

#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/timelinefamily.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr size_t mostRecordings = 24; ///< kept by a warm worker for one model

} // namespace

Result<std::unique_ptr<StepModel>> StepModel::make(const NetworkRequest &request, const StepPlan &plan, at::Device device, qint64 blasWorkspaceBytes)
{
    Result<std::unique_ptr<Network>> network = buildNetwork(request, networkPlan(plan), device);
    if (!network)
        return network.error();
    std::unique_ptr<StepModel> model(new StepModel);
    model->m_network = std::move(*network);
    model->m_plan = plan;
    model->m_device = device;
    model->m_blasWorkspaceBytes = blasWorkspaceBytes;
    return model;
}

Result<const StepRecording *> StepModel::recording(StepSize size)
{
    if (const auto known = m_recordings.find(size); known != m_recordings.end())
        return &known->second;
    StepPlan plan = m_plan;
    plan.batchSize = size.batch;
    plan.sequenceLength = size.sequence;
    Result<StepRecording> made = recordTrainingStep(*m_network, plan, m_device, m_blasWorkspaceBytes);
    if (!made)
        return made.error();
    settleUses(made->timeline);
    if (m_recordings.size() >= mostRecordings)
        m_recordings.clear();
    return &m_recordings.emplace(size, std::move(*made)).first->second;
}

Result<std::vector<AllocatorEvent>> StepModel::events(StepSize size)
{
    if (!m_recordings.contains(size)) {
        if (std::optional<std::vector<AllocatorEvent>> found = eventsOfFamily(size))
            return std::move(*found);
    }
    const Result<const StepRecording *> made = recording(size);
    if (!made)
        return made.error();
    return allocatorEvents((*made)->timeline);
}

std::optional<std::vector<AllocatorEvent>> StepModel::eventsOfFamily(StepSize size) const
{
    if (std::optional<std::vector<AllocatorEvent>> found = eventsAlong(&StepSize::batch, &StepSize::sequence, 2, size))
        return found;
    return eventsAlong(&StepSize::sequence, &StepSize::batch, 3, size);
}

std::optional<std::vector<AllocatorEvent>> StepModel::eventsAlong(qint64 StepSize::*axis, qint64 StepSize::*other, size_t recordings, StepSize size) const
{
    std::vector<std::pair<qint64, const Timeline *>> known;
    for (const auto &[at, recording] : m_recordings) {
        if (at.*other == size.*other)
            known.emplace_back(at.*axis, &recording.timeline);
    }
    if (known.size() < recordings)
        return std::nullopt;
    std::sort(known.begin(), known.end(), [&](const auto &a, const auto &b) { return std::abs(a.first - size.*axis) < std::abs(b.first - size.*axis); });
    known.resize(recordings); // the nearest ones
    const std::optional<TimelineFamily> family = TimelineFamily::through(known);
    return family ? family->eventsAt(size.*axis) : std::nullopt;
}

Result<> StepModel::learnBatches(StepSize size)
{
    for (const StepSize each : {size, StepSize{size.batch * 2, size.sequence}}) {
        if (const Result<const StepRecording *> made = recording(each); !made)
            return made.error();
    }
    return success();
}

Result<> StepModel::learnSequences(StepSize size)
{
    const qint64 half = std::max<qint64>(1, size.sequence / 2), quarter = std::max<qint64>(1, size.sequence / 4);
    for (const qint64 length : {size.sequence, half, quarter}) {
        if (const Result<const StepRecording *> made = recording({size.batch, length}); !made)
            return made.error();
    }
    return success();
}

} // namespace Trainyard
