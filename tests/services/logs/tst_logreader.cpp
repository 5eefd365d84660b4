#include "expectedevents.h"
#include "services/logs/logreader.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <random>

using namespace Trainyard;

namespace {

QByteArray readFile(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QList<LogEvent> eventsOf(const QByteArray &log, LogReader::Repeated repeated = LogReader::Repeated::TakenOver)
{
    LogReader reader({}, repeated);
    QList<LogEvent> events = reader.feed(log);
    events += reader.finish();
    return events;
}

/// As text: two nan are one.
QStringList texts(const QList<LogEvent> &events)
{
    QStringList lines;
    for (const LogEvent &event : events)
        lines.append(QString::fromUtf8(QJsonDocument(event.toJson()).toJson(QJsonDocument::Compact))
                     + QStringLiteral(" @%1 of %2").arg(event.offset).arg(event.totalSteps.value_or(0)));
    return lines;
}

/// One number for another: what a log prints, and what it should not.
QByteArray otherNumber(const QByteArray &number, std::mt19937 &random)
{
    static const QList<QByteArray> odd{"nan", "inf", "-inf", "1,234", "12,345,678", "1e-5", "2.30E+00", "12.5k", ".00005", "0", "1", "1.0", "207001", "137", "15", "007",
                                       "10:00:00", "1:02", "25:61:61", "2025-13-01", "3/4", "4/4", "5/4", "99999999999999999999", "1e400", "-3", "0.5%", "N/A"};
    if (random() % 12 == 0)
        return odd[qsizetype(random() % quint32(odd.size()))];
    QByteArray other = number;
    for (char &c : other) {
        if (c >= '0' && c <= '9' && random() % 2 == 0)
            c = char('0' + random() % 10);
    }
    if (random() % 6 == 0)
        other.append(char('0' + random() % 10));
    return other;
}

/// @p log with other numbers in one line of two.
QByteArray withOtherNumbers(const QByteArray &log, std::mt19937 &random)
{
    QByteArray result;
    bool isChanged = false;
    for (qsizetype at = 0; at < log.size();) {
        if (at == 0 || log[at - 1] == '\n' || log[at - 1] == '\r')
            isChanged = random() % 2 == 0;
        qsizetype end = at;
        while (end < log.size() && ((log[end] >= '0' && log[end] <= '9') || (end > at && log[end] == '.')))
            ++end;
        if (end > at)
            result += isChanged && random() % 3 != 0 ? otherNumber(log.mid(at, end - at), random) : log.mid(at, end - at);
        else
            result += log[end++];
        at = end;
    }
    return result;
}

/// Where two readings differ first.
QString firstDifference(const QStringList &actual, const QStringList &expected)
{
    for (qsizetype i = 0; i < std::max(actual.size(), expected.size()); ++i) {
        if (actual.value(i) != expected.value(i))
            return QStringLiteral("%1 instead of %2").arg(actual.value(i), expected.value(i));
    }
    return QString();
}

} // namespace

class TestLogReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEachLogAsItIs_data() { addLogs(); }
    void readsEachLogAsItIs();
    void readsTheSameByteByByte_data() { addLogs(); }
    void readsTheSameByteByByte();
    void readsTheSameInAnyPieces_data() { addLogs(); }
    void readsTheSameInAnyPieces();
    void findsNoFailureInAHealthyRun_data();
    void findsNoFailureInAHealthyRun();
    void takesRepeatedLinesOverAsItReadsThem_data() { addLogs(); }
    void takesRepeatedLinesOverAsItReadsThem();
    void takesLinesOfAllLogsOverAsItReadsThem();
    void writesTheSameAsJson_data() { addLogs(); }
    void writesTheSameAsJson();
    void readsOneLine_data();
    void readsOneLine();
    void knowsTheTotalsOfStepAndEpoch();
    void givesTheByteEachLineEndedAt();
    void showsABarBeforeItsLineEnds();
    void staysBoundedOnALineWithoutEnd();
    void takesAnythingForALog_data();
    void takesAnythingForALog();
    void namesTheFormatThatClaimedMost();
    void countsLines();

private:
    static void addLogs();
};

void TestLogReader::addLogs()
{
    QTest::addColumn<QString>("base");
    const QDir dir(QStringLiteral(TRAINYARD_TEST_DATA "/logs"));
    const QStringList names = dir.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Name);
    QVERIFY(names.size() >= 78);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << dir.filePath(name.chopped(4));
}

void TestLogReader::readsEachLogAsItIs()
{
    QFETCH(QString, base);
    const QList<QJsonObject> expected = Test::readExpected(base + QStringLiteral(".expected.jsonl"));
    const QStringList differences = Test::differences(expected, eventsOf(readFile(base + QStringLiteral(".log"))));
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(QLatin1Char('\n'))));
}

void TestLogReader::readsTheSameByteByByte()
{
    QFETCH(QString, base);
    const QByteArray log = readFile(base + QStringLiteral(".log"));
    LogReader reader;
    QList<LogEvent> events;
    for (char byte : log)
        events += reader.feed(QByteArrayView(&byte, 1));
    events += reader.finish();
    QCOMPARE(texts(events), texts(eventsOf(log)));
}

void TestLogReader::readsTheSameInAnyPieces()
{
    QFETCH(QString, base);
    const QByteArray log = readFile(base + QStringLiteral(".log"));
    const QStringList whole = texts(eventsOf(log));
    std::mt19937 random(7);
    for (int round = 0; round < 5; ++round) {
        LogReader reader;
        QList<LogEvent> events;
        for (qsizetype at = 0; at < log.size();) {
            const qsizetype length = 1 + qsizetype(random() % 300);
            events += reader.feed(QByteArrayView(log).sliced(at, std::min(length, log.size() - at)));
            at += length;
        }
        events += reader.finish();
        QCOMPARE(texts(events), whole);
    }
}

void TestLogReader::findsNoFailureInAHealthyRun_data()
{
    QTest::addColumn<QString>("file");
    const QDir dir(QStringLiteral(TRAINYARD_TEST_DATA "/logs/healthy"));
    const QStringList names = dir.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Name);
    QCOMPARE(names.size(), 20);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << dir.filePath(name);
}

void TestLogReader::findsNoFailureInAHealthyRun()
{
    QFETCH(QString, file);
    const QList<LogEvent> events = eventsOf(readFile(file));
    const auto count = [&](LogEvent::Kind kind) {
        return std::count_if(events.begin(), events.end(), [&](const LogEvent &event) { return event.kind == kind; });
    };
    QVERIFY(count(LogEvent::Kind::Metrics) >= 40);
    QCOMPARE(count(LogEvent::Kind::Failure), 0);
}

void TestLogReader::takesRepeatedLinesOverAsItReadsThem()
{
    QFETCH(QString, base);
    const QByteArray log = readFile(base + QStringLiteral(".log"));
    std::mt19937 random(11);
    QByteArray longLog = log + log;
    for (int round = 0; round < 30; ++round)
        longLog += withOtherNumbers(log, random);
    const QString difference = firstDifference(texts(eventsOf(longLog)), texts(eventsOf(longLog, LogReader::Repeated::Read)));
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestLogReader::takesLinesOfAllLogsOverAsItReadsThem()
{
    QByteArrayList lines;
    const QDir dir(QStringLiteral(TRAINYARD_TEST_DATA "/logs"));
    for (const QString &name : dir.entryList({QStringLiteral("*.log")}, QDir::Files))
        lines += readFile(dir.filePath(name)).split('\n');
    std::mt19937 random(13);
    QByteArray log;
    for (int round = 0; round < 12; ++round) {
        std::shuffle(lines.begin(), lines.end(), random);
        log += withOtherNumbers(lines.join('\n'), random);
    }
    const QString difference = firstDifference(texts(eventsOf(log)), texts(eventsOf(log, LogReader::Repeated::Read)));
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestLogReader::writesTheSameAsJson()
{
    QFETCH(QString, base);
    QByteArray log = readFile(base + QStringLiteral(".log"));
    std::mt19937 random(17);
    log += log + withOtherNumbers(log, random) + log;
    QByteArray json;
    LogReader reader;
    reader.feedToJson(log, json);
    reader.finishToJson(json);
    const QList<LogEvent> events = eventsOf(log);
    const QByteArrayList lines = json.split('\n');
    QCOMPARE(lines.size(), events.size() + 1);
    for (qsizetype i = 0; i < events.size(); ++i) {
        QJsonParseError error{};
        QCOMPARE(QJsonDocument::fromJson(lines[i], &error).object(), QJsonDocument::fromJson(QJsonDocument(events[i].toJson()).toJson()).object());
        QVERIFY2(error.error == QJsonParseError::NoError, lines[i].constData());
    }
}

void TestLogReader::readsOneLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("event");
    const auto row
        = [](const char *name, const char *line, const char *event) { QTest::newRow(name) << QByteArray(line) << QString::fromUtf8(event); };
    row("preset trainer", "epoch 3/5 step 268/470 loss 0.4123 accuracy 0.8512 lr 0.0100 samples/s 2461.5",
        R"({"epoch":3,"kind":"metrics","line":1,"step":268,"values":{"accuracy":0.8512,"learning_rate":0.01,"loss":0.4123,"samples_per_second":2461.5}})");
    row("colons", "step: 10, loss: 0.5", R"({"epoch":null,"kind":"metrics","line":1,"step":10,"values":{"loss":0.5}})");
    row("equal signs", "step=10 loss=0.5", R"({"epoch":null,"kind":"metrics","line":1,"step":10,"values":{"loss":0.5}})");
    row("dict", "{'loss': 0.5, 'learning_rate': 5e-05, 'epoch': 0.17}",
        R"({"epoch":0.17,"kind":"metrics","line":1,"step":null,"values":{"learning_rate":5e-05,"loss":0.5}})");
    row("quoted numbers", R"({"loss": "0.5", "step": "7"})", R"({"epoch":null,"kind":"metrics","line":1,"step":7,"values":{"loss":0.5}})");
    row("configuration", "learning_rate: 5.0e-05", "");
    row("source text", "loss = criterion(output, target)  # 1", "");
    row("prose", "We keep the loss below 1.0 by training for 3 epochs.", "");
}

void TestLogReader::readsOneLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, event);
    QStringList lines;
    for (const LogEvent &one : eventsOf(line + '\n'))
        lines.append(QString::fromUtf8(QJsonDocument(one.toJson()).toJson(QJsonDocument::Compact)));
    QCOMPARE(lines.join(QLatin1Char('\n')), event);
}

void TestLogReader::knowsTheTotalsOfStepAndEpoch()
{
    const QList<LogEvent> events = eventsOf("epoch 3/5 step 268/470 loss 0.4123\n");
    QCOMPARE(events.size(), 1);
    QCOMPARE(events[0].totalSteps, std::optional<qint64>(470));
    QCOMPARE(events[0].totalEpochs, std::optional<double>(5));
}

void TestLogReader::givesTheByteEachLineEndedAt()
{
    const QList<LogEvent> events = eventsOf("hello\nstep 1 loss 2\nstep 2 loss 1");
    QCOMPARE(events.size(), 2);
    QCOMPARE(events[0].offset, 20);
    QCOMPARE(events[1].offset, 33);
}

void TestLogReader::showsABarBeforeItsLineEnds()
{
    LogReader reader;
    QCOMPARE(reader.feed("\rEpoch 1:  10%|#    | 10/100 [00:01<00:09, 10.0it/s, loss=2.5]").size(), 0);
    const QList<LogEvent> events = reader.feed("\rEpoch 1:  11%|#    | 11/100 [00:01<00:09, 10.0it/s, loss=2.4]");
    QCOMPARE(events.size(), 1);
    QCOMPARE(events[0].step, std::optional<qint64>(10));
    QCOMPARE(events[0].value(u"loss"), std::optional<double>(2.5));
}

void TestLogReader::staysBoundedOnALineWithoutEnd()
{
    LogReader reader;
    const QByteArray piece(1024 * 1024, 'x');
    for (int i = 0; i < 100; ++i)
        QVERIFY(reader.feed(piece).isEmpty());
    const QList<LogEvent> events = reader.feed("\nstep 5 loss 1.5\n");
    QCOMPARE(events.size(), 1);
    QCOMPARE(events[0].line, 2);
}

void TestLogReader::takesAnythingForALog_data()
{
    QTest::addColumn<QByteArray>("log");
    std::mt19937 random(3);
    QByteArray garbage(200000, '\0');
    for (char &byte : garbage)
        byte = char(random());
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("garbage") << garbage;
    QTest::newRow("zeros") << QByteArray(100000, '\0');
    QTest::newRow("brackets") << QByteArray(100000, '[') + "\n" + QByteArray(100000, '{') + "\n" + QByteArray(100000, '(');
    QTest::newRow("quotes") << QByteArray(100000, '\'') + "\n" + QByteArray(100000, '"');
    QTest::newRow("escapes") << QByteArray("\x1b[").repeated(50000) + "\n\x1b]";
    QTest::newRow("returns") << QByteArray(100000, '\r');
    QTest::newRow("long number") << "step " + QByteArray(5000, '9') + " loss " + QByteArray(5000, '9') + "\n";
    QTest::newRow("broken UTF-8") << QByteArray("step 3 \xe6\x8d loss 2\n\xff\xfe\n");
    QTest::newRow("slashes") << QByteArray("1/").repeated(50000);
}

void TestLogReader::takesAnythingForALog()
{
    QFETCH(QByteArray, log);
    for (const LogEvent &event : eventsOf(log))
        QVERIFY(event.line >= 1);
}

void TestLogReader::namesTheFormatThatClaimedMost()
{
    LogReader reader;
    QCOMPARE(reader.formatName(), QString());
    reader.feed("{'loss': 0.5, 'epoch': 0.1}\n{'loss': 0.4, 'epoch': 0.2}\nstep 1 loss 0.4\n");
    QCOMPARE(reader.formatName(), QStringLiteral("dict"));
}

void TestLogReader::countsLines()
{
    LogReader reader;
    reader.feed("a\r\nb\rc\nd");
    QCOMPARE(reader.lineCount(), 2);
    reader.finish();
    QCOMPARE(reader.lineCount(), 2);
}

QTEST_GUILESS_MAIN(TestLogReader)
#include "tst_logreader.moc"
