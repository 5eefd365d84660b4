#include "models/accelerator/forecasttext.h"

#include "models/common/units.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ForecastText)
};

bool isUnnamed(const MemoryForecast &forecast)
{
    return forecast.device.startsWith(QLatin1String("cuda"));
}

QString deviceName(const MemoryForecast &forecast)
{
    return isUnnamed(forecast) ? Text::tr("a CUDA card") : forecast.device;
}

} // namespace

ForecastVerdict verdictOf(const MemoryForecast &forecast)
{
    if (!forecast.capacityBytes)
        return ForecastVerdict::Open;
    if (forecast.lowBytes > *forecast.capacityBytes)
        return ForecastVerdict::Exceeds;
    return std::max(forecast.highBytes, forecast.smallestCapacityBytes) > *forecast.capacityBytes ? ForecastVerdict::MayFail : ForecastVerdict::Fits;
}

QList<MemoryPart> partsOf(const MemoryBreakdown &breakdown)
{
    return {{Text::tr("weights"), breakdown.weights},         {Text::tr("gradients"), breakdown.gradients},
            {Text::tr("optimizer states"), breakdown.optimizer}, {Text::tr("activations"), breakdown.activations},
            {Text::tr("temporaries"), breakdown.temporaries}, {Text::tr("workspace"), breakdown.workspace},
            {Text::tr("CUDA context"), breakdown.context}};
}

QString needSentence(const MemoryForecast &forecast)
{
    const QString need = displaySize(forecast.smallestCapacityBytes), low = displaySize(forecast.lowBytes), high = displaySize(forecast.highBytes);
    const QString device = deviceName(forecast), capacity = displaySize(forecast.capacityBytes.value_or(0));
    switch (verdictOf(forecast)) {
    case ForecastVerdict::Open:
        return isUnnamed(forecast) ? Text::tr("Needs %1 (%2 to %3) on a CUDA card; the job names none to compare with.").arg(need, low, high)
                                   : Text::tr("Needs %1 (%2 to %3) on %4, whose memory is not known.").arg(need, low, high, device);
    case ForecastVerdict::Fits:
        return Text::tr("Needs %1 (%2 to %3) of the %4 of %5: it fits.").arg(need, low, high, capacity, device);
    case ForecastVerdict::MayFail:
        return forecast.fits.value_or(false) ? Text::tr("Needs %1 (%2 to %3) of the %4 of %5: it should fit, but it is close.").arg(need, low, high, capacity, device)
                                             : Text::tr("Needs %1 (%2 to %3), and %5 has %4: it probably does not fit.").arg(need, low, high, capacity, device);
    case ForecastVerdict::Exceeds:
        return Text::tr("Needs %1 (%2 to %3), and %5 has %4: it does not fit.").arg(need, low, high, capacity, device);
    }
    Q_UNREACHABLE();
}

QString shortNeedSentence(const MemoryForecast &forecast)
{
    const QString need = displaySize(forecast.smallestCapacityBytes), device = deviceName(forecast);
    if (!forecast.capacityBytes)
        return Text::tr("Needs %1 on %2.").arg(need, device);
    return Text::tr("Needs %1 of the %2 of %3.").arg(need, displaySize(*forecast.capacityBytes), device);
}

QString displayPhase(const QString &phase)
{
    if (phase == QLatin1String("forward"))
        return Text::tr("forward pass");
    if (phase == QLatin1String("backward"))
        return Text::tr("backward pass");
    if (phase == QLatin1String("optimizer"))
        return Text::tr("optimizer step");
    return phase;
}

QString hostSentence(const HostNeeds &host)
{
    QStringList needs{Text::tr("%1 of memory").arg(displaySize(host.ramBytes))};
    if (host.sharedMemoryBytes > 0)
        needs.append(Text::tr("%1 in /dev/shm").arg(displaySize(host.sharedMemoryBytes)));
    if (host.checkpointsOnDiskBytes > 0)
        needs.append(Text::tr("%1 of disk for checkpoints").arg(displaySize(host.checkpointsOnDiskBytes)));
    return Text::tr("Beside the card: %1.").arg(needs.join(Text::tr(", ", "between parts of a list")));
}

QString flavorFitText(const FlavorFit &flavor, qint64 needBytes)
{
    if (!flavor.fits || !flavor.capacityBytes || *flavor.capacityBytes <= 0)
        return Text::tr("memory not known");
    if (!*flavor.fits)
        return Text::tr("does not fit");
    return Text::tr("fits, %1 % used").arg(QLocale().toString(100.0 * double(needBytes) / double(*flavor.capacityBytes), 'f', 0));
}

QString hoursText(const FlavorFit &flavor)
{
    if (!flavor.hoursLow || !flavor.hoursHigh)
        return QString();
    if (flavor.isMeasured)
        return Text::tr("%1, as measured").arg(displayDuration(Milliseconds(qint64((*flavor.hoursLow + *flavor.hoursHigh) / 2 * 3600e3))));
    const auto number = [](double value) { return QLocale().toString(value, 'f', value < 10 && value != std::round(value) ? 1 : 0); };
    if (*flavor.hoursHigh < 1)
        return Text::tr("%1 to %2 min").arg(number(*flavor.hoursLow * 60), number(*flavor.hoursHigh * 60));
    return Text::tr("%1 to %2 h").arg(number(*flavor.hoursLow), number(*flavor.hoursHigh));
}

} // namespace Trainyard
