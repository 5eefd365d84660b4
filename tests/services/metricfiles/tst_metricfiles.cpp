#include "eventwriter.h"

#include "services/metricfiles/metricfilefollower.h"
#include "services/metricfiles/metricfilesearch.h"
#include "services/metricfiles/trainerstate.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <sys/stat.h>
#include <unistd.h>

using namespace Trainyard;
using namespace Qt::StringLiterals;

namespace {

QStringList shown(const QList<TimedEvent> &events)
{
    QStringList lines;
    for (const TimedEvent &timed : events) {
        const LogEvent &event = timed.event;
        if (event.kind != LogEvent::Kind::Metrics)
            lines.append(event.code);
        for (const auto &[name, value] : event.values)
            lines.append(u"%1%2@%3/%4=%5"_s.arg(event.phase ? phaseToText(*event.phase) + u' ' : QString(), name, event.step ? QString::number(*event.step) : u"-"_s,
                                                event.epoch ? QString::number(*event.epoch) : u"-"_s, QString::number(value)));
    }
    return lines;
}

const QByteArray trainerState = R"({
  "best_metric": null,
  "epoch": 1.0,
  "global_step": 20,
  "log_history": [
    {"epoch": 0.5, "grad_norm": 1.5, "learning_rate": 5e-05, "loss": 2.5, "step": 10},
    {"epoch": 1.0, "eval_loss": 2.25, "eval_runtime": 3.1, "eval_samples_per_second": 40.0, "step": 20}
  ],
  "max_steps": 40,
  "num_train_epochs": 2
}
)";

} // namespace

class TestMetricFiles : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString write(const QString &name, const QByteArray &content, QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QDir(m_folder.path()).mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        if (!file.open(mode) || file.write(content) != content.size())
            qFatal("%s: %s", qPrintable(path(name)), qPrintable(file.errorString()));
        return path(name);
    }

private Q_SLOTS:
    void init() { QVERIFY(QDir(m_folder.path()).removeRecursively() && QDir().mkpath(m_folder.path())); }

    void filesAreKnownByTheirContent_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *title, const QString &name, const QByteArray &content, MetricFileKind kind) { QTest::newRow(title) << name << content << int(kind); };
        row("event file under another name", u"data.bin"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 1), MetricFileKind::TensorBoard);
        row("empty event file", u"events.out.tfevents.1.host"_s, {}, MetricFileKind::TensorBoard);
        row("records of another kind", u"train.tfrecord"_s, EventWriter::record("\x0a\x03" "abc"), MetricFileKind::None);
        row("trainer state", u"state"_s, trainerState, MetricFileKind::TrainerState);
        row("table with known names", u"metrics.csv"_s, "epoch,loss,accuracy\n0,0.5,0.3\n", MetricFileKind::Log);
        row("table with own names", u"metrics.csv"_s, "step,width,height\n0,0.5,0.3\n", MetricFileKind::Csv);
        row("semicolons", u"metrics.csv"_s, "epoch;loss;acc\n0;0.5;0.3\n", MetricFileKind::Csv);
        row("table of data", u"data.csv"_s, "id,label,text\n1,0,words\n", MetricFileKind::Log);
        row("JSON lines", u"log.jsonl"_s, "{\"step\": 1, \"loss\": 2.5}\n{\"step\": 2, \"loss\": 2.25}\n", MetricFileKind::Log);
        row("binary", u"model.bin"_s, QByteArray(100, '\0'), MetricFileKind::None);
        row("empty", u"empty.csv"_s, {}, MetricFileKind::None);
    }
    void filesAreKnownByTheirContent()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(int, kind);
        QCOMPARE(int(kindOfMetricFile(write(name, content))), kind);
    }

    void trainerStateIsRead()
    {
        const Result<MetricFileNews> news = readMetricFiles(write(u"trainer_state.json"_s, trainerState));
        QVERIFY(news);
        QCOMPARE(shown(news->events), QStringList({u"grad_norm@10/0.5=1.5"_s, u"learning_rate@10/0.5=5e-05"_s, u"loss@10/0.5=2.5"_s, u"eval loss@20/1=2.25"_s,
                                                   u"eval runtime@20/1=3.1"_s, u"eval samples_per_second@20/1=40"_s}));
        QCOMPARE(news->events[0].event.totalSteps, std::optional<qint64>(40));
        QCOMPARE(news->events[0].event.totalEpochs, std::optional<double>(2));
    }

    void trainerStateGrowsByBeingRewritten()
    {
        const QString file = write(u"trainer_state.json"_s, trainerState);
        MetricFileFollower follower(file);
        QCOMPARE(follower.poll().events.size(), 2);
        QByteArray longer = trainerState;
        longer.replace("\"step\": 20}", "\"step\": 20},\n {\"epoch\": 1.5, \"loss\": NaN, \"step\": 30}");
        write(u"trainer_state.json"_s, longer.first(300)); // caught half written
        MetricFileNews news = follower.poll();
        QVERIFY(news.events.isEmpty() && news.problems.isEmpty());
        QCOMPARE(follower.finish().problems.size(), 1);
        write(u"trainer_state.json"_s, longer);
        news = follower.poll();
        QCOMPARE(shown(news.events), QStringList({u"loss@30/1.5=nan"_s, u"nan_loss"_s}));
    }

    void aHistoryThatGoesOnDifferentlyReplaces()
    {
        const QString file = write(u"trainer_state.json"_s, trainerState);
        MetricFileFollower follower(file);
        follower.poll();
        QByteArray other = trainerState;
        write(u"trainer_state.json"_s, other.replace("\"loss\": 2.5", "\"loss\": 2.0 "));
        QVERIFY(follower.poll().isReplaced);
        QCOMPARE(follower.poll().events.size(), 2);
    }

    void bareNonFiniteNumbersBecomeStrings()
    {
        QCOMPARE(withoutBareNonFinite("{\"a\": NaN, \"b\": [-Infinity, Infinity], \"NaN\": \"a \\\" NaN\"}"),
                 QByteArray("{\"a\": \"NaN\", \"b\": [\"-Infinity\", \"Infinity\"], \"NaN\": \"a \\\" NaN\"}"));
    }

    void tablesAreRead_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("Keras") << QByteArray("epoch,accuracy,loss,val_accuracy,val_loss\n0,0.5,1.5,0.4,1.6\n")
                               << QStringList({u"accuracy@-/0=0.5"_s, u"loss@-/0=1.5"_s, u"eval accuracy@-/0=0.4"_s, u"eval loss@-/0=1.6"_s});
        QTest::newRow("Lightning, with empty cells") << QByteArray("epoch,step,train_loss,val_loss\n0,49,0.51,\n0,49,,0.62\n")
                                                     << QStringList({u"train loss@49/0=0.51"_s, u"eval loss@49/0=0.62"_s});
        QTest::newRow("own names, CRLF, no last end") << QByteArray("step,reward,kl\r\n1,0.5,0.25\r\n2,0.75,") << QStringList({u"reward@1/-=0.5"_s, u"kl@1/-=0.25"_s, u"reward@2/-=0.75"_s});
        QTest::newRow("quoted cells") << QByteArray("step;\"reward;mean\";note\n1;\"0.5\";\"a;b\"\n") << QStringList(u"reward;mean@1/-=0.5"_s);
        QTest::newRow("nan") << QByteArray("step;loss\n1;nan\n") << QStringList({u"loss@1/-=nan"_s, u"nan_loss"_s});
    }
    void tablesAreRead()
    {
        QFETCH(QByteArray, content);
        QFETCH(QStringList, expected);
        const Result<MetricFileNews> news = readMetricFiles(write(u"metrics.csv"_s, content));
        QVERIFY(news);
        QCOMPARE(shown(news->events), expected);
    }

    void aTableThatIsWrittenAnewReplaces()
    {
        const QString file = write(u"metrics.csv"_s, "step,reward\n1,0.5\n");
        MetricFileFollower follower(file);
        QCOMPARE(follower.poll().events.size(), 1);
        write(u"metrics.csv"_s, "step,reward,kl\n1,0.5,\n2,0.75,0.1\n");
        QVERIFY(follower.poll().isReplaced);
        QCOMPARE(follower.poll().events.size(), 2);
        write(u"metrics.csv"_s, "3,1,0.2\n", QIODevice::Append);
        QCOMPARE(follower.poll().events.size(), 1);
    }

    void foldersAreRunsAndPhases_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("phase");
        QTest::newRow("itself") << u"/logs"_s << QString() << QString();
        QTest::newRow("train") << u"/logs/train"_s << QString() << u"train"_s;
        QTest::newRow("validation") << u"/logs/validation"_s << QString() << u"eval"_s;
        QTest::newRow("run") << u"/logs/version_3"_s << u"version_3"_s << QString();
        QTest::newRow("phase of a run") << u"/logs/fit/20250101/validation"_s << u"fit/20250101"_s << u"eval"_s;
        QTest::newRow("add_scalars") << u"/logs/Loss_train"_s << QString() << u"train"_s;
    }
    void foldersAreRunsAndPhases()
    {
        QFETCH(QString, folder);
        QFETCH(QString, run);
        QFETCH(QString, phase);
        QCOMPARE(runLabel(u"/logs"_s, folder), (RunLabel{run, phaseFromText(phase)}));
    }

    void aLogFolderIsFollowed()
    {
        write(u"train/events.out.tfevents.1.host"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("epoch_loss", 1, 2));
        write(u"validation/events.out.tfevents.1.host"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("epoch_loss", 1, 3));
        MetricFileFollower follower(m_folder.path(), 0);
        QCOMPARE(shown(follower.poll().events), QStringList({u"train loss@-/1=2"_s, u"eval loss@-/1=3"_s}));
        write(u"validation/events.out.tfevents.1.host"_s, EventWriter::scalarRecord("epoch_loss", 2, 2.5), QIODevice::Append);
        QCOMPARE(shown(follower.poll().events), QStringList(u"eval loss@-/2=2.5"_s));
        write(u"second/events.out.tfevents.2.host"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 7, 1));
        QCOMPARE(shown(follower.poll().events), QStringList(u"second/loss@7/-=1"_s));
    }

    void theFirstFileThatGivesASeriesKeepsIt()
    {
        write(u"out/a/events.out.tfevents.1.host"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 10, 2.5));
        write(u"out/trainer_state.json"_s, trainerState);
        write(u"out/predictions.csv"_s, "id,label\n1,2\n");
        MetricFileFollower follower(path(u"out"_s), 0);
        const QStringList told = shown(follower.poll().events);
        QCOMPARE(told.filter(u" loss"_s) + told.filter(QRegularExpression(u"^loss"_s)), QStringList({u"eval loss@20/1=2.25"_s, u"loss@10/-=2.5"_s}));
        QVERIFY(told.contains(u"learning_rate@10/0.5=5e-05"_s));
    }

    void outputOfCardToolsIsRead()
    {
        write(u"out/nvidia-smi.csv"_s, "timestamp, index, utilization.gpu [%], memory.used [MiB]\n2025/01/01 10:00:00.000, 0, 97 %, 1024 MiB\n");
        MetricFileFollower follower(path(u"out"_s), 0);
        const QStringList told = shown(follower.poll().events);
        QVERIFY2(told.contains(u"gpu_utilization_percent@-/-=97"_s), qPrintable(told.join(u' ')));
    }

    void whatCannotBeReadIsOneMessage_data()
    {
        QTest::addColumn<QString>("fault");
        for (const char *fault : {"missing", "folder", "fifo", "forbidden", "empty"})
            QTest::newRow(fault) << QString::fromLatin1(fault);
    }
    void whatCannotBeReadIsOneMessage()
    {
        QFETCH(QString, fault);
        QString file = path(u"events.out.tfevents.1.host"_s);
        if (fault == u"folder")
            QVERIFY(QDir().mkpath(file));
        else if (fault == u"fifo")
            QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
        else if (fault == u"forbidden")
            QVERIFY(QFile(write(u"events.out.tfevents.1.host"_s, EventWriter::versionRecord())).setPermissions({}));
        else if (fault == u"empty")
            write(u"events.out.tfevents.1.host"_s, {});
        MetricFileFollower follower(file, 0);
        QList<Error> problems;
        for (int look = 0; look < 3; ++look)
            problems += follower.poll().problems;
        if (fault == u"forbidden" && ::geteuid() == 0)
            QSKIP("root may read everything");
        QVERIFY(problems.size() <= 1);
        QCOMPARE(problems.isEmpty(), fault == u"empty" || fault == u"folder" || fault == u"fifo" || fault == u"missing");
        if (fault == u"folder")
            QVERIFY(!readMetricFiles(file));
    }

    void aFileThatIsDeletedWhileItIsReadKeepsItsPoints()
    {
        const QString file = write(u"events.out.tfevents.1.host"_s, EventWriter::versionRecord() + EventWriter::scalarRecord("loss", 1, 2));
        MetricFileFollower follower(file, 0);
        QCOMPARE(follower.poll().events.size(), 1);
        QVERIFY(QFile::remove(file));
        const MetricFileNews news = follower.poll();
        QVERIFY(!news.isReplaced && news.events.isEmpty() && news.problems.isEmpty());
    }

    void aRealFileIsRead()
    {
        const Result<MetricFileNews> news = readMetricFiles(QStringLiteral(TRAINYARD_TEST_DATA "/metricfiles/tensorboardx"));
        QVERIFY(news);
        QCOMPARE(news->problems, QList<Error>());
        QFile expected(QStringLiteral(TRAINYARD_TEST_DATA "/metricfiles/tensorboardx.expected.txt"));
        QVERIFY(expected.open(QIODevice::ReadOnly));
        QCOMPARE(shown(news->events).join(u'\n'), QString::fromUtf8(expected.readAll()).trimmed());
    }
};

QTEST_GUILESS_MAIN(TestMetricFiles)
#include "tst_metricfiles.moc"
