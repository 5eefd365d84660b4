#include "services/agent/processes.h"
#include "services/platforms/local/filestreams.h"
#include "tests/services/agent/agentdriver.h"
#include "tests/services/platforms/testhome.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QTest>

#include <sys/mount.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_Agent final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logHoldsBothStreamsInOrder()
    {
        AgentDriver run(launch("echo out; echo err >&2; printf 'no end'"));
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
        QCOMPARE(run.text(run.folder().logFile()), QByteArray("out\nerr\nno end"));
    }

    void failedStartsHaveTheirSentence_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("says");
        QTest::newRow("not found") << u"/nowhere/python3"_s << u"/nowhere/python3"_s;
        QTest::newRow("not in PATH") << u"no-such-program"_s << u"no-such-program"_s;
        QTest::newRow("not executable") << u"PLAIN"_s << u"chmod +x"_s;
        QTest::newRow("no program") << u"EMPTY"_s << u"#!"_s;
        QTest::newRow("interpreter of the first line missing") << u"SHEBANG"_s << u"first line"_s;
    }

    void failedStartsHaveTheirSentence()
    {
        QFETCH(QString, program);
        QFETCH(QString, says);
        QString path = program;
        if (program == program.toUpper()) {
            path = m_home.path(u"program"_s);
            m_home.write(u"program"_s, program == "SHEBANG"_L1 ? "#!/nowhere/sh\n" : "\1\2 nothing\n");
            const auto execute = program == "PLAIN"_L1 ? QFile::Permissions() : QFile::Permissions(QFile::ExeOwner);
            QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | execute));
        }
        AgentDriver run(launch("", {{u"arguments"_s, QJsonArray{path}}}));
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.exitReason, ExitReason::StartFailed);
        QVERIFY2(end.message.contains(says), qPrintable(end.message));
        QVERIFY(!end.exitCode);
    }

    void missingStartFolderIsToldByName()
    {
        AgentDriver run(launch("", {{u"working_directory"_s, u"/nowhere/code"_s}}));
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.exitReason, ExitReason::StartFailed);
        QVERIFY(end.message.contains(u"/nowhere/code"_s));
    }

    void unusableLaunchFileFailsTheRun_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{\"arguments\": [\"/bin/ba");
        QTest::newRow("missing key") << QByteArray("{}");
    }

    void unusableLaunchFileFailsTheRun()
    {
        QFETCH(QByteArray, text);
        AgentDriver run(launch("true"));
        m_home.write(u"home/runs/%1/launch.json"_s.arg(QFileInfo(run.folder().path).fileName()), text);
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.exitReason, ExitReason::StartFailed);
        QVERIFY(end.message.contains(u"launch.json"_s));
    }

    void damagedStatusIsWrittenAnew_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("half") << QByteArray("{\"state\": \"runn");
        QTest::newRow("unknown state") << QByteArray("{\"state\": \"dancing\"}");
        QTest::newRow("binary") << QByteArray(100, '\xff');
    }

    void damagedStatusIsWrittenAnew()
    {
        QFETCH(QByteArray, text);
        AgentDriver run(launch("echo fine"));
        m_home.write(u"home/runs/%1/status.json"_s.arg(QFileInfo(run.folder().path).fileName()), text);
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
    }

    void limitsStopTheRun_data()
    {
        QTest::addColumn<QJsonObject>("limits");
        QTest::addColumn<ExitReason>("reason");
        QTest::newRow("max_duration") << QJsonObject{{u"max_duration_ms"_s, 700}} << ExitReason::MaxDuration;
        QTest::newRow("max_cost") << QJsonObject{{u"max_cost"_s, 0.001}, {u"price_per_hour"_s, 7.2}} << ExitReason::MaxCost; // after half a second
        QTest::newRow("stop_when_idle") << QJsonObject{{u"stop_when_idle_ms"_s, 1500}} << ExitReason::Idle;
    }

    void limitsStopTheRun()
    {
        QFETCH(QJsonObject, limits);
        QFETCH(ExitReason, reason);
        AgentDriver run(launch("echo begin; exec sleep 60", {{u"limits"_s, limits}}));
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Stopped);
        QCOMPARE(end.exitReason, reason);
    }

    void workingRunIsNotIdle()
    {
        AgentDriver run(launch("end=$((SECONDS+3)); while [ $SECONDS -lt $end ]; do :; done", {{u"limits"_s, QJsonObject{{u"stop_when_idle_ms"_s, 1500}}}}));
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
    }

    void stubbornCommandIsKilledAfterTheGraceTime()
    {
        AgentDriver run(launch("trap '' TERM; echo begin; while true; do sleep 0.1; done"));
        run.start();
        run.waitForState(RunState::Running);
        QTRY_VERIFY(!run.text(run.folder().logFile()).isEmpty());
        stop(run, "now");
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Stopped);
        QCOMPARE(end.signal, std::optional(SIGKILL));
        QVERIFY(end.message.contains(u"killed"_s));
    }

    void commandMayCleanUpDuringTheGraceTime()
    {
        AgentDriver run(launch("trap 'echo saved; exit 0' TERM; echo begin; while true; do sleep 0.05; done"));
        run.start();
        QTRY_VERIFY(!run.text(run.folder().logFile()).isEmpty());
        stop(run, "now");
        QCOMPARE(run.waitForEnd().state, RunState::Stopped);
        QVERIFY(run.text(run.folder().logFile()).endsWith("saved\n"));
    }

    void trainerIsAskedForACheckpointBySignal()
    {
        AgentDriver run(launch("trap 'echo checkpoint; exit 0' USR1; echo begin; while true; do sleep 0.05; done", {{u"checkpoint_signal"_s, u"SIGUSR1"_s}}));
        run.start();
        QTRY_VERIFY(!run.text(run.folder().logFile()).isEmpty());
        stop(run, "after-checkpoint");
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Stopped);
        QCOMPARE(end.exitReason, ExitReason::StopRequested);
        QCOMPARE(run.text(run.folder().logFile()), QByteArray("begin\ncheckpoint\n"));
    }

    void whatTheCommandLeavesBehindEndsWithIt()
    {
        AgentDriver run(launch("setsid sleep 60 & sleep 60 & echo $! ; disown -a; echo done"));
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
        const int left = run.text(run.folder().logFile()).split('\n').first().toInt();
        QVERIFY(left > 1);
        QVERIFY(!readProcess(left));
    }

    void inputsAreReadOnly()
    {
        m_home.write(u"data/one"_s, "x");
        AgentDriver run(launch("cat ../../../../data/one; echo y > ../../../../data/one; echo z > ../../../../data/new; true",
                               {{u"read_only"_s, QJsonArray{m_home.path(u"data"_s)}}}));
        run.start();
        const RunStatus end = run.waitForEnd();
        const bool isGuarded = run.command()->inputGuard == "read-only"_L1;
        QCOMPARE(m_home.read(u"data/one"_s) == "x", isGuarded);
        QVERIFY(isGuarded || end.message.contains(u"changed"_s)); // where the system cannot guard, the change is told
    }

    void samplesMeasureTheCommandAndItsChildren()
    {
        AgentDriver run(launch("python3 -c 'x = bytearray(80_000_000); import time\nend = time.time() + 2.5\nwhile time.time() < end: pass' & wait", {{u"cpus"_s, 1}}));
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
        QByteArray text = run.text(run.folder().samplesFile());
        const QList<Sample> samples = takeSamples(text);
        QVERIFY(samples.size() >= 3);
        double cpu = 0;
        qint64 resident = 0;
        for (const Sample &sample : samples) {
            cpu = std::max(cpu, sample.cpuPercent.value_or(0));
            resident = std::max(resident, sample.residentBytes.value_or(0));
        }
        QVERIFY2(cpu > 2 && cpu < 130, qPrintable(QString::number(cpu))); // the machine is shared
        QVERIFY(resident > 80'000'000);
    }

    void cutSampleLineIsEndedByTheNextAgent()
    {
        AgentDriver run(launch("sleep 0.3"));
        m_home.write(u"home/runs/%1/samples.jsonl"_s.arg(QFileInfo(run.folder().path).fileName()), "{\"log_bytes\":1,\"ti");
        run.start();
        QCOMPARE(run.waitForEnd().state, RunState::Done);
        QByteArray text = run.text(run.folder().samplesFile());
        QVERIFY(!takeSamples(text).isEmpty());
        QVERIFY(text.isEmpty());
    }

    void killedAgentIsReplacedAndTheLogIsWhole()
    {
        AgentDriver run(launch("for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done"));
        run.start();
        const RunStatus before = run.waitForState(RunState::Running);
        QCOMPARE(::kill(pid_t(*before.agentPid), SIGKILL), 0);
        QTRY_VERIFY(!run.isAgentAlive());
        QVERIFY(run.isKeeperAlive());
        QTest::qWait(300);
        for (int agents = 0; agents < 4; ++agents)
            run.start(); // as several windows would
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Done);
        QCOMPARE(end.startedAt, before.startedAt);
        QCOMPARE(run.text(run.folder().logFile()), QByteArray("1\n2\n3\n4\n5\n6\n"));
    }

    void endDuringTheAgentsAbsenceIsSeen()
    {
        AgentDriver run(launch("echo begin; sleep 0.5; exit 7"));
        run.start();
        const RunStatus before = run.waitForState(RunState::Running);
        QCOMPARE(::kill(pid_t(*before.agentPid), SIGKILL), 0);
        const RunStatus end = run.waitForEnd(); // nobody starts another one: the keeper takes its place
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.exitCode, std::optional(7));
    }

    void stopGoesOnAfterTheAgentWasKilled()
    {
        AgentDriver run(launch("trap '' TERM; echo begin; while true; do sleep 0.1; done", {{u"grace_ms"_s, 1500}}));
        run.start();
        QTRY_VERIFY(!run.text(run.folder().logFile()).isEmpty());
        stop(run, "now");
        const RunStatus stopping = run.waitForState(RunState::Stopping);
        QCOMPARE(::kill(pid_t(*stopping.agentPid), SIGKILL), 0);
        QTRY_VERIFY(!run.isAgentAlive());
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Stopped);
        QCOMPARE(end.exitReason, ExitReason::StopRequested);
    }

    void killedKeeperEndsTheCommandAndIsTold()
    {
        AgentDriver run(launch("echo begin; sleep 60 & sleep 60"));
        run.start();
        run.waitForState(RunState::Running);
        const StartedCommand command = *run.command();
        QCOMPARE(::kill(command.keeperPid, SIGKILL), 0);
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Lost);
        QCOMPARE(end.exitReason, ExitReason::SupervisorLost);
        QVERIFY(!command.isAlive());
    }

    void killedCommandIsASignal()
    {
        AgentDriver run(launch("exec sleep 60"));
        run.start();
        run.waitForState(RunState::Running);
        QCOMPARE(::kill(run.command()->pid, SIGKILL), 0);
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.exitReason, ExitReason::Signal);
        QCOMPARE(end.signal, std::optional(SIGKILL));
    }

    void slotStaysTakenWhenOnlyTheAgentWasKilled()
    {
        AgentDriver first(launch("sleep 1.5"));
        AgentDriver second(launch("true"));
        first.start();
        const RunStatus running = first.waitForState(RunState::Running);
        QCOMPARE(::kill(pid_t(*running.agentPid), SIGKILL), 0);
        second.start();
        QTest::qWait(600);
        QCOMPARE(second.status().state, RunState::Queued);
        QCOMPARE(first.waitForEnd(true).state, RunState::Done);
        QCOMPARE(second.waitForEnd(true).state, RunState::Done);
    }

    void killedAgentOfAQueuedRunIsReplaced()
    {
        AgentDriver first(launch("sleep 1"));
        AgentDriver second(launch("echo second"));
        first.start();
        first.waitForState(RunState::Running);
        second.start();
        QTRY_VERIFY(second.status().agentPid);
        QCOMPARE(::kill(pid_t(*second.status().agentPid), SIGKILL), 0);
        QCOMPARE(first.waitForEnd().state, RunState::Done);
        QCOMPARE(second.status().state, RunState::Queued);
        QCOMPARE(second.waitForEnd(true).state, RunState::Done);
        QCOMPARE(second.text(second.folder().logFile()), QByteArray("second\n"));
    }

    void machineThatWasRestartedIsToldApart()
    {
        AgentDriver run(launch("true"));
        StartedCommand command{::getpid(), 1, ::getppid(), u"another boot"_s, QDateTime::currentDateTimeUtc(), 0, {}, QString(), QString()};
        QVERIFY(command.write(run.folder().commandFile()));
        run.start();
        const RunStatus end = run.waitForEnd();
        QCOMPARE(end.state, RunState::Lost);
        QVERIFY(end.message.contains(u"restarted"_s));
    }

    void removedFolderStaysRemoved()
    {
        AgentDriver run(launch("sleep 60"));
        run.start();
        const RunStatus running = run.waitForState(RunState::Running);
        QTRY_VERIFY(QDir(run.folder().path).removeRecursively()); // while the agent writes into it
        QTRY_VERIFY_WITH_TIMEOUT(!isSameProcess(pid_t(*running.agentPid), *running.agentStartTime), 10'000);
        QVERIFY(!isSameProcess(pid_t(*running.commandPid), *running.commandStartTime));
        QVERIFY(!QFile::exists(run.folder().path));
    }

    void queuedRunEndsWhenItsFolderIsRemoved()
    {
        AgentDriver first(launch("sleep 60"));
        first.start();
        first.waitForState(RunState::Running);
        AgentDriver second(launch("true"));
        second.start();
        const RunStatus queued = second.waitForState(RunState::Queued);
        QTRY_VERIFY(queued.agentPid || second.status().agentPid);
        const RunStatus known = second.status();
        QTRY_VERIFY(QDir(second.folder().path).removeRecursively());
        QTRY_VERIFY_WITH_TIMEOUT(!isSameProcess(pid_t(*known.agentPid), *known.agentStartTime), 10'000);
        QVERIFY(!QFile::exists(second.folder().path));
        stop(first, "now"); // its slot is the next test's
        first.waitForEnd();
    }

    void fullDiskIsToldAndTheEndIsKept()
    {
        const QString disk = m_home.path(u"small"_s);
        QDir().mkpath(disk);
        if (::mount("tmpfs", QFile::encodeName(disk).constData(), "tmpfs", 0, "size=3m") != 0)
            QSKIP("needs the right to mount");
        const QString made = launch("dd if=/dev/zero of=../../fill bs=64k 2>/dev/null; sleep 1.5; exit 1");
        const QString folder = disk + u"/run"_s;
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, made, folder}), 0);
        QJsonObject launch = *readJsonFile(made + u"/launch.json"_s);
        launch.insert("working_directory"_L1, QString(folder + u"/code"_s));
        QVERIFY(writeJsonFile(folder + u"/launch.json"_s, launch));
        AgentDriver run(folder);
        run.start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(run.folder().exitFile()), 15'000);
        const RunStatus end = run.waitForEnd(); // told without room for a new file
        QVERIFY(QFile::exists(disk + u"/fill"_s));
        ::umount2(QFile::encodeName(disk).constData(), MNT_DETACH);
        QCOMPARE(end.state, RunState::Failed);
        QCOMPARE(end.exitReason, ExitReason::DiskFull);
        QCOMPARE(end.exitCode, std::optional(1));
    }

    void wrongCallIsExplained()
    {
        QProcess agent;
        agent.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-agent"), {});
        QVERIFY(agent.waitForFinished());
        QCOMPARE(agent.exitCode(), 2);
        QVERIFY(agent.readAllStandardError().contains("RUNDIR"));
    }

    void agentLoadsNothingButQtCore()
    {
        QProcess ldd;
        ldd.start(u"ldd"_s, {QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-agent")});
        if (!ldd.waitForFinished() || ldd.exitCode() != 0)
            QSKIP("no ldd");
        const QByteArray libraries = ldd.readAllStandardOutput();
        QVERIFY(libraries.contains("libQt6Core"));
        QCOMPARE(libraries.count("libQt6"), libraries.count("libQt6Core"));
    }

private:
    QString launch(const QByteArray &script, const QJsonObject &changes = {})
    {
        return m_home.makeLaunch(u"20260101-000000-run-%1"_s.arg(++m_number, 3, 10, QLatin1Char('0')), script, changes);
    }

    static void stop(const AgentDriver &run, const char *mode)
    {
        QVERIFY(writeJsonFile(run.folder().stopFile(), {{u"mode"_s, QLatin1String(mode)}}));
    }

    TestHome m_home;
    int m_number = 0;
};

QTEST_GUILESS_MAIN(tst_Agent)
#include "tst_agent.moc"
