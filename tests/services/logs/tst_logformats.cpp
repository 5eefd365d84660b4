#include "services/logs/lineprefix.h"
#include "services/logs/linesplitter.h"
#include "services/logs/logformat.h"
#include "services/logs/metricnames.h"
#include "services/logs/recordjudge.h"
#include "services/logs/recordscanner.h"

#include <QTest>

using namespace Trainyard;

namespace {

/// What a format makes of a log of its own: how many lines it claims, and its events.
struct Reading
{
    int claimed = 0;
    QList<LogEvent> events;
};

Reading readWith(LogFormat &format, const QByteArray &log)
{
    Logs::MetricNames names;
    Logs::RecordScanner scanner(names);
    Logs::LogContext context;
    Reading reading;
    const LogServices services{scanner, names, context, reading.events};
    Logs::LineSplitter splitter;
    splitter.feed({log.data(), size_t(log.size())}, [&](const Logs::Segment &segment) {
        std::string_view record = segment.text;
        const Logs::LinePrefix prefix = Logs::takePrefix(record, names);
        const LogLine line{segment.line, segment.offset, segment.text, record, prefix, segment.endsLine};
        reading.claimed += format.read(line, services);
    });
    format.end(services);
    return reading;
}

} // namespace

class TestLogFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFormatReadsItsSamples();
    void noSampleIsClaimedTwice();
    void namesAreUnique();
};

void TestLogFormats::eachFormatReadsItsSamples()
{
    for (const auto &known : makeLogFormats()) {
        QVERIFY2(!known->samples().isEmpty(), qPrintable(known->name()));
        for (qsizetype i = 0; i < known->samples().size(); ++i) {
            for (const auto &format : makeLogFormats()) { // a fresh one for each sample
                if (format->name() != known->name())
                    continue;
                const Reading reading = readWith(*format, format->samples()[i]);
                QVERIFY2(!reading.events.isEmpty(), qPrintable(known->name() + QLatin1String(": ") + QString::fromUtf8(known->samples()[i])));
            }
        }
    }
}

void TestLogFormats::noSampleIsClaimedTwice()
{
    for (const auto &owner : makeLogFormats()) {
        for (const QByteArray &sample : owner->samples()) {
            for (const auto &other : makeLogFormats()) {
                if (other->name() == owner->name())
                    continue;
                const Reading reading = readWith(*other, sample);
                QVERIFY2(reading.events.isEmpty(), qPrintable(QStringLiteral("%1 reads a sample of %2").arg(other->name(), owner->name())));
            }
        }
    }
}

void TestLogFormats::namesAreUnique()
{
    QSet<QString> names;
    for (const auto &format : makeLogFormats()) {
        QVERIFY(!names.contains(format->name()));
        names.insert(format->name());
    }
}

QTEST_GUILESS_MAIN(TestLogFormats)
#include "tst_logformats.moc"
