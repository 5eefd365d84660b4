#include "services/torch/forecast/scriptloss.h"

#include <QStringList>

#include <ATen/ATen.h>

namespace Trainyard {

namespace {

constexpr double auxiliaryWeight = 0.4; ///< of auxiliary heads, as segmentation recipes have it

bool isAuxiliary(const std::string &name)
{
    return name.find("aux") != std::string::npos;
}

void take(ScriptOutput &output, const std::string &name, const c10::IValue &value)
{
    if (!value.isTensor() || !value.toTensor().defined())
        return;
    const at::Tensor tensor = value.toTensor();
    output.all.push_back(tensor);
    if (isAuxiliary(name))
        output.auxiliary.push_back(tensor);
    else if (name == "loss" && tensor.numel() == 1)
        output.loss = tensor;
    else if (!output.main.defined() || name == "logits" || name == "out")
        output.main = tensor;
}

} // namespace

ScriptOutput scriptOutput(const c10::IValue &value)
{
    ScriptOutput output;
    if (value.isTensor()) {
        take(output, {}, value);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict())
            take(output, entry.key().isString() ? entry.key().toStringRef() : std::string(), entry.value());
    } else if (value.isTuple()) {
        const auto &elements = value.toTupleRef().elements();
        const auto schema = value.type()->expectRef<c10::TupleType>().schema(); // of a named tuple
        for (size_t i = 0; i < elements.size(); ++i)
            take(output, schema ? schema->arguments()[i].name() : std::string(), elements[i]);
    } else if (value.isTensorList()) {
        for (const at::Tensor &tensor : value.toTensorVector())
            take(output, {}, tensor);
    }
    return output;
}

ScriptLoss::ScriptLoss(const QString &name, const QString &task, bool isLanguage)
    : m_name(name), m_isCausal(task == QLatin1String("causal-lm")), m_isLanguage(isLanguage || task == QLatin1String("masked-lm"))
{
    m_name.replace(u'_', u'-');
    if (m_name.isEmpty())
        m_name = task == QLatin1String("regression") ? QStringLiteral("mse") : QStringLiteral("cross-entropy");
}

bool ScriptLoss::isKnown() const
{
    static const QStringList names{QStringLiteral("cross-entropy"), QStringLiteral("nll"), QStringLiteral("mse"), QStringLiteral("l1"), QStringLiteral("smooth-l1"),
                                   QStringLiteral("huber"), QStringLiteral("bce"), QStringLiteral("bce-with-logits"), QStringLiteral("kl-div")};
    return names.contains(m_name);
}

bool ScriptLoss::wantsClasses() const
{
    return m_name == QLatin1String("cross-entropy") || m_name == QLatin1String("nll");
}

bool ScriptLoss::isPerWord(const at::Tensor &output) const
{
    return output.dim() == 3 && (m_isLanguage || m_isCausal);
}

std::vector<int64_t> ScriptLoss::targetSizes(const at::Tensor &output) const
{
    std::vector<int64_t> sizes = output.sizes().vec();
    if (wantsClasses() && sizes.size() > 1)
        sizes.erase(isPerWord(output) ? sizes.end() - 1 : sizes.begin() + 1);
    return sizes;
}

at::Tensor ScriptLoss::makeTarget(const at::Tensor &output) const
{
    return at::zeros(targetSizes(output), wantsClasses() ? output.options().dtype(at::kLong) : output.options());
}

bool ScriptLoss::takes(const at::Tensor &output, const at::Tensor &target) const
{
    return target.defined() && target.sizes() == at::IntArrayRef(targetSizes(output));
}

at::Tensor ScriptLoss::of(const at::Tensor &output, const at::Tensor &target) const
{
    if (isPerWord(output) && wantsClasses()) {
        const at::Tensor logits = m_isCausal ? output.slice(1, 0, -1).contiguous() : output; // each word's guess is of the next
        const at::Tensor labels = m_isCausal ? target.slice(1, 1).contiguous() : target;
        const at::Tensor flat = logits.view({-1, logits.size(-1)});
        return m_name == QLatin1String("nll") ? at::nll_loss(flat, labels.view(-1)) : at::cross_entropy_loss(flat, labels.view(-1));
    }
    if (m_name == QLatin1String("cross-entropy"))
        return at::cross_entropy_loss(output, target);
    if (m_name == QLatin1String("nll"))
        return at::nll_loss_nd(output, target);
    if (m_name == QLatin1String("l1"))
        return at::l1_loss(output, target);
    if (m_name == QLatin1String("smooth-l1"))
        return at::smooth_l1_loss(output, target);
    if (m_name == QLatin1String("huber"))
        return at::huber_loss(output, target);
    if (m_name == QLatin1String("bce"))
        return at::binary_cross_entropy(output, target);
    if (m_name == QLatin1String("bce-with-logits"))
        return at::binary_cross_entropy_with_logits(output, target);
    if (m_name == QLatin1String("kl-div"))
        return at::kl_div(output, target);
    return at::mse_loss(output, target);
}

at::Tensor ScriptLoss::of(const ScriptOutput &output, const at::Tensor &target) const
{
    if (output.loss.defined())
        return output.loss;
    at::Tensor loss = of(output.main, target);
    for (const at::Tensor &auxiliary : output.auxiliary)
        loss = loss + of(auxiliary, takes(auxiliary, target) ? target : makeTarget(auxiliary)) * auxiliaryWeight;
    return loss;
}

} // namespace Trainyard
