#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <optional>

namespace Trainyard {

enum class Precision { Fp32, AmpFp16, AmpBf16, Bf16, Fp16 };
enum class AttentionKind { Math, Flash, Efficient };
enum class OptimizerKind { Adam, AdamW, Sgd, RmsProp, Adafactor, AdamW8bit };
enum class OptimizerImplementation { ForLoop, Foreach, Fused };
enum class ZeroGradMode { SetToNone, Keep };
enum class Checkpointing { None, PerLayer, Selective };

/// What the framework's version decides about memory; nothing here is a guess about the job. Sources: docs/forecast.md.
struct FrameworkFacts
{
    QVersionNumber framework;           ///< of PyTorch
    QVersionNumber library;             ///< of transformers; null: not stated
    bool softmaxKeepsInput = false;     ///< up to 1.10: beside its output, for the backward pass
    bool meanKeepsInput = false;        ///< `mean` over a dimension, up to 2.1
    bool hasAttentionOperator = true;   ///< scaled_dot_product_attention, since 2.0
    int computeCapability = 80;         ///< of the card: 80 when none is named
    bool operator==(const FrameworkFacts &) const = default;
};

struct LoraPlan
{
    qint64 rank = 8;
    double alpha = 16;
    double dropout = 0;
    QStringList targets; ///< a linear layer whose dotted name ends in one of these gets an adapter
    bool operator==(const LoraPlan &) const = default;
};

/// Everything that decides what one training step allocates on one device. Each `auto` of the job is resolved.
struct StepPlan
{
    qint64 batchSize = 1;      ///< per device
    qint64 sequenceLength = 0; ///< tokens; 0: the model has no sequence
    int gradientAccumulation = 1;
    Precision precision = Precision::Fp32;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    OptimizerImplementation implementation = OptimizerImplementation::Foreach;
    double momentum = 0;
    double weightDecay = 0;
    ZeroGradMode zeroGrad = ZeroGradMode::SetToNone;
    Checkpointing checkpointing = Checkpointing::None;
    AttentionKind attention = AttentionKind::Math;
    bool attentionIsStated = false; ///< the job says so; else a model may have to fall back (soft-capped scores, large heads)
    std::optional<LoraPlan> lora;
    bool quantizedBase = false; ///< QLoRA: frozen matrices of the layers are held as NF4, and unpacked to be used
    int dataParallel = 1;
    int tensorParallel = 1;
    int zeroStage = 0;
    FrameworkFacts facts;
    bool operator==(const StepPlan &) const = default;
};

} // namespace Trainyard
