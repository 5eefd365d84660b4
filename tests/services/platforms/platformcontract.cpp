#include "tests/services/platforms/platformcontract.h"

#include "tests/services/platforms/testhome.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// A log stream's content as a viewer would have it.
struct Viewer
{
    QByteArray text;
    qint64 offset = 0;
    bool isGapless = true;
    bool isCaughtUp = false;

    Viewer(LogStream &stream, qint64 start) : offset(start)
    {
        QObject::connect(&stream, &LogStream::dataReceived, &stream, [this](const QByteArray &data, qint64 at) {
            isGapless = isGapless && at == offset && !data.isEmpty();
            text += data;
            offset += data.size();
        });
        QObject::connect(&stream, &LogStream::caughtUp, &stream, [this](qint64 at) { isCaughtUp = at == offset; });
        stream.start(start);
    }
};

bool hasEnded(const RunStatus &status)
{
    return isFinal(status.state);
}

bool isRunning(const RunStatus &status)
{
    return status.state == RunState::Running;
}

} // namespace

RunStatus PlatformContract::waitFor(const Run &run, const std::function<bool(const RunStatus &)> &isWanted)
{
    RunStatus status;
    const QDeadlineTimer deadline(30'000);
    while (!deadline.hasExpired()) {
        if (const Result<RunStatus> answer = await(platform().queryStatus(run)))
            status = *answer;
        if (isWanted(status) || isFinal(status.state))
            break;
        QTest::qWait(30);
    }
    return status;
}

RunStatus PlatformContract::waitForEnd(const Run &run)
{
    return waitFor(run, hasEnded);
}

void PlatformContract::idAndNameAreThere()
{
    QVERIFY(!platform().id().isEmpty());
    QCOMPARE(platform().id(), platform().id().toLower());
    QVERIFY(!platform().displayName().isEmpty());
}

void PlatformContract::missingCapabilitiesAnswerUnavailable()
{
    const PlatformCapabilities has = platform().capabilities();
    const auto isUnavailable = [](const auto &answer) { return !answer && answer.error().kind == Error::Kind::Unavailable; };
    QVERIFY(has.account || isUnavailable(await(platform().checkAccount(profile()))));
    QVERIFY(has.permissions || isUnavailable(await(platform().checkPermissions(profile(), Job(), u"/"_s))));
    QVERIFY(has.flavors || isUnavailable(await(platform().queryFlavors(profile()))));
    QVERIFY(has.images || isUnavailable(await(platform().queryImages(profile()))));
    QVERIFY(has.quota || isUnavailable(await(platform().queryQuota(profile(), {}))));
    if (!has.submit) {
        const Result<RunStatus> answer = await(platform().submit(SubmitRequest()));
        QVERIFY(!answer && answer.error().kind == Error::Kind::Unavailable);
        QVERIFY(!answer.error().message.isEmpty());
    }
}

void PlatformContract::flavorsHaveNames()
{
    if (!platform().capabilities().flavors)
        QSKIP("no flavors");
    const Result<QList<Flavor>> flavors = await(platform().queryFlavors(profile()));
    QVERIFY(flavors);
    QVERIFY(!flavors->isEmpty());
    QStringList names;
    for (const Flavor &flavor : *flavors) {
        QVERIFY(!flavor.name.isEmpty());
        QVERIFY(!names.contains(flavor.name));
        names.append(flavor.name);
    }
}

void PlatformContract::quotaHasARowForEachFlavor()
{
    if (!platform().capabilities().quota)
        QSKIP("no quota");
    const Result<QList<Flavor>> flavors = await(platform().queryFlavors(profile()));
    QVERIFY(flavors);
    const Result<QList<QuotaItem>> quota = await(platform().queryQuota(profile(), *flavors));
    QVERIFY(quota);
    QCOMPARE(quota->size(), flavors->size());
    for (const QuotaItem &item : *quota)
        QVERIFY(!item.state.isEmpty() && !item.type.isEmpty());
}

void PlatformContract::runGoesFromQueuedToDone()
{
    if (!platform().capabilities().submit)
        QSKIP("no submit");
    const SubmitRequest wanted = request("echo hello; sleep 0.3; echo result > $RESULT/model");
    const Result<RunStatus> submitted = await(platform().submit(wanted));
    QVERIFY2(submitted, submitted ? "" : qPrintable(submitted.error().message));
    QVERIFY(!isFinal(submitted->state));
    QList<RunState> states;
    const RunStatus end = waitFor(wanted.run, [&](const RunStatus &status) {
        if (states.isEmpty() || states.last() != status.state)
            states.append(status.state);
        return hasEnded(status);
    });
    QVERIFY(std::is_sorted(states.begin(), states.end())); // no state is left and entered again
    QCOMPARE(end.state, RunState::Done);
    QCOMPARE(end.exitReason, ExitReason::Completed);
    QCOMPARE(end.exitCode, std::optional(0));
    QVERIFY(end.queuedAt.isValid() && end.queuedAt <= end.startedAt && end.startedAt <= end.finishedAt);
    QVERIFY(!end.message.isEmpty());
}

void PlatformContract::sameRunIsStartedOnce()
{
    if (!platform().capabilities().submit)
        QSKIP("no submit");
    const SubmitRequest wanted = request("echo started; sleep 0.2");
    QList<QFuture<Result<RunStatus>>> answers;
    for (int time = 0; time < 3; ++time)
        answers.append(platform().submit(wanted));
    for (const auto &answer : answers)
        QVERIFY(await(answer));
    QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
    QVERIFY(await(platform().submit(wanted))); // also after its end
    const auto log = platform().openLog(wanted.run);
    const Viewer viewer(*log, 0);
    QTRY_VERIFY(viewer.isCaughtUp);
    QCOMPARE(viewer.text, QByteArray("started\n"));
}

void PlatformContract::failuresAreToldApart_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<ExitReason>("reason");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    QTest::newRow("exit code") << QByteArray("exit 3") << ExitReason::ExitCode << 3 << 0;
    QTest::newRow("segmentation fault") << QByteArray("kill -SEGV $$") << ExitReason::Signal << 0 << 11;
    QTest::newRow("killed by somebody") << QByteArray("kill -KILL $$") << ExitReason::Signal << 0 << 9;
}

void PlatformContract::failuresAreToldApart()
{
    QFETCH(QByteArray, script);
    QFETCH(ExitReason, reason);
    QFETCH(int, code);
    QFETCH(int, signal);
    if (!platform().capabilities().submit)
        QSKIP("no submit");
    const SubmitRequest wanted = request(script);
    QVERIFY(await(platform().submit(wanted)));
    const RunStatus end = waitForEnd(wanted.run);
    QCOMPARE(end.state, RunState::Failed);
    QCOMPARE(end.exitReason, reason);
    QCOMPARE(end.exitCode.value_or(0), code);
    QCOMPARE(end.signal.value_or(0), signal);
    QVERIFY(end.message.contains(QString::number(code + signal)));
}

void PlatformContract::logIsCompleteFromAnyOffset()
{
    if (!platform().capabilities().logStream)
        QSKIP("no log stream");
    const SubmitRequest wanted = request("for i in $(seq 1 40000); do echo \"line $i of a long log\"; done; printf 'no end'");
    QVERIFY(await(platform().submit(wanted)));
    QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
    QByteArray whole;
    for (int number = 1; number <= 40000; ++number)
        whole += "line " + QByteArray::number(number) + " of a long log\n";
    whole += "no end";
    for (const qint64 offset : {qint64(0), qint64(1), qint64(500'001), qint64(whole.size())}) {
        const auto log = platform().openLog(wanted.run);
        const Viewer viewer(*log, offset);
        QTRY_VERIFY(viewer.isCaughtUp);
        QVERIFY(viewer.isGapless);
        QVERIFY(viewer.text == whole.mid(offset));
    }
}

void PlatformContract::logIsFollowedWhileItGrows()
{
    if (!platform().capabilities().logStream)
        QSKIP("no log stream");
    const SubmitRequest wanted = request("for i in 1 2 3 4 5; do echo $i; sleep 0.15; done");
    const auto log = platform().openLog(wanted.run); // before there is one
    const Viewer viewer(*log, 0);
    QVERIFY(await(platform().submit(wanted)));
    QTRY_COMPARE_WITH_TIMEOUT(viewer.text, QByteArray("1\n2\n3\n4\n5\n"), 20'000);
    QVERIFY(viewer.isGapless);
}

void PlatformContract::stopNowEndsTheRun()
{
    if (!platform().capabilities().stop)
        QSKIP("no stop");
    const SubmitRequest wanted = request("echo begin; sleep 60 & sleep 60");
    QVERIFY(await(platform().submit(wanted)));
    QCOMPARE(waitFor(wanted.run, isRunning).state, RunState::Running);
    QVERIFY(await(platform().stop(wanted.run, Platform::StopMode::Now)));
    const RunStatus end = waitForEnd(wanted.run);
    QCOMPARE(end.state, RunState::Stopped);
    QCOMPARE(end.exitReason, ExitReason::StopRequested);
}

void PlatformContract::stopOfAnEndedRunIsNoError()
{
    if (!platform().capabilities().stop)
        QSKIP("no stop");
    const SubmitRequest wanted = request("true");
    QVERIFY(await(platform().submit(wanted)));
    QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
    QVERIFY(await(platform().stop(wanted.run, Platform::StopMode::Now)));
    QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
}

void PlatformContract::stopAfterCheckpointWaitsForOne()
{
    if (!platform().capabilities().stopAfterCheckpoint)
        QSKIP("no stop after the next checkpoint");
    const SubmitRequest wanted = request("sleep 1.5; echo weights > $RESULT/step-1.pt; echo saved; sleep 60");
    QVERIFY(await(platform().submit(wanted)));
    QCOMPARE(waitFor(wanted.run, isRunning).state, RunState::Running);
    QVERIFY(await(platform().stop(wanted.run, Platform::StopMode::AfterCheckpoint)));
    const RunStatus end = waitForEnd(wanted.run);
    QCOMPARE(end.state, RunState::Stopped);
    QCOMPARE(end.exitReason, ExitReason::StopRequested);
    const auto log = platform().openLog(wanted.run);
    const Viewer viewer(*log, 0);
    QTRY_COMPARE(viewer.text, QByteArray("saved\n"));
}

void PlatformContract::releaseOfAnActiveRunIsRefused()
{
    if (!platform().capabilities().release)
        QSKIP("no release");
    const SubmitRequest wanted = request("sleep 60");
    QVERIFY(await(platform().submit(wanted)));
    const Result<> early = await(platform().release(wanted.run));
    QVERIFY(!early);
    QCOMPARE(early.error().kind, Error::Kind::Conflict);
    QVERIFY(await(platform().stop(wanted.run, Platform::StopMode::Now)));
    QVERIFY(isFinal(waitForEnd(wanted.run).state));
    QVERIFY(await(platform().release(wanted.run)));
}

void PlatformContract::unknownRunIsNotFound()
{
    if (!platform().capabilities().submit)
        QSKIP("no submit");
    Run unknown = request("true").run;
    unknown.id += u"-unknown"_s;
    unknown.directory += u"-unknown"_s;
    const auto isNotFound = [](const auto &answer) { return !answer && answer.error().kind == Error::Kind::NotFound && !answer.error().message.isEmpty(); };
    QVERIFY(isNotFound(await(platform().queryStatus(unknown))));
    QVERIFY(isNotFound(await(platform().stop(unknown, Platform::StopMode::Now))));
    QVERIFY(isNotFound(await(platform().release(unknown))));
    const auto log = platform().openLog(unknown);
    QSignalSpy failed(log.get(), &LogStream::failed);
    log->start(0);
    QTRY_COMPARE(failed.size(), 1);
}

void PlatformContract::cancelledQuestionIsNotAnswered()
{
    auto question = platform().queryFlavors(profile());
    question.cancel();
    QTRY_VERIFY(question.isFinished());
    QVERIFY(question.isCanceled());
}

void PlatformContract::samplesArrive()
{
    if (!platform().capabilities().metricStream)
        QSKIP("no metric stream");
    const SubmitRequest wanted = request("echo begin; sleep 1.4");
    const auto stream = platform().openSamples(wanted.run);
    QList<Sample> samples;
    connect(stream.get(), &SampleStream::samplesAdded, stream.get(), [&](const QList<Sample> &added) { samples += added; });
    stream->start();
    QVERIFY(await(platform().submit(wanted)));
    QCOMPARE(waitForEnd(wanted.run).state, RunState::Done);
    QTRY_VERIFY(samples.size() >= 2);
    QVERIFY(std::is_sorted(samples.begin(), samples.end(), [](const Sample &a, const Sample &b) { return a.time < b.time; }));
    QCOMPARE(samples.last().logBytes, 6);
}

} // namespace Trainyard
