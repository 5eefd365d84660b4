#pragma once

#include <QString>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <vector>

namespace Trainyard {

/// What a model's forward() returned: a tensor, a tuple, or a dictionary (`out` and `aux`, `logits`, `loss`).
struct ScriptOutput
{
    at::Tensor main;                  ///< what the loss is of; undefined: no tensor came
    std::vector<at::Tensor> auxiliary; ///< further heads with a loss of their own
    at::Tensor loss;                  ///< reckoned by the model itself; mostly undefined
    std::vector<at::Tensor> all;
};

ScriptOutput scriptOutput(const c10::IValue &value);

/// The loss that a job names, else that of its task.
class ScriptLoss
{
public:
    /// @p isLanguage: the model takes tokens, so outputs of three dimensions are [batch, sequence, words].
    ScriptLoss(const QString &name, const QString &task, bool isLanguage);

    bool isKnown() const;
    /// Zeros as the loss of @p output wants them: class numbers, or the output's own shape.
    at::Tensor makeTarget(const at::Tensor &output) const;
    bool takes(const at::Tensor &output, const at::Tensor &target) const;
    at::Tensor of(const ScriptOutput &output, const at::Tensor &target) const;

private:
    at::Tensor of(const at::Tensor &output, const at::Tensor &target) const;
    std::vector<int64_t> targetSizes(const at::Tensor &output) const;
    bool wantsClasses() const;
    bool isPerWord(const at::Tensor &output) const;

    QString m_name;
    bool m_isCausal = false;
    bool m_isLanguage = false;
};

} // namespace Trainyard
