#include "services/torch/forecast/network.h"

namespace Trainyard {

Result<std::unique_ptr<Network>> buildNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    switch (request.source) {
    case NetworkRequest::Source::Architecture: return buildArchitectureNetwork(request, plan, device);
    case NetworkRequest::Source::TransformersConfig: return buildTransformersNetwork(request, plan, device);
    case NetworkRequest::Source::TorchScript: return buildTorchScriptNetwork(request, plan, device);
    }
    Q_UNREACHABLE();
}

} // namespace Trainyard
