#include "models/run/runforecast.h"

#include <QCoreApplication>
#include <QLocale>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RunForecast)
};

RunForecast::Limit limitFor(double limit, double likely, double high)
{
    return likely > limit ? RunForecast::Limit::Reaches : high > limit ? RunForecast::Limit::MayReach : RunForecast::Limit::None;
}

/// The day only where it is another one.
QString clockText(const QDateTime &utc)
{
    const QDateTime time = utc.toLocalTime();
    return time.date() == QDate::currentDate() ? time.toString(QStringLiteral("HH:mm")) : time.toString(QStringLiteral("MM-dd HH:mm"));
}

} // namespace

std::optional<RunForecast> forecastRun(const Run &run, const Job::Limits &limits, const RemainingTime &remaining, const QDateTime &now)
{
    const QDateTime started = run.status.startedAt;
    if (!started.isValid() || isFinal(run.status.state))
        return std::nullopt;
    RunForecast forecast;
    forecast.low = now.addMSecs(remaining.lowMs);
    forecast.likely = now.addMSecs(remaining.likelyMs);
    forecast.high = now.addMSecs(remaining.highMs);
    if (limits.maxDuration)
        forecast.duration = limitFor(double(limits.maxDuration->count()), double(started.msecsTo(forecast.likely)), double(started.msecsTo(forecast.high)));
    if (run.pricePerHour) {
        const auto costAt = [&](const QDateTime &end) { return *run.pricePerHour * double(started.msecsTo(end)) / 3600e3; };
        forecast.costLow = costAt(forecast.low);
        forecast.costHigh = costAt(forecast.high);
        if (limits.maxCost)
            forecast.cost = limitFor(*limits.maxCost, costAt(forecast.likely), *forecast.costHigh);
    }
    return forecast;
}

QString forecastText(const RunForecast &forecast)
{
    const QString low = clockText(forecast.low);
    const QString high = clockText(forecast.high);
    QString text = low == high ? Text::tr("ends about %1").arg(low) : Text::tr("ends %1–%2").arg(low, high);
    if (forecast.costHigh) {
        const auto money = [](double value) { return QLocale().toString(value, 'f', 2); };
        text = Text::tr("%1, cost %2–%3").arg(text, money(*forecast.costLow), money(*forecast.costHigh));
    }
    using Limit = RunForecast::Limit;
    if (forecast.duration == Limit::Reaches || forecast.cost == Limit::Reaches)
        return Text::tr("%1; %2 stops it before that").arg(text, forecast.duration == Limit::Reaches ? QStringLiteral("limits.max_duration") : QStringLiteral("limits.max_cost"));
    if (forecast.duration == Limit::MayReach || forecast.cost == Limit::MayReach)
        return Text::tr("%1; %2 may stop it before that").arg(text, forecast.duration == Limit::MayReach ? QStringLiteral("limits.max_duration") : QStringLiteral("limits.max_cost"));
    return text;
}

} // namespace Trainyard
