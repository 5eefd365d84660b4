#pragma once

#include "models/accelerator/memoryforecast.h"

namespace Trainyard {

/// A language model of 7 billion parameters with LoRA that does not fit a card of 24 GiB: every part of a forecast is there.
inline MemoryForecast sampleForecast()
{
    constexpr qint64 gib = qint64(1) << 30, mib = qint64(1) << 20;
    MemoryForecast forecast;
    forecast.device = QStringLiteral("A10");
    forecast.capacityBytes = 24 * gib - 1400 * mib;
    forecast.fits = false;
    forecast.peakAllocatedBytes = 26 * gib + 400 * mib;
    forecast.peakReservedBytes = 27 * gib;
    forecast.smallestCapacityBytes = 27 * gib + 300 * mib;
    forecast.lowBytes = 26 * gib + 600 * mib;
    forecast.highBytes = 29 * gib;
    forecast.breakdown = {12 * gib + 600 * mib, 32 * mib, 64 * mib, 13 * gib, 900 * mib, 64 * mib, 650 * mib};
    forecast.peakAt = QStringLiteral("backward");
    forecast.atPeak = {12 * gib + 600 * mib, 20 * mib, 64 * mib, 12 * gib + 500 * mib, 1200 * mib, 64 * mib, 650 * mib};
    forecast.activationsByModule = {{QStringLiteral("model.layers.0"), 400 * mib}, {QStringLiteral("lm_head"), 900 * mib}};
    forecast.largestBatch = 6;
    forecast.largestSequence = 1536;
    forecast.parameters = 6'742'609'920;
    forecast.trainableParameters = 4'194'304;
    forecast.resolved = {{QStringLiteral("attention"), QStringLiteral("flash")}, {QStringLiteral("zero_grad"), QStringLiteral("set-to-none")}};
    forecast.method = QStringLiteral("meta");
    forecast.notForecast = {QStringLiteral("Buffers of NCCL are not forecast.")};
    forecast.flavors = {{QStringLiteral("gpu.a100.40"), QStringLiteral("A100"), 39 * gib, true, 12.0, 9.0, 12.5, false},
                        {QStringLiteral("gpu.a10"), QStringLiteral("A10"), 24 * gib - 1400 * mib, false, 4.0, std::nullopt, std::nullopt, false}};
    forecast.suggestions = {{QStringLiteral("halve-batch"), QStringLiteral("Use batch 4 and accumulate 2 steps"),
                             {{QStringLiteral("training.batch_size"), QStringLiteral("4")}, {QStringLiteral("training.gradient_accumulation"), QStringLiteral("2")}},
                             7 * gib, 20 * gib, true},
                            {QStringLiteral("activation-checkpointing"), QStringLiteral("Recompute activations in each layer"),
                             {{QStringLiteral("training.activation_checkpointing"), QStringLiteral("true")}}, 11 * gib, 16 * gib, true}};
    for (const qint64 batch : {1, 2, 4, 8, 16})
        forecast.curve.append({QStringLiteral("batch_size"), batch, 14 * gib + batch * 1600 * mib});
    for (const qint64 length : {256, 512, 1024, 2048, 4096})
        forecast.curve.append({QStringLiteral("sequence_length"), length, 14 * gib + length * 7 * mib});
    const auto add = [&](double position, qint64 mebibytes, const char *phase) {
        forecast.timeline.append({position, mebibytes * mib, QLatin1String(phase)});
    };
    add(0, 12'900, "forward");
    add(0.15, 18'000, "forward");
    add(0.33, 25'400, "forward");
    add(0.36, 27'024, "backward");
    add(0.6, 20'000, "backward");
    add(0.9, 13'200, "backward");
    add(0.92, 13'000, "optimizer");
    add(1, 12'980, "optimizer");
    forecast.host = HostNeeds{16 * gib, 512 * mib, 50 * mib, 200 * mib, 3.4e14};
    return forecast;
}

} // namespace Trainyard
