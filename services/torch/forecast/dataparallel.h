#pragma once

#include "services/torch/forecast/network.h"
#include "services/torch/forecast/optimizerstep.h"
#include "services/torch/forecast/timeline.h"

#include <memory>

namespace Trainyard {

/// Does ZeRO keep fp32 master weights in the optimizer? With amp-* the weights themselves are then in half precision, as the ZeRO paper has it.
bool hasMasterWeights(const StepPlan &plan);

/**
 * What data parallelism adds on one device, and what it takes away: DDP's buckets, the shards of ZeRO and FSDP.
 *
 * Stage 0 on several devices and stage 1 without master weights are DDP: a copy of the gradients in buckets, for as long as the run lasts.
 * Stage 1 and 2 with master weights: DeepSpeed's reduction bucket during backward. Stage 2 and 3 keep a gradient only until it is reduced.
 * Stage 3 keeps a share of the weights and gathers two layers at a time. Buckets and gathered layers are temporaries.
 */
class DataParallel
{
public:
    DataParallel(const StepPlan &plan, const std::vector<NamedTensor> &parameters);
    ~DataParallel();
    DataParallel(const DataParallel &) = delete;
    DataParallel &operator=(const DataParallel &) = delete;

    /// Buckets and shards that live from the start, under the recorder.
    void allocate();
    void beginForward();
    void beginBackward();
    void endBackward();
    /// The optimizer's step over this device's share.
    void runOptimizer(OptimizerStep &optimizer);
    /// The same as if each parameter had a gradient.
    void makeStates(OptimizerStep &optimizer) const;

    /// 1 / N of the states that the stage shards.
    qint64 weightBytes() const;
    qint64 gradientBytes() const;
    qint64 optimizerBytes(qint64 stateBytes) const; ///< @p stateBytes: of the states run() made

private:
    bool isFlat() const; ///< the optimizer works on one flat share instead of on whole parameters
    std::vector<at::Tensor> ownParameters() const;
    qint64 shareOf(qint64 count) const;
    at::Tensor buffer(qint64 elements, at::ScalarType type, MemoryUse use) const;
    void dropGradientsOnArrival();

    StepPlan m_plan;
    std::vector<NamedTensor> m_parameters;
    std::vector<at::Tensor> m_trainable;
    std::vector<at::Tensor> m_lasting;  ///< buckets, shards, master weights
    std::vector<at::Tensor> m_gathered; ///< two layers of stage 3
    at::Tensor m_reduction;
    std::vector<at::Tensor> m_share;    ///< what the optimizer works on, when flat
    std::vector<std::shared_ptr<void>> m_hooked; ///< gradient accumulators, kept alive with their hooks
};

} // namespace Trainyard
