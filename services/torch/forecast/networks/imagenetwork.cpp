#include "services/torch/forecast/networks/imagenetwork.h"

#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/Functions.h>

namespace Trainyard {

ImageNetwork::ImageNetwork(const ImageArchitecture &architecture, const ImageTask &task, Loss loss, const StepPlan &plan, at::Device device)
    : m_task(task), m_loss(loss), m_isSegmentation(architecture.isSegmentation), m_hasConvolutions(architecture.hasConvolutions), m_parts(plan, device),
      m_model(architecture.build(NetworkPath(m_parts), task))
{
    if (plan.tensorParallel > 1 && !architecture.isShared)
        m_notForecast.append(NetworkText::tr("Tensor parallelism of %1: each device is taken to hold the whole model.").arg(architecture.name));
    if (plan.checkpointing == Checkpointing::Selective && !architecture.hasAttention)
        m_notForecast.append(NetworkText::tr("Selective activation checkpointing runs the core of attention again; %1 is forecast without it.").arg(architecture.name));
}

NetworkBatch ImageNetwork::makeBatch(qint64 batchSize, qint64) const
{
    NetworkBatch batch;
    batch.input = m_parts.values({batchSize, m_task.channels, m_task.height, m_task.width});
    std::vector<int64_t> output{batchSize, m_task.classes};
    if (m_isSegmentation)
        output.insert(output.end(), {m_task.height, m_task.width});
    batch.target = targetFor(m_loss, m_parts, output);
    return batch;
}

NetworkOutput ImageNetwork::forward(const NetworkBatch &batch)
{
    const std::vector<at::Tensor> scores = m_model.forward(batch.input);
    const ModuleScope scope(QStringLiteral("loss"));
    NetworkOutput output;
    for (const at::Tensor &each : scores) {
        at::Tensor loss = lossOf(m_loss, each, batch.target);
        if (output.loss.defined())
            loss = output.loss + loss * m_model.auxiliaryWeight;
        output.loss = loss;
        output.kept.push_back(each);
    }
    return output;
}

} // namespace Trainyard
