#include "models/metrics/metricscsv.h"

#include <QDateTime>
#include <QIODevice>

#include <algorithm>

namespace Trainyard {

namespace {

QByteArray quoted(const QString &text)
{
    QByteArray field = text.toUtf8();
    if (field.contains(',') || field.contains('"') || field.contains('\n'))
        field = '"' + field.replace("\"", "\"\"") + '"';
    return field;
}

QByteArray rowOf(const MetricPoint &point)
{
    QByteArray row;
    row += point.step ? QByteArray::number(*point.step) : QByteArray();
    row += ',' + (point.epoch ? QByteArray::number(*point.epoch) : QByteArray()) + ',';
    if (point.timeMs != 0)
        row += QDateTime::fromMSecsSinceEpoch(point.timeMs, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
    return row + ',' + QByteArray::number(point.value, 'g', 9) + '\n';
}

} // namespace

bool writeMetricsCsv(QIODevice &device, const QList<NamedSeries> &series)
{
    const bool namesRuns = std::any_of(series.cbegin(), series.cend(), [](const NamedSeries &named) { return !named.run.isEmpty(); });
    QByteArray rows = namesRuns ? QByteArrayLiteral("run,name,phase,step,epoch,time,value\n") : QByteArrayLiteral("name,phase,step,epoch,time,value\n");
    for (const NamedSeries &named : series) {
        const QByteArray start = (namesRuns ? quoted(named.run) + ',' : QByteArray()) + quoted(named.key.name) + ','
            + (named.key.phase ? phaseToText(*named.key.phase).toLatin1() : QByteArray()) + ',';
        for (qsizetype i = 0; i < named.series->size(); ++i) {
            rows += start + rowOf(named.series->at(i));
            if (rows.size() < (1 << 20))
                continue;
            if (device.write(rows) != rows.size())
                return false;
            rows.clear();
        }
    }
    return device.write(rows) == rows.size();
}

bool writeMetricsCsv(QIODevice &device, const MetricSeriesSet &set)
{
    QList<NamedSeries> series;
    for (const SeriesKey &key : set.keys())
        series.append({key, set.series(key), QString()});
    return writeMetricsCsv(device, series);
}

} // namespace Trainyard
