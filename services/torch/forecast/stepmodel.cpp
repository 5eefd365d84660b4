#include "services/torch/forecast/stepmodel.h"

#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/timelinefamily.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr size_t mostRecordings = 24; ///< kept by a warm worker for one model
constexpr qint64 lengthStep = 128;    ///< to which kernels round lengths up: polynomials go through whole steps
constexpr qint64 leastOfFamily = 2;   ///< with one sample some layouts need no copy: that size is always run

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
    model->m_conditions = {blasWorkspaceBytes, request.source != NetworkRequest::Source::TransformersConfig};
    return model;
}

Result<const StepRecording *> StepModel::recording(StepSize size)
{
    if (const auto known = m_recordings.find(size); known != m_recordings.end())
        return &known->second;
    StepPlan plan = m_plan;
    plan.batchSize = size.batch;
    plan.sequenceLength = size.sequence;
    Result<StepRecording> made = recordTrainingStep(*m_network, plan, m_device, m_conditions);
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
    if (size.*axis < leastOfFamily)
        return std::nullopt;
    std::vector<std::pair<qint64, const Timeline *>> known;
    for (const auto &[at, recording] : m_recordings) {
        if (at.*other == size.*other && at.*axis >= leastOfFamily)
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
    const qint64 first = std::max(size.batch, leastOfFamily);
    for (const qint64 batch : {first, 2 * first}) {
        if (const Result<const StepRecording *> made = recording({batch, size.sequence}); !made)
            return made.error();
    }
    return success();
}

Result<> StepModel::learnSequences(StepSize size)
{
    qint64 longest = (size.sequence + 4 * lengthStep - 1) / (4 * lengthStep) * (4 * lengthStep);
    if (const qint64 positions = m_network->longestSequence(); positions > 0 && longest > positions)
        longest = std::max(size.sequence, 4 * leastOfFamily);
    for (const qint64 length : {longest, longest / 2, longest / 4}) {
        if (const Result<const StepRecording *> made = recording({size.batch, length}); !made)
            return made.error();
    }
    return success();
}

} // namespace Trainyard
