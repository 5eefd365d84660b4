#include "services/records/progressreader.h"

#include "models/metrics/runprogress.h"
#include "services/agent/runfolder.h"
#include "services/common/everylanguage.h"
#include "services/logs/logreader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cmath>

namespace Trainyard {

namespace {

constexpr qint64 chunkBytes = 1 << 20;
constexpr qint64 tailBytes = 256 << 10;

/// What one pass over a log found.
struct LogFacts
{
    RunProgress progress;
    bool isLossLost = false; ///< the last loss was not a number

    void add(const QList<LogEvent> &events)
    {
        progress.addEvents(events);
        for (const LogEvent &event : events) {
            if (const std::optional<double> loss = event.value(u"loss"))
                isLossLost = !std::isfinite(*loss);
            else if (event.code == QLatin1String("nan_loss"))
                isLossLost = true;
        }
    }
};

LogFacts readLog(QFile &log)
{
    LogReader reader;
    LogFacts facts;
    for (QByteArray data = log.read(chunkBytes); !data.isEmpty(); data = log.read(chunkBytes))
        facts.add(reader.feed(data));
    facts.add(reader.finish());
    return facts;
}

template<typename T>
void replaceKnown(std::optional<T> &target, const std::optional<T> &told)
{
    if (told)
        target = told;
}

} // namespace

bool hasUnreadLog(const Run &run)
{
    const qint64 size = QFileInfo(RunFolder{run.directory}.logFile()).size();
    return size > 0 && (!isFinal(run.status.state) || size != run.logBytesRead);
}

void readProgress(Run &run, qint64 mostBytes)
{
    QFile log(RunFolder{run.directory}.logFile());
    if (!log.open(QIODevice::ReadOnly))
        return;
    const qint64 size = log.size();
    const bool isWhole = size <= mostBytes;
    if (!isWhole)
        log.seek(size - tailBytes);
    const LogFacts facts = readLog(log);
    replaceKnown(run.step, facts.progress.step());
    replaceKnown(run.totalSteps, facts.progress.totalSteps());
    replaceKnown(run.epoch, facts.progress.epoch());
    replaceKnown(run.totalEpochs, facts.progress.totalEpochs());
    if (const std::optional<BestMetric> best = facts.progress.best(); best && isWhole) {
        run.bestMetricName = best->name;
        run.bestMetric = best->value;
    }
    if (!isFinal(run.status.state) || !isWhole)
        return;
    run.logBytesRead = size;
    const QString lost = inEveryLanguage([] {
        return QCoreApplication::translate(
            "RunService", "Its last loss was not a number: the model has learned nothing since then. Use a lower learning rate, or look for broken data.");
    });
    if (facts.isLossLost && !run.status.message.contains(lost))
        run.status.message = QString(run.status.message + QLatin1Char(' ') + lost).trimmed();
}

} // namespace Trainyard
