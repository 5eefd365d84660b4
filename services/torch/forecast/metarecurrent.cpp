#include "services/torch/forecast/metakernels.h"

#include <torch/torch.h>

namespace Trainyard {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

namespace {

struct RecurrentShape
{
    int64_t layers = 1;
    bool isBidirectional = false;
    bool isBatchFirst = false;
    int64_t keptPerUnit = 1; ///< numbers in the reserve per step, sample, layer, direction and hidden unit
};

/**
 * A recurrent network as cuDNN runs it: all steps of all layers in one call, which fills a reserve for the backward pass.
 *
 * cuDNN does not document the reserve's size. What backward cannot do without is counted: for an LSTM the four gates, the cell and the
 * output of each layer (6), for a GRU three gates, the product behind its reset gate and the output (5), otherwise the output (1).
 */
struct Recurrent : torch::autograd::Function<Recurrent>
{
    static variable_list forward(AutogradContext *context, const at::Tensor &input, at::TensorList states, at::TensorList weights, const RecurrentShape &shape)
    {
        const at::Tensor steps = (shape.isBatchFirst ? input.transpose(0, 1) : input).contiguous();
        const int64_t length = steps.size(0), batch = steps.size(1), hidden = states[0].size(-1), directions = shape.isBidirectional ? 2 : 1;
        at::Tensor output = at::empty({length, batch, hidden * directions}, input.options());
        const at::Tensor reserve = at::empty({shape.keptPerUnit, shape.layers, directions, length, batch, hidden}, input.options());
        variable_list results{shape.isBatchFirst ? output.transpose(0, 1) : output};
        for (const at::Tensor &state : states)
            results.push_back(at::empty_like(state));
        variable_list kept{steps, output, reserve};
        kept.insert(kept.end(), states.begin(), states.end());
        kept.insert(kept.end(), weights.begin(), weights.end());
        context->save_for_backward(kept);
        context->saved_data["others"] = int64_t(states.size() + weights.size());
        context->saved_data["isBatchFirst"] = shape.isBatchFirst;
        return results;
    }

    static variable_list backward(AutogradContext *context, const variable_list &)
    {
        const variable_list kept = context->get_saved_variables();
        const at::Tensor ofSteps = at::empty_like(kept[0]);
        variable_list result{context->saved_data["isBatchFirst"].toBool() ? ofSteps.transpose(0, 1) : ofSteps};
        for (size_t i = kept.size() - size_t(context->saved_data["others"].toInt()); i < kept.size(); ++i)
            result.push_back(at::empty_like(kept[i]));
        result.emplace_back();
        return result;
    }
};

int64_t keptBy(int64_t gates)
{
    return gates == 4 ? 6 : gates == 3 ? 5 : 1;
}

variable_list run(const at::Tensor &input, std::vector<at::Tensor> states, at::TensorList weights, int64_t layers, bool isBidirectional, bool isBatchFirst)
{
    TORCH_CHECK(input.dim() == 3 && !weights.empty(), "a recurrent network takes [steps, batch, features]");
    const int64_t gates = weights[1].size(0) / weights[1].size(1); // without projection
    return Recurrent::apply(input, at::TensorList(states), weights, RecurrentShape{layers, isBidirectional, isBatchFirst, keptBy(gates)});
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstm(const at::Tensor &input, at::TensorList states, at::TensorList weights, bool, int64_t layers, double, bool,
                                                    bool isBidirectional, bool isBatchFirst)
{
    const variable_list results = run(input, states.vec(), weights, layers, isBidirectional, isBatchFirst);
    return {results[0], results[1], results[2]};
}

std::tuple<at::Tensor, at::Tensor> withOneState(const at::Tensor &input, const at::Tensor &state, at::TensorList weights, bool, int64_t layers, double, bool,
                                                bool isBidirectional, bool isBatchFirst)
{
    const variable_list results = run(input, {state}, weights, layers, isBidirectional, isBatchFirst);
    return {results[0], results[1]};
}

} // namespace

void addRecurrentKernels(torch::Library &library)
{
    library.impl("lstm.input", TORCH_FN(lstm));
    for (const char *name : {"gru.input", "rnn_tanh.input", "rnn_relu.input"})
        library.impl(name, TORCH_FN(withOneState));
}

} // namespace Trainyard
