#include "widgets/monitor/chartlayout.h"

#include <QJsonObject>

#include <algorithm>

namespace Trainyard {

const StripLayout *ChartLayout::find(const QString &id) const
{
    const auto found = std::find_if(strips.cbegin(), strips.cend(), [&](const StripLayout &strip) { return strip.id == id; });
    return found == strips.cend() ? nullptr : &*found;
}

StripLayout &ChartLayout::strip(const QString &id)
{
    const auto found = std::find_if(strips.begin(), strips.end(), [&](const StripLayout &strip) { return strip.id == id; });
    if (found != strips.end())
        return *found;
    strips.append({id, {}, 0, false, false});
    return strips.last();
}

QString ChartLayout::stripOf(const QString &metric) const
{
    const auto found = std::find_if(strips.cbegin(), strips.cend(), [&](const StripLayout &strip) { return strip.metrics.contains(metric); });
    return found == strips.cend() ? QString() : found->id;
}

void ChartLayout::putInto(const QString &metric, const QString &id)
{
    for (StripLayout &strip : strips)
        strip.metrics.removeAll(metric);
    strip(id).metrics.append(metric);
}

QJsonArray ChartLayout::toJson() const
{
    QJsonArray json;
    for (const StripLayout &strip : strips) {
        json.append(QJsonObject{{QStringLiteral("id"), strip.id},
                                {QStringLiteral("metrics"), QJsonArray::fromStringList(strip.metrics)},
                                {QStringLiteral("height"), strip.height},
                                {QStringLiteral("logarithmic"), strip.isLogarithmic},
                                {QStringLiteral("hidden"), strip.isHidden}});
    }
    return json;
}

ChartLayout ChartLayout::fromJson(const QJsonArray &json)
{
    ChartLayout layout;
    for (const QJsonValue &value : json) {
        const QString id = value[QLatin1String("id")].toString();
        if (id.isEmpty() || layout.find(id))
            continue;
        StripLayout strip{id, {}, std::clamp(value[QLatin1String("height")].toInt(), 0, 4000), value[QLatin1String("logarithmic")].toBool(),
                          value[QLatin1String("hidden")].toBool()};
        for (const QJsonValue &metric : value[QLatin1String("metrics")].toArray())
            strip.metrics.append(metric.toString());
        layout.strips.append(strip);
    }
    return layout;
}

} // namespace Trainyard
