#include "services/torch/optimizers.h"

#include "services/torch/torchguard.h"
#include "services/torch/traineroptions.h"

#include <QCoreApplication>

namespace Trainyard {

Result<std::shared_ptr<torch::optim::Optimizer>> makeOptimizer(const OptimizerSpec &spec, std::vector<torch::Tensor> parameters)
{
    using namespace torch::optim;
    using Made = Result<std::shared_ptr<Optimizer>>;
    return guarded(
        [&]() -> Made {
            const double rate = spec.learningRate, decay = spec.weightDecay;
            if (spec.name == QLatin1String("sgd"))
                return Made(std::make_shared<SGD>(std::move(parameters), SGDOptions(rate).momentum(spec.momentum).weight_decay(decay)));
            if (spec.name == QLatin1String("adam"))
                return Made(std::make_shared<Adam>(std::move(parameters), AdamOptions(rate).weight_decay(decay)));
            if (spec.name == QLatin1String("adamw"))
                return Made(std::make_shared<AdamW>(std::move(parameters), AdamWOptions(rate).weight_decay(decay)));
            if (spec.name == QLatin1String("rmsprop"))
                return Made(std::make_shared<RMSprop>(std::move(parameters), RMSpropOptions(rate).weight_decay(decay)));
            return Error{Error::Kind::Unavailable,
                         QCoreApplication::translate("Optimizers", "The optimizer %1 is not known here; known are %2.")
                             .arg(spec.name, trainerOptimizers().join(QStringLiteral(", "))),
                         QString()};
        },
        [&](const QString &reason) {
            return QCoreApplication::translate("Optimizers", "The optimizer %1 could not be made: %2").arg(spec.name, reason);
        });
}

void setLearningRate(torch::optim::Optimizer &optimizer, double learningRate)
{
    for (torch::optim::OptimizerParamGroup &group : optimizer.param_groups())
        group.options().set_lr(learningRate);
}

} // namespace Trainyard
