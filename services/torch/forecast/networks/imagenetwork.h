#pragma once

#include "services/torch/forecast/networks/imagemodels.h"
#include "services/torch/forecast/networks/taskhead.h"

namespace Trainyard {

/// A network over pictures with its loss: classes of pictures or of their pixels.
class ImageNetwork final : public Network
{
public:
    ImageNetwork(const ImageArchitecture &architecture, const ImageTask &task, Loss loss, const StepPlan &plan, at::Device device);

    std::vector<NamedTensor> parameters() const override { return m_parts.parameters; }
    std::vector<NamedTensor> buffers() const override { return m_parts.buffers; }
    bool hasSequence() const override { return false; }
    bool hasConvolutions() const override { return m_hasConvolutions; }
    NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const override;
    NetworkOutput forward(const NetworkBatch &batch) override;
    QStringList notForecast() const override { return m_notForecast; }

    const NetworkParts &parts() const { return m_parts; }

private:
    ImageTask m_task;
    Loss m_loss;
    bool m_isSegmentation, m_hasConvolutions;
    NetworkParts m_parts;
    ImageModel m_model;
    QStringList m_notForecast;
};

} // namespace Trainyard
