#include "services/agent/checkpointwatch.h"
#include "services/agent/commandfiles.h"
#include "services/agent/filelock.h"
#include "services/agent/isolation.h"
#include "services/agent/launchfile.h"
#include "services/agent/outputcollector.h"
#include "services/agent/processes.h"
#include "services/agent/runlimits.h"
#include "services/agent/runverdict.h"
#include "services/agent/slots.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>

#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

using FileAge = std::pair<QString, int>; ///< name, seconds since it was written

void writeText(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

QByteArray readText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

LaunchFile someLaunch(const QString &slotsFolder = u"/slots"_s)
{
    LaunchFile launch;
    launch.arguments = {u"/nowhere/python3"_s, u"train.py"_s, u"--名字"_s, u"a b"_s};
    launch.environment = {{u"A"_s, u"1"_s}, {u"B"_s, QString()}};
    launch.workingDirectory = u"/run/code"_s;
    launch.flavor = u"local.cpu"_s;
    launch.slotsFolder = slotsFolder;
    launch.grace = Milliseconds(500);
    return launch;
}

EndFacts someEnd()
{
    EndFacts facts;
    facts.launch = someLaunch();
    facts.launch.maxDuration = std::chrono::hours(2);
    facts.launch.maxCost = 20;
    facts.launch.stopWhenIdle = std::chrono::minutes(15);
    facts.ended = EndedCommand();
    return facts;
}

} // namespace

class tst_AgentUnits final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    // ---- launch.json

    void launchFileReadsBackEqual()
    {
        LaunchFile launch = someLaunch();
        launch.maxDuration = std::chrono::minutes(3);
        launch.maxCost = 2.5;
        launch.cards = {u"GPU-1"_s, u"GPU-2"_s};
        launch.cardsNeeded = 2;
        launch.readOnly = {u"/data"_s};
        launch.checkpointsOnSignal = true;
        launch.collect = {{u"out"_s, u"/a"_s, u"/b"_s}};
        QCOMPARE(*LaunchFile::fromJson(launch.toJson()), launch);
    }

    void launchFileNamesItsFault_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << u"launch.json"_s;
        QTest::newRow("cut short") << QByteArray("{\"arguments\": [\"a") << u"launch.json"_s;
        QTest::newRow("a list") << QByteArray("[]") << u"launch.json"_s;
        QTest::newRow("no arguments") << QByteArray("{}") << u"arguments"_s;
        QTest::newRow("no folder") << QByteArray("{\"arguments\": [\"a\"]}") << u"working_directory"_s;
        QTest::newRow("a flavor that is a path")
            << QByteArray(R"({"arguments": ["a"], "working_directory": "/", "slots_folder": "/s", "flavor": "../x"})") << u"flavor"_s;
    }

    void launchFileNamesItsFault()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        writeText(path(u"launch.json"_s), text);
        const Result<LaunchFile> launch = LaunchFile::read(path(u"launch.json"_s));
        QVERIFY(!launch);
        QCOMPARE(launch.error().kind, Error::Kind::Invalid);
        QVERIFY2(launch.error().message.contains(says), qPrintable(launch.error().message));
    }

    void commandFilesReadBackEqual()
    {
        const StartedCommand started{7, 8, 9, u"boot"_s, QDateTime(QDate(2026, 1, 1), QTime(1, 2, 3, 4), Qt::UTC), 5, {u"GPU-0"_s}, u"read-only"_s, QString()};
        QVERIFY(started.write(path(u"c"_s)));
        QCOMPARE(*StartedCommand::read(path(u"c"_s)), started);
        EndedCommand ended;
        ended.signal = 9;
        ended.startFault = EndedCommand::StartFault::Program;
        ended.systemError = ENOENT;
        ended.finishedAt = started.startedAt;
        writeText(path(u"e"_s), ended.toText());
        QCOMPARE(*EndedCommand::read(path(u"e"_s)), ended);
    }

    // ---- processes

    void processNamesMayHoldAnything()
    {
        const QByteArray numbers = " S 1 42 42 0 -1 4194304 0 0 0 0 11 5 0 0 20 0 1 0 777 1000 3 18446744073709551615";
        const auto entry = parseProcessStat("42 (a) b (c) S 9" + QByteArray(")") + numbers);
        QVERIFY(entry);
        QCOMPARE(entry->pid, 42);
        QCOMPARE(entry->parent, 1);
        QCOMPARE(entry->cpuTicks, 16);
        QCOMPARE(entry->startTime, 777);
        QCOMPARE(entry->residentBytes, 3 * ::sysconf(_SC_PAGESIZE));
        QVERIFY(!parseProcessStat(""));
        QVERIFY(!parseProcessStat("42 (cut"));
    }

    void familyIsWhatIsBelowOrInTheGroup()
    {
        const auto make = [](pid_t pid, pid_t parent, pid_t group, pid_t session) {
            ProcessEntry entry;
            entry.pid = pid;
            entry.parent = parent;
            entry.group = group;
            entry.session = session;
            return entry;
        };
        // 10 keeper, 11 command, 12 its child in a session of its own, 13 an orphan of the group, 20 a stranger; 30 and 31 are each other's parent
        const QList<ProcessEntry> all{make(10, 1, 10, 10), make(11, 10, 11, 10), make(12, 11, 12, 12), make(13, 1, 11, 10),
                                      make(20, 1, 20, 20), make(30, 31, 30, 30), make(31, 30, 31, 31)};
        QList<pid_t> pids;
        for (const ProcessEntry &entry : processFamily(all, 10, 11))
            pids.append(entry.pid);
        QCOMPARE(pids, (QList<pid_t>{10, 11, 12, 13}));
    }

    void aReusedPidIsAnotherProcess()
    {
        const ProcessEntry self = *readProcess(::getpid());
        QVERIFY(isSameProcess(self.pid, self.startTime));
        QVERIFY(!isSameProcess(self.pid, self.startTime - 1));
        const pid_t zombie = ::fork();
        if (zombie == 0)
            ::_exit(0);
        QTRY_VERIFY(readProcess(zombie)->state == 'Z');
        QVERIFY(!isSameProcess(zombie, readProcess(zombie)->startTime));
        ::waitpid(zombie, nullptr, 0);
    }

    // ---- locks and slots

    void lockIsSeenByOthersAndEndsWithItsHolder()
    {
        const QString file = path(u"locks/a"_s);
        QVERIFY(!FileLock::tryLock(file)); // a folder that is gone is not to come back
        QVERIFY(!QFile::exists(path(u"locks"_s)));
        QDir().mkpath(path(u"locks"_s));
        {
            const auto lock = FileLock::tryLock(file);
            QVERIFY(lock);
            QVERIFY(FileLock::isLocked(file));
            QVERIFY(!FileLock::tryLock(file));
        }
        QVERIFY(!FileLock::isLocked(file));
        QVERIFY(!FileLock::isLocked(path(u"nowhere"_s)));
        QVERIFY(!FileLock::tryLock(u"/proc/nowhere/lock"_s));
    }

    void oldestRunIsNext()
    {
        const LaunchFile launch = someLaunch(path(u"slots"_s));
        auto first = std::make_unique<SlotQueue>(launch, u"20260101-1"_s);
        SlotQueue third(launch, u"20260101-3"_s);
        SlotQueue second(launch, u"20260101-2"_s);
        QVERIFY(!third.tryTake());
        QCOMPARE(third.runsBefore(), 2);
        QVERIFY(first->tryTake());
        QVERIFY(first->tryTake());
        QVERIFY(!second.tryTake());
        QCOMPARE(second.runsBefore(), 0);
        QCOMPARE(SlotQueue::freeSlots(launch.slotsFolder, launch.flavor, 1), 0);
        first.reset();
        QVERIFY(!third.tryTake());
        QVERIFY(second.tryTake());
        second.release();
        QVERIFY(third.tryTake());
    }

    void cardsAreTakenAllOrNone()
    {
        LaunchFile one = someLaunch(path(u"slots"_s));
        one.cards = {u"A"_s, u"B"_s};
        one.cardsNeeded = 1;
        LaunchFile both = one;
        both.cardsNeeded = 2;
        SlotQueue small(one, u"1"_s);
        QVERIFY(small.tryTake());
        QCOMPARE(small.cards(), QStringList{u"A"_s});
        SlotQueue large(both, u"2"_s);
        QVERIFY(!large.tryTake());
        QCOMPARE(SlotQueue::freeCards(one.slotsFolder, one.cards), 1);
        small.release();
        QVERIFY(large.tryTake());
        QCOMPARE(large.cards(), both.cards);
    }

    // ---- how it ended

    void endIsToldApart_data()
    {
        QTest::addColumn<EndFacts>("facts");
        QTest::addColumn<RunState>("state");
        QTest::addColumn<ExitReason>("reason");
        QTest::addColumn<QString>("says");
        const auto add = [](const char *name, const std::function<void(EndFacts &)> &change, RunState state, ExitReason reason, const QString &says) {
            EndFacts facts = someEnd();
            change(facts);
            QTest::newRow(name) << facts << state << reason << says;
        };
        add("completed", [](EndFacts &f) { f.ended->exitCode = 0; }, RunState::Done, ExitReason::Completed, QString());
        add("exit code", [](EndFacts &f) { f.ended->exitCode = 3; }, RunState::Failed, ExitReason::ExitCode, u"3"_s);
        add("a shell's child was killed", [](EndFacts &f) { f.ended->exitCode = 137; }, RunState::Failed, ExitReason::ExitCode, u"SIGKILL"_s);
        add("crash", [](EndFacts &f) { f.ended->signal = SIGSEGV; }, RunState::Failed, ExitReason::Signal, u"SIGSEGV"_s);
        add("killed by somebody", [](EndFacts &f) { f.ended->signal = SIGKILL; }, RunState::Failed, ExitReason::Signal, u"SIGKILL"_s);
        const auto outOfMemory = [](EndFacts &f) {
            f.ended->signal = SIGKILL;
            f.started.oomKills = 4;
            f.ended->oomKills = 5;
        };
        add("out of memory", outOfMemory, RunState::Failed, ExitReason::OutOfMemory, u"memory"_s);
        const auto workerKilled = [](EndFacts &f) {
            f.ended->exitCode = 1;
            f.ended->oomKills = 1;
        };
        add("a worker was killed for memory", workerKilled, RunState::Failed, ExitReason::OutOfMemory, u"memory"_s);
        const auto full = [](EndFacts &f) {
            f.ended->exitCode = 1;
            f.ended->diskIsFull = true;
        };
        add("disk full", full, RunState::Failed, ExitReason::DiskFull, u"full"_s);
        const auto fullButFine = [](EndFacts &f) {
            f.ended->exitCode = 0;
            f.ended->diskIsFull = true;
        };
        add("disk full but completed", fullButFine, RunState::Done, ExitReason::Completed, QString());
        for (const ExitReason stop : {ExitReason::MaxDuration, ExitReason::MaxCost, ExitReason::Idle, ExitReason::StopRequested}) {
            const auto stopped = [stop](EndFacts &f) {
                f.ended->signal = SIGTERM;
                f.stopReason = stop;
            };
            add(qPrintable(exitReasonToText(stop)), stopped, RunState::Stopped, stop, QString());
        }
        const auto killedByUs = [](EndFacts &f) {
            f.ended->signal = SIGKILL;
            f.stopReason = ExitReason::StopRequested;
            f.wasKilledByUs = true;
        };
        add("killed after the grace time", killedByUs, RunState::Stopped, ExitReason::StopRequested, u"0.5 s"_s);
        add("nobody saw the end", [](EndFacts &f) { f.ended.reset(); }, RunState::Lost, ExitReason::SupervisorLost, u"killed"_s);
        const auto restarted = [](EndFacts &f) {
            f.ended.reset();
            f.machineRestarted = true;
        };
        add("machine restarted", restarted, RunState::Lost, ExitReason::SupervisorLost, u"restarted"_s);
        for (const auto &[code, says] : {std::pair{ENOENT, u"not found"_s}, std::pair{EACCES, u"chmod +x"_s}, std::pair{ENOEXEC, u"#!"_s}, std::pair{E2BIG, u"too long"_s}}) {
            const auto failed = [code = code](EndFacts &f) {
                f.ended->startFault = EndedCommand::StartFault::Program;
                f.ended->systemError = code;
                f.ended->exitCode = 127;
            };
            add(qPrintable(u"start failed: "_s + says), failed, RunState::Failed, ExitReason::StartFailed, says);
        }
    }

    void endIsToldApart()
    {
        QFETCH(EndFacts, facts);
        QFETCH(RunState, state);
        QFETCH(ExitReason, reason);
        QFETCH(QString, says);
        RunStatus status;
        applyVerdict(status, facts);
        QCOMPARE(status.state, state);
        QCOMPARE(status.exitReason, reason);
        QVERIFY2(!status.message.isEmpty() && status.message.contains(says), qPrintable(status.message));
    }

    void limitsAreReached_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("idleSeconds");
        QTest::addColumn<ExitReason>("reason");
        QTest::newRow("none") << 50 << 10 << ExitReason::None;
        QTest::newRow("duration") << 100 << 10 << ExitReason::MaxDuration;
        QTest::newRow("cost") << 72 << 10 << ExitReason::MaxCost; // 50 an hour: 1.0 after 72 s
        QTest::newRow("idle") << 50 << 30 << ExitReason::Idle;
    }

    void limitsAreReached()
    {
        QFETCH(int, seconds);
        QFETCH(int, idleSeconds);
        QFETCH(ExitReason, reason);
        LaunchFile launch = someLaunch();
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QCOMPARE(reachedLimit(launch, now.addSecs(-1'000'000), now.addSecs(-1'000'000), now), ExitReason::None); // without limits
        launch.maxDuration = std::chrono::seconds(100);
        launch.maxCost = 1.0;
        launch.pricePerHour = 50;
        launch.stopWhenIdle = std::chrono::seconds(30);
        QCOMPARE(reachedLimit(launch, now.addSecs(-seconds), now.addSecs(-idleSeconds), now), reason);
    }

    void checkpointCountsWhenItIsComplete_data()
    {
        QTest::addColumn<QList<FileAge>>("files"); // seconds since each was written
        QTest::addColumn<bool>("counts");
        using Files = QList<FileAge>;
        QTest::newRow("nothing") << Files{} << false;
        QTest::newRow("may still grow") << Files{{u"step-2/model.pt"_s, 1}} << false;
        QTest::newRow("complete") << Files{{u"step-2/model.pt"_s, 3}} << true;
        QTest::newRow("older than the wish") << Files{{u"old.pt"_s, 100}} << false;
        QTest::newRow("its second file is being written") << Files{{u"step-2/model.pt"_s, 3}, {u"step-2/optimizer.pt"_s, 0}} << false;
        QTest::newRow("still under another name") << Files{{u"step-2.pt"_s, 3}, {u"step-4.pt.tmp"_s, 1}} << false;
        QTest::newRow("a forgotten temporary file") << Files{{u"step-2.pt"_s, 3}, {u"step-1.pt.tmp"_s, 100}} << true;
        QTest::newRow("the next one is being written") << Files{{u"step-2/model.pt"_s, 3}, {u"step-4/model.pt"_s, 0}} << true;
        QTest::newRow("a checkpoint each second") << Files{{u"1.pt"_s, 31}, {u"2.pt"_s, 30}, {u"12.pt"_s, 0}} << true;
        QTest::newRow("a busy table beside it") << Files{{u"step-2.pt"_s, 3}, {u"metrics.csv"_s, 0}, {u"events.out.tfevents.1.host"_s, 0}} << true;
        QTest::newRow("only a table") << Files{{u"metrics.jsonl"_s, 20}} << false;
        QTest::newRow("only a log") << Files{{u"train.log"_s, 20}, {u"events.out.tfevents.1.host"_s, 20}} << false;
    }

    void checkpointCountsWhenItIsComplete()
    {
        QFETCH(QList<FileAge>, files);
        QFETCH(bool, counts);
        const QDateTime now = QDateTime::currentDateTime();
        const QString folder = path(u"checkpoints"_s);
        for (const FileAge &age : files) {
            writeText(folder + u'/' + age.first, "x");
            QFile file(folder + u'/' + age.first);
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(now.addSecs(-age.second), QFileDevice::FileModificationTime));
        }
        CheckpointWatch watch(folder, now.addSecs(-60));
        QCOMPARE(watch.isFinished(now), counts);
    }

    void checkpointThatIsAlwaysSavedAgainCounts_data()
    {
        QTest::addColumn<bool>("byRename");
        QTest::newRow("renamed into its place") << true;
        QTest::newRow("written over") << false;
    }

    void checkpointThatIsAlwaysSavedAgainCounts()
    {
        QFETCH(bool, byRename);
        const QString file = path(u"checkpoints/last.pt"_s);
        CheckpointWatch watch(path(u"checkpoints"_s), QDateTime::currentDateTime().addSecs(-60));
        bool counted = false;
        for (int save = 0; save < 8 && !counted; ++save) { // each 400 ms: never quiet for two seconds
            writeText(byRename ? file + u".tmp"_s : file, "x");
            if (byRename) {
                QFile::remove(file);
                QVERIFY(QFile::rename(file + u".tmp"_s, file));
            }
            for (int look = 0; look < 4 && !counted; ++look) {
                QTest::qWait(100);
                counted = watch.isFinished(QDateTime::currentDateTime());
            }
        }
        QVERIFY(counted);
    }

    // ---- outputs and inputs

    void outputIsMovedAndLinked()
    {
        const LaunchFile::Collected output = someOutput();
        writeText(output.from + u"/model.pt"_s, "weights");
        QVERIFY(*collectOutput(output));
        QCOMPARE(readText(output.to + u"/model.pt"_s), QByteArray("weights"));
        QCOMPARE(readText(output.from + u"/model.pt"_s), QByteArray("weights"));
        QVERIFY(*collectOutput(output)); // again: nothing to do
    }

    void interruptedMoveIsFinished()
    {
        const LaunchFile::Collected output = someOutput();
        writeText(output.to + u"/model.pt"_s, "weights"); // moved, but the link is missing
        QDir().mkpath(QFileInfo(output.from).path());
        QVERIFY(*collectOutput(output));
        QCOMPARE(readText(output.from + u"/model.pt"_s), QByteArray("weights"));
    }

    void emptyOutputMakesNothing()
    {
        const LaunchFile::Collected output = someOutput();
        QDir().mkpath(output.from);
        QCOMPARE(*collectOutput(output), false);
        QVERIFY(!QFile::exists(output.to));
    }

    void nothingIsOverwritten()
    {
        const LaunchFile::Collected output = someOutput();
        writeText(output.from + u"/model.pt"_s, "new");
        writeText(output.to + u"/model.pt"_s, "old");
        const Result<bool> collected = collectOutput(output);
        QVERIFY(!collected);
        QCOMPARE(collected.error().kind, Error::Kind::Conflict);
        QCOMPARE(readText(output.to + u"/model.pt"_s), QByteArray("old"));
        QCOMPARE(readText(output.from + u"/model.pt"_s), QByteArray("new"));
    }

    void outputGoesToAnotherFileSystem()
    {
        if (!mountSmallDisk())
            QSKIP("needs the right to mount");
        LaunchFile::Collected output = someOutput();
        output.to = path(u"disk/out/1"_s);
        writeText(output.from + u"/deep/model.pt"_s, "weights");
        QDir().mkpath(output.to + u".part/left by an interrupted copy"_s);
        const Result<bool> collected = collectOutput(output);
        const QByteArray there = readText(output.to + u"/deep/model.pt"_s);
        const bool partIsGone = !QFile::exists(output.to + u".part"_s);
        const QByteArray throughLink = readText(output.from + u"/deep/model.pt"_s);
        unmountSmallDisk();
        QVERIFY(collected && *collected);
        QCOMPARE(there, QByteArray("weights"));
        QVERIFY(partIsGone);
        QCOMPARE(throughLink, QByteArray("weights"));
    }

    void fullDiskLeavesTheOutputWhereItWas()
    {
        if (!mountSmallDisk())
            QSKIP("needs the right to mount");
        LaunchFile::Collected output = someOutput();
        output.to = path(u"disk/out/1"_s);
        writeText(output.from + u"/model.pt"_s, QByteArray(3 << 20, 'x'));
        const Result<bool> collected = collectOutput(output);
        const bool nothingThere = !QFile::exists(output.to) && !QFile::exists(output.to + u".part"_s);
        unmountSmallDisk();
        QVERIFY(!collected);
        QCOMPARE(collected.error().kind, Error::Kind::Io);
        QVERIFY2(collected.error().message.contains(u"full"_s), qPrintable(collected.error().message));
        QVERIFY(nothingThere);
        QCOMPARE(QFileInfo(output.from + u"/model.pt"_s).size(), 3 << 20);
    }

    void inputThatHoldsTheRunIsNotGuarded()
    {
        const QString data = QFileInfo(m_folder->path()).canonicalFilePath();
        QCOMPARE(guardableInputs({data}, {u"/elsewhere"_s}), QStringList{data});
        QVERIFY(guardableInputs({data}, {data + u"/home/runs/1"_s}).isEmpty());
        QVERIFY(guardableInputs({data + u"/nowhere"_s}, {}).isEmpty());
    }

    void inputsPrintTellsChanges()
    {
        writeText(path(u"in/a/1"_s), "x");
        const QString before = inputsPrint({path(u"in"_s)});
        QCOMPARE(inputsPrint({path(u"in"_s)}), before);
        writeText(path(u"in/a/2"_s), "x");
        const QString more = inputsPrint({path(u"in"_s)});
        QVERIFY(more != before);
        writeText(path(u"in/a/2"_s), "xy");
        QVERIFY(inputsPrint({path(u"in"_s)}) != more);
    }

private:
    QString path(const QString &relative) const { return m_folder->filePath(relative); }
    LaunchFile::Collected someOutput() const { return {u"result"_s, path(u"run/outputs/result"_s), path(u"output/1"_s)}; }

    /// 2 MiB, for this process alone.
    bool mountSmallDisk() const
    {
        QDir().mkpath(path(u"disk"_s));
        return ::mount("tmpfs", QFile::encodeName(path(u"disk"_s)).constData(), "tmpfs", 0, "size=2m") == 0;
    }

    void unmountSmallDisk() const { ::umount2(QFile::encodeName(path(u"disk"_s)).constData(), MNT_DETACH); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(tst_AgentUnits)
#include "tst_agentunits.moc"
