#include "app/window/quotaadvice.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "widgets/common/forecastcolor.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(QuotaAdvice)
};

// AdamW in fp32: 4 bytes of weights, 4 of gradients, 8 of moments for each parameter; activations come on top. 7 billion: 112 GB.
constexpr double bytesPerParameter = 16;
constexpr double shareForStates = 0.7; // the rest of a card is for activations and the framework
constexpr double smallUpload = 1e9;

QString decimal(double value)
{
    return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
}

QString durationText(double hours)
{
    return displayDuration(Milliseconds(qint64(hours * 3600e3)));
}

std::optional<Flavor> flavorOf(const Job &job, const QList<Flavor> &flavors)
{
    const auto found = std::find_if(flavors.cbegin(), flavors.cend(), [&](const Flavor &flavor) { return flavor.name == job.compute.flavor; });
    return found == flavors.cend() ? std::nullopt : std::optional(*found);
}

std::optional<double> memoryPerNode(const Flavor &flavor)
{
    if (flavor.accelerator)
        return flavor.accelerator->memoryBytes ? std::optional(double(*flavor.accelerator->memoryBytes) * flavor.cards()) : std::nullopt;
    return flavor.ramBytes ? std::optional(double(*flavor.ramBytes)) : std::nullopt;
}

/// Does the model fit, and on one device or several?
void adviseMemory(QuotaAdvice &advice, const std::optional<Flavor> &flavor, double parameters, const QList<Flavor> &flavors)
{
    const double needed = parameters * bytesPerParameter / shareForStates;
    const QString neededText = displaySize(qint64(needed));
    if (flavor) {
        const std::optional<double> memory = memoryPerNode(*flavor);
        const double oneDevice = memory ? *memory / std::max(1, flavor->cards()) : 0;
        if (memory && needed <= oneDevice)
            advice.lines.append({StatusColor::Ok, Text::tr("The model needs about %1: one device of %2 is enough.").arg(neededText, flavor->name)});
        else if (memory && needed <= *memory)
            advice.lines.append({StatusColor::Warning, Text::tr("The model needs about %1: more than one device of %2, so it has to be spread "
                                                                "(zero_stage 2 or 3, or tensor parallel).").arg(neededText, flavor->name)});
        else if (memory)
            advice.lines.append({StatusColor::Warning, Text::tr("The model needs about %1: more than %2 has. LoRA, a smaller model or another "
                                                                "flavor helps.").arg(neededText, flavor->name)});
        if (memory && needed <= oneDevice)
            return;
    }
    QStringList fitting;
    for (const Flavor &other : flavors) {
        if (const std::optional<double> memory = memoryPerNode(other); memory && needed <= *memory / std::max(1, other.cards()))
            fitting.append(other.name);
    }
    if (!fitting.isEmpty())
        advice.lines.append({StatusColor::Info, Text::tr("Flavors with a device that is large enough: %1.").arg(fitting.join(QLatin1String(", ")))});
}

/// The same question, answered by the forecast.
void adviseByForecast(QuotaAdvice &advice, const MemoryForecast &forecast)
{
    advice.lines.append({statusColorOf(forecast), needSentence(forecast)});
    QStringList fitting;
    for (const FlavorFit &flavor : forecast.flavors) {
        if (flavor.fits.value_or(false))
            fitting.append(flavor.name);
    }
    if (verdictOf(forecast) != ForecastVerdict::Fits && !fitting.isEmpty())
        advice.lines.append({StatusColor::Info, Text::tr("Flavors with a device that is large enough: %1.").arg(fitting.join(QLatin1String(", ")))});
}

/// Where the hours come from the forecast, the range that they are the careful end of.
void explainHours(QuotaAdvice &advice, const Job &job, const QuotaNeeds &needs, const std::optional<MemoryForecast> &forecast)
{
    const std::optional<FlavorFit> own = ownFlavorFit(job, forecast);
    if (own && needs.hours && own->hoursHigh == needs.hours && !own->isMeasured)
        advice.lines.append({StatusColor::Info, Text::tr("The forecast expects %1 for one run; the longer time is reckoned with.").arg(hoursText(*own))});
}

QString requestFor(const Job &job, const Flavor &flavor, double needed, const QuotaNeeds &needs)
{
    QStringList lines{Text::tr("Request for %1 more card-hours on %2").arg(decimal(needed), flavor.name), QString(),
                      Text::tr("Job: %1. %2").arg(job.name, job.description), Text::tr("Purpose: %1").arg(job.purpose.isEmpty() ? job.name : job.purpose)};
    if (!job.project.isEmpty())
        lines.append(Text::tr("Project: %1").arg(job.project));
    lines.append(Text::tr("Size: %1 node(s) of %2, about %3 for each run").arg(job.nodes()).arg(flavor.name, durationText(needs.hours.value_or(0))));
    if (needs.parameters)
        lines.append(Text::tr("Model: %1 million parameters").arg(decimal(*needs.parameters / 1e6)));
    if (needs.dataBytes)
        lines.append(Text::tr("Data: %1").arg(displaySize(qint64(*needs.dataBytes))));
    return lines.join(u'\n');
}

void adviseHours(QuotaAdvice &advice, const Job &job, const Flavor &flavor, const QuotaNeeds &needs, const QList<QuotaItem> &quota)
{
    const auto item = std::find_if(quota.cbegin(), quota.cend(), [&](const QuotaItem &entry) { return entry.flavor == flavor.name; });
    if (item == quota.cend())
        return;
    if (item->isUnlimited) {
        if (needs.hours)
            advice.lines.append({StatusColor::Ok, Text::tr("One run takes about %1. There is no limit of hours on %2.").arg(durationText(*needs.hours), flavor.name)});
        else
            advice.lines.append({StatusColor::Ok, Text::tr("There is no limit of hours on %1.").arg(flavor.name)});
        return;
    }
    if (!needs.hours || !item->hoursLeft) {
        advice.lines.append({StatusColor::Muted, item->hoursLeft ? Text::tr("Not compared: enter the expected hours.")
                                                                 : Text::tr("Not compared: the platform does not say how many hours are left.")});
        return;
    }
    const double needed = cardHours(job, flavor, *needs.hours);
    const QString sentence = Text::tr("The run uses about %1 card-hours (%2 × %3 cards × %4 h); %5 card-hours are left.")
                                 .arg(decimal(needed)).arg(job.nodes()).arg(std::max(1, flavor.cards())).arg(decimal(*needs.hours), decimal(*item->hoursLeft));
    advice.lines.append({needed > *item->hoursLeft ? StatusColor::Warning : StatusColor::Ok, sentence});
    if (needed > *item->hoursLeft)
        advice.requestText = requestFor(job, flavor, needed - *item->hoursLeft, needs);
}

} // namespace

double cardHours(const Job &job, const Flavor &flavor, double hours)
{
    return job.nodes() * std::max(1, flavor.cards()) * hours;
}

std::optional<FlavorFit> ownFlavorFit(const Job &job, const std::optional<MemoryForecast> &forecast)
{
    if (!forecast)
        return std::nullopt;
    const auto own = std::find_if(forecast->flavors.begin(), forecast->flavors.end(), [&](const FlavorFit &flavor) { return flavor.name == job.compute.flavor; });
    return own == forecast->flavors.end() ? std::nullopt : std::optional(*own);
}

QuotaAdvice adviseQuota(const Job &job, const QuotaNeeds &needs, const QList<Flavor> &flavors, const QList<QuotaItem> &quota, bool needsUpload,
                        const std::optional<MemoryForecast> &forecast)
{
    QuotaAdvice advice;
    const std::optional<Flavor> flavor = flavorOf(job, flavors);
    if (!flavor && !job.compute.flavor.isEmpty() && !flavors.isEmpty())
        advice.lines.append({StatusColor::Warning, Text::tr("%1 is not among the flavors of this platform.").arg(job.compute.flavor)});
    if (flavor)
        adviseHours(advice, job, *flavor, needs, quota);
    explainHours(advice, job, needs, forecast);
    if (forecast)
        adviseByForecast(advice, *forecast);
    else if (needs.parameters)
        adviseMemory(advice, flavor, *needs.parameters, flavors);
    if (flavor && flavor->diskBytes && needs.dataBytes && *needs.dataBytes > double(*flavor->diskBytes)) {
        advice.lines.append({StatusColor::Warning, Text::tr("The data takes %1, but %2 has %3 of disk.")
                                                       .arg(displaySize(qint64(*needs.dataBytes)), flavor->name, displaySize(*flavor->diskBytes))});
    }
    if (!needsUpload)
        advice.lines.append({StatusColor::Ok, Text::tr("Nothing to upload: the data is read where it lies.")});
    else if (needs.dataBytes && *needs.dataBytes > smallUpload)
        advice.lines.append({StatusColor::Info, Text::tr("Upload %1 in parts, so that a lost connection costs one part.").arg(displaySize(qint64(*needs.dataBytes)))});
    else if (needs.dataBytes)
        advice.lines.append({StatusColor::Info, Text::tr("%1 go up in one piece within minutes.").arg(displaySize(qint64(*needs.dataBytes)))});
    return advice;
}

QString costSentence(const Job &job, const std::optional<Flavor> &flavor, const std::optional<double> &hours)
{
    if (!flavor)
        return Text::tr("Not known: the flavor is not known yet.");
    if (!flavor->pricePerHour)
        return Text::tr("Not counted: %1 has no price per hour.").arg(flavor->name);
    const double perHour = *flavor->pricePerHour * job.nodes();
    const QString perHourText = QLocale().toString(perHour, 'f', 2);
    if (!hours)
        return Text::tr("%1 per hour. How long the run takes is not known: enter the expected hours on the Quota page.").arg(perHourText);
    return Text::tr("About %1: %2 at %3 per hour.").arg(QLocale().toString(perHour * *hours, 'f', 2), durationText(*hours), perHourText);
}

} // namespace Trainyard
