#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// Bytes by use. In MemoryForecast::breakdown weights, gradients and optimizer are full sizes and activations those alive when backward starts;
/// in atPeak what is alive at the peak.
struct MemoryBreakdown
{
    qint64 weights = 0, gradients = 0, optimizer = 0, activations = 0, temporaries = 0, workspace = 0, context = 0;

    qint64 sum() const { return weights + gradients + optimizer + activations + temporaries + workspace + context; }
    QJsonObject toJson() const;
    static MemoryBreakdown fromJson(const QJsonObject &object);
    bool operator==(const MemoryBreakdown &) const = default;
};

/// A flavor of the profile, held against the forecast.
struct FlavorFit
{
    QString name;
    QString accelerator;                 ///< `A100`
    std::optional<qint64> capacityBytes; ///< usable memory of one card
    std::optional<bool> fits;            ///< not set: the card's memory is not known
    std::optional<double> pricePerHour;
    std::optional<double> hoursLow, hoursHigh; ///< time of the whole job on it, from FLOPs and the stated utilisation, or measured
    bool isMeasured = false;             ///< hours are from a run of this job on this flavor
    std::optional<double> stepSecondsLow = std::nullopt, stepSecondsHigh = std::nullopt; ///< of one optimizer step, in the same way
    bool operator==(const FlavorFit &) const = default;
};

/// One change of the job, forecast again.
struct MemorySuggestion
{
    QString code;       ///< halve-batch, activation-checkpointing, amp, optimizer, lora, zero, flavor: stable, for scripts
    QString change;     ///< the sentence for people
    QList<std::pair<QString, QString>> edits; ///< job keys and their new YAML values, in order: `training.batch_size` -> `4`
    qint64 savesBytes = 0;
    qint64 needBytes = 0; ///< smallest capacity after the change
    std::optional<bool> fits;
    bool operator==(const MemorySuggestion &) const = default;
};

struct MemoryCurvePoint
{
    QString axis;       ///< `batch_size` or `sequence_length`
    qint64 value = 0;
    qint64 needBytes = 0; ///< smallest capacity, context included
    bool operator==(const MemoryCurvePoint &) const = default;
};

/// The allocated memory through one training step, thinned to its corners: for a chart.
struct MemoryTimelinePoint
{
    double position = 0; ///< 0..1 through the step, by allocation events
    qint64 bytes = 0;
    QString phase;       ///< forward, backward, optimizer
    bool operator==(const MemoryTimelinePoint &) const = default;
};

struct ModuleMemory
{
    QString module; ///< `model.layers.0`
    qint64 bytes = 0;
    bool operator==(const ModuleMemory &) const = default;
};

/// Other needs of the job, beside the card's memory.
struct HostNeeds
{
    qint64 ramBytes = 0;
    qint64 sharedMemoryBytes = 0;     ///< /dev/shm for the loader's workers
    qint64 checkpointBytes = 0;       ///< one checkpoint
    qint64 checkpointsOnDiskBytes = 0; ///< kept copies and the one being written
    double flopsPerStep = 0;          ///< of one device: all forward and backward passes of one optimizer step
    bool operator==(const HostNeeds &) const = default;
};

/// The `memory` object of `trainyard forecast --json`: all sizes in bytes, per device.
struct MemoryForecast
{
    QString device;     ///< `A100`, or `cuda (compute capability 8.0)`
    std::optional<qint64> capacityBytes;
    std::optional<bool> fits;
    qint64 peakAllocatedBytes = 0;
    qint64 peakReservedBytes = 0;
    qint64 smallestCapacityBytes = 0;
    qint64 lowBytes = 0, highBytes = 0;
    MemoryBreakdown breakdown;
    QString peakAt;     ///< forward, backward, optimizer
    MemoryBreakdown atPeak;
    QList<ModuleMemory> activationsByModule;
    std::optional<qint64> largestBatch;    ///< not set: no capacity is known; 0: not even one sample fits
    std::optional<qint64> largestSequence; ///< not set: no capacity, or no sequence
    qint64 parameters = 0, trainableParameters = 0;
    QList<std::pair<QString, QString>> resolved; ///< what each `auto` came to
    QString method;     ///< meta, cpu-extrapolated, states-only
    QStringList notForecast;
    QList<FlavorFit> flavors;
    QList<MemorySuggestion> suggestions;
    QList<MemoryCurvePoint> curve;
    QList<MemoryTimelinePoint> timeline;
    std::optional<HostNeeds> host;

    QJsonObject toJson() const;
    /// Unknown keys are passed over; not set: a key of the contract is missing or of the wrong type.
    static std::optional<MemoryForecast> fromJson(const QJsonObject &object);
    bool operator==(const MemoryForecast &) const = default;
};

} // namespace Trainyard
