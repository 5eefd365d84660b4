#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/// Which model: the job's `model` section, read.
struct NetworkRequest
{
    enum class Source { Architecture, TransformersConfig, TorchScript };

    Source source = Source::Architecture;
    QString architecture;          ///< `resnet50`
    QString file;                  ///< absolute path of config.json or of the TorchScript file
    QString task;                  ///< `causal-lm`; empty: what the model is for
    QString loss;                  ///< `cross-entropy`; empty: what the task has
    std::optional<qint64> classes;
    QList<qint64> inputShape;      ///< one sample, without the batch dimension; empty: what the model is made for
    QString inputType;             ///< `float32`, `int64`; empty: what the model is made for
    bool operator==(const NetworkRequest &) const = default;
};

} // namespace Trainyard
