#include "drawnimages.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Trainyard;

namespace {

struct Ended
{
    int status = -1; ///< 128 + signal for one that was killed
    QString output;
    QString errors;
};

class Program
{
public:
    explicit Program(const QStringList &arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("OMP_NUM_THREADS"), QStringLiteral("1"));
        m_process.setProcessEnvironment(environment);
        m_process.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-torch"), arguments);
    }

    void ask(const QByteArray &request)
    {
        m_process.write(request);
        m_process.closeWriteChannel();
    }

    /// Sends @p signal once @p text was printed.
    void signalAfter(const QString &text, int signal)
    {
        while (!m_output.contains(text) && m_process.waitForReadyRead(20000))
            m_output += QString::fromUtf8(m_process.readAllStandardOutput());
        ::kill(pid_t(m_process.processId()), signal);
    }

    Ended end()
    {
        m_process.waitForFinished(60000);
        m_output += QString::fromUtf8(m_process.readAllStandardOutput());
        const bool wasKilled = m_process.exitStatus() == QProcess::CrashExit;
        return {m_process.exitCode() + (wasKilled ? 128 : 0), m_output, QString::fromUtf8(m_process.readAllStandardError())};
    }

private:
    QProcess m_process;
    QString m_output;
};

QStringList linesWith(const QString &text, const QString &part)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        if (line.contains(part))
            lines.append(line.section(QStringLiteral(" samples/s"), 0, 0));
    }
    return lines;
}

} // namespace

class tst_TrainyardTorch : public QObject
{
    Q_OBJECT

    QTemporaryDir m_data;

    QStringList training(const QString &output, const QStringList &more = {}) const
    {
        return QStringList{QStringLiteral("train"), QStringLiteral("--preset"), QStringLiteral("image-classification"), QStringLiteral("--data_url"), m_data.path(),
                           QStringLiteral("--train_url"), output, QStringLiteral("--batch_size"), QStringLiteral("16"), QStringLiteral("--log_steps=1"),
                           QStringLiteral("--learning_rate=0.02"), QStringLiteral("--checkpoint_every"), QStringLiteral("10")}
            + more;
    }

private Q_SLOTS:
    void initTestCase() { drawImageFolder(m_data.path(), 80); }

    void itLearns()
    {
        QTemporaryDir output;
        const Ended ended = Program(training(output.path(), {QStringLiteral("--epochs=2")})).end();
        QVERIFY2(ended.status == 0, qPrintable(ended.errors));
        QCOMPARE(ended.errors, QString());
        const QString accuracy = linesWith(ended.output, QStringLiteral("epoch 2/2 val_loss")).value(0).section(u' ', -1);
        QVERIFY2(accuracy.toDouble() > 0.9, qPrintable(ended.output));
        QVERIFY(QFile::exists(output.filePath(QStringLiteral("model.pt"))));
    }

    void killedInMidRunItGoesOnWithTheSameLosses()
    {
        QTemporaryDir whole, killed;
        const QStringList epochs{QStringLiteral("--epochs=3")};
        const QStringList expected = linesWith(Program(training(whole.path(), epochs)).end().output, QStringLiteral("loss"));
        Program first(training(killed.path(), epochs));
        first.signalAfter(QStringLiteral("step 23/"), SIGKILL);
        QCOMPARE(first.end().status, 128 + SIGKILL);
        const Ended second = Program(training(killed.path(), epochs)).end();
        QVERIFY2(second.status == 0, qPrintable(second.errors));
        QVERIFY(second.output.contains(QStringLiteral("resumed from ")));
        const QStringList resumed = linesWith(second.output, QStringLiteral("loss"));
        QVERIFY(resumed.size() >= 15);
        QCOMPARE(resumed, expected.last(resumed.size()));
    }

    void signalsSaveACheckpoint_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("status");
        QTest::newRow("SIGTERM, as of a preemption") << SIGTERM << 143;
        QTest::newRow("SIGINT, as of Ctrl+C") << SIGINT << 130;
        QTest::newRow("SIGUSR1, stop after a checkpoint") << SIGUSR1 << 0;
    }

    void signalsSaveACheckpoint()
    {
        QFETCH(int, signal);
        QFETCH(int, status);
        QTemporaryDir output;
        Program program(training(output.path(), {QStringLiteral("--epochs=500")}));
        program.signalAfter(QStringLiteral("step 3/"), signal);
        const Ended ended = program.end();
        QCOMPARE(ended.status, status);
        const QString saved = linesWith(ended.output, QStringLiteral("saved checkpoint ")).value(0).section(u' ', 2);
        QVERIFY2(QFile::exists(saved), qPrintable(ended.output));
        QVERIFY(!QFile::exists(output.filePath(QStringLiteral("model.pt"))));
    }

    void aSignalDuringTheStartIsNotLost()
    {
        QTemporaryDir output;
        Program program(training(output.path(), {QStringLiteral("--epochs=500")}));
        program.signalAfter(QStringLiteral("found "), SIGUSR1);
        QCOMPARE(program.end().status, 0);
    }

    void aTruncatedCheckpointIsSkipped()
    {
        QTemporaryDir output;
        Program(training(output.path(), {QStringLiteral("--epochs=1"), QStringLiteral("--checkpoint_every=5")})).end();
        QFile newest(output.filePath(QStringLiteral("step-15.pt")));
        QVERIFY(newest.resize(newest.size() - 100));
        const Ended ended = Program(training(output.path(), {QStringLiteral("--epochs=1"), QStringLiteral("--checkpoint_every=5")})).end();
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.output.contains(QStringLiteral("skipped: The checkpoint %1 cannot be used").arg(newest.fileName())), qPrintable(ended.output));
        QVERIFY(ended.output.contains(QStringLiteral("resumed from ") + output.filePath(QStringLiteral("step-10.pt"))));
    }

    void badCallsAndDataEndWithOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        QTest::newRow("no command") << QStringList() << 2 << QStringLiteral("usage: trainyard-torch");
        QTest::newRow("unknown argument") << training(QStringLiteral("/tmp/none"), {QStringLiteral("--epohcs=1")}) << 2
                                          << QStringLiteral("trainyard-torch train: error: unrecognized arguments: --epohcs=1 (did you mean --epochs?)");
        QTest::newRow("no data") << training(m_data.filePath(QStringLiteral("out")), {QStringLiteral("--data_url=/nowhere")}) << 1
                                 << QStringLiteral("error: The data folder /nowhere does not exist.");
        QTest::newRow("nothing can be written") << training(QStringLiteral("/proc/out")) << 1 << QStringLiteral("/proc/out");
        QTest::newRow("full disk") << training(QStringLiteral("/dev/full")) << 1 << QStringLiteral("/dev/full");
        QTest::newRow("missing checkpoint") << training(m_data.filePath(QStringLiteral("out")), {QStringLiteral("--resume=/no/step-1.pt")}) << 1
                                            << QStringLiteral("/no/step-1.pt");
        QTest::newRow("loss not finite") << training(m_data.filePath(QStringLiteral("out")), {QStringLiteral("--learning_rate=1e30")}) << 1
                                         << QStringLiteral("use a lower learning rate");
    }

    void badCallsAndDataEndWithOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, said);
        const Ended ended = Program(arguments).end();
        QCOMPARE(ended.status, status);
        QVERIFY2(ended.errors.contains(said), qPrintable(ended.errors));
        QCOMPARE(ended.errors.count(u'\n'), 1);
    }

    /// A dry-run is kept, and read in whatever language its reader has then.
    void aDryRunIsToldInEveryLanguage()
    {
        const QTemporaryDir folder;
        QFile job(folder.filePath(QStringLiteral("job.yaml")));
        QVERIFY(job.open(QIODevice::WriteOnly));
        job.write("name: a\ncode: {preset: image-classification}\noutputs: [{name: train_url, destination: output}]\n"
                  "inputs: [{name: data_url, source: dataset, format: image-folder}]\nparameters: {batch_size: 16}\n");
        job.close();
        const QJsonObject request{{QStringLiteral("job_file"), job.fileName()},
                                  {QStringLiteral("job_folder"), folder.path()},
                                  {QStringLiteral("scratch"), folder.filePath(QStringLiteral("scratch"))},
                                  {QStringLiteral("steps"), 2},
                                  {QStringLiteral("inputs"), QJsonObject{{QStringLiteral("data_url"), m_data.path()}}}};
        Program program({QStringLiteral("dry-run")});
        program.ask(QJsonDocument(request).toJson());
        const Ended ended = program.end();
        QCOMPARE(ended.status, 0);
        const QRegularExpression latin(QStringLiteral("[a-z]{3} [a-z]{2}")), han(QStringLiteral("\\p{Han}"));
        int points = 0;
        for (const QString &line : linesWith(ended.output, QStringLiteral("\"point\""))) {
            const QString detail = QJsonDocument::fromJson(line.toUtf8()).object().value(QStringLiteral("point")).toObject().value(QStringLiteral("detail")).toString();
            QVERIFY2(inLanguage(detail, Language::English).contains(latin) && !inLanguage(detail, Language::English).contains(han), qPrintable(detail));
            QVERIFY2(inLanguage(detail, Language::Chinese).contains(han), qPrintable(detail));
            ++points;
        }
        QCOMPARE(points, 4);
    }
};

QTEST_GUILESS_MAIN(tst_TrainyardTorch)
#include "tst_trainyardtorch.moc"
