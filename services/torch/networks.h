#pragma once

#include "models/result.h"

#include <QStringList>

#include <torch/script.h>

#include <optional>

namespace Trainyard {

/// What a network is made for.
struct NetworkSpec
{
    QString architecture;                ///< one of architectureNames()
    std::array<int64_t, 3> inputShape{}; ///< [channels, height, width] of one image
    int64_t classes = 0;
    /// Mean and deviation of each channel, subtracted and divided inside the network; not set: the input is used as it is.
    std::optional<std::pair<torch::Tensor, torch::Tensor>> normalisation;
};

/// small-cnn (ours, for small images), resnet18, resnet34, resnet50, resnet101, resnet152, vgg11 ... vgg19 and vgg11_bn ..., mobilenet_v2.
QStringList architectureNames();

/**
 * The network with fresh weights, in training mode: forward takes [batch, channels, height, width], float32, and gives
 * [batch, classes]. The named architectures are those of their papers, input stem included.
 *
 * Errors: Unavailable for an unknown name (the nearest is in the message), Invalid for a shape that it cannot take.
 */
Result<torch::jit::Module> buildNetwork(const NetworkSpec &spec);

int64_t parameterCount(const torch::jit::Module &module);

} // namespace Trainyard
