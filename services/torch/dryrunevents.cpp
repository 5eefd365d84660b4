#include "services/torch/dryrunevents.h"

namespace Trainyard {

namespace {

QJsonObject event(const char *name, QJsonObject content = {})
{
    content.insert(QStringLiteral("event"), QLatin1String(name));
    return content;
}

} // namespace

void DryRunEvents::progress(const QString &activity, double fraction)
{
    constexpr qint64 shortestPauseMilliseconds = 100;
    if (activity == m_activity && m_sinceProgress.isValid() && m_sinceProgress.elapsed() < shortestPauseMilliseconds)
        return;
    m_activity = activity;
    m_sinceProgress.start();
    m_sink(event("progress", {{QStringLiteral("activity"), activity}, {QStringLiteral("fraction"), fraction}}));
}

void DryRunEvents::loss(const QList<double> &values)
{
    QJsonArray array;
    for (const double value : values)
        array.append(value);
    m_sink(event("loss", {{QStringLiteral("values"), array}}));
}

void DryRunEvents::point(const PointResult &point)
{
    m_sink(event("point", {{QStringLiteral("point"), point.toJson()}}));
}

void DryRunEvents::memory(const QJsonObject &memory)
{
    m_sink(event("memory", {{QStringLiteral("memory"), memory}}));
}

void DryRunEvents::throughput(const QJsonObject &throughput)
{
    m_sink(event("throughput", {{QStringLiteral("throughput"), throughput}}));
}

void DryRunEvents::notChecked(const NotChecked &entry)
{
    m_sink(event("not_checked", entry.toJson()));
}

void DryRunEvents::done()
{
    m_sink(event("done"));
}

} // namespace Trainyard
