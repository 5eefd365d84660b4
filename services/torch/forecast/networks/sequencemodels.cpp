#include "services/torch/forecast/networks/sequencemodels.h"

#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/Functions.h>

namespace Trainyard {

RecurrentNetwork::RecurrentNetwork(const RecurrentTask &task, Loss loss, const StepPlan &plan, at::Device device)
    : m_task(task), m_loss(loss), m_parts(plan, device)
{
    const NetworkPath root(m_parts), recurrent = root / "lstm";
    if (!task.features)
        m_embedding = (root / "embedding").weight("weight", {task.givesWords ? task.classes : words, units});
    qint64 in = task.features ? task.features : units;
    constexpr qint64 gates = 4;
    for (int layer = 0; layer < layers; ++layer) {
        const auto named = [layer](const char *name) { return QStringLiteral("%1_l%2").arg(QLatin1String(name)).arg(layer).toLatin1(); };
        m_weights.push_back(recurrent.weight(named("weight_ih").constData(), {gates * units, in}));
        m_weights.push_back(recurrent.weight(named("weight_hh").constData(), {gates * units, units}));
        m_weights.push_back(recurrent.constant(named("bias_ih").constData(), {gates * units}, 0));
        m_weights.push_back(recurrent.constant(named("bias_hh").constData(), {gates * units}, 0));
        in = units;
    }
    m_head = Linear(root.trained() / "classifier", units, task.classes);
}

NetworkBatch RecurrentNetwork::makeBatch(qint64 batchSize, qint64 sequenceLength) const
{
    const qint64 length = sequenceLength > 0 ? sequenceLength : m_task.length;
    NetworkBatch batch;
    batch.input = m_task.features ? m_parts.values({batchSize, length, m_task.features})
                                  : m_parts.numbers({batchSize, length}, m_embedding.size(0));
    batch.target = m_task.givesWords ? m_parts.numbers({batchSize, length}, m_task.classes) : targetFor(m_loss, m_parts, {batchSize, m_task.classes});
    return batch;
}

NetworkOutput RecurrentNetwork::forward(const NetworkBatch &batch)
{
    at::Tensor x = batch.input;
    if (m_embedding.defined())
        x = at::embedding(m_embedding, x);
    {
        const ModuleScope scope(QStringLiteral("lstm"));
        const at::Tensor start = at::zeros({layers, x.size(0), units}, x.options().requires_grad(false));
        x = std::get<0>(at::lstm(x, {start, start}, m_weights, true, layers, 0, true, false, true));
    }
    const ModuleScope scope(QStringLiteral("head"));
    if (m_task.givesWords)
        return tokenLoss(m_head(x), batch.target);
    const at::Tensor scores = m_head(x.select(1, x.size(1) - 1));
    return {lossOf(m_loss, scores, batch.target), {scores}};
}

QStringList RecurrentNetwork::notForecast() const
{
    QStringList notes{NetworkText::tr("The architecture lstm is taken as %1 layers of %2 units; another one can be given as TorchScript.").arg(layers).arg(units)};
    if (m_parts.plan.checkpointing != Checkpointing::None)
        notes.append(NetworkText::tr("Activation checkpointing of an lstm: its layers are one operator and are forecast without it."));
    return notes;
}

} // namespace Trainyard
