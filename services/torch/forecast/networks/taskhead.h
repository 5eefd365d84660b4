#pragma once

#include "services/torch/forecast/networks/layers.h"

#include <memory>

namespace Trainyard {

struct TransformerRecipe;

enum class Task {
    CausalLm, MaskedLm, SequenceClassification, TokenClassification, QuestionAnswering, Seq2Seq, ImageClassification, SemanticSegmentation, Regression
};

/// Nothing for an unknown name.
std::optional<Task> taskNamed(const QString &name);
QStringList taskNames();
/// The task that a class name of the library is for: `LlamaForCausalLM`.
std::optional<Task> taskOfArchitecture(const QString &className);

enum class Loss { CrossEntropy, Mse, L1, SmoothL1, BinaryCrossEntropy };

/// Nothing for an unknown name.
std::optional<Loss> lossNamed(const QString &name);
QStringList lossNames();
/// The loss of scores [batch, classes, ...] or of values of the target's shape.
at::Tensor lossOf(Loss loss, const at::Tensor &output, const at::Tensor &target);
/// A target for lossOf(): class numbers [batch, ...] or values of the output's shape.
at::Tensor targetFor(Loss loss, const NetworkParts &parts, at::IntArrayRef output);

struct TaskRequest
{
    Task task = Task::CausalLm;
    Loss loss = Loss::CrossEntropy;
    qint64 labels = 2;
};

/// What turns the last hidden states [batch, length, hidden] into logits and a loss.
class TaskHead
{
public:
    virtual ~TaskHead() = default;
    virtual NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const = 0;
    virtual at::Tensor target(const NetworkParts &parts, qint64 batch, qint64 length) const = 0;
};

/**
 * Cross-entropy of the next token as the library computes it: fp32 logits, the copy without the last position, its log-softmax.
 *
 * Kept: the logits that the model hands out. A plain loop's variable holds them through the backward pass.
 */
NetworkOutput nextTokenLoss(at::Tensor logits, const at::Tensor &target, bool upcasts, const FrameworkFacts &facts);
/// Cross-entropy of each token, without a shift.
NetworkOutput tokenLoss(at::Tensor logits, const at::Tensor &target);

/// @p tokens: the embedding, for tied heads. Names are registered at the root beside the base model.
std::unique_ptr<TaskHead> makeTaskHead(const NetworkPath &root, const TransformerRecipe &recipe, const TaskRequest &request, const at::Tensor &tokens);

} // namespace Trainyard
