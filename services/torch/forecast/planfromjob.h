#pragma once

#include "models/job/jobdocument.h"
#include "models/result.h"
#include "services/torch/forecast/networkrequest.h"
#include "services/torch/forecast/stepplan.h"

namespace Trainyard {

struct ForecastRequest;

/// What a job asks the forecast to run, with every `auto` resolved.
struct ForecastPlan
{
    NetworkRequest network;
    StepPlan step;
    QString cuda;                             ///< `12.1`; empty: not known
    bool isFrameworkKnown = false;            ///< else 2.0 and later is taken, and the band is wider
    bool mayChooseLength = false;             ///< the job says no sequence length: the model's own is taken
    QList<std::pair<QString, QString>> resolved; ///< key -> what was taken for `auto`, or for a value that was left out
    QStringList notForecast;                  ///< keys that are passed over, in sentences

    QString frameworkText() const { return step.facts.framework.toString(); }
};

/// Says in plan.resolved which kinds of attention really ran, where nobody asked for one or where it could not be had.
void settleAttention(ForecastPlan &plan, const std::vector<AttentionKind> &thatRan);

/// Where peft puts adapters when nobody says: queries and values, by the names that the families give them.
QStringList usualLoraTargets();

/**
 * Reads the model and training sections by the framework's version (the job's, else the image's, else 2.0 and later).
 *
 * @p computeCapability: of the card. Errors: Invalid (a fault in these sections, a value beyond counting), NotFound (no model section).
 */
Result<ForecastPlan> planFromJob(const JobDocument &document, const ForecastRequest &request, int computeCapability = 80);

} // namespace Trainyard
