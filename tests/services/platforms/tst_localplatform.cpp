#include "services/agent/commandfiles.h"
#include "services/agent/filelock.h"
#include "services/agent/runfolder.h"
#include "services/platforms/local/filestreams.h"
#include "services/platforms/local/localplatform.h"
#include "tests/services/platforms/platformcontract.h"
#include "tests/services/platforms/testhome.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_LocalPlatform final : public PlatformContract
{
    Q_OBJECT

protected:
    Platform &platform() override { return m_platform; }

    SubmitRequest request(const QByteArray &script) override
    {
        SubmitRequest request = m_home.request(u"20260101-000000-run-%1"_s.arg(++m_number, 3, 10, QLatin1Char('0')), "RESULT=$2\n" + script);
        request.job.checkpoints = Job::Checkpoints();
        request.job.checkpoints->directory = u"result"_s;
        return request;
    }

    Profile profile() override { return request("true").profile; }

private Q_SLOTS:
    void initTestCase() { m_platform.setGrace(Milliseconds(400)); }

    void outputsAreBroughtToTheirDestination()
    {
        const SubmitRequest wanted = request("echo weights > $RESULT/model.pt");
        QVERIFY(await(m_platform.submit(wanted)));
        QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
        QCOMPARE(m_home.read(u"project/output/%1/model.pt"_s.arg(wanted.run.id)), QByteArray("weights\n"));
        QVERIFY(QFile::exists(RunFolder{wanted.run.directory}.outputFolder(u"result"_s) + u"/model.pt"_s)); // through the link
    }

    void outputsWithOneDestinationDoNotMeet()
    {
        SubmitRequest wanted = request("echo a > $2/file; echo b > $4/file");
        wanted.job.outputs.append(JobOutput{u"second"_s, u"output"_s, PassMode::Argument});
        QVERIFY(await(m_platform.submit(wanted)));
        QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
        QCOMPARE(m_home.read(u"project/output/%1/result/file"_s.arg(wanted.run.id)), QByteArray("a\n"));
        QCOMPARE(m_home.read(u"project/output/%1/second/file"_s.arg(wanted.run.id)), QByteArray("b\n"));
    }

    void secondRunWaitsForTheFirst()
    {
        const SubmitRequest first = request("sleep 1");
        const SubmitRequest second = request("true");
        QVERIFY(await(m_platform.submit(first)));
        QCOMPARE(waitFor(first.run, [](const RunStatus &status) { return status.state == RunState::Running; }).state, RunState::Running);
        QVERIFY(await(m_platform.submit(second)));
        const RunStatus waiting = waitFor(second.run, [](const RunStatus &status) { return !status.message.isEmpty(); });
        QCOMPARE(waiting.state, RunState::Queued);
        QVERIFY(waiting.message.contains(u"local.cpu"_s));
        const Result<QList<QuotaItem>> quota = await(m_platform.queryQuota(profile(), {second.flavor}));
        QCOMPARE(quota->first().available, std::optional(0));
        QCOMPARE(waitForEnd(second.run).state, RunState::Done);
        QVERIFY(waitForEnd(first.run).finishedAt <= waitForEnd(second.run).startedAt);
    }

    void queuedRunIsStoppedWithoutStarting()
    {
        const SubmitRequest first = request("sleep 30");
        const SubmitRequest second = request("echo never");
        QVERIFY(await(m_platform.submit(first)));
        QCOMPARE(waitFor(first.run, [](const RunStatus &status) { return status.state == RunState::Running; }).state, RunState::Running);
        QVERIFY(await(m_platform.submit(second)));
        QVERIFY(await(m_platform.stop(second.run, Platform::StopMode::Now)));
        const RunStatus end = waitForEnd(second.run);
        QCOMPARE(end.state, RunState::Stopped);
        QVERIFY(!end.startedAt.isValid());
        QVERIFY(await(m_platform.stop(first.run, Platform::StopMode::Now)));
        QVERIFY(isFinal(waitForEnd(first.run).state));
    }

    void killedAgentIsReplaced()
    {
        const SubmitRequest wanted = request("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.5; done");
        QVERIFY(await(m_platform.submit(wanted)));
        const RunStatus before = waitFor(wanted.run, [](const RunStatus &status) { return status.state == RunState::Running; });
        QCOMPARE(::kill(pid_t(*before.agentPid), SIGKILL), 0);
        const RunStatus end = waitForEnd(wanted.run);
        QCOMPARE(end.state, RunState::Done);
        QVERIFY(end.agentPid != before.agentPid);
        QCOMPARE(end.commandPid, before.commandPid);
        QCOMPARE(m_home.read(u"home/runs/%1/train.log"_s.arg(wanted.run.id)), QByteArray("1\n2\n3\n4\n5\n6\n7\n8\n"));
    }

    void runWhoseAgentAndKeeperWereKilledIsNotRunning()
    {
        const SubmitRequest wanted = request("exec sleep 60");
        QVERIFY(await(m_platform.submit(wanted)));
        const RunStatus before = waitFor(wanted.run, [](const RunStatus &status) { return status.state == RunState::Running; });
        const Result<StartedCommand> command = StartedCommand::read(wanted.run.directory + u"/command.json"_s);
        QVERIFY(command);
        QCOMPARE(::kill(pid_t(*before.agentPid), SIGKILL), 0);
        QCOMPARE(::kill(pid_t(command->keeperPid), SIGKILL), 0);
        const RunFolder folder{wanted.run.directory};
        QTRY_VERIFY(!FileLock::isLocked(folder.agentLock()) && !FileLock::isLocked(folder.keeperLock()));
        LocalPlatform another(m_home.paths()); // a new call of the command line, a second later
        const Result<RunStatus> first = await(another.queryStatus(wanted.run));
        QVERIFY(first);
        QVERIFY2(first->state != RunState::Running, qPrintable(runStateToText(first->state)));
        QCOMPARE(waitForEnd(wanted.run).state, RunState::Lost);
    }

    void missingAgentProgramIsOneSentence()
    {
        AppPaths paths = m_home.paths();
        paths.programs = m_home.path(u"nowhere"_s);
        LocalPlatform broken(paths);
        const Result<RunStatus> answer = await(broken.submit(request("true")));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::NotFound);
        QVERIFY(answer.error().message.contains(u"trainyard-agent"_s));
    }

    void stopAfterCheckpointNeedsACheckpointDirectory()
    {
        SubmitRequest wanted = request("sleep 30");
        wanted.job.checkpoints.reset();
        QVERIFY(await(m_platform.submit(wanted)));
        const Result<> refused = await(m_platform.stop(wanted.run, Platform::StopMode::AfterCheckpoint));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::Unavailable);
        QVERIFY(await(m_platform.stop(wanted.run, Platform::StopMode::Now)));
        QVERIFY(isFinal(waitForEnd(wanted.run).state));
    }

    void cardsThatAreNotHereAreUnavailable()
    {
        SubmitRequest wanted = request("true");
        wanted.flavor.name = u"gpu.a100.8"_s;
        wanted.flavor.accelerator = Accelerator{u"A100"_s, 8, std::nullopt, QString()};
        const Result<RunStatus> answer = await(m_platform.submit(wanted));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Unavailable);
    }

    void twoNodesAreRefused()
    {
        SubmitRequest wanted = request("true");
        wanted.job.compute.nodes = 2;
        const Result<RunStatus> answer = await(m_platform.submit(wanted));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Invalid);
    }

    void logThatIsCutStartsAgain()
    {
        m_home.write(u"log/train.log"_s, "0123456789");
        FileLogStream stream(m_home.path(u"log/train.log"_s));
        QSignalSpy restarted(&stream, &LogStream::restarted);
        QSignalSpy received(&stream, &LogStream::dataReceived);
        stream.start(0);
        QTRY_COMPARE(received.size(), 1);
        m_home.write(u"log/train.log"_s, "new");
        QTRY_COMPARE(received.size(), 2);
        QCOMPARE(restarted.size(), 1);
        QCOMPARE(received.last().at(0).toByteArray(), QByteArray("new"));
        QCOMPARE(received.last().at(1).toLongLong(), 0);
    }

    void halfASampleLineWaitsForItsRest()
    {
        Sample sample;
        sample.time = QDateTime::fromString(u"2026-11-30T10:00:00.000Z"_s, Qt::ISODateWithMs);
        QByteArray text = "{\"broken\n{\"log_bytes\":0,\"time\":\"2026-11-30T10:00:00.000Z\"}\n{\"log_by";
        QCOMPARE(takeSamples(text), QList<Sample>{sample});
        QCOMPARE(text, QByteArray("{\"log_by"));
    }

private:
    TestHome m_home;
    LocalPlatform m_platform{m_home.paths()};
    int m_number = 0;
};

QTEST_GUILESS_MAIN(tst_LocalPlatform)
#include "tst_localplatform.moc"
