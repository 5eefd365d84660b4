#include "services/torch/torchscriptexport.h"

#include "services/common/files.h"
#include "services/torch/torchguard.h"

#include <QCoreApplication>

#include <sstream>

namespace Trainyard {

Result<> exportTorchScript(torch::jit::Module model, const QString &path, const torch::Tensor &sample)
{
    const auto failure = [&path](const QString &reason) {
        return QCoreApplication::translate("TorchScriptExport", "The model %1 could not be written: %2.").arg(path, reason);
    };
    return guarded(
        [&]() -> Result<> {
            const torch::NoGradGuard noGrad;
            model.eval();
            const torch::Tensor expected = model.forward({sample}).toTensor();
            std::ostringstream stream;
            model.save(stream);
            const std::string bytes = stream.str();
            std::istringstream input(bytes);
            if (!torch::equal(torch::jit::load(input).forward({sample}).toTensor(), expected))
                return Error{Error::Kind::Internal, failure(QCoreApplication::translate("TorchScriptExport", "read back, it gives other outputs")), QString()};
            return writeFileAtomically(path, QByteArray::fromStdString(bytes));
        },
        failure, Error::Kind::Io);
}

} // namespace Trainyard
