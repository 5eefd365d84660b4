#include "services/preflight/forecastrules.h"

#include "models/accelerator/hostneeds.h"
#include "services/preflight/loaderrules.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ForecastRules)
};

constexpr qsizetype mostNamed = 3;

QString withoutFullStop(const QString &sentence)
{
    return sentence.endsWith(u'.') || sentence.endsWith(u'。') ? sentence.chopped(1) : sentence;
}

/// What helps, from what was forecast again: whole sentences.
QString memoryFix(const MemoryForecast &forecast, const PreflightContext &context)
{
    QStringList changes, flavors, sentences;
    for (const MemorySuggestion &suggestion : forecast.suggestions) {
        if (suggestion.fits.value_or(false) && suggestion.code != QLatin1String("flavor"))
            changes.append(withoutFullStop(suggestion.change));
    }
    for (const FlavorFit &flavor : forecast.flavors) {
        if (flavor.fits.value_or(false) && flavor.name != context.job().compute.flavor)
            flavors.append(flavor.name);
    }
    const qint64 batch = context.job().training ? context.job().training->batchSize.value_or(1) : 1;
    if (forecast.largestBatch && *forecast.largestBatch > 0 && *forecast.largestBatch < batch)
        sentences.append(Text::tr("Set training.batch_size to at most %1.").arg(QLocale().toString(*forecast.largestBatch)));
    if (!changes.isEmpty())
        sentences.append(Text::tr("Each of these makes it fit: %1.").arg(changes.mid(0, mostNamed).join(QStringLiteral("; "))));
    if (!flavors.isEmpty())
        sentences.append(Text::tr("Flavors that fit, the cheapest first: %1.").arg(flavors.mid(0, mostNamed).join(QStringLiteral(", "))));
    if (sentences.isEmpty())
        sentences.append(Text::tr("Use a smaller batch, activation checkpointing, LoRA, a smaller model, or a flavor with a larger card."));
    return sentences.join(u' ');
}

Findings deviceFindings(const MemoryForecast &forecast, const PreflightContext &context)
{
    if (!forecast.capacityBytes || forecast.highBytes <= *forecast.capacityBytes)
        return {};
    const Place place = context.document.place(QStringLiteral("training.batch_size"));
    const QString low = displaySize(forecast.lowBytes), high = displaySize(forecast.highBytes), capacity = displaySize(*forecast.capacityBytes);
    const QString fix = memoryFix(forecast, context);
    if (forecast.lowBytes > *forecast.capacityBytes) {
        return {errorFinding("memory.exceeds-device", place,
                             Text::tr("A training step needs %1 (%2 to %3) on the card, and %4 has %5 to use: it would end out of memory.")
                                 .arg(displaySize(forecast.smallestCapacityBytes), low, high, forecast.device, capacity), fix)};
    }
    return {warningFinding("memory.may-exceed-device", place,
                           Text::tr("A training step needs %1 on the card, by the upper estimate %2, and %3 has %4 to use: it may end out of memory.")
                               .arg(displaySize(forecast.smallestCapacityBytes), high, forecast.device, capacity), fix)};
}

Findings diskFindings(const HostNeeds &host, const PreflightContext &context, const Flavor &flavor)
{
    const std::optional<Job::Checkpoints> &checkpoints = context.job().checkpoints;
    if (!checkpoints || !checkpoints->keep || !flavor.diskBytes || host.checkpointBytes <= 0 || host.checkpointsOnDiskBytes <= *flavor.diskBytes)
        return {};
    const int keep = *checkpoints->keep;
    const Place place = context.document.place(QStringLiteral("checkpoints.keep"));
    const QString one = displaySize(host.checkpointBytes), disk = displaySize(*flavor.diskBytes);
    const qint64 room = *flavor.diskBytes / host.checkpointBytes - 1; // one more while it is written
    const QString fix = room > 0 ? Text::tr("Set checkpoints.keep to at most %1, or choose a flavor with a larger disk.").arg(room)
                                 : Text::tr("Choose a flavor with a larger disk.");
    if (keep > *flavor.diskBytes / host.checkpointBytes) {
        return {errorFinding("checkpoints.exceed-disk", place,
                             Text::tr("%1 checkpoints of %2 each are kept, and the disk of %3 has %4.").arg(keep).arg(one, flavor.name, disk), fix)};
    }
    return {warningFinding("checkpoints.exceed-disk", place,
                           Text::tr("%1 checkpoints of %2 each fill the disk of %3 (%4): there is no room to write the next one.").arg(keep).arg(one, flavor.name, disk), fix)};
}

Findings hostFindings(const HostNeeds &host, const PreflightContext &context, const Flavor &flavor)
{
    Findings findings;
    if (flavor.ramBytes && host.ramBytes > *flavor.ramBytes) {
        findings.append(warningFinding("memory.exceeds-host", context.document.place(QStringLiteral("compute.flavor")),
                                       Text::tr("The training processes of one node need about %1 of main memory, and %2 has %3.")
                                           .arg(displaySize(host.ramBytes), flavor.name, displaySize(*flavor.ramBytes)),
                                       Text::tr("Use fewer loader workers, build the model on the card, or choose a flavor with more RAM.")));
    }
    const std::optional<int> workers = loaderWorkersOf(context.job());
    if (workers && host.sharedMemoryBytes > 0)
        findings += sharedMemoryFindings(host.sharedMemoryBytes, *workers, flavor, context.document.place(QStringLiteral("parameters")));
    return findings + diskFindings(host, context, flavor);
}

} // namespace

Findings forecastFindings(const MemoryForecast &forecast, const PreflightContext &context, const Findings &known)
{
    Findings findings = deviceFindings(forecast, context);
    const std::optional<Flavor> flavor = context.flavor();
    if (!forecast.host || !flavor)
        return findings;
    for (const Finding &finding : hostFindings(*forecast.host, context, *flavor)) {
        if (std::none_of(known.begin(), known.end(), [&finding](const Finding &other) { return other.code == finding.code; }))
            findings.append(finding);
    }
    return findings;
}

} // namespace Trainyard
