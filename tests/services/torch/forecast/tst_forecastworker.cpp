#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int patienceMs = 60000;

/// trainyard-torch forecast, with a small job beside it.
class Worker
{
public:
    Worker()
    {
        QFile config(m_folder.filePath(QStringLiteral("config.json")));
        if (!config.open(QIODevice::WriteOnly))
            qFatal("no folder");
        config.write(R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 1000, "hidden_size": 64, "intermediate_size": 128,
                         "num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": 512})");
        m_process.start(QDir(QStringLiteral(TRAINYARD_BIN_DIR)).filePath(QStringLiteral("trainyard-torch")), {QStringLiteral("forecast")});
    }

    ~Worker()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    QByteArray request(int id, const QByteArray &training = "batch_size: 2, sequence_length: 64", const char *detail = "quick") const
    {
        const QByteArray text = "schema: trainyard/job/v1\nname: a\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: out, destination: out}]\n"
                                "model: {transformers_config: config.json}\ntraining: {" + training + "}\n";
        const QJsonObject object{{QStringLiteral("id"), id},
                                 {QStringLiteral("job_text"), QString::fromUtf8(text)},
                                 {QStringLiteral("job_folder"), m_folder.path()},
                                 {QStringLiteral("detail"), QLatin1String(detail)}};
        return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    }

    void send(const QByteArray &lines) { m_process.write(lines); }
    void closeInput() { m_process.closeWriteChannel(); }

    QJsonObject answer()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(patienceMs))
                return {};
        }
        return QJsonDocument::fromJson(m_process.readLine()).object();
    }

    int exitCode()
    {
        return m_process.waitForFinished(patienceMs) && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

QString eventIn(const QJsonObject &answer)
{
    return answer.value(QLatin1String("event")).toString();
}

int idIn(const QJsonObject &answer)
{
    return answer.value(QLatin1String("id")).toInt(-1);
}

} // namespace

class tst_ForecastWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsAreAnsweredOneAfterAnother()
    {
        Worker worker;
        for (const int id : {3, 4}) {
            worker.send(worker.request(id));
            const QJsonObject answer = worker.answer();
            QCOMPARE(eventIn(answer), QStringLiteral("forecast"));
            QCOMPARE(idIn(answer), id);
            QVERIFY(answer.value(QLatin1String("memory")).toObject().value(QLatin1String("peak_allocated_bytes")).toDouble() > 0);
        }
        worker.closeInput();
        QCOMPARE(worker.exitCode(), 0);
    }

    void theLastRequestIsAnsweredThoughTheInputHasClosed()
    {
        Worker worker;
        worker.send(worker.request(1, "batch_size: 2, sequence_length: 64", "full"));
        worker.closeInput();
        QCOMPARE(eventIn(worker.answer()), QStringLiteral("forecast"));
        QCOMPARE(worker.exitCode(), 0);
    }

    void aNewerRequestCancelsTheOlder()
    {
        Worker worker;
        worker.send(worker.request(1, "batch_size: 2, sequence_length: 64", "full") + worker.request(2) + worker.request(3));
        QList<int> ids;
        QString last;
        while (!ids.contains(3)) {
            const QJsonObject answer = worker.answer();
            QVERIFY(!answer.isEmpty());
            ids.append(idIn(answer));
            last = eventIn(answer);
            if (ids.last() < 3)
                QVERIFY(last == QLatin1String("cancelled") || last == QLatin1String("forecast")); // the older may have been done before the newer was read
        }
        QCOMPARE(ids, (QList<int>{1, 2, 3}));
        QCOMPARE(last, QStringLiteral("forecast"));
    }

    void faultsAreAnsweredAndSurvived_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("garbage") << QByteArray("\x01\xff garbage\n");
        QTest::newRow("an empty line") << QByteArray("\n");
        QTest::newRow("five megabytes") << QByteArray(5 << 20, 'x') + '\n';
        QTest::newRow("a list") << QByteArray("[1, 2]\n");
        QTest::newRow("no job") << QByteArray("{\"id\": 1}\n");
        QTest::newRow("a file that is not there") << QByteArray("{\"id\": 1, \"job_file\": \"/nowhere/job.yaml\"}\n");
        QTest::newRow("a job that is none") << QByteArray("{\"id\": 1, \"job_text\": \"{[\", \"job_folder\": \"/tmp\"}\n");
    }

    void faultsAreAnsweredAndSurvived()
    {
        QFETCH(QByteArray, line);
        Worker worker;
        worker.send(line);
        const QJsonObject answer = worker.answer();
        QCOMPARE(eventIn(answer), QStringLiteral("error"));
        QVERIFY(!answer.value(QLatin1String("message")).toString().isEmpty());
        worker.send(worker.request(2));
        QCOMPARE(eventIn(worker.answer()), QStringLiteral("forecast"));
    }

    void absurdJobsAreAnsweredAndSurvived()
    {
        Worker worker;
        worker.send(worker.request(1, "batch_size: 1000000000000000, sequence_length: 10000000"));
        QCOMPARE(eventIn(worker.answer()), QStringLiteral("error"));
        worker.send(worker.request(2));
        QCOMPARE(eventIn(worker.answer()), QStringLiteral("forecast"));
    }

    void nothingAskedIsNothingSaid()
    {
        Worker worker;
        worker.closeInput();
        QCOMPARE(worker.exitCode(), 0);
    }
};

QTEST_GUILESS_MAIN(tst_ForecastWorker)
#include "tst_forecastworker.moc"
