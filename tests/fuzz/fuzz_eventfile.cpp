// Feeds mutated metric files to the readers of event files, tables and trainer_state.json: nothing may crash, and how an event file grows changes nothing.

#include "fuzzdriver.h"
#include "services/metricfiles/metricfilefollower.h"
#include "services/metricfiles/metricscsv.h"
#include "services/metricfiles/recordframes.h"
#include "services/metricfiles/summaryevent.h"
#include "services/metricfiles/trainerstate.h"

#include <QTemporaryDir>

using namespace Trainyard;

namespace {

/// What the records say, the file growing by @p pieceSize bytes at a time.
QByteArray eventsIn(const QByteArray &file, qsizetype pieceSize)
{
    QByteArray text;
    RecordFrames frames;
    for (qsizetype end = pieceSize;; end += pieceSize) {
        end = std::min(end, file.size());
        const qint64 offset = std::min<qint64>(frames.offset(), end);
        frames.read(QByteArrayView(file).sliced(offset, end - offset), [&](QByteArrayView data, qint64 at) {
            const std::optional<SummaryEvent> event = decodeEvent(data);
            text += QByteArray::number(at) + (event ? " step " + QByteArray::number(event->step) : QByteArray(" none")) + '\n';
            if (!event)
                return;
            for (const TaggedScalar &scalar : event->scalars)
                text += scalar.tag + '=' + QByteArray::number(scalar.value) + '\n';
        });
        if (end == file.size() || frames.offset() > file.size())
            return text;
    }
}

void readThrough(const QByteArray &input)
{
    if (eventsIn(input, std::max<qsizetype>(1, input.size())) != eventsIn(input, 997)) {
        std::fprintf(stderr, "The events depend on how the file grows.\n");
        std::abort();
    }
    (void)decodeEvent(input);
    (void)withoutBareNonFinite(input);
    MetricsCsv table;
    qint64 number = 0;
    for (const QByteArray &line : input.split('\n'))
        (void)table.read(line, ++number, 0);

    static const QTemporaryDir folder;
    for (const char *name : {"events.out.tfevents.1.host", "trainer_state.json", "metrics.csv"}) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(input);
    }
    (void)readMetricFiles(folder.path());
}

} // namespace

int main(int argc, char **argv)
{
    return Fuzz::runFuzzer(argc, argv, QStringLiteral(TRAINYARD_TEST_DATA "/metricfiles"), readThrough);
}
