#pragma once

#include "models/accelerator/cachingallocator.h"
#include "services/torch/forecast/trainingstep.h"

#include <map>

namespace Trainyard {

struct StepSize
{
    qint64 batch = 1;    ///< samples of one device
    qint64 sequence = 0; ///< tokens; 0: the model has no sequence
    auto operator<=>(const StepSize &) const = default;
};

/**
 * One model under one plan, at any batch size and sequence length: remembers the steps it ran and finds others without running them.
 *
 * Errors are those of buildNetwork() and recordTrainingStep().
 */
class StepModel
{
public:
    static Result<std::unique_ptr<StepModel>> make(const NetworkRequest &request, const StepPlan &plan, at::Device device, qint64 blasWorkspaceBytes);

    const Network &network() const { return *m_network; }
    const StepPlan &plan() const { return m_plan; }

    /// Runs the step at @p size, unless it has been run. The pointer stays good until the next call.
    Result<const StepRecording *> recording(StepSize size);
    /// The same for the allocator alone: from a family of recordings where there is one, else by running the step.
    Result<std::vector<AllocatorEvent>> events(StepSize size);
    /// Runs what a family over the batch size around @p size needs: one more step.
    Result<> learnBatches(StepSize size);
    /// The same over the sequence length: up to three more steps. Lengths between whole 128 are a little low, since kernels round up.
    Result<> learnSequences(StepSize size);

private:
    StepModel() = default;
    std::optional<std::vector<AllocatorEvent>> eventsOfFamily(StepSize size) const;
    std::optional<std::vector<AllocatorEvent>> eventsAlong(qint64 StepSize::*axis, qint64 StepSize::*other, size_t recordings, StepSize size) const;

    std::unique_ptr<Network> m_network;
    StepPlan m_plan;
    at::Device m_device = at::kMeta;
    StepConditions m_conditions;
    std::map<StepSize, StepRecording> m_recordings;
};

} // namespace Trainyard
