#include "services/torch/forecast/torchscriptmodule.h"

#include "services/torch/forecast/torchscriptarchive.h"
#include "services/torch/torchguard.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/api/function_impl.h>

#include <algorithm>
#include <map>

namespace Trainyard {

namespace {

using torch::jit::Block;
using torch::jit::Node;

/// The same tensor on the device; on meta without looking at its memory, which may not be there.
at::Tensor placed(const at::Tensor &tensor, at::Device device, at::ScalarType type)
{
    const at::TensorOptions options = tensor.options().device(device).dtype(type).requires_grad(false);
    return device.is_meta() ? at::empty_strided(tensor.sizes(), tensor.strides(), options) : tensor.detach().to(options);
}

void forEachNode(Block *block, const std::function<void(Node *)> &visit)
{
    for (auto it = block->nodes().begin(); it != block->nodes().end();) {
        Node *node = *it;
        ++it; // the visit may remove it
        for (Block *inner : node->blocks())
            forEachNode(inner, visit);
        visit(node);
    }
}

void forEachNode(const torch::jit::Module &module, const std::function<void(Node *)> &visit)
{
    for (torch::jit::Function *function : module._ivalue()->compilation_unit()->get_functions())
        forEachNode(torch::jit::toGraphFunction(*function).graph()->block(), visit);
}

/// Makes tensors on the device out of those of the file: each memory once.
class Mover
{
public:
    Mover(Precision precision, at::Device device)
        : m_device(device)
    {
        if (precision == Precision::Bf16)
            m_float = at::kBFloat16;
        else if (precision == Precision::Fp16)
            m_float = at::kHalf;
    }

    at::Tensor moved(const at::Tensor &tensor, bool isParameter, bool asksForGradient)
    {
        if (!tensor.defined() || !tensor.has_storage() || tensor.is_meta())
            return tensor;
        const auto key = std::tuple(tensor.storage().unsafeGetStorageImpl(), tensor.storage_offset(), tensor.sizes().vec());
        at::Tensor &made = m_made[key];
        if (!made.defined())
            made = placed(tensor, m_device, tensor.is_floating_point() ? m_float.value_or(tensor.scalar_type()) : tensor.scalar_type());
        if (isParameter && asksForGradient && made.is_floating_point())
            made.set_requires_grad(true);
        return made;
    }

    c10::IValue moved(const c10::IValue &value)
    {
        if (value.isTensor())
            return moved(value.toTensor(), false, false);
        if (!value.isTensorList())
            return value;
        c10::List<at::Tensor> list;
        for (const at::Tensor &tensor : value.toTensorList())
            list.push_back(moved(tensor, false, false));
        return list;
    }

private:
    at::Device m_device;
    std::optional<at::ScalarType> m_float;
    std::map<std::tuple<c10::StorageImpl *, int64_t, std::vector<int64_t>>, at::Tensor> m_made;
};

void moveTensors(const torch::jit::Module &module, Precision precision, at::Device device)
{
    bool isForTraining = false;
    for (const at::Tensor &parameter : module.parameters())
        isForTraining = isForTraining || parameter.requires_grad();
    Mover mover(precision, device);
    for (const torch::jit::Module &part : module.modules()) {
        const auto type = part.type();
        for (size_t i = 0; i < type->numAttributes(); ++i) {
            const c10::IValue value = part._ivalue()->getSlot(i);
            const bool isParameter = type->is_parameter(i) && value.isTensor();
            part._ivalue()->setSlot(i, isParameter ? c10::IValue(mover.moved(value.toTensor(), true, !isForTraining || value.toTensor().requires_grad()))
                                                   : mover.moved(value));
        }
    }
}

/// A tensor made without a device is made where the model is.
void giveDevice(Node *node, at::Device device)
{
    static const QStringList makers{QStringLiteral("zeros"), QStringLiteral("ones"), QStringLiteral("empty"), QStringLiteral("full"), QStringLiteral("arange"),
                                    QStringLiteral("rand"), QStringLiteral("randn"), QStringLiteral("randint"), QStringLiteral("linspace"), QStringLiteral("eye"),
                                    QStringLiteral("tril_indices"), QStringLiteral("triu_indices"), QStringLiteral("randperm")};
    if (!node->kind().is_aten() || !makers.contains(QString::fromLatin1(node->kind().toUnqualString())))
        return;
    const torch::jit::Operator *op = node->maybeOperator();
    const auto index = op ? op->schema().argumentIndexWithName("device") : c10::nullopt;
    if (!index || node->input(size_t(*index))->type()->kind() != c10::TypeKind::NoneType)
        return;
    const torch::jit::WithInsertPoint before(node);
    node->replaceInput(size_t(*index), node->owningGraph()->insertConstant(c10::IValue(device)));
}

void moveNode(Node *node, at::Device device)
{
    static const c10::Symbol toCuda = c10::Symbol::aten("cuda"), toCpu = c10::Symbol::aten("cpu");
    if (node->kind() == toCuda || node->kind() == toCpu) {
        node->output()->replaceAllUsesWith(node->input(0));
        node->destroy();
        return;
    }
    if (node->kind() != at::prim::Constant || !node->hasAttribute(at::attr::value))
        return giveDevice(node, device);
    if (node->output()->type()->kind() == c10::TypeKind::DeviceObjType)
        node->s_(at::attr::value, device.str());
    else if (node->kindOf(at::attr::value) == torch::jit::AttributeKind::t && node->t(at::attr::value).dim() > 0)
        node->t_(at::attr::value, placed(node->t(at::attr::value), device, node->t(at::attr::value).scalar_type())); // numbers stay where they are: a graph may read them
}

/// A module that builds itself anew out of its stored tensors reads them while it is loaded.
bool readsWeights(const std::shared_ptr<caffe2::serialize::ReadAdapterInterface> &archive)
{
    caffe2::serialize::PyTorchStreamReader reader(archive);
    for (const std::string &name : reader.getAllRecords()) {
        if (name.rfind("code/", 0) != 0)
            continue;
        const auto [data, size] = reader.getRecord(name);
        if (std::string_view(static_cast<const char *>(data.get()), size).find("__setstate__") != std::string_view::npos)
            return true;
    }
    return false;
}

Result<torch::jit::Module> load(const QString &path, at::Device device)
{
    Result<std::shared_ptr<caffe2::serialize::ReadAdapterInterface>> archive = openWithoutWeights(path);
    if (!archive)
        return archive.error();
    if (!device.is_meta() || readsWeights(*archive))
        return torch::jit::load(path.toStdString(), torch::kCPU);
    return torch::jit::load(*archive, torch::kCPU);
}

QString unusable(const QString &path, const QString &reason)
{
    if (reason.contains(QLatin1String("constants.pkl"))) // the part that makes an archive a model
        return TorchScriptText::tr("The model file %1 holds weights without a model (a state_dict), not TorchScript.").arg(path);
    if (reason.contains(QLatin1String("archive")))
        return TorchScriptText::tr("The model file %1 is damaged or cut off.").arg(path);
    return TorchScriptText::tr("The model file %1 is no usable TorchScript: %2").arg(path, reason);
}

/// An operator that this LibTorch does not know, or not with these arguments, makes a good file unavailable.
Error loadError(const Error &error, const QString &path)
{
    static const QRegularExpression unknown(QStringLiteral("Unknown builtin op: (\\w+::\\w+)")), unlike(QStringLiteral("operator '(\\w+)'")),
        variants(QStringLiteral("following variants are available:\\s+(\\w+::\\w+)"));
    for (const QRegularExpression &pattern : {unknown, unlike, variants}) {
        if (const QRegularExpressionMatch match = pattern.match(error.message + u'\n' + error.detail); match.hasMatch()) {
            return {Error::Kind::Unavailable,
                    TorchScriptText::tr("The model %1 uses the operator %2, which is newer than what can be loaded here; export it with an older PyTorch, or without that operator.")
                        .arg(path, match.captured(1)),
                    error.detail};
        }
    }
    return error;
}

} // namespace

void moveGraphs(const torch::jit::Module &module, at::Device device)
{
    forEachNode(module, [device](Node *node) { moveNode(node, device); });
}

bool usesOperator(const torch::jit::Module &module, const std::vector<std::string> &names)
{
    bool isUsed = false;
    forEachNode(module, [&](Node *node) { isUsed = isUsed || std::find(names.begin(), names.end(), node->kind().toQualString()) != names.end(); });
    return isUsed;
}

QString operatorWithoutKernel(const QString &text)
{
    static const QRegularExpression withoutKernel(QStringLiteral("Could not run '(\\w+::\\w+)"));
    const QString name = withoutKernel.match(text).captured(1);
    const bool asksForValue = name == QLatin1String("aten::_local_scalar_dense") || text.contains(QLatin1String("Cannot copy out of meta tensor"));
    return asksForValue ? QStringLiteral("aten::item") : name;
}

Result<torch::jit::Module> loadTorchScript(const QString &path, Precision precision, at::Device device)
{
    if (!QFileInfo(path).isFile())
        return Error{Error::Kind::NotFound, TorchScriptText::tr("The model file %1 does not exist.").arg(path), QString()};
    installNewerOperators();
    const Result<torch::jit::Module> loaded = guarded(
        [&]() -> Result<torch::jit::Module> {
            Result<torch::jit::Module> module = load(path, device);
            if (!module)
                return module;
            if (module->parameters().size() == 0) {
                return Error{Error::Kind::Invalid, TorchScriptText::tr("The model %1 has no weights to train: it was frozen when it was saved.").arg(path), QString()};
            }
            moveTensors(*module, precision, device);
            moveGraphs(*module, device);
            markModules(*module);
            module->train();
            return module;
        },
        [&path](const QString &reason) { return unusable(path, reason); });
    return loaded ? loaded : Result<torch::jit::Module>(loadError(loaded.error(), path));
}

} // namespace Trainyard
