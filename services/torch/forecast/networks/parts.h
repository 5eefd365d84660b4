#pragma once

#include "services/torch/forecast/network.h"

#include <ATen/core/Tensor.h>

namespace Trainyard {

/// Weights and buffers of a network and what the plan decides about them. Layers register theirs through a NetworkPath.
struct NetworkParts
{
    NetworkParts(const StepPlan &plan, at::Device device);

    StepPlan plan;
    at::Device device;
    at::ScalarType type; ///< of weights: half only in the pure half precisions; autocast keeps fp32 weights
    std::vector<NamedTensor> parameters;
    std::vector<NamedTensor> buffers;
    QStringList linearNames; ///< of all linear layers, whatever the adapters are put on
    int adapters = 0;

    bool isMeta() const { return device.is_meta(); }
    /// Ids or classes below @p limit: int64, random on the CPU.
    at::Tensor numbers(at::IntArrayRef shape, qint64 limit) const;
    /// Pixels, features or targets in the model's precision, random on the CPU.
    at::Tensor values(at::IntArrayRef shape) const;
};

/// A place in the network's tree of dotted names.
class NetworkPath
{
public:
    explicit NetworkPath(NetworkParts &parts) : m_parts(&parts) {}

    NetworkPath operator/(const QString &name) const;
    NetworkPath operator/(const char *name) const { return *this / QString::fromLatin1(name); }
    NetworkPath operator/(qint64 index) const { return *this / QString::number(index); }
    NetworkPath operator/(int index) const { return *this / qint64(index); } // a literal 0 would be a pointer too
    /// The same place; what is registered there is trained although adapters freeze the base weights.
    NetworkPath trained() const;

    /// Random weights of this deviation on the CPU, only a shape on meta.
    at::Tensor weight(const char *name, at::IntArrayRef shape, double deviation = 0.02) const;
    at::Tensor constant(const char *name, at::IntArrayRef shape, double value) const;
    /// Not trained: in the precision of the weights unless @p type says otherwise.
    at::Tensor buffer(const char *name, at::IntArrayRef shape, double value, std::optional<at::ScalarType> type = {}) const;

    NetworkParts &parts() const { return *m_parts; }
    const QString &name() const { return m_name; }
    bool isFrozen() const;

private:
    at::Tensor registered(const char *name, at::Tensor tensor) const;

    NetworkParts *m_parts;
    QString m_name;
    bool m_isTrained = false;
};

/// Adapters that found no layer: names those that there are.
std::optional<Error> adapterFault(const NetworkParts &parts);

} // namespace Trainyard
