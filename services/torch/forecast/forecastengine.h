#pragma once

#include "models/accelerator/acceleratorcatalogue.h"
#include "models/accelerator/memoryforecast.h"
#include "models/preflight/finding.h"
#include "services/torch/forecast/forecastrequest.h"

#include <chrono>
#include <functional>
#include <memory>

namespace Trainyard {

struct ForecastAnswer
{
    MemoryForecast memory;
    Findings findings;
    QList<NotChecked> notChecked;
};

/**
 * Answers forecasts one after another and stays warm: the model of the last request, and the steps that were run with it, are kept, so that
 * another batch size of the same job costs a replay.
 *
 * A model whose operators do not run on meta tensors is measured on the CPU at small batches and carried on (method cpu-extrapolated); where that
 * fails too, only its states are counted (states-only). Both say why in MemoryForecast::notForecast.
 */
class ForecastEngine
{
public:
    explicit ForecastEngine(const AcceleratorCatalogue &catalogue = AcceleratorCatalogue::bundled());
    ~ForecastEngine();
    ForecastEngine(const ForecastEngine &) = delete;
    ForecastEngine &operator=(const ForecastEngine &) = delete;

    /// How long a full answer may look beyond the job as it is (searches, curve, changes); what is not found by then is told as not checked.
    void setPatience(std::chrono::milliseconds patience);

    /// @p isCancelled is asked between runs and every few thousand allocations. Errors: Invalid, NotFound, Unavailable, Resource, Cancelled.
    Result<ForecastAnswer> forecast(const ForecastRequest &request, const std::function<bool()> &isCancelled = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
