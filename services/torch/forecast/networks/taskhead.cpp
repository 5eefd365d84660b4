#include "services/torch/forecast/networks/taskhead.h"

#include "services/torch/forecast/networks/libraryfacts.h"
#include "services/torch/forecast/networks/transformerrecipe.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

struct NamedTask
{
    const char *name;
    Task task;
    const char *classSuffix;
};

constexpr NamedTask tasks[] = {
    {"causal-lm", Task::CausalLm, "ForCausalLM"},
    {"causal-lm", Task::CausalLm, "LMHeadModel"},
    {"masked-lm", Task::MaskedLm, "ForMaskedLM"},
    {"masked-lm", Task::MaskedLm, "ForPreTraining"},
    {"sequence-classification", Task::SequenceClassification, "ForSequenceClassification"},
    {"token-classification", Task::TokenClassification, "ForTokenClassification"},
    {"question-answering", Task::QuestionAnswering, "ForQuestionAnswering"},
    {"seq2seq", Task::Seq2Seq, "ForConditionalGeneration"},
    {"image-classification", Task::ImageClassification, "ForImageClassification"},
    {"semantic-segmentation", Task::SemanticSegmentation, "ForSemanticSegmentation"},
    {"regression", Task::Regression, "ForRegression"},
};

struct NamedLoss
{
    const char *name;
    Loss loss;
};

constexpr NamedLoss losses[] = {
    {"cross-entropy", Loss::CrossEntropy}, {"mse", Loss::Mse}, {"l1", Loss::L1},        {"mae", Loss::L1},
    {"smooth-l1", Loss::SmoothL1},         {"huber", Loss::SmoothL1}, {"bce", Loss::BinaryCrossEntropy},
    {"bce-with-logits", Loss::BinaryCrossEntropy},
};

} // namespace

std::optional<Task> taskNamed(const QString &name)
{
    for (const NamedTask &entry : tasks) {
        if (name == QLatin1String(entry.name))
            return entry.task;
    }
    return std::nullopt;
}

QStringList taskNames()
{
    QStringList names;
    for (const NamedTask &entry : tasks)
        names.append(QLatin1String(entry.name));
    names.removeDuplicates();
    return names;
}

std::optional<Task> taskOfArchitecture(const QString &className)
{
    for (const NamedTask &entry : tasks) {
        if (className.endsWith(QLatin1String(entry.classSuffix)))
            return entry.task;
    }
    return std::nullopt;
}

std::optional<Loss> lossNamed(const QString &name)
{
    for (const NamedLoss &entry : losses) {
        if (name == QLatin1String(entry.name))
            return entry.loss;
    }
    return std::nullopt;
}

QStringList lossNames()
{
    QStringList names;
    for (const NamedLoss &entry : losses)
        names.append(QLatin1String(entry.name));
    return names;
}

at::Tensor lossOf(Loss loss, const at::Tensor &output, const at::Tensor &target)
{
    switch (loss) {
    case Loss::CrossEntropy: return at::cross_entropy_loss(output, target);
    case Loss::Mse: return at::mse_loss(output, target);
    case Loss::L1: return at::l1_loss(output, target);
    case Loss::SmoothL1: return at::smooth_l1_loss(output, target);
    case Loss::BinaryCrossEntropy: return at::binary_cross_entropy_with_logits(output, target);
    }
    return {};
}

at::Tensor targetFor(Loss loss, const NetworkParts &parts, at::IntArrayRef output)
{
    if (loss == Loss::BinaryCrossEntropy && !parts.isMeta())
        return parts.numbers(output, 2).to(parts.type);
    if (loss != Loss::CrossEntropy)
        return parts.values(output);
    std::vector<int64_t> shape = output.vec();
    const int64_t classes = shape.size() > 1 ? shape[1] : 1;
    if (shape.size() > 1)
        shape.erase(shape.begin() + 1);
    return parts.numbers(shape, classes);
}

NetworkOutput nextTokenLoss(at::Tensor logits, const at::Tensor &target, bool upcasts, const FrameworkFacts &facts)
{
    const qint64 words = logits.size(-1), length = logits.size(1);
    if (hasCommonLoss(facts, upcasts)) {
        at::Tensor scores = logits.to(at::kFloat);
        if (!padsLabels(facts))
            scores = scores.narrow(1, 0, length - 1).contiguous();
        const at::Tensor labels = padsLabels(facts) ? at::cat({target.narrow(1, 1, length - 1), target.narrow(1, 0, 1)}, 1) : target.narrow(1, 1, length - 1);
        return {at::cross_entropy_loss(scores.view({-1, words}), labels.reshape({-1})), {logits}};
    }
    if (upcasts)
        logits = logits.to(at::kFloat);
    const at::Tensor shifted = logits.narrow(1, 0, length - 1).contiguous();
    const at::Tensor labels = target.narrow(1, 1, length - 1).contiguous();
    return {at::cross_entropy_loss(shifted.view({-1, words}), labels.view({-1})), {logits}};
}

NetworkOutput tokenLoss(at::Tensor logits, const at::Tensor &target)
{
    return {at::cross_entropy_loss(logits.view({-1, logits.size(-1)}), target.view({-1})), {logits}};
}

namespace {

/// In pure half precision nobody computes the loss of half logits but a few of transformers' older models: where no library is named, they are cast up.
bool castsUpUnnamed(const NetworkParts &parts)
{
    return parts.plan.facts.library.isNull() && parts.type != at::kFloat;
}

/// lm_head of the decoders.
class CausalHead final : public TaskHead
{
public:
    CausalHead(const NetworkPath &root, const TransformerRecipe &recipe, const at::Tensor &tokens)
        : m_upcasts(recipe.upcastsLogits || castsUpUnnamed(root.parts())), m_softCap(recipe.logitsSoftCap), m_vocabulary(recipe.vocabulary), m_facts(root.parts().plan.facts)
    {
        const NetworkPath path = root / recipe.headName;
        const qint64 width = recipe.embeddingSize ? recipe.embeddingSize : recipe.hidden;
        m_head = recipe.isTied ? Linear(path, tokens, recipe.hasHeadBias) : Linear(path, width, recipe.vocabulary, recipe.hasHeadBias);
    }

    NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const override
    {
        at::Tensor logits = m_head(hidden);
        if (m_softCap) {
            logits = logits / *m_softCap;
            logits = at::tanh(logits);
            logits = logits * *m_softCap;
        }
        return nextTokenLoss(std::move(logits), target, m_upcasts, m_facts);
    }

    at::Tensor target(const NetworkParts &parts, qint64 batch, qint64 length) const override { return parts.numbers({batch, length}, m_vocabulary); }

private:
    bool m_upcasts;
    std::optional<double> m_softCap;
    qint64 m_vocabulary;
    FrameworkFacts m_facts;
    Linear m_head;
};

/// Words behind masks: a transform to the embedding's width, then the embedding itself as decoder.
class MaskedHead final : public TaskHead
{
public:
    MaskedHead(const NetworkPath &root, const TransformerRecipe &recipe, const at::Tensor &tokens)
        : m_activation(recipe.head == HeadKind::Bert || recipe.head == HeadKind::Albert ? recipe.mlp.activation : Activation::Gelu),
          m_vocabulary(recipe.vocabulary)
    {
        struct Names
        {
            const char *dense, *norm, *decoder;
        };
        const auto [dense, norm, decoder] = [&recipe]() -> Names {
            switch (recipe.head) {
            case HeadKind::Roberta: return {"lm_head.dense", "lm_head.layer_norm", "lm_head"};
            case HeadKind::DistilBert: return {"vocab_transform", "vocab_layer_norm", "vocab_projector"};
            case HeadKind::Electra: return {"generator_predictions.dense", "generator_predictions.LayerNorm", "generator_lm_head"};
            case HeadKind::Albert: return {"predictions.dense", "predictions.LayerNorm", "predictions"};
            default: return {"cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions"};
            }
        }();
        const qint64 width = recipe.head == HeadKind::Electra || recipe.head == HeadKind::Albert ? recipe.embeddingSize : recipe.hidden;
        m_dense = Linear(root / dense, recipe.hidden, width);
        m_norm = Norm(root / norm, width, NormKind::Layer, recipe.epsilon);
        m_decoder = recipe.isTied ? Linear(root / decoder, tokens, true) : Linear(root / decoder, width, recipe.vocabulary, true);
    }

    NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const override
    {
        at::Tensor x = m_dense(hidden);
        x = activated(m_activation, x);
        x = m_norm(x);
        return tokenLoss(m_decoder(x), target);
    }

    at::Tensor target(const NetworkParts &parts, qint64 batch, qint64 length) const override { return parts.numbers({batch, length}, m_vocabulary); }

private:
    Activation m_activation;
    qint64 m_vocabulary;
    Linear m_dense, m_decoder;
    Norm m_norm;
};

/// A class, or a value, for a whole text.
class SequenceHead final : public TaskHead
{
public:
    SequenceHead(const NetworkPath &root, const TransformerRecipe &recipe, const TaskRequest &request)
        : m_kind(recipe.head), m_loss(request.loss), m_dropout(recipe.classifierDropout), m_labels(request.labels)
    {
        switch (recipe.head) {
        case HeadKind::Decoder: m_classifier = Linear(root.trained() / "score", recipe.hidden, request.labels, false); return;
        case HeadKind::Bert: m_pooler = Linear(root / recipe.prefix / "pooler.dense", recipe.hidden, recipe.hidden); break;
        case HeadKind::Albert: m_pooler = Linear(root / recipe.prefix / "pooler", recipe.hidden, recipe.hidden); break;
        case HeadKind::DistilBert: m_pooler = Linear(root.trained() / "pre_classifier", recipe.hidden, recipe.hidden); break;
        case HeadKind::Roberta:
        case HeadKind::Electra: m_pooler = Linear(root.trained() / "classifier.dense", recipe.hidden, recipe.hidden); break;
        }
        const bool hasOwnModule = recipe.head == HeadKind::Roberta || recipe.head == HeadKind::Electra;
        m_classifier = Linear(root.trained() / (hasOwnModule ? "classifier.out_proj" : "classifier"), recipe.hidden, request.labels);
    }

    NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const override
    {
        const at::Tensor logits = m_kind == HeadKind::Decoder ? lastTokens(hidden) : pooled(hidden);
        const bool isValue = m_labels == 1 && m_loss != Loss::CrossEntropy;
        return {lossOf(m_loss, isValue ? logits.squeeze(-1) : logits, target), {logits}};
    }

    at::Tensor target(const NetworkParts &parts, qint64 batch, qint64) const override
    {
        return m_labels == 1 && m_loss != Loss::CrossEntropy ? targetFor(m_loss, parts, {batch}) : targetFor(m_loss, parts, {batch, m_labels});
    }

private:
    at::Tensor lastTokens(const at::Tensor &hidden) const
    {
        const at::Tensor logits = m_classifier(hidden);
        return logits.select(1, logits.size(1) - 1).clone(); // picked by a list of indices, which copies
    }

    at::Tensor pooled(const at::Tensor &hidden) const
    {
        at::Tensor x = hidden.select(1, 0);
        if (m_kind == HeadKind::Roberta || m_kind == HeadKind::Electra)
            x = dropout(x, m_dropout);
        x = m_pooler(x);
        x = activated(m_kind == HeadKind::DistilBert ? Activation::Relu : m_kind == HeadKind::Electra ? Activation::Gelu : Activation::Tanh, x);
        x = dropout(x, m_dropout);
        return m_classifier(x);
    }

    HeadKind m_kind;
    Loss m_loss;
    double m_dropout;
    qint64 m_labels;
    Linear m_pooler, m_classifier;
};

/// A class for each token.
class TokenHead final : public TaskHead
{
public:
    TokenHead(const NetworkPath &root, const TransformerRecipe &recipe, const TaskRequest &request)
        : m_dropout(recipe.classifierDropout), m_labels(request.labels), m_classifier(root.trained() / "classifier", recipe.hidden, request.labels)
    {
    }

    NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const override
    {
        const at::Tensor x = dropout(hidden, m_dropout);
        return tokenLoss(m_classifier(x), target);
    }

    at::Tensor target(const NetworkParts &parts, qint64 batch, qint64 length) const override { return parts.numbers({batch, length}, m_labels); }

private:
    double m_dropout;
    qint64 m_labels;
    Linear m_classifier;
};

/// First and last token of the answer: two cross-entropies over the tokens.
class SpanHead final : public TaskHead
{
public:
    SpanHead(const NetworkPath &root, const TransformerRecipe &recipe) : m_outputs(root.trained() / "qa_outputs", recipe.hidden, 2) {}

    NetworkOutput operator()(const at::Tensor &hidden, const at::Tensor &target) const override
    {
        const at::Tensor logits = m_outputs(hidden);
        const at::Tensor first = logits.select(-1, 0).contiguous(), last = logits.select(-1, 1).contiguous();
        const at::Tensor firstLoss = at::cross_entropy_loss(first, target.select(1, 0));
        const at::Tensor lastLoss = at::cross_entropy_loss(last, target.select(1, 1));
        return {(firstLoss + lastLoss) / 2, {first, last}};
    }

    at::Tensor target(const NetworkParts &parts, qint64 batch, qint64 length) const override { return parts.numbers({batch, 2}, length); }

private:
    Linear m_outputs;
};

} // namespace

std::unique_ptr<TaskHead> makeTaskHead(const NetworkPath &root, const TransformerRecipe &recipe, const TaskRequest &request, const at::Tensor &tokens)
{
    switch (request.task) {
    case Task::MaskedLm:
        if (recipe.head != HeadKind::Decoder)
            return std::make_unique<MaskedHead>(root, recipe, tokens);
        break;
    case Task::SequenceClassification:
    case Task::Regression: return std::make_unique<SequenceHead>(root, recipe, request);
    case Task::TokenClassification: return std::make_unique<TokenHead>(root, recipe, request);
    case Task::QuestionAnswering: return std::make_unique<SpanHead>(root, recipe);
    default: break;
    }
    return std::make_unique<CausalHead>(root, recipe, tokens);
}

} // namespace Trainyard
