#pragma once

#include <torch/script.h>

#include <string>

namespace Trainyard {

/**
 * Makes a network as a TorchScript module: layers are registered with their initial weights, forward() is written line by line.
 *
 * What is trained is what is exported: there is no second description that could differ. Each call adds a layer that reads and
 * writes the variable @c x (or the one named) of forward(). Weights are drawn from LibTorch's default generator.
 */
class NetworkBuilder
{
public:
    explicit NetworkBuilder(const std::string &className);

    struct Convolution
    {
        int64_t in = 0, out = 0, kernel = 3, stride = 1, groups = 1;
        bool bias = false;
    };
    /// Padding is (kernel - 1) / 2; Kaiming normal weights (fan out).
    void convolution(const std::string &name, const Convolution &shape, const std::string &variable = "x");
    void batchNorm(const std::string &name, int64_t channels, const std::string &variable = "x");
    /// Uniform weights and bias within 1 / sqrt(in).
    void linear(const std::string &name, int64_t in, int64_t out);
    /// The same from zeros: every class starts with the same score.
    void linearFromZero(const std::string &name, int64_t in, int64_t out);
    /// Subtracts the mean and divides by the deviation of each channel: [channels] each, kept as buffers.
    void normalisation(const torch::Tensor &mean, const torch::Tensor &deviation);
    /// One line of forward(): `x = torch.relu(x)`. `self.training` is there.
    void line(const std::string &code);

    /// The module, in training mode; forward(x) returns x.
    torch::jit::Module finish();

private:
    void linearLayer(const std::string &name, const torch::Tensor &weight, const torch::Tensor &bias);
    void layer(const std::string &name, const std::vector<std::pair<std::string, torch::Tensor>> &parameters,
               const std::vector<std::pair<std::string, torch::Tensor>> &buffers = {});

    torch::jit::Module m_module;
    std::string m_forward = "def forward(self, x):\n";
};

} // namespace Trainyard
