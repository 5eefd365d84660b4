#include "services/alerts/alertbell.h"
#include "services/alerts/alertjournal.h"
#include "tests/services/agent/agentdriver.h"
#include "tests/services/alerts/loopbackserver.h"
#include "tests/services/platforms/testhome.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

/// Real runs under real agents, without any window: what happens to them reaches a command and a web address, once.
class tst_AlertsOutside final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qunsetenv("XDG_RUNTIME_DIR");
        qputenv(webhookVariable, m_server.address().toUtf8());
        AlertSettings settings;
        settings.command = u"echo \"$TRAINYARD_EVENT\" >> "_s + told();
        QVERIFY(settings.write(m_home.paths().home));
    }

    void init()
    {
        m_server.posted.clear();
        QFile::remove(told());
    }

    void whatHappensIsToldOnce_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QJsonObject>("launch");
        QTest::addColumn<QStringList>("events");
        const QJsonObject plain;
        QTest::newRow("done") << QByteArray("echo fine") << plain << QStringList{u"done"_s};
        QTest::newRow("failing") << QByteArray("exit 3") << plain << QStringList{u"failed"_s};
        QTest::newRow("killed") << QByteArray("kill -9 $$") << plain << QStringList{u"failed"_s};
        QTest::newRow("not a number") << QByteArray("echo '{\"loss\": 0.5, \"step\": 49}'; echo '{\"loss\": NaN, \"step\": 50}'; sleep 3; echo '{\"loss\": NaN, \"step\": 51}'")
                                      << plain << QStringList{u"done"_s, u"nan"_s};
        QTest::newRow("time limit near") << QByteArray("sleep 60")
                                         << QJsonObject{{u"limits"_s, QJsonObject{{u"max_duration_ms"_s, 5000}}}} << QStringList{u"failed"_s, u"limit"_s};
        QTest::newRow("hanging") << QByteArray("for i in 1 2 3 4 5; do echo step $i; sleep 1; done; sleep 6")
                                 << QJsonObject{{u"hang_after_ms"_s, 1000}} << QStringList{u"done"_s, u"hang"_s};
        QTest::newRow("checkpoint missing")
            << QByteArray("for i in 1 2 3 4 5; do echo \"{\\\"loss\\\": 1.0, \\\"step\\\": ${i}0}\"; sleep 0.7; done; sleep 1")
            << QJsonObject{{u"checkpoint_every_steps"_s, 10}} << QStringList{u"checkpoint"_s, u"done"_s};
        QTest::newRow("only what the job asks for") << QByteArray("exit 3") << QJsonObject{{u"alerts"_s, QJsonArray{u"done"_s}}} << QStringList();
    }

    void whatHappensIsToldOnce()
    {
        QFETCH(QByteArray, script);
        QFETCH(QJsonObject, launch);
        QFETCH(QStringList, events);
        const AgentDriver run(m_home.makeLaunch(newRun(), script, launch));
        run.start();
        QElapsedTimer sinceEnd;
        while (!isFinal(run.status().state))
            QTest::qWait(20);
        sinceEnd.start();
        (void)run.waitForEnd();
        QTRY_COMPARE_WITH_TIMEOUT(commandEvents(), events, 5000);
        QTRY_COMPARE_WITH_TIMEOUT(m_server.posted.size(), events.size(), 5000);
        QVERIFY(sinceEnd.elapsed() < 5000);
        QTest::qWait(300);
        QCOMPARE(commandEvents(), events); // not once more
    }

    void aWindowBesideTheAgentDoesNotRingAgain()
    {
        const AgentDriver run(m_home.makeLaunch(newRun(), "sleep 0.3; exit 1"));
        run.start();
        while (!isFinal(run.status().state))
            QTest::qWait(1);
        for (int window = 0; window < 3; ++window)
            AlertBell(run.folder().path, m_home.paths().programs).ring(*endAlert(run.status()));
        (void)run.waitForEnd();
        QTRY_COMPARE(commandEvents(), QStringList{u"failed"_s});
        QTest::qWait(500);
        QCOMPARE(commandEvents(), QStringList{u"failed"_s});
    }

    void twoTellersOfOneCauseTellOnce()
    {
        const AgentDriver run(m_home.makeLaunch(newRun(), "exit 1"));
        QVERIFY(AlertJournal(run.folder().path).raise({u"ended"_s, AlertEvent::Failed, QDateTime::currentDateTimeUtc(), u"over"_s}));
        QList<QProcess *> tellers;
        for (int i = 0; i < 4; ++i) {
            auto *teller = new QProcess(this);
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"TRAINYARD_HOME"_s, m_home.paths().home);
            teller->setProcessEnvironment(environment);
            teller->start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), {u"alerts"_s, run.folder().path, u"--tell"_s, u"ended"_s});
            tellers.append(teller);
        }
        for (QProcess *teller : tellers)
            QTRY_COMPARE_WITH_TIMEOUT(teller->state(), QProcess::NotRunning, 20'000);
        QCOMPARE(commandEvents(), QStringList{u"failed"_s});
        QCOMPARE(m_server.posted.size(), 1);
    }

    void aKilledAgentStillRings()
    {
        const AgentDriver run(m_home.makeLaunch(newRun(), "sleep 1; exit 4"));
        run.start();
        QCOMPARE(run.waitForState(RunState::Running).state, RunState::Running);
        ::kill(pid_t(run.status().agentPid.value()), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(commandEvents(), QStringList{u"failed"_s}, 10'000); // nobody asked for the run's state
        QCOMPARE(run.status().state, RunState::Failed);
    }

    void aNewAgentDoesNotRepeatWhatTheOldOneTold()
    {
        const AgentDriver run(m_home.makeLaunch(newRun(), "echo '{\"loss\": NaN, \"step\": 50}'; sleep 4"));
        run.start();
        QTRY_COMPARE_WITH_TIMEOUT(commandEvents(), QStringList{u"nan"_s}, 10'000);
        ::kill(pid_t(run.status().agentPid.value()), SIGKILL);
        QTRY_VERIFY(!run.isAgentAlive());
        run.start();
        (void)run.waitForEnd();
        QTRY_COMPARE_WITH_TIMEOUT(commandEvents(), (QStringList{u"done"_s, u"nan"_s}), 5000);
    }

    void theScriptDoesNotSeeTheAddress()
    {
        const AgentDriver run(m_home.makeLaunch(newRun(), "env"));
        run.start();
        (void)run.waitForEnd();
        QVERIFY(run.text(run.folder().logFile()).contains("PATH="));
        QVERIFY(!run.text(run.folder().logFile()).contains("s3cret"));
    }

private:
    QString newRun() { return u"20260101-000000-run-%1"_s.arg(++m_number); }
    QString told() const { return m_home.path(u"told"_s); }

    QStringList commandEvents() const
    {
        QStringList events = QString::fromUtf8(m_home.read(u"told"_s)).split(u'\n', Qt::SkipEmptyParts);
        events.sort();
        return events;
    }

    LoopbackServer m_server;
    TestHome m_home;
    int m_number = 0;
};

QTEST_GUILESS_MAIN(tst_AlertsOutside)
#include "tst_alertsoutside.moc"
