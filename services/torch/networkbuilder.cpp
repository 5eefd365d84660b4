#include "services/torch/networkbuilder.h"

#include <cmath>

namespace Trainyard {

namespace {

torch::jit::Module newModule(const std::string &className)
{
    torch::jit::Module module{c10::QualifiedName("__torch__.trainyard." + className)};
    module.register_attribute("training", c10::BoolType::get(), true);
    return module;
}

} // namespace

NetworkBuilder::NetworkBuilder(const std::string &className) : m_module(newModule(className)) {}

void NetworkBuilder::layer(const std::string &name, const std::vector<std::pair<std::string, torch::Tensor>> &parameters,
                           const std::vector<std::pair<std::string, torch::Tensor>> &buffers)
{
    torch::jit::Module layer = newModule("Layer_" + name);
    for (const auto &[parameterName, tensor] : parameters)
        layer.register_parameter(parameterName, tensor.detach().requires_grad_(true), false);
    for (const auto &[bufferName, tensor] : buffers)
        layer.register_buffer(bufferName, tensor);
    m_module.register_module(name, layer);
}

void NetworkBuilder::convolution(const std::string &name, const Convolution &shape, const std::string &variable)
{
    const double fanOut = double(shape.out) * double(shape.kernel * shape.kernel) / double(shape.groups);
    std::vector<std::pair<std::string, torch::Tensor>> parameters{
        {"weight", torch::randn({shape.out, shape.in / shape.groups, shape.kernel, shape.kernel}) * std::sqrt(2.0 / fanOut)}};
    if (shape.bias)
        parameters.emplace_back("bias", torch::zeros({shape.out}));
    layer(name, parameters);
    const std::string self = "self." + name;
    const std::string stride = std::to_string(shape.stride), padding = std::to_string((shape.kernel - 1) / 2);
    line(variable + " = torch.conv2d(" + variable + ", " + self + ".weight, " + (shape.bias ? self + ".bias" : "None") + ", [" + stride + ", "
         + stride + "], [" + padding + ", " + padding + "], [1, 1], " + std::to_string(shape.groups) + ")");
}

void NetworkBuilder::batchNorm(const std::string &name, int64_t channels, const std::string &variable)
{
    layer(name, {{"weight", torch::ones({channels})}, {"bias", torch::zeros({channels})}},
          {{"running_mean", torch::zeros({channels})}, {"running_var", torch::ones({channels})}});
    const std::string self = "self." + name;
    // LibTorch's kernel answers zeros where the framework's own layer refuses.
    line("assert not self.training or " + variable + ".numel() > " + std::to_string(channels) + ", \"Expected more than 1 value per channel when training\"");
    line(variable + " = torch.batch_norm(" + variable + ", " + self + ".weight, " + self + ".bias, " + self + ".running_mean, " + self
         + ".running_var, self.training, 0.1, 1e-05, False)");
}

void NetworkBuilder::linear(const std::string &name, int64_t in, int64_t out)
{
    const double bound = 1.0 / std::sqrt(double(in));
    linearLayer(name, torch::empty({out, in}).uniform_(-bound, bound), torch::empty({out}).uniform_(-bound, bound));
}

void NetworkBuilder::linearFromZero(const std::string &name, int64_t in, int64_t out)
{
    linearLayer(name, torch::zeros({out, in}), torch::zeros({out}));
}

void NetworkBuilder::linearLayer(const std::string &name, const torch::Tensor &weight, const torch::Tensor &bias)
{
    layer(name, {{"weight", weight}, {"bias", bias}});
    line("x = torch.linear(x, self." + name + ".weight, self." + name + ".bias)");
}

void NetworkBuilder::normalisation(const torch::Tensor &mean, const torch::Tensor &deviation)
{
    m_module.register_buffer("input_mean", mean.view({1, -1, 1, 1}));
    m_module.register_buffer("input_deviation", deviation.view({1, -1, 1, 1}));
    line("x = (x - self.input_mean) / self.input_deviation");
}

void NetworkBuilder::line(const std::string &code)
{
    m_forward += "    " + code + "\n";
}

torch::jit::Module NetworkBuilder::finish()
{
    line("return x");
    m_module.define(m_forward);
    return m_module;
}

} // namespace Trainyard
