#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/interruption.h"
#include "app/cli/jobcommands.h"
#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "services/forecast/forecastservice.h"
#include "services/preflight/forecastrules.h"
#include "services/preflight/namerules.h"

#include <QJsonArray>
#include <QLocale>

namespace Trainyard {

namespace {

constexpr qsizetype flavorsShown = 8;

QString size(qint64 bytes) { return displaySize(bytes); }

QString count(qint64 number) { return QLocale().toString(number); }

void printBreakdown(const MemoryForecast &memory)
{
    QList<QStringList> rows{{CliText::tr("What for"), CliText::tr("Full size"), CliText::tr("At the peak")}};
    const QList<MemoryPart> full = partsOf(memory.breakdown), atPeak = partsOf(memory.atPeak);
    for (qsizetype i = 0; i < full.size(); ++i) {
        if (full[i].bytes > 0 || atPeak[i].bytes > 0)
            rows.append({full[i].name, size(full[i].bytes), size(atPeak[i].bytes)});
    }
    rows.append({CliText::tr("together"), QString(), size(memory.atPeak.sum())});
    printTable(rows);
}

/// What the search found, and the facts of the model.
void printAnswers(const MemoryForecast &memory)
{
    print(CliText::tr("The peak is in the %1: %2 allocated, %3 reserved.")
              .arg(displayPhase(memory.peakAt), size(memory.peakAllocatedBytes), size(memory.peakReservedBytes)));
    print(CliText::tr("Parameters: %1, trained of them: %2.").arg(count(memory.parameters), count(memory.trainableParameters)));
    if (memory.largestBatch)
        print(*memory.largestBatch > 0 ? CliText::tr("Largest batch that fits: %1.").arg(count(*memory.largestBatch)) : CliText::tr("Not even a batch of 1 fits."));
    if (memory.largestSequence && *memory.largestSequence > 0)
        print(CliText::tr("Longest sequence that fits: %1 tokens.").arg(count(*memory.largestSequence)));
    if (memory.host)
        print(hostSentence(*memory.host));
}

void printSuggestions(const MemoryForecast &memory)
{
    if (memory.suggestions.isEmpty())
        return;
    print(u'\n' + CliText::tr("What would help:"));
    QList<QStringList> rows;
    for (const MemorySuggestion &suggestion : memory.suggestions) {
        const QString outcome = !suggestion.fits ? QString() : *suggestion.fits ? CliText::tr("fits") : CliText::tr("does not fit");
        rows.append({QStringLiteral("  ") + suggestion.change, suggestion.savesBytes > 0 ? CliText::tr("saves %1").arg(size(suggestion.savesBytes)) : QString(),
                     CliText::tr("needs %1").arg(size(suggestion.needBytes)), outcome});
    }
    printTable(rows);
}

void printFlavors(const MemoryForecast &memory)
{
    if (memory.flavors.isEmpty())
        return;
    print(u'\n' + CliText::tr("Flavors of the profile:"));
    QList<QStringList> rows;
    for (const FlavorFit &flavor : memory.flavors.mid(0, flavorsShown)) {
        const QString price = flavor.pricePerHour ? CliText::tr("%1 per hour").arg(QLocale().toString(*flavor.pricePerHour, 'f', 2)) : QString();
        rows.append({QStringLiteral("  ") + flavor.name, flavor.capacityBytes ? flavor.accelerator + u' ' + size(*flavor.capacityBytes) : flavor.accelerator,
                     flavorFitText(flavor, memory.smallestCapacityBytes), price, hoursText(flavor)});
    }
    printTable(rows);
    if (memory.flavors.size() > flavorsShown)
        print(CliText::tr("  and %1 more: --json has them all.").arg(memory.flavors.size() - flavorsShown));
}

void printGrounds(const MemoryForecast &memory)
{
    QStringList resolved;
    for (const auto &[key, value] : memory.resolved)
        resolved.append(QStringLiteral("%1 = %2").arg(key, value));
    if (!resolved.isEmpty())
        print(u'\n' + CliText::tr("Taken as: %1.").arg(resolved.join(QStringLiteral(", "))));
    if (memory.method != QLatin1String("meta"))
        print(CliText::tr("Method: %1, so the band is wider.").arg(memory.method));
    for (const QString &what : memory.notForecast)
        print(CliText::tr("not forecast: %1").arg(what));
}

void printForecast(const Forecast &forecast)
{
    print(needSentence(forecast.memory) + u'\n');
    printBreakdown(forecast.memory);
    print(QString());
    printAnswers(forecast.memory);
    printSuggestions(forecast.memory);
    printFlavors(forecast.memory);
    printGrounds(forecast.memory);
    if (!forecast.findings.isEmpty() || !forecast.notChecked.isEmpty())
        print(QString());
    printFindings(forecast.findings, forecast.notChecked);
}

QJsonObject toJson(const Forecast &forecast)
{
    QJsonObject json = CheckReport{forecast.findings, forecast.notChecked}.toJson();
    json.insert(QStringLiteral("memory"), forecast.memory.toJson());
    return json;
}

/// The answer, or Cancelled when the person interrupts.
Result<Forecast> awaitForecast(ForecastService &service, const ForecastRequest &request)
{
    const Interruption interruption;
    QObject::connect(&interruption, &Interruption::requested, &service, &ForecastService::cancel);
    return await(service.ask(request));
}

} // namespace

int runForecast(const QStringList &arguments)
{
    CommandCall call("forecast", CliText::tr("Tells the peak accelerator memory of a job's training step, what it is made of, the largest batch that fits and what would help."));
    call.addPositional(jobArgument(), CliText::tr("The job's definition."));
    call.addValue(QStringLiteral("capacity"), CliText::tr("The card's memory instead of the flavor's, such as 24GiB."), QStringLiteral("SIZE"));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    ForecastRequest request;
    if (call.isSet(QStringLiteral("capacity"))) {
        request.capacityBytes = parseSize(call.value(QStringLiteral("capacity")));
        if (request.capacityBytes.value_or(0) <= 0) {
            return call.fail(Error{Error::Kind::Invalid, CliText::tr("“%1” is no size of a card: write a number with its unit, such as 24GiB.")
                                                             .arg(call.value(QStringLiteral("capacity"))), QString()});
        }
    }
    const AppPaths paths = AppPaths::standard();
    ForecastService service(paths.torchProgram());
    service.warmUp(); // it takes most of the time: the job is read meanwhile
    PlatformRegistry platforms(paths);
    const OpenedJob job = openJob(call, platforms);
    if (job.status)
        return *job.status;

    request.context = job.context;
    Result<Forecast> forecast = awaitForecast(service, request);
    if (!forecast)
        return call.fail(forecast.error(), forecast.error().kind == Error::Kind::Cancelled ? ExitFailed : ExitUnusable);
    // Of the job's own faults those of the file: its code and data do not change the need.
    const CheckReport names = nameRules(job.context);
    forecast->findings = job.context.document.findings + job.context.configuration + names.findings + forecast->findings
        + forecastFindings(forecast->memory, job.context, forecast->findings);
    forecast->notChecked = names.notChecked + forecast->notChecked;
    if (call.wantsJson())
        printJson(toJson(*forecast));
    else
        printForecast(*forecast);
    return hasErrors(forecast->findings) || !forecast->memory.fits.value_or(true) ? ExitFailed : ExitFine;
}

} // namespace Trainyard
