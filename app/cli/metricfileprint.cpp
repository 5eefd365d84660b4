#include "app/cli/metricfileprint.h"

#include "app/cli/console.h"
#include "services/metricfiles/metricfilefollower.h"

#include <QJsonDocument>

namespace Trainyard {

int printMetricFiles(const CommandCall &call, const QString &path)
{
    const Result<MetricFileNews> news = readMetricFiles(path);
    if (!news)
        return call.fail(news.error());
    QByteArray lines;
    for (const TimedEvent &timed : news->events)
        lines += QJsonDocument(timed.event.toJson()).toJson(QJsonDocument::Compact) + '\n';
    printBytes(lines);
    for (const Error &problem : news->problems)
        printMessage(problem.message);
    return ExitFine;
}

} // namespace Trainyard
