#include "services/agent/filelock.h"
#include "services/agent/runfolder.h"
#include "services/platforms/platformregistry.h"
#include "services/records/progressreader.h"
#include "services/records/runlistloader.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/records/runservice.h"
#include "services/records/runstore.h"
#include "services/records/submittask.h"
#include "tests/services/platforms/testhome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

bool haveAllEnded(const QList<Run> &runs)
{
    return std::all_of(runs.begin(), runs.end(), [](const Run &run) { return run.status.state == RunState::Done; });
}

/// A window: its own registry and service over one home.
struct Window
{
    explicit Window(const TestHome &home) : platforms(home.paths()), service(home.paths(), platforms)
    {
        service.startPolling();
    }

    PlatformRegistry platforms;
    RunService service;
};

QByteArray jobText(const QByteArray &script = "sh go.sh", const QByteArray &name = "first-run")
{
    return "schema: trainyard/job/v1\nname: " + name + "\ncompute: {flavor: local.cpu}\ncode: {directory: src, command: " + script
        + "}\noutputs: [{name: result, destination: output}]\n";
}

} // namespace

class tst_RunService final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<TestHome>();
        m_home->write(u"project/src/go.sh"_s, "echo hello; sleep 0.2; echo weights > $2/model\n");
        m_home->write(u"project/job.yaml"_s, jobText());
    }

    void submittedRunEndsAndIsTold()
    {
        Window window(*m_home);
        QSignalSpy ended(&window.service, &RunService::runEnded);
        const Result<Run> run = submit(window);
        QVERIFY2(run, run ? "" : qPrintable(run.error().message));
        QVERIFY(run->id.endsWith(u"-first-run"_s));
        QCOMPARE(run->record.commandLine.count(u"/bin/bash"_s), 1);
        QCOMPARE(run->record.codeHash.size(), 64);
        QVERIFY(window.service.run(run->id));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20'000);
        QCOMPARE(window.service.run(run->id)->status.state, RunState::Done);
        QTest::qWait(1500);
        QCOMPARE(ended.size(), 1); // never twice
        QCOMPARE(m_home->read(u"project/output/%1/model"_s.arg(run->id)), QByteArray("weights\n"));
        QCOMPARE((*RunStore::open(m_home->paths().databaseFile()))->run(run->id)->status.state, RunState::Done);
    }

    void runSurvivesTheWindow()
    {
        m_home->write(u"project/src/go.sh"_s, "for i in 1 2 3 4; do echo $i; sleep 0.4; done\n");
        QString id;
        {
            Window window(*m_home);
            id = submit(window)->id;
        }
        Window again(*m_home);
        QTRY_VERIFY(again.service.run(id));
        QTRY_VERIFY_WITH_TIMEOUT(isFinal(again.service.run(id)->status.state), 20'000);
        QCOMPARE(again.service.run(id)->status.state, RunState::Done);
        QCOMPARE(m_home->read(u"home/runs/%1/train.log"_s.arg(id)), QByteArray("1\n2\n3\n4\n"));
    }

    void jobsThatCannotRunAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("no job") << QByteArray() << int(Error::Kind::Invalid) << u"job.yaml"_s;
        QTest::newRow("unknown key") << jobText() + "colour: red\n" << int(Error::Kind::Invalid) << u"colour"_s;
        QTest::newRow("unknown profile") << jobText() + "profile: nowhere\n" << int(Error::Kind::NotFound) << u"nowhere"_s;
        QTest::newRow("unknown flavor") << jobText().replace("local.cpu", "local.tpu") << int(Error::Kind::NotFound) << u"local.tpu"_s;
        QTest::newRow("no code folder") << jobText().replace("src", "nowhere") << int(Error::Kind::NotFound) << u"nowhere"_s;
    }

    void jobsThatCannotRunAreRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, kind);
        QFETCH(QString, says);
        m_home->write(u"project/job.yaml"_s, text);
        Window window(*m_home);
        const Result<Run> run = submit(window);
        QVERIFY(!run);
        QCOMPARE(int(run.error().kind), kind);
        QVERIFY2(run.error().message.contains(says), qPrintable(run.error().message));
        QVERIFY(QDir(m_home->paths().runsFolder()).isEmpty()); // nothing is left
    }

    void brokenSettingsRefuseASubmit_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("profiles") << u"profiles.yaml"_s;
        QTest::newRow("catalogue") << u"catalogue.yaml"_s;
    }

    void brokenSettingsRefuseASubmit()
    {
        QFETCH(QString, file);
        m_home->write(u"home/"_s + file, "{ not: [closed");
        Window window(*m_home);
        const Result<Run> run = submit(window);
        QVERIFY(!run);
        QVERIFY2(run.error().message.contains(file), qPrintable(run.error().message));
    }

    void logOfAnEndedRunIsReadOnce_data()
    {
        QTest::addColumn<QByteArray>("loss");
        QTest::addColumn<bool>("isLost");
        QTest::newRow("finite") << QByteArray("0.5") << false;
        QTest::newRow("nan") << QByteArray("nan") << true;
    }

    void logOfAnEndedRunIsReadOnce()
    {
        QFETCH(QByteArray, loss);
        QFETCH(bool, isLost);
        m_home->write(u"project/src/go.sh"_s, "echo 'epoch: 1 step: 1/2 loss: 2.5 accuracy: 0.25'\necho 'epoch: 1 step: 2/2 loss: " + loss + " accuracy: 0.5'\n");
        Window window(*m_home);
        const Result<Run> submitted = submit(window);
        QVERIFY(submitted);
        const auto run = [&] { return window.service.run(submitted->id).value_or(Run()); };
        QTRY_VERIFY_WITH_TIMEOUT(run().logBytesRead > 0, 20'000); // by itself, after the end
        QCOMPARE(run().status.state, RunState::Done);
        QCOMPARE(run().step, std::optional<qint64>(2));
        QCOMPARE(run().bestMetric, std::optional(0.5));
        QCOMPARE(run().status.message.contains(u"not a number"_s), isLost);
        Run kept = *(*RunStore::open(m_home->paths().databaseFile()))->run(submitted->id);
        kept.status.message = inLanguage(kept.status.message, currentLanguage());
        QCOMPARE(kept, run());
        QVERIFY(!hasUnreadLog(kept));
    }

    void logOfAnActiveRunIsReadWhenAskedFor()
    {
        m_home->write(u"project/src/go.sh"_s, "echo 'epoch: 1 step: 1/2 loss: 2.5 accuracy: 0.25'\nexec sleep 60\n");
        Window window(*m_home);
        const Result<Run> submitted = submit(window);
        QVERIFY(submitted);
        const auto step = [&] {
            (void)await(window.service.readLogs({submitted->id}, RunService::LogDepth::Quick));
            return window.service.run(submitted->id).value_or(Run()).step;
        };
        QTRY_COMPARE_WITH_TIMEOUT(step(), std::optional<qint64>(1), 20'000);
        QVERIFY(await(window.service.stop(submitted->id, Platform::StopMode::Now)));
    }

    void failedDryRunNeedsAReason()
    {
        Window window(*m_home);
        SubmitOptions options{jobFile(), DryRunReport(), QString()};
        options.dryRun->verdict = Verdict::Fail;
        const Result<Run> refused = await(window.service.submit(options));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::Conflict);
        options.overrideReason = u"the check is wrong"_s;
        const Result<Run> accepted = await(window.service.submit(options));
        QVERIFY(accepted);
        QCOMPARE(accepted->record.dryRunVerdict, u"fail"_s);
        QCOMPARE(accepted->record.overrideReason, options.overrideReason);
    }

    void idsAreLegalFolderNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("id");
        QTest::newRow("plain") << u"fashion-mnist"_s << u"20261130-161502-fashion-mnist"_s;
        QTest::newRow("blanks and slashes") << u"../my job/1"_s << u"20261130-161502-my-job-1"_s;
        QTest::newRow("Chinese") << u"训练 一"_s << u"20261130-161502-训练-一"_s;
        QTest::newRow("nothing left") << u"..."_s << u"20261130-161502-run"_s;
    }

    void idsAreLegalFolderNames()
    {
        QFETCH(QString, name);
        QFETCH(QString, id);
        QCOMPARE(runIdFor(name, QDateTime(QDate(2026, 11, 30), QTime(16, 15, 2))), id);
    }

    void submitsInOneSecondGetTheirOwnFolders()
    {
        Window one(*m_home);
        Window two(*m_home);
        QList<QFuture<Result<Run>>> answers;
        for (int time = 0; time < 3; ++time) {
            answers.append(one.service.submit({jobFile(), {}, QString()}));
            answers.append(two.service.submit({jobFile(), {}, QString()}));
        }
        QSet<QString> ids;
        for (const auto &answer : answers) {
            const Result<Run> run = await(answer);
            QVERIFY2(run, run ? "" : qPrintable(run.error().message));
            ids.insert(run->id);
        }
        QCOMPARE(ids.size(), 6);
        QTRY_COMPARE(one.service.runs().size(), 6);
        QTRY_COMPARE(two.service.runs().size(), 6);
        QTRY_VERIFY_WITH_TIMEOUT(haveAllEnded(one.service.runs()), 30'000);
    }

    void severalProcessesSubmitAtOnce()
    {
        constexpr int processes = 4;
        constexpr int each = 3;
        std::vector<std::unique_ptr<QProcess>> submitters;
        for (int number = 0; number < processes; ++number) {
            submitters.push_back(std::make_unique<QProcess>());
            submitters.back()->start(QCoreApplication::applicationFilePath(), {u"--submit"_s, m_home->paths().home, jobFile(), QString::number(each)});
        }
        for (const auto &submitter : submitters) {
            QVERIFY(submitter->waitForFinished(30'000));
            QCOMPARE(submitter->exitCode(), 0);
        }
        const Result<LoadedRuns> loaded = loadRuns(m_home->paths());
        QVERIFY(loaded && !loaded->warning);
        QCOMPARE(loaded->runs.size(), processes * each);
        Window window(*m_home);
        QTRY_VERIFY_WITH_TIMEOUT(window.service.runs().size() == processes * each && haveAllEnded(window.service.runs()), 40'000);
    }

    void stopReachesTheRun()
    {
        m_home->write(u"project/src/go.sh"_s, "exec sleep 60\n");
        Window window(*m_home);
        const Result<Run> run = submit(window);
        QTRY_VERIFY(window.service.run(run->id)->status.state == RunState::Running);
        QVERIFY(await(window.service.stop(run->id, Platform::StopMode::Now)));
        QTRY_COMPARE_WITH_TIMEOUT(window.service.run(run->id)->status.state, RunState::Stopped, 15'000);
        QCOMPARE(await(window.service.stop(u"nobody"_s, Platform::StopMode::Now)).error().kind, Error::Kind::NotFound);
    }

    void removeDeletesOnlyEndedRuns()
    {
        m_home->write(u"project/src/go.sh"_s, "sleep 1\n");
        Window window(*m_home);
        const Result<Run> run = submit(window);
        QCOMPARE(await(window.service.remove(run->id)).error().kind, Error::Kind::Conflict);
        QTRY_COMPARE_WITH_TIMEOUT(window.service.run(run->id)->status.state, RunState::Done, 15'000);
        QVERIFY(await(window.service.remove(run->id)));
        QTRY_VERIFY(!window.service.run(run->id));
        QVERIFY(!QFile::exists(run->directory));
        QVERIFY(loadRuns(m_home->paths())->runs.isEmpty()); // and is not taken in again
    }

    void noteStarAndProgressAreKept()
    {
        Window window(*m_home);
        const Result<Run> run = submit(window);
        QVERIFY(window.service.setNote(run->id, u"学习率太大"_s));
        QVERIFY(window.service.setStarred(run->id, true));
        window.service.reportProgress(run->id, 7, 100, 0.5, 5, u"val/accuracy"_s, 0.81);
        QCOMPARE(window.service.run(run->id)->step, std::optional<qint64>(7));
        const auto stored = [&] { return *(*RunStore::open(m_home->paths().databaseFile()))->run(run->id); };
        QTRY_COMPARE_WITH_TIMEOUT(stored().bestMetric, std::optional(0.81), 10'000);
        QTRY_COMPARE_WITH_TIMEOUT(window.service.run(run->id)->status.state, RunState::Done, 15'000);
        const Run end = *window.service.run(run->id);
        QCOMPARE(end.note, u"学习率太大"_s);
        QVERIFY(end.isStarred);
        QCOMPARE(end.step, std::optional<qint64>(7));
    }

    void damagedListIsMadeAnewFromTheFolders()
    {
        QString id;
        {
            Window window(*m_home);
            id = submit(window)->id;
            QTRY_COMPARE_WITH_TIMEOUT(window.service.run(id)->status.state, RunState::Done, 15'000);
        }
        for (const QString &suffix : {u"-wal"_s, u"-shm"_s})
            QFile::remove(m_home->paths().databaseFile() + suffix);
        m_home->write(u"home/trainyard.sqlite"_s, "no database any more, but some text of a certain length");
        Window window(*m_home);
        QSignalSpy failed(&window.service, &RunService::failed);
        QTRY_COMPARE(window.service.runs().size(), 1);
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().value<Error>().message.contains(u"damaged"_s));
        const Run run = window.service.runs().first();
        QCOMPARE(run.id, id);
        QCOMPARE(run.status.state, RunState::Done);
        QCOMPARE(run.name, u"first-run"_s);
        QCOMPARE(run.record.codeHash.size(), 64);
    }

    void interruptedSubmitIsToldAndAWorkingOneLeftAlone()
    {
        const auto store = *RunStore::open(m_home->paths().databaseFile());
        for (const QString &id : {u"20260101-000000-killed"_s, u"20260101-000001-working"_s, u"20260101-000002-gone"_s}) {
            Run run;
            run.id = id;
            run.platform = u"local"_s;
            run.directory = m_home->paths().runFolder(id);
            run.createdAt = QDateTime::currentDateTimeUtc();
            QVERIFY(store->insert(run));
            if (!id.endsWith(u"gone"_s))
                QDir().mkpath(run.directory);
        }
        const auto lock = FileLock::tryLock(RunFolder{m_home->paths().runFolder(u"20260101-000001-working"_s)}.submitLock());
        Window window(*m_home);
        QTRY_COMPARE(window.service.runs().size(), 3);
        QTRY_COMPARE(window.service.run(u"20260101-000000-killed"_s)->status.state, RunState::Failed);
        QVERIFY(!window.service.run(u"20260101-000000-killed"_s)->status.message.isEmpty());
        QCOMPARE(window.service.run(u"20260101-000001-working"_s)->status.state, RunState::Queued);
        QCOMPARE(window.service.run(u"20260101-000002-gone"_s)->status.state, RunState::Lost);
    }

    void otherWindowsRunsAppear()
    {
        Window one(*m_home);
        Window two(*m_home);
        QSignalSpy ended(&two.service, &RunService::runEnded);
        QTRY_VERIFY(two.service.runs().isEmpty());
        QTest::qWait(300);
        const Result<Run> run = submit(one);
        QTRY_VERIFY_WITH_TIMEOUT(two.service.run(run->id), 8'000);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 15'000);
    }

    void cancelledSubmitLeavesNothing()
    {
        Window window(*m_home);
        auto answer = window.service.submit({jobFile(), {}, QString()});
        answer.cancel();
        QTest::qWait(1500);
        QVERIFY(answer.isFinished() || answer.isCanceled());
        QVERIFY(QDir(m_home->paths().runsFolder()).isEmpty());
        QVERIFY(loadRuns(m_home->paths())->runs.isEmpty());
    }

private:
    QString jobFile() const { return m_home->path(u"project/job.yaml"_s); }
    Result<Run> submit(Window &window) { return await(window.service.submit({jobFile(), {}, QString()})); }

    std::unique_ptr<TestHome> m_home;
};

/// `tst_runservice --submit HOME JOB COUNT`: another process that submits.
static int submitAndExit(const QStringList &arguments)
{
    const AppPaths paths{arguments[2], QStringLiteral(TRAINYARD_BIN_DIR)};
    PlatformRegistry platforms(paths);
    RunService service(paths, platforms);
    QList<QFuture<Result<Run>>> answers;
    for (int count = arguments[4].toInt(); count > 0; --count)
        answers.append(service.submit({arguments[3], {}, QString()}));
    return std::all_of(answers.begin(), answers.end(), [](const auto &answer) { return await(answer).has_value(); }) ? 0 : 1;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (app.arguments().value(1) == "--submit"_L1)
        return submitAndExit(app.arguments());
    tst_RunService test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_runservice.moc"
