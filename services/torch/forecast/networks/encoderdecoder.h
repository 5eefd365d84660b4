#pragma once

#include "services/torch/forecast/networks/configreader.h"
#include "services/torch/forecast/networks/selfattention.h"

namespace Trainyard {

/// One of the two stacks.
struct StackRecipe
{
    qint64 layers = 0, positions = 0, positionOffset = 0;
    AttentionShape attention, cross; ///< cross: of the decoder only
    MlpShape mlp;
    const char *layerList = "layers", *attentionNorm = "self_attn_layer_norm", *crossNorm = "encoder_attn_layer_norm", *mlpNorm = "final_layer_norm",
               *embeddingNorm = "", *finalNorm = "";
    const char *relativeBias = ""; ///< T5: its table, dotted within the stack
};

/// A model that reads one text and writes another: T5 kinds (norms first, relative positions) and BART kinds.
struct EncoderDecoderRecipe
{
    QString family;
    qint64 hidden = 0, vocabulary = 0, longest = 0;
    StackRecipe encoder, decoder;
    bool isNormFirst = true;
    NormKind norm = NormKind::Layer;
    double epsilon = 1e-5, dropout = 0;
    qint64 buckets = 0;          ///< of relative positions; 0: none
    bool scalesEmbedding = false, scalesOutput = false, dropsOutput = false, isTied = true, hasLogitsBias = false;
    bool attentionIsEagerOnly = false;
    QVersionNumber fusedSince;
    const char *prefix = "model", *tokens = "shared";
    QStringList notForecast;
};

Result<> share(EncoderDecoderRecipe &recipe, int devices);

/// Nothing when @p family is none of them. What is wrong with the config is in its fault().
std::optional<EncoderDecoderRecipe> encoderDecoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
QStringList encoderDecoderFamilies();

class EncoderDecoderNetwork final : public Network
{
public:
    EncoderDecoderNetwork(EncoderDecoderRecipe recipe, const StepPlan &plan, at::Device device);

    std::vector<NamedTensor> parameters() const override { return m_parts.parameters; }
    std::vector<NamedTensor> buffers() const override { return m_parts.buffers; }
    bool hasSequence() const override { return true; }
    qint64 longestSequence() const override { return m_recipe.longest; }
    NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const override;
    NetworkOutput forward(const NetworkBatch &batch) override;
    QStringList notForecast() const override { return m_recipe.notForecast; }

    const NetworkParts &parts() const { return m_parts; }

private:
    class Layer
    {
    public:
        Layer(const NetworkPath &path, const EncoderDecoderRecipe &recipe, const StackRecipe &stack, bool isDecoder);

        /// @p memory: the encoder's output, for a decoder.
        at::Tensor operator()(const at::Tensor &x, const AttentionContext &context, const at::Tensor &memory) const;

    private:
        at::Tensor within(const Norm &norm, const at::Tensor &x, const std::function<at::Tensor(const at::Tensor &)> &work) const;

        bool m_isNormFirst, m_isDecoder;
        double m_dropout;
        Norm m_attentionNorm, m_crossNorm, m_mlpNorm;
        SelfAttention m_attention, m_cross;
        Mlp m_mlp;
    };

    struct Stack
    {
        at::Tensor positions, relativeBias;
        Norm embeddingNorm, finalNorm;
        std::vector<Layer> layers;
    };

    void buildStack(Stack &stack, const NetworkPath &path, const StackRecipe &recipe, bool isDecoder);
    at::Tensor embedded(const Stack &stack, const StackRecipe &recipe, const at::Tensor &tokens) const;
    at::Tensor run(const Stack &stack, const StackRecipe &recipe, const at::Tensor &tokens, const at::Tensor &memory) const;
    AttentionContext contextFor(const Stack &stack, const at::Tensor &x) const;

    EncoderDecoderRecipe m_recipe;
    NetworkParts m_parts;
    at::Tensor m_tokens, m_logitsBias;
    Stack m_encoder, m_decoder;
    Linear m_head;
};

} // namespace Trainyard
