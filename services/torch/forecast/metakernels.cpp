#include "services/torch/forecast/metakernels.h"

#include <c10/util/Exception.h>

namespace Trainyard {

namespace {

/// LibTorch warns of every kernel that is replaced; here that is the aim.
struct Silent final : c10::WarningHandler
{
    void process(const c10::SourceLocation &, const std::string &, bool) override {}
};

} // namespace

void installMetaKernels()
{
    static const bool areInstalled = [] {
        Silent silent;
        const c10::Warning::WarningHandlerGuard noWarnings(&silent);
        static torch::Library meta(torch::Library::IMPL, "aten", c10::DispatchKey::Meta, __FILE__, __LINE__);
        addLayerKernels(meta);
        addLossKernels(meta);
        addShapeKernels(meta);
        addReductionKernels(meta);
        addElementwiseKernels(meta);
        static torch::Library autograd(torch::Library::IMPL, "aten", c10::DispatchKey::AutogradMeta, __FILE__, __LINE__);
        addAutogradKernels(autograd);
        addRecurrentKernels(autograd);
        installMetaAutocast();
        return true;
    }();
    Q_UNUSED(areInstalled);
}

} // namespace Trainyard
