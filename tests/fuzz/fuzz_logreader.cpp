// Feeds mutated logs to the log reader, whole, in pieces, and again and again with every line read: nothing may crash, and all must tell the same.

#include "fuzzdriver.h"
#include "services/logs/logreader.h"

#include <QJsonDocument>

using namespace Trainyard;

namespace {

QByteArray read(const QByteArray &log, qsizetype pieceSize, LogReader::Repeated repeated = LogReader::Repeated::TakenOver)
{
    LogReader reader({}, repeated);
    QByteArray text;
    const auto add = [&](const QList<LogEvent> &events) {
        for (const LogEvent &event : events)
            text += QJsonDocument(event.toJson()).toJson(QJsonDocument::Compact) + '\n';
    };
    for (qsizetype at = 0; at < log.size(); at += pieceSize)
        add(reader.feed(QByteArrayView(log).sliced(at, std::min(pieceSize, log.size() - at))));
    add(reader.finish());
    return text;
}

} // namespace

int main(int argc, char **argv)
{
    return Fuzz::runFuzzer(argc, argv, QStringLiteral(TRAINYARD_TEST_DATA "/logs"), [](const QByteArray &log) {
        const QByteArray whole = read(log, std::max<qsizetype>(1, log.size()));
        if (whole != read(log, 7)) {
            std::fprintf(stderr, "The events depend on how the log is cut into pieces.\n");
            std::abort();
        }
        const QByteArray repeated = log.left(16 * 1024).repeated(4);
        if (read(repeated, repeated.size() + 1) != read(repeated, repeated.size() + 1, LogReader::Repeated::Read)) {
            std::fprintf(stderr, "Lines that were taken over tell something else than read ones.\n");
            std::abort();
        }
    });
}
