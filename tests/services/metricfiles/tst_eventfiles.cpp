#include "eventwriter.h"

#include "services/common/crc32c.h"
#include "services/metricfiles/eventfolder.h"
#include "services/metricfiles/recordframes.h"
#include "services/metricfiles/summaryevent.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <cmath>
#include <unistd.h>

using namespace Trainyard;
using namespace Qt::StringLiterals;

namespace {

/// `name@step=value`, a phase before the name.
QStringList shown(const QList<TimedEvent> &events)
{
    QStringList lines;
    for (const TimedEvent &timed : events) {
        const LogEvent &event = timed.event;
        if (event.kind != LogEvent::Kind::Metrics)
            lines.append(event.code);
        for (const auto &[name, value] : event.values)
            lines.append(u"%1%2@%3=%4"_s.arg(event.phase ? phaseToText(*event.phase) + u' ' : QString(), name,
                                             event.step ? QString::number(*event.step) : u"epoch %1"_s.arg(event.epoch.value_or(-1)), QString::number(value)));
    }
    return lines;
}

void write(const QString &path, const QByteArray &content, QIODevice::OpenMode mode = QIODevice::WriteOnly)
{
    QFile file(path);
    QVERIFY(file.open(mode));
    QCOMPARE(file.write(content), content.size());
}

QStringList recordsIn(const QByteArray &file)
{
    QStringList records;
    RecordFrames frames;
    frames.read(file, [&](QByteArrayView data, qint64) { records.append(QString::fromLatin1(data)); });
    return records;
}

} // namespace

class TestEventFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void checksumsAreThoseOfTheStandard()
    {
        QCOMPARE(crc32c("123456789"), 0xe3069283U);
        QCOMPARE(crc32c(QByteArray(32, '\0')), 0x8a9136aaU); // RFC 3720, B.4
        QCOMPARE(crc32c(QByteArray(32, '\xff')), 0x62a8ab43U);
    }

    void recordsComeOutWholeHoweverTheFileGrows()
    {
        const QByteArray file = EventWriter::record("first") + EventWriter::record("") + EventWriter::record("third");
        for (qsizetype cut = 0; cut <= file.size(); ++cut) {
            QStringList records;
            RecordFrames frames;
            const auto receive = [&](QByteArrayView data, qint64) { records.append(QString::fromLatin1(data)); };
            frames.read(QByteArrayView(file).first(cut), receive);
            const qint64 offset = frames.offset();
            QVERIFY(offset <= cut);
            frames.read(QByteArrayView(file).sliced(offset), receive);
            QCOMPARE(records, QStringList({u"first"_s, QString(), u"third"_s}));
            QCOMPARE(frames.damagedPlaces(), 0);
        }
    }

    void aFlippedBitLosesOneRecordOnly()
    {
        const QByteArray file = EventWriter::record("first") + EventWriter::record("second") + EventWriter::record("third");
        const qsizetype begin = EventWriter::record("first").size();
        const qsizetype end = begin + EventWriter::record("second").size();
        for (qsizetype bit = begin * 8; bit < end * 8; ++bit) {
            QByteArray damaged = file;
            damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
            RecordFrames frames;
            QStringList records;
            frames.read(damaged, [&](QByteArrayView data, qint64) { records.append(QString::fromLatin1(data)); });
            QCOMPARE(records, QStringList({u"first"_s, u"third"_s}));
            QCOMPARE(frames.damagedPlaces(), 1);
            QCOMPARE(frames.firstDamage(), qint64(begin));
        }
    }

    void aWrongChecksumAtTheEndWaits()
    {
        QByteArray file = EventWriter::record("first") + EventWriter::record("second");
        const char right = file.back();
        file.back() = char(right + 1);
        RecordFrames frames;
        QStringList records;
        const auto receive = [&](QByteArrayView data, qint64) { records.append(QString::fromLatin1(data)); };
        frames.read(file, receive);
        QCOMPARE(records, QStringList(u"first"_s));
        file.back() = right;
        frames.read(QByteArrayView(file).sliced(frames.offset()), receive);
        QCOMPARE(records, QStringList({u"first"_s, u"second"_s}));
        QCOMPARE(frames.damagedPlaces(), 0);
    }

    void aHugeLengthIsNotAllocated()
    {
        QByteArray length(8, '\0');
        length[4] = '\x40'; // 256 GiB
        QByteArray header = length + QByteArray(4, '\0');
        qToLittleEndian(maskedCrc32c(length), header.data() + 8);
        RecordFrames frames;
        frames.read(QByteArray(header + QByteArray(100, 'x')), [](QByteArrayView, qint64) { QFAIL("there is no record"); });
        QCOMPARE(frames.needed(), 1);
        QVERIFY(frames.offset() > qint64(1) << 37);
        header.fill('\xff', 8); // and with a wrong checksum
        QCOMPARE(recordsIn(QByteArray(header + QByteArray(100, 'x') + EventWriter::record("after"))), QStringList(u"after"_s));
    }

    void scalarsOfEveryKind_data()
    {
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<double>("value");
        using namespace EventWriter;
        const auto content = [](auto number) { return bytesField(4, QByteArray(reinterpret_cast<const char *>(&number), sizeof number)); };
        QTest::newRow("float in content") << varintField(1, 1) + content(0.5F) << 0.5;
        QTest::newRow("double in content") << varintField(1, 2) + content(0.1) << 0.1;
        QTest::newRow("int64 in content") << varintField(1, 9) + content(qint64(-7)) << -7.0;
        QTest::newRow("int32 in content") << varintField(1, 3) + content(qint32(12)) << 12.0;
        QTest::newRow("half in content") << varintField(1, 19) + content(quint16(0x3800)) << 0.5;
        QTest::newRow("bfloat16 in content") << varintField(1, 14) + content(quint16(0x3f00)) << 0.5;
        QTest::newRow("float list") << varintField(1, 1) + floatField(5, 2.5F) << 2.5;
        QTest::newRow("packed float list") << varintField(1, 1) + bytesField(5, floatField(5, 2.5F).mid(1)) << 2.5;
        QTest::newRow("double list") << varintField(1, 2) + doubleField(6, 2.25) << 2.25;
        QTest::newRow("int64 list") << varintField(1, 9) + bytesField(10, varint(300)) << 300.0;
        QTest::newRow("half list") << varintField(1, 19) + bytesField(13, varint(0x3800)) << 0.5;
        QTest::newRow("content before its type") << content(0.1) + varintField(1, 2) << 0.1;
        QTest::newRow("with a shape of one") << varintField(1, 1) + bytesField(2, bytesField(2, varintField(1, 1))) + floatField(5, 3) << 3.0;
    }
    void scalarsOfEveryKind()
    {
        QFETCH(QByteArray, tensor);
        QFETCH(double, value);
        const QByteArray record = EventWriter::tensorRecord("loss", 5, tensor);
        const std::optional<SummaryEvent> event = decodeEvent(QByteArrayView(record).sliced(12, record.size() - 16));
        QVERIFY(event);
        QCOMPARE(event->step, 5);
        QCOMPARE(event->scalars, QList<TaggedScalar>({{"loss", value}}));
    }

    void whatIsNoScalarIsLeftOut()
    {
        using namespace EventWriter;
        const auto scalarsOf = [](const QByteArray &record) { return decodeEvent(QByteArrayView(record).sliced(12, record.size() - 16))->scalars; };
        QCOMPARE(scalarsOf(tensorRecord("text", 1, varintField(1, 7) + bytesField(8, "words"), "text")), QList<TaggedScalar>());
        QCOMPARE(scalarsOf(tensorRecord("hist", 1, varintField(1, 2) + bytesField(4, QByteArray(240, '\1')), "histograms")), QList<TaggedScalar>());
        QCOMPARE(scalarsOf(tensorRecord("two", 1, varintField(1, 1) + bytesField(4, QByteArray(8, '\1')))), QList<TaggedScalar>());
        QCOMPARE(scalarsOf(tensorRecord("hp", 1, varintField(1, 1) + floatField(5, 1), "hparams")), QList<TaggedScalar>());
    }

    void tagsGetTheNamesOfLogs_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<QString>("expected");
        QTest::newRow("train/loss") << QByteArray("train/loss") << u"train loss@5=1"_s;
        QTest::newRow("Loss/train") << QByteArray("Loss/train") << u"train loss@5=1"_s;
        QTest::newRow("Accuracy/val") << QByteArray("Accuracy/val") << u"eval accuracy@5=1"_s;
        QTest::newRow("eval/accuracy") << QByteArray("eval/accuracy") << u"eval accuracy@5=1"_s;
        QTest::newRow("val_loss") << QByteArray("val_loss") << u"eval loss@5=1"_s;
        QTest::newRow("lr-AdamW") << QByteArray("lr-AdamW") << u"learning_rate@5=1"_s;
        QTest::newRow("train/grad_norm") << QByteArray("train/grad_norm") << u"train grad_norm@5=1"_s;
        QTest::newRow("own name") << QByteArray("reward/mean_kl") << u"reward/mean_kl@5=1"_s;
        QTest::newRow("Keras") << QByteArray("epoch_loss") << u"loss@epoch 5=1"_s;
        QTest::newRow("a setting's name") << QByteArray("momentum") << u"momentum@5=1"_s;
    }
    void tagsGetTheNamesOfLogs()
    {
        QFETCH(QByteArray, tag);
        QFETCH(QString, expected);
        QTemporaryDir folder;
        write(folder.filePath(u"events.out.tfevents.1.host"_s), EventWriter::versionRecord() + EventWriter::scalarRecord(tag, 5, 1));
        EventFolder events;
        events.setFiles({folder.filePath(u"events.out.tfevents.1.host"_s)});
        qint64 budget = 1 << 20;
        QCOMPARE(shown(events.poll(budget).events), QStringList(expected));
    }

    void twoTagsNeverBecomeOneSeries()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        write(path, EventWriter::versionRecord() + EventWriter::scalarRecord("train/loss", 1, 1) + EventWriter::scalarRecord("train/total_loss", 1, 2)
                        + EventWriter::scalarRecord("lr/pg0", 1, 3) + EventWriter::scalarRecord("lr/pg1", 1, 4));
        EventFolder events;
        events.setFiles({path});
        qint64 budget = 1 << 20;
        QCOMPARE(shown(events.poll(budget).events),
                 QStringList({u"train loss@1=1"_s, u"train train/total_loss@1=2"_s, u"learning_rate@1=3"_s, u"lr/pg1@1=4"_s}));
    }

    void timeStepAndEpochAreKept()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        write(path, EventWriter::versionRecord() + EventWriter::scalarRecord("train_loss", 50, 0.5F, 1700000000.25) + EventWriter::scalarRecord("epoch", 50, 2, 1700000000.25)
                        + EventWriter::scalarRecord("train_loss", 100, NAN, 1700000001));
        EventFolder events;
        events.setFiles({path});
        qint64 budget = 1 << 20;
        const QList<TimedEvent> told = events.poll(budget).events;
        QCOMPARE(told.size(), 3);
        QCOMPARE(told[0].timeMs, 1700000000250);
        QCOMPARE(told[0].event.step, std::optional<qint64>(50));
        QCOMPARE(told[0].event.epoch, std::optional<double>(2));
        QCOMPARE(told[0].event.line, 2);
        QCOMPARE(told[2].event.code, u"nan_loss"_s);
    }

    void aGrowingFileIsFollowed()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        const QByteArray content = EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 3) + EventWriter::scalarRecord("loss", 2, 2);
        QStringList told;
        EventFolder events;
        events.setFiles({path});
        write(path, {});
        for (qsizetype at = 0; at < content.size(); at += 5) {
            write(path, content.mid(at, 5), QIODevice::Append);
            qint64 budget = 1 << 20;
            const MetricFileNews news = events.poll(budget);
            told += shown(news.events);
            QCOMPARE(news.problems, QList<Error>());
            QVERIFY(!news.isReplaced);
        }
        QCOMPARE(told, QStringList({u"loss@1=3"_s, u"loss@2=2"_s}));
        QCOMPARE(events.finish().problems, QList<Error>());
    }

    void aFileCutShortIsToldAtItsEnd()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        const QByteArray content = EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 3) + EventWriter::scalarRecord("loss", 2, 2);
        for (qsizetype cut = 0; cut < content.size(); ++cut) {
            write(path, content.first(cut));
            EventFolder events;
            events.setFiles({path});
            qint64 budget = 1 << 20;
            const MetricFileNews news = events.poll(budget);
            QCOMPARE(news.problems, QList<Error>());
            QVERIFY(news.events.size() <= 1);
            QVERIFY(events.finish().problems.size() <= 1);
        }
    }

    void aRestartReplacesWhatItWritesAgain()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath(u"events.out.tfevents.100.host"_s);
        const QString second = folder.filePath(u"events.out.tfevents.200.host"_s);
        QByteArray before = EventWriter::versionRecord();
        for (int step = 1; step <= 4; ++step)
            before += EventWriter::scalarRecord("loss", step, float(step)) + EventWriter::scalarRecord("acc", step, float(step));
        write(first, before);
        EventFolder live;
        live.setFiles({first});
        qint64 budget = 1 << 20;
        QCOMPARE(live.poll(budget).events.size(), 8);

        write(second, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 3, 30) + EventWriter::scalarRecord("loss", 4, 40));
        live.setFiles({second, first});
        QVERIFY(live.poll(budget).isReplaced);
        const QStringList expected{u"loss@1=1"_s, u"accuracy@1=1"_s, u"loss@2=2"_s, u"accuracy@2=2"_s, u"accuracy@3=3"_s,
                                   u"accuracy@4=4"_s, u"loss@3=30"_s, u"loss@4=40"_s};
        QCOMPARE(shown(live.poll(budget).events), expected);
        EventFolder afterwards;
        afterwards.setFiles({second, first});
        QCOMPARE(shown(afterwards.poll(budget).events), expected);
    }

    void aSessionStartPurgesEveryTag()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath(u"events.out.tfevents.100.host"_s);
        const QString second = folder.filePath(u"events.out.tfevents.200.host"_s);
        write(first, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 1) + EventWriter::scalarRecord("loss", 9, 9) + EventWriter::scalarRecord("acc", 9, 9));
        write(second, EventWriter::versionRecord() + EventWriter::sessionStartRecord(5) + EventWriter::scalarRecord("loss", 6, 6));
        EventFolder events;
        events.setFiles({first, second});
        qint64 budget = 1 << 20;
        QCOMPARE(shown(events.poll(budget).events), QStringList({u"loss@1=1"_s, u"loss@6=6"_s}));
    }

    void damageInsideIsToldOnceAndTheRestIsRead()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        QByteArray content = EventWriter::versionRecord();
        const qsizetype begin = content.size();
        for (int step = 1; step <= 9; ++step)
            content += EventWriter::scalarRecord("loss", step, float(step));
        content[begin + 20] = char(content[begin + 20] + 1);
        content[begin + 80] = char(content[begin + 80] + 1);
        write(path, content);
        EventFolder events;
        events.setFiles({path});
        qint64 budget = 1 << 20;
        const MetricFileNews news = events.poll(budget);
        QVERIFY(news.events.size() >= 7);
        QCOMPARE(news.problems.size(), 1);
        QVERIFY2(news.problems[0].message.contains(u"byte %1"_s.arg(begin)), qPrintable(news.problems[0].message));
        QCOMPARE(shown(news.events).last(), u"loss@9=9"_s);
    }

    void aSparseGigabyteEndsSoonAndAllocatesLittle()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"events.out.tfevents.1.host"_s);
        write(path, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 1));
        QVERIFY(QFile::resize(path, qint64(1) << 30));
        write(path, EventWriter::scalarRecord("loss", 2, 2), QIODevice::Append);
        EventFolder events;
        events.setFiles({path});
        QStringList told;
        MetricFileNews news;
        do {
            qint64 budget = 8 << 20;
            news = events.poll(budget);
            told += shown(news.events);
        } while (news.isBehind);
        QCOMPARE(told, QStringList({u"loss@1=1"_s, u"loss@2=2"_s}));
        QCOMPARE(news.problems.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestEventFiles)
#include "tst_eventfiles.moc"
