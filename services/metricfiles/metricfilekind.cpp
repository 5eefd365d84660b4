#include "services/metricfiles/metricfilekind.h"

#include "services/logs/logreader.h"
#include "services/metricfiles/metricscsv.h"
#include "services/metricfiles/recordframes.h"
#include "services/metricfiles/regularfile.h"
#include "services/metricfiles/summaryevent.h"

#include <QFileInfo>

namespace Trainyard {

namespace {

bool beginsAnEventFile(QByteArrayView start)
{
    bool isVersion = false;
    bool isFirst = true;
    RecordFrames frames;
    frames.read(start.first(std::min<qsizetype>(start.size(), 4096)), [&](QByteArrayView data, qint64) {
        const std::optional<SummaryEvent> event = isFirst ? decodeEvent(data) : std::nullopt;
        isVersion = isVersion || (event && event->fileVersion.startsWith("brain.Event"));
        isFirst = false;
    });
    return isVersion && frames.damagedPlaces() == 0;
}

QByteArrayView firstLine(QByteArrayView start)
{
    const qsizetype end = start.indexOf('\n');
    return end < 0 ? QByteArrayView() : start.first(end).trimmed();
}

} // namespace

MetricFileKind kindOfMetricFile(const QString &path)
{
    constexpr qint64 looked = 64 << 10;
    const Result<RegularFile> file = RegularFile::open(path);
    const Result<QByteArray> start = file ? file->read(0, looked) : Result<QByteArray>(file.error());
    return start ? kindOfMetricFile(*start, QFileInfo(path).fileName()) : MetricFileKind::None;
}

MetricFileKind kindOfMetricFile(QByteArrayView start, const QString &name)
{
    if (name.contains(QLatin1String("tfevents")) || beginsAnEventFile(start))
        return MetricFileKind::TensorBoard;
    if (start.isEmpty() || start.contains('\0'))
        return MetricFileKind::None;
    if (start.startsWith("\xef\xbb\xbf"))
        start = start.sliced(3);
    if (start.trimmed().startsWith('{') && start.indexOf("\"log_history\"") >= 0 && !firstLine(start).endsWith('}'))
        return MetricFileKind::TrainerState;
    return MetricsCsv::isHeader(firstLine(start)) && !logReaderReads(start) ? MetricFileKind::Csv : MetricFileKind::Log;
}

bool logReaderReads(QByteArrayView start)
{
    LogReader reader;
    return !reader.feed(start).isEmpty() || !reader.finish().isEmpty();
}

bool needsFollower(const QString &path)
{
    if (QFileInfo(path).isDir())
        return true;
    const MetricFileKind kind = kindOfMetricFile(path);
    return kind == MetricFileKind::TensorBoard || kind == MetricFileKind::TrainerState || kind == MetricFileKind::Csv;
}

} // namespace Trainyard
