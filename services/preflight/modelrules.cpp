#include "services/preflight/modelrules.h"

#include "services/preflight/cardcapability.h"
#include "services/preflight/jobparameters.h"
#include "services/preflight/modelfiles.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ModelRules)
};

/// How a family knows where a token stands; what a longer sequence comes to hangs on it.
enum class Positions { Table, Rotary, Unlimited, Unknown };

struct Family
{
    const char *type; ///< `model_type` of a configuration
    Positions positions;
    int reserved = 0; ///< rows of the table that no token gets: RoBERTa counts from padding_idx + 1 on
};

// github.com/huggingface/transformers, src/transformers/models/*/modeling_*.py: a table of positions (learned, or of sines), rotary
// embedding, or a bias that knows no limit.
constexpr Family families[] = {
    {"albert", Positions::Table},     {"bart", Positions::Table},        {"bert", Positions::Table},       {"biogpt", Positions::Table},
    {"bloom", Positions::Unlimited},    {"camembert", Positions::Table, 2}, {"clip_text_model", Positions::Table}, {"codegen", Positions::Table},
    {"cohere", Positions::Rotary},      {"deepseek_v2", Positions::Rotary},  {"deepseek_v3", Positions::Rotary}, {"distilbert", Positions::Table},
    {"electra", Positions::Table},    {"ernie", Positions::Table},       {"falcon", Positions::Rotary},      {"gemma", Positions::Rotary},
    {"gemma2", Positions::Rotary},      {"gpt2", Positions::Table},        {"gpt_bigcode", Positions::Table}, {"gpt_neo", Positions::Table},
    {"gpt_neox", Positions::Rotary},    {"gptj", Positions::Table},        {"llama", Positions::Rotary},       {"longformer", Positions::Table, 2},
    {"mbart", Positions::Table},      {"mistral", Positions::Rotary},      {"mixtral", Positions::Rotary},     {"mpnet", Positions::Table, 2},
    {"mpt", Positions::Unlimited},      {"mt5", Positions::Unlimited},       {"olmo", Positions::Rotary},        {"openai-gpt", Positions::Table},
    {"opt", Positions::Table},        {"phi", Positions::Rotary},          {"phi3", Positions::Rotary},        {"qwen2", Positions::Rotary},
    {"qwen3", Positions::Rotary},       {"roberta", Positions::Table, 2},  {"stablelm", Positions::Rotary},    {"starcoder2", Positions::Rotary},
    {"t5", Positions::Unlimited},       {"umt5", Positions::Unlimited},      {"xlm-roberta", Positions::Table, 2},
};

Family familyOf(const JsonFile &configuration)
{
    const QString type = configuration.object.value("model_type"_L1).toString();
    const auto known = std::find_if(std::begin(families), std::end(families), [&type](const Family &family) { return type == QLatin1String(family.type); });
    if (configuration.object.value("alibi"_L1).toBool() || configuration.object.value("position_embedding_type"_L1).toString().startsWith("relative"_L1))
        return {"", Positions::Unlimited};
    if (known != std::end(families))
        return *known;
    return {"", configuration.object.contains("rope_theta"_L1) ? Positions::Rotary : Positions::Unknown};
}

/// Positions that the configuration has, with what scaling adds to them; nothing: it does not say.
std::optional<qint64> positionsOf(const JsonFile &configuration, const Family &family)
{
    static const QStringList names{u"max_position_embeddings"_s, u"n_positions"_s, u"n_ctx"_s, u"max_seq_len"_s};
    std::optional<qint64> positions;
    for (const QString &name : names) {
        if (!positions)
            positions = configuration.number(name);
    }
    if (!positions || *positions <= 0)
        return std::nullopt;
    const QJsonObject scaling = configuration.object.value("rope_scaling"_L1).toObject();
    const double factor = scaling.value("factor"_L1).toDouble(1);
    const qint64 original = scaling.value("original_max_position_embeddings"_L1).toInteger(*positions);
    return std::max(*positions, qint64(double(original) * std::max(factor, 1.0))) - family.reserved;
}

class ModelCheck
{
public:
    ModelCheck(const PreflightContext &context, const ScriptAnalysis &script)
        : m_context(context)
        , m_script(script)
        , m_configurations(modelConfigurations(context, script))
    {
    }

    CheckReport check()
    {
        for (const JsonFile &configuration : m_configurations) {
            checkVocabulary(configuration);
            checkLength(configuration);
        }
        checkOverflow();
        checkSupport();
        return m_report;
    }

private:
    bool calls(QLatin1StringView name) const
    {
        return m_script.reading
            && std::any_of(m_script.reading->calls.begin(), m_script.reading->calls.end(), [name](const ScriptCall &call) { return call.name() == name; });
    }

    void checkVocabulary(const JsonFile &configuration)
    {
        const std::optional<qint64> rows = configuration.number(u"vocab_size"_s);
        if (!rows || calls("resize_token_embeddings"_L1))
            return;
        const std::optional<LargestToken> largest = largestToken(m_context, configuration);
        if (!largest || largest->id < *rows)
            return;
        m_report.findings.append(errorFinding("model.vocabulary", configuration.place(u"vocab_size"_s),
                                              Text::tr("%1 has token ids up to %2 (“%3”), but the model has %4 embedding rows, for the ids 0 to %5: the first such token ends in an index error.")
                                                  .arg(largest->shown).arg(largest->id).arg(largest->text).arg(*rows).arg(*rows - 1),
                                              Text::tr("Call model.resize_token_embeddings(len(tokenizer)), or set vocab_size to %1 where the model is trained from the start.").arg(largest->id + 1)));
    }

    struct Length
    {
        qint64 tokens = 0;
        Place place;
    };

    std::optional<Length> sequenceLength() const
    {
        if (const auto &training = m_context.job().training; training && training->sequenceLength)
            return Length{*training->sequenceLength, m_context.document.place(u"training.sequence_length"_s)};
        static const QStringList names{u"sequence_length"_s, u"seq_length"_s, u"seq_len"_s, u"max_seq_length"_s, u"max_seq_len"_s, u"max_length"_s, u"block_size"_s, u"cutoff_len"_s, u"model_max_length"_s};
        const std::optional<GivenParameter> given = givenParameter(m_context, names);
        const std::optional<qint64> tokens = given ? given->number() : std::nullopt;
        return tokens ? std::optional(Length{*tokens, given->place}) : std::nullopt;
    }

    void checkLength(const JsonFile &configuration)
    {
        const Family family = familyOf(configuration);
        const std::optional<qint64> positions = positionsOf(configuration, family);
        const std::optional<Length> length = sequenceLength();
        if (!length || !positions || family.positions == Positions::Unlimited || length->tokens <= *positions)
            return;
        const QString fix = Text::tr("Set the sequence length to %1 or less.").arg(*positions);
        if (family.positions == Positions::Table) {
            m_report.findings.append(errorFinding("model.sequence-too-long", length->place,
                                                  Text::tr("A sequence has %1 tokens, but the model of %2 has a table of %3 positions: training stops with an index error.")
                                                      .arg(length->tokens).arg(configuration.shown).arg(*positions), fix));
        } else {
            m_report.findings.append(warningFinding("model.sequence-too-long", length->place,
                                                    Text::tr("A sequence has %1 tokens, but the model of %2 is made for %3 positions: beyond them it only guesses.")
                                                        .arg(length->tokens).arg(configuration.shown).arg(*positions),
                                                    fix + u' ' + Text::tr("Or add rope_scaling to the configuration.")));
        }
    }

    struct Precision
    {
        bool isHalf = false;  ///< fp16
        bool isBrain = false; ///< bf16
        QString name;         ///< as the job says it
        Place place;
    };

    /// Both places may speak of it: the job's own section, and the Trainer's switches among the parameters.
    std::optional<Precision> precision() const
    {
        if (const auto &training = m_context.job().training; training && training->precision.contains("16"_L1))
            return Precision{training->precision.endsWith("fp16"_L1), training->precision.endsWith("bf16"_L1), training->precision,
                             m_context.document.place(u"training.precision"_s)};
        for (const QString &name : {u"fp16"_s, u"bf16"_s}) {
            const std::optional<GivenParameter> given = givenParameter(m_context, {name});
            if (given && given->isOn())
                return Precision{name == "fp16"_L1, name == "bf16"_L1, name, given->place};
        }
        const std::optional<GivenParameter> mixed = givenParameter(m_context, {u"mixed_precision"_s, u"precision"_s});
        if (mixed && mixed->value.contains("16"_L1))
            return Precision{mixed->value.startsWith("fp16"_L1) || mixed->value.startsWith("16"_L1), mixed->value.startsWith("bf16"_L1), mixed->value, mixed->place};
        return std::nullopt;
    }

    void checkOverflow()
    {
        const std::optional<Precision> half = precision();
        if (!half || !half->isHalf)
            return;
        for (const JsonFile &configuration : m_configurations) {
            // T5's activations leave half precision's range: github.com/huggingface/transformers/issues/14189.
            static const QStringList wideFamilies{u"t5"_s, u"mt5"_s, u"umt5"_s, u"longt5"_s, u"gemma2"_s, u"gemma3"_s};
            const QString type = configuration.object.value("model_type"_L1).toString();
            const QString kept = configuration.object.value(configuration.object.contains("dtype"_L1) ? "dtype"_L1 : "torch_dtype"_L1).toString();
            const bool isMadeInBrain = kept == "bfloat16"_L1;
            if (!isMadeInBrain && !wideFamilies.contains(type))
                continue;
            const std::optional<Flavor> flavor = m_context.flavor();
            const std::optional<bool> cardCan = flavor ? hasBrainFloat(*flavor) : std::nullopt;
            const QString message = isMadeInBrain ? Text::tr("The weights of %1 were made in bfloat16. Their values may be larger than 65504, where %2 becomes infinite.").arg(configuration.shown, half->name)
                                                  : Text::tr("Models of the family %1 have values above 65504, where %2 becomes infinite.").arg(type, half->name);
            m_report.findings.append(warningFinding("training.precision-overflow", half->place, message,
                                                    cardCan == false ? Text::tr("Use fp32: %1 has no bf16. Or choose a card that has.").arg(flavor->name)
                                                                     : Text::tr("Use bf16 (amp-bf16), which has the range of fp32.")));
            return;
        }
    }

    void checkSupport()
    {
        const std::optional<Flavor> flavor = m_context.flavor();
        const std::optional<Precision> brain = precision();
        if (!flavor || !brain || !brain->isBrain || hasBrainFloat(*flavor) != false)
            return;
        // The Trainer refuses; plain PyTorch computes it slowly. docs of torch.cuda.is_bf16_supported: compute capability 8.0.
        const bool isRefused = brain->name == "bf16"_L1 && calls("TrainingArguments"_L1);
        const QString message = Text::tr("%1 needs compute capability 8.0, but the card of %2 (%3) is %4.").arg(brain->name, flavor->name, flavor->accelerator->type, flavor->accelerator->architecture);
        const QString fix = Text::tr("Use fp16 with loss scaling (amp-fp16), or choose a card from A100 or RTX 30 on.");
        m_report.findings.append(isRefused ? errorFinding("training.precision-unsupported", brain->place, message, fix)
                                           : warningFinding("training.precision-unsupported", brain->place, message + u' ' + Text::tr("It would be slow there, or refused."), fix));
    }

    const PreflightContext &m_context;
    const ScriptAnalysis &m_script;
    QList<JsonFile> m_configurations;
    CheckReport m_report;
};

} // namespace

CheckReport modelRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    return ModelCheck(context, script).check();
}

} // namespace Trainyard
