#include "services/agent/launchfile.h"
#include "services/alerts/alertdelivery.h"
#include "services/alerts/alertjournal.h"
#include "services/alerts/alertwatch.h"
#include "services/common/async.h"
#include "tests/services/alerts/loopbackserver.h"

#include <QNetworkAccessManager>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

class MemoryStore final : public CredentialStore
{
public:
    QFuture<Result<QString>> read(const QString &) override
    {
        return readyFuture<Result<QString>>(secret.isEmpty() ? Result<QString>(Error{Error::Kind::NotFound, u"nothing kept"_s, QString()}) : Result<QString>(secret));
    }
    QFuture<Result<>> write(const QString &, const QString &text) override
    {
        secret = text;
        return readyFuture<Result<>>(success());
    }
    QFuture<Result<>> remove(const QString &) override { return write(QString(), QString()); }
    std::optional<bool> isPersistent() const override { return true; }
    QString secret;
};

Sample sampleAt(qint64 seconds, qint64 logBytes, double cpu)
{
    Sample sample;
    sample.time = QDateTime(QDate(2026, 1, 1), QTime(0, 0), Qt::UTC).addSecs(seconds);
    sample.logBytes = logBytes;
    sample.cpuPercent = cpu;
    return sample;
}

} // namespace

class tst_Alerts final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qunsetenv(webhookVariable);
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qunsetenv("XDG_RUNTIME_DIR");
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(runFolder()));
    }

    // ---- journal

    void oneCauseIsRaisedOnceByManyWatchers()
    {
        std::atomic<int> raised = 0;
        std::atomic<int> claimed = 0;
        QList<QThread *> watchers;
        for (int i = 0; i < 8; ++i) {
            watchers.append(QThread::create([&] {
                for (int cause = 0; cause < 10; ++cause) {
                    raised += AlertJournal(runFolder()).raise(alert(QString::number(cause)));
                    claimed += AlertJournal(runFolder()).claim(QString::number(cause), u"command"_s);
                }
            }));
            watchers.last()->start();
        }
        for (QThread *watcher : watchers) {
            QVERIFY(watcher->wait(20'000));
            delete watcher;
        }
        QCOMPARE(int(raised), 10);
        QCOMPARE(int(claimed), 10);
        QCOMPARE(AlertJournal(runFolder()).alerts().size(), 10);
    }

    void aCutLineCostsOnlyItself()
    {
        const AlertJournal journal(runFolder());
        QVERIFY(journal.raise(alert(u"nan"_s)));
        QFile file(runFolder() + u"/alerts.jsonl"_s);
        QVERIFY(file.open(QIODevice::Append));
        file.write("{\"cause\": \"ha");
        file.close();
        QVERIFY(journal.raise(alert(u"ended"_s)));
        QCOMPARE(journal.alerts(), (QList<Alert>{alert(u"nan"_s), alert(u"ended"_s)}));
    }

    void aFolderThatIsGoneIsNotMadeAgain()
    {
        QVERIFY(!AlertJournal(m_folder->filePath(u"nowhere"_s)).raise(alert(u"nan"_s)));
        QVERIFY(!QFileInfo::exists(m_folder->filePath(u"nowhere"_s)));
    }

    // ---- settings

    void settingsReadBackEqual()
    {
        AlertSettings settings;
        settings.events = {};
        settings.notifiesDesktop = false;
        settings.command = u"echo \"a, b\"; true"_s;
        settings.webhookHost = u"hooks.example.org"_s;
        QVERIFY(settings.write(m_folder->path()));
        QCOMPARE(AlertSettings::read(m_folder->path()), settings);
        settings.events = {AlertEvent::Nan, AlertEvent::Limit};
        QVERIFY(settings.write(m_folder->path()));
        QCOMPARE(AlertSettings::read(m_folder->path()), settings);
    }

    // ---- hang

    void aHangNeedsSilenceAndIdleness_data()
    {
        QTest::addColumn<int>("interval"); // seconds between two outputs
        QTest::addColumn<double>("cpu");
        QTest::addColumn<int>("toldAfter"); // seconds of silence, 0: never
        QTest::newRow("a line a second") << 1 << 0.1 << 60;
        QTest::newRow("a line in 20 s") << 20 << 0.1 << 100;
        QTest::newRow("a line in 60 s") << 60 << 0.1 << 300;
        QTest::newRow("silent but busy") << 1 << 50.0 << 0;
    }

    void aHangNeedsSilenceAndIdleness()
    {
        QFETCH(int, interval);
        QFETCH(double, cpu);
        QFETCH(int, toldAfter);
        HangWatch watch;
        qint64 second = 0;
        for (; second < 10 * interval; ++second)
            QVERIFY(!watch.look(sampleAt(second, 100 + second / interval, 80)));
        const qint64 lastOutput = 9 * interval;
        const qint64 bytes = 100 + lastOutput / interval;
        std::optional<Milliseconds> told;
        for (; second < lastOutput + 1000 && !told; ++second)
            told = watch.look(sampleAt(second, bytes, cpu));
        if (toldAfter == 0) {
            QVERIFY(!told);
            return;
        }
        QVERIFY(told);
        QVERIFY2(std::abs(told->count() / 1000 - toldAfter) <= interval + 1, qPrintable(QString::number(told->count())));
        for (int more = 0; more < 300; ++more)
            QVERIFY(!watch.look(sampleAt(second + more, bytes, cpu))); // once
    }

    // ---- checkpoints

    void aMissingCheckpointIsToldOnceForEachGap()
    {
        CheckpointGap gap(100);
        gap.noteStep(1);
        gap.noteStep(150);
        QVERIFY(!gap.isOverdue());
        gap.noteStep(201);
        QVERIFY(gap.isOverdue());
        gap.setTold();
        gap.noteStep(900);
        QVERIFY(!gap.isOverdue());
        gap.noteCheckpoint();
        gap.noteStep(1099);
        QVERIFY(!gap.isOverdue());
        gap.noteStep(1100);
        QVERIFY(gap.isOverdue());
        QCOMPARE(gap.base(), 900);
    }

    // ---- delivery

    void theCommandGetsTheAlertInItsEnvironment()
    {
        AlertSettings settings = silent();
        settings.command = u"printf '%s|%s|%s|%s' \"$TRAINYARD_EVENT\" \"$TRAINYARD_RUN\" \"$TRAINYARD_JOB\" \"$TRAINYARD_MESSAGE\""_s;
        const auto answers = tell(settings);
        QCOMPARE(answers.size(), 1);
        QVERIFY(answers.first().isTold);
        QVERIFY2(answers.first().text.contains(u"nan|run-1|job|\"quoted\"; $(touch x)"_s), qPrintable(answers.first().text));
    }

    void aFailingCommandSaysItsExitCode()
    {
        AlertSettings settings = silent();
        settings.command = u"echo wrong number >&2; exit 3"_s;
        const auto answers = tell(settings);
        QVERIFY(!answers.first().isTold);
        QVERIFY(answers.first().text.contains(u"3"_s) && answers.first().text.contains(u"wrong number"_s));
    }

    void theAddressIsPostedJson()
    {
        LoopbackServer server;
        m_store.secret = server.address();
        AlertSettings settings = silent();
        settings.webhookHost = u"127.0.0.1"_s;
        const auto answers = tell(settings);
        QVERIFY2(answers.first().isTold, qPrintable(answers.first().text));
        QVERIFY(answers.first().text.contains(u"ok"_s));
        QCOMPARE(server.posted.size(), 1);
        QCOMPARE(server.posted.first().value("event"_L1).toString(), u"nan"_s);
        QCOMPARE(server.posted.first().value("message"_L1).toString(), content().message);
    }

    void aRefusalIsToldWithoutTheSecret_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"http 403", "closed port", "no host", "no address"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void aRefusalIsToldWithoutTheSecret()
    {
        QFETCH(QString, kind);
        LoopbackServer server;
        server.answer = "HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\nConnection: close\r\n\r\nbad token";
        m_store.secret = server.address();
        if (kind == "closed port"_L1)
            server.close();
        if (kind == "no host"_L1)
            m_store.secret = u"http://nowhere.invalid/s3cret"_s;
        if (kind == "no address"_L1)
            m_store.secret = u"ftp://s3cret"_s;
        AlertSettings settings = silent();
        settings.webhookHost = u"127.0.0.1"_s;
        const auto answers = tell(settings);
        QCOMPARE(answers.size(), 1);
        QVERIFY(!answers.first().isTold);
        QVERIFY2(!answers.first().text.contains(u"s3cret"_s), qPrintable(answers.first().text));
        if (kind == "http 403"_L1) {
            QVERIFY(answers.first().text.contains(u"403"_s) && answers.first().text.contains(u"bad token"_s));
            QCOMPARE(server.posted.size(), 1); // it arrived: not sent again
        }
    }

    void robotsGetTheirOwnShape()
    {
        const auto body = [](const char *url) { return QJsonDocument::fromJson(webhookBody(QUrl(QLatin1String(url)), content())).object(); };
        QCOMPARE(body("https://oapi.dingtalk.com/robot/send?access_token=x").value("text"_L1).toObject().value("content"_L1).toString(), content().text());
        QCOMPARE(body("https://open.feishu.cn/open-apis/bot/v2/hook/x").value("content"_L1).toObject().value("text"_L1).toString(), content().text());
        QCOMPARE(body("https://hooks.slack.com/services/x").value("text"_L1).toString(), content().text());
    }

    void withoutAChannelItFinishesAtOnce()
    {
        QVERIFY(tell(silent()).isEmpty());
    }

private:
    struct Answer
    {
        QString channel;
        bool isTold;
        QString text;
    };

    QString runFolder() const { return m_folder->filePath(u"runs/run-1"_s); }

    static Alert alert(const QString &cause)
    {
        return {cause, AlertEvent::Nan, QDateTime(QDate(2026, 1, 1), QTime(1, 2, 3, 4), Qt::UTC), u"says"_s};
    }

    static AlertContent content()
    {
        return {u"run-1"_s, u"job"_s, u"/runs/run-1"_s, AlertEvent::Nan, QDateTime(QDate(2026, 1, 1), QTime(1, 2), Qt::UTC), u"\"quoted\"; $(touch x)"_s};
    }

    static AlertSettings silent()
    {
        AlertSettings settings;
        settings.notifiesDesktop = false;
        return settings;
    }

    QList<Answer> tell(const AlertSettings &settings)
    {
        AlertDelivery delivery(settings, m_store, m_network);
        delivery.setRetryDelay(std::chrono::milliseconds(10));
        QList<Answer> answers;
        connect(&delivery, &AlertDelivery::answered, this, [&](const QString &channel, bool isTold, const QString &text) { answers.append({channel, isTold, text}); });
        QSignalSpy finished(&delivery, &AlertDelivery::finished);
        delivery.tell(content());
        if (!finished.wait(30'000))
            qFatal("no end");
        return answers;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    MemoryStore m_store;
    QNetworkAccessManager m_network;
};

QTEST_GUILESS_MAIN(tst_Alerts)
#include "tst_alerts.moc"
