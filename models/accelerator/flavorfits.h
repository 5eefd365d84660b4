#pragma once

#include "models/accelerator/acceleratorcatalogue.h"
#include "models/accelerator/memoryforecast.h"
#include "models/job/job.h"

#include <functional>
#include <optional>

namespace Trainyard {

/// What decides how fast a card is: which of its peaks counts, and which share of it such steps reach.
enum class ComputeKind { Transformer, Convolution };

/// Share of a card's dense peak that training reaches. Sources: docs/forecast.md.
struct UtilisationRange
{
    double low = 0, high = 0;
    double flops = 0; ///< the peak it is a share of; 0: not known
};
/// @p precision: as the job writes it.
UtilisationRange utilisationOf(const Card &card, ComputeKind kind, const QString &precision);

/// Seconds from low to high.
struct SecondsRange
{
    double low = 0, high = 0;
};

/// What @p flopsPerStep take on @p card; not set: the card's speed is not known.
std::optional<SecondsRange> stepSeconds(const Card &card, ComputeKind kind, const QString &precision, double flopsPerStep);

/// Steps of the whole job, by its parameters: `max_steps: 1000`, or `epochs: 3` of @p samples. Not set: neither can be counted.
std::optional<qint64> stepsOf(const Job &job, std::optional<qint64> samples = std::nullopt);

/// Devices that the job is made for: data x tensor x pipeline parallel.
int devicesOf(const Job &job);

/// What a flavor is held against.
struct FlavorQuestion
{
    qint64 needBytes = 0;          ///< smallest capacity, context included
    qint64 contextBytes = 0;       ///< what of it is the context of the card it was forecast for
    ComputeKind kind = ComputeKind::Transformer;
    double flopsPerStep = 0;       ///< of one device, for one optimizer step; 0: not known
    std::optional<qint64> steps;   ///< of the whole job
    QString cuda, framework;       ///< versions, for the context
    /// The need of one card when the job is spread over this many (ZeRO), context included; nothing: it cannot be, or is not known.
    std::function<std::optional<qint64>(int cards)> spreadNeed = {};
};

/**
 * Holds the flavors with cards against the need: those that fit first, the cheapest first (by the price of the whole job where hours are known).
 *
 * Several cards are offered only where one does not do: a job for one device that fits a single card with a fifth to spare is never advised more.
 */
QList<FlavorFit> fitFlavors(const Job &job, const FlavorQuestion &question, const QList<Flavor> &flavors, const AcceleratorCatalogue &catalogue);

/// How fast this job went before on a flavor.
struct MeasuredPace
{
    QString flavor;
    double secondsPerStep = 0;
    std::optional<qint64> totalSteps; ///< as its log said
    bool operator==(const MeasuredPace &) const = default;
};

/// Puts what was measured in place of what was computed, and sorts again. @p steps as in FlavorQuestion; not set: those of the earlier run.
void useMeasuredPaces(QList<FlavorFit> &fits, const QList<MeasuredPace> &paces, std::optional<qint64> steps);

} // namespace Trainyard
