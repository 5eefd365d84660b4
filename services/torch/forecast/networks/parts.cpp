#include "services/torch/forecast/networks/parts.h"

#include "services/torch/forecast/networks/networktext.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

namespace Trainyard {

NetworkParts::NetworkParts(const StepPlan &stepPlan, at::Device where)
    : plan(stepPlan), device(where),
      type(stepPlan.precision == Precision::Bf16   ? at::kBFloat16
           : stepPlan.precision == Precision::Fp16 ? at::kHalf
                                                   : at::kFloat)
{
}

at::Tensor NetworkParts::numbers(at::IntArrayRef shape, qint64 limit) const
{
    const at::TensorOptions options = at::TensorOptions(device).dtype(at::kLong);
    return isMeta() ? at::empty(shape, options) : at::randint(limit, shape, options);
}

at::Tensor NetworkParts::values(at::IntArrayRef shape) const
{
    const at::TensorOptions options = at::TensorOptions(device).dtype(type);
    return isMeta() ? at::empty(shape, options) : at::randn(shape, options);
}

NetworkPath NetworkPath::operator/(const QString &name) const
{
    NetworkPath path = *this;
    if (!name.isEmpty())
        path.m_name = m_name.isEmpty() ? name : m_name + u'.' + name;
    return path;
}

NetworkPath NetworkPath::trained() const
{
    NetworkPath path = *this;
    path.m_isTrained = true;
    return path;
}

bool NetworkPath::isFrozen() const
{
    return m_parts->plan.lora.has_value() && !m_isTrained;
}

at::Tensor NetworkPath::registered(const char *name, at::Tensor tensor) const
{
    tensor.set_requires_grad(!isFrozen());
    m_parts->parameters.push_back({(*this / name).m_name, tensor});
    return tensor;
}

at::Tensor NetworkPath::weight(const char *name, at::IntArrayRef shape, double deviation) const
{
    at::Tensor tensor = at::empty(shape, at::TensorOptions(m_parts->device).dtype(m_parts->type));
    if (!m_parts->isMeta())
        tensor.normal_(0, deviation);
    return registered(name, tensor);
}

at::Tensor NetworkPath::constant(const char *name, at::IntArrayRef shape, double value) const
{
    at::Tensor tensor = at::empty(shape, at::TensorOptions(m_parts->device).dtype(m_parts->type));
    if (!m_parts->isMeta())
        tensor.fill_(value);
    return registered(name, tensor);
}

at::Tensor NetworkPath::buffer(const char *name, at::IntArrayRef shape, double value, std::optional<at::ScalarType> type) const
{
    at::Tensor tensor = at::empty(shape, at::TensorOptions(m_parts->device).dtype(type.value_or(m_parts->type)));
    if (!m_parts->isMeta())
        tensor.fill_(value);
    m_parts->buffers.push_back({(*this / name).m_name, tensor});
    return tensor;
}

std::optional<Error> adapterFault(const NetworkParts &parts)
{
    if (!parts.plan.lora || parts.adapters > 0)
        return std::nullopt;
    QStringList endings; // q_proj, not each layer's
    for (const QString &name : parts.linearNames)
        endings.append(name.section(u'.', -1));
    endings.removeDuplicates();
    return Error{Error::Kind::Invalid, NetworkText::tr("No layer of the model has a name that ends in one of the LoRA targets %1; its layers are called %2.")
                       .arg(parts.plan.lora->targets.join(QStringLiteral(", ")), endings.join(QStringLiteral(", "))), QString()};
}

} // namespace Trainyard
