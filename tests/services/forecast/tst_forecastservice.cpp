#include "services/forecast/forecastservice.h"

#include "tests/support/sampleforecast.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Trainyard;

namespace {

QString fakeWorker() { return QStringLiteral(TRAINYARD_TEST_DATA "/forecast/worker.py"); }

/// Asks what the worker answers to a job of this name.
ForecastRequest requestNamed(const QString &name)
{
    ForecastRequest request;
    request.jobText = "name: " + name.toUtf8() + "\ncode: {directory: ., command: make}\noutputs: [{name: out, destination: out}]\nmodel: {architecture: resnet18}\n";
    request.context.document = readJob(request.jobText);
    request.context.jobFolder = QStringLiteral("/nowhere");
    return request;
}

Result<Forecast> answerOf(const QFuture<Result<Forecast>> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000) || future.resultCount() != 1)
        return Error{Error::Kind::Internal, QStringLiteral("no answer"), QString()};
    return future.result();
}

bool isAlive(qint64 process) { return ::kill(pid_t(process), 0) == 0; }

} // namespace

class TestForecastService final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersAndStaysWarm();
    void theNewestQuestionWins();
    void cancelledIsToldAndTheWorkerStays();
    void aDeathIsOneErrorAndTheNextQuestionStartsAnother_data();
    void aDeathIsOneErrorAndTheNextQuestionStartsAnother();
    void killedWhileItWorksIsAnError();
    void killedWhileItWaitsCostsNothing();
    void aHangingOldQuestionDoesNotHoldUpTheNewOne();
    void growingTooLargeIsToldWithTheLimit();
    void aRefusalKeepsItsKindAndSentence();
    void nonsenseIsNoForecast();
    void aMissingWorkerIsTold();
    void aJobWithoutModelStartsNothing();
    void goingAwayWaitsForNothing();
    void unusedForLongTheWorkerEnds();
    void theRequestSaysWhatTheJobRunsOn();
    void theRealWorkerIsReplacedAfterAKill();

private:
    QTemporaryDir m_folder;
};

void TestForecastService::initTestCase()
{
    if (!QFile::exists(QStringLiteral("/usr/bin/python3")))
        QSKIP("The worker of this test is a Python script, and /usr/bin/python3 is missing.");
    QFile answer(m_folder.filePath(QStringLiteral("answer.json")));
    QVERIFY(answer.open(QIODevice::WriteOnly));
    answer.write(QJsonDocument(sampleForecast().toJson()).toJson());
    qputenv("TRAINYARD_TEST_ANSWER", answer.fileName().toUtf8());
}

void TestForecastService::answersAndStaysWarm()
{
    ForecastService service(fakeWorker());
    QVERIFY(!service.workerId());
    const Result<Forecast> first = answerOf(service.ask(requestNamed(QStringLiteral("first"))));
    QVERIFY2(first, first ? "" : qPrintable(first.error().message));
    MemoryForecast expected = sampleForecast();
    expected.device = QStringLiteral("first");
    QCOMPARE(first->memory, expected);
    QCOMPARE(first->notChecked, (QList<NotChecked>{{QStringLiteral("a"), QStringLiteral("b")}}));
    const auto worker = service.workerId();
    QVERIFY(worker);
    const Result<Forecast> second = answerOf(service.ask(requestNamed(QStringLiteral("second"))));
    QVERIFY(second);
    QCOMPARE(second->memory.device, QStringLiteral("second"));
    QCOMPARE(service.workerId(), worker);
}

void TestForecastService::theNewestQuestionWins()
{
    ForecastService service(fakeWorker());
    QList<QFuture<Result<Forecast>>> stale;
    for (int i = 0; i < 5; ++i)
        stale.append(service.ask(requestNamed(QStringLiteral("waits"))));
    const Result<Forecast> newest = answerOf(service.ask(requestNamed(QStringLiteral("newest"))));
    QVERIFY(newest);
    QCOMPARE(newest->memory.device, QStringLiteral("newest"));
    for (const QFuture<Result<Forecast>> &future : stale) {
        QVERIFY(future.isFinished());
        QCOMPARE(future.result().error().kind, Error::Kind::Cancelled);
    }
}

void TestForecastService::cancelledIsToldAndTheWorkerStays()
{
    ForecastService service(fakeWorker());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("first")))));
    const auto worker = service.workerId();
    const QFuture<Result<Forecast>> future = service.ask(requestNamed(QStringLiteral("waits")));
    service.cancel();
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, Error::Kind::Cancelled);
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("second")))));
    QCOMPARE(service.workerId(), worker);
}

void TestForecastService::aDeathIsOneErrorAndTheNextQuestionStartsAnother_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<Error::Kind>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("crash") << QStringLiteral("crashes") << Error::Kind::Crashed << QStringLiteral("signal 11");
    QTest::newRow("kill") << QStringLiteral("is-killed") << Error::Kind::Crashed << QStringLiteral("killed");
    QTest::newRow("exit") << QStringLiteral("ends") << Error::Kind::Crashed << QStringLiteral("from the future");
    QTest::newRow("hang") << QStringLiteral("hangs") << Error::Kind::Timeout << QStringLiteral("no answer");
}

void TestForecastService::aDeathIsOneErrorAndTheNextQuestionStartsAnother()
{
    QFETCH(QString, name);
    QFETCH(Error::Kind, kind);
    QFETCH(QString, words);
    ForecastService::Limits limits;
    limits.answer = std::chrono::seconds(2);
    ForecastService service(fakeWorker(), limits);
    const Result<Forecast> dead = answerOf(service.ask(requestNamed(name)));
    QVERIFY(!dead);
    QCOMPARE(dead.error().kind, kind);
    QVERIFY2(dead.error().message.contains(words), qPrintable(dead.error().message));
    QVERIFY(!service.workerId());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("next")))));
}

void TestForecastService::killedWhileItWorksIsAnError()
{
    ForecastService service(fakeWorker());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("first")))));
    const QFuture<Result<Forecast>> future = service.ask(requestNamed(QStringLiteral("waits")));
    ::kill(pid_t(*service.workerId()), SIGKILL);
    const Result<Forecast> answer = answerOf(future);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::Crashed);
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("next")))));
}

void TestForecastService::killedWhileItWaitsCostsNothing()
{
    ForecastService service(fakeWorker());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("first")))));
    ::kill(pid_t(*service.workerId()), SIGKILL);
    QTRY_VERIFY(!service.workerId());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("next")))));
}

void TestForecastService::aHangingOldQuestionDoesNotHoldUpTheNewOne()
{
    ForecastService::Limits limits;
    limits.letGo = std::chrono::milliseconds(300);
    ForecastService service(fakeWorker(), limits);
    const QFuture<Result<Forecast>> hanging = service.ask(requestNamed(QStringLiteral("hangs")));
    const Result<Forecast> answer = answerOf(service.ask(requestNamed(QStringLiteral("newest"))));
    QCOMPARE(hanging.result().error().kind, Error::Kind::Cancelled);
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    QCOMPARE(answer->memory.device, QStringLiteral("newest"));
}

void TestForecastService::growingTooLargeIsToldWithTheLimit()
{
    ForecastService::Limits limits;
    limits.memoryBytes = qint64(200) << 20;
    ForecastService service(fakeWorker(), limits);
    const Result<Forecast> answer = answerOf(service.ask(requestNamed(QStringLiteral("grows"))));
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::Resource);
    QVERIFY2(answer.error().message.contains(QStringLiteral("200.0 MiB")), qPrintable(answer.error().message));
}

void TestForecastService::aRefusalKeepsItsKindAndSentence()
{
    ForecastService service(fakeWorker());
    const Result<Forecast> answer = answerOf(service.ask(requestNamed(QStringLiteral("refuses"))));
    QVERIFY(!answer);
    QCOMPARE(answer.error(), (Error{Error::Kind::Unavailable, QStringLiteral("aten::nonzero is not forecast."), QString()}));
    QVERIFY(service.workerId());
}

void TestForecastService::nonsenseIsNoForecast()
{
    ForecastService service(fakeWorker());
    const Result<Forecast> answer = answerOf(service.ask(requestNamed(QStringLiteral("strange"))));
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::Internal);
}

void TestForecastService::aMissingWorkerIsTold()
{
    ForecastService service(m_folder.filePath(QStringLiteral("no-such-program")));
    const Result<Forecast> answer = answerOf(service.ask(requestNamed(QStringLiteral("first"))));
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::NotFound);
    QVERIFY(answer.error().message.contains(QStringLiteral("no-such-program")));
}

void TestForecastService::aJobWithoutModelStartsNothing()
{
    ForecastService service(fakeWorker());
    ForecastRequest request = requestNamed(QStringLiteral("first"));
    request.context.document.job.model.reset();
    const Result<Forecast> answer = answerOf(service.ask(request));
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::Invalid);
    QVERIFY(!service.workerId());
}

void TestForecastService::goingAwayWaitsForNothing()
{
    auto service = std::make_unique<ForecastService>(fakeWorker());
    QVERIFY(answerOf(service->ask(requestNamed(QStringLiteral("first")))));
    const qint64 worker = *service->workerId();
    const QFuture<Result<Forecast>> future = service->ask(requestNamed(QStringLiteral("hangs")));
    QElapsedTimer clock;
    clock.start();
    service.reset();
    QVERIFY2(clock.elapsed() < 50, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(future.result().error().kind, Error::Kind::Cancelled);
    QTRY_VERIFY(!isAlive(worker));
}

void TestForecastService::unusedForLongTheWorkerEnds()
{
    ForecastService::Limits limits;
    limits.idle = std::chrono::milliseconds(200);
    ForecastService service(fakeWorker(), limits);
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("first")))));
    QTRY_VERIFY(!service.workerId());
    QVERIFY(answerOf(service.ask(requestNamed(QStringLiteral("second")))));
}

void TestForecastService::theRequestSaysWhatTheJobRunsOn()
{
    ForecastRequest request = requestNamed(QStringLiteral("first"));
    request.detail = ForecastRequest::Detail::Quick;
    request.capacityBytes = 1000;
    Job &job = request.context.document.job;
    job.compute.flavor = QStringLiteral("gpu");
    job.environment.image = QStringLiteral("image");
    Flavor gpu;
    gpu.name = QStringLiteral("gpu");
    gpu.accelerator = Accelerator{QStringLiteral("A10"), 2, 24'000'000'000, QStringLiteral("sm_86")};
    gpu.pricePerHour = 4.5;
    gpu.sharedMemoryBytes = 64 << 20;
    Flavor cpu;
    cpu.name = QStringLiteral("cpu");
    request.context.flavors = {cpu, gpu};
    Image image;
    image.name = QStringLiteral("image");
    image.framework = QStringLiteral("pytorch 2.1.0");
    image.cuda = QStringLiteral("12.1");
    request.context.images = {image};
    const QJsonObject card{{QStringLiteral("name"), QStringLiteral("gpu")}, {QStringLiteral("type"), QStringLiteral("A10")}, {QStringLiteral("count"), 2},
                           {QStringLiteral("memory_bytes"), qint64(24'000'000'000)}, {QStringLiteral("architecture"), QStringLiteral("sm_86")},
                           {QStringLiteral("price_per_hour"), 4.5}, {QStringLiteral("shm_bytes"), 64 << 20}};
    const QJsonObject expected{{QStringLiteral("job_file"), QStringLiteral("/nowhere/job.yaml")}, {QStringLiteral("job_folder"), QStringLiteral("/nowhere")},
                               {QStringLiteral("job_text"), QString::fromUtf8(request.jobText)}, {QStringLiteral("detail"), QStringLiteral("quick")},
                               {QStringLiteral("capacity_bytes"), 1000}, {QStringLiteral("image_framework"), QStringLiteral("pytorch 2.1.0")},
                               {QStringLiteral("image_cuda"), QStringLiteral("12.1")}, {QStringLiteral("flavor"), card},
                               {QStringLiteral("flavors"), QJsonArray{card}}};
    QCOMPARE(forecastRequestToJson(request), expected);
}

void TestForecastService::theRealWorkerIsReplacedAfterAKill()
{
    ForecastService service(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-torch"));
    const Result<Forecast> first = answerOf(service.ask(requestNamed(QStringLiteral("first"))));
    QVERIFY2(first, first ? "" : qPrintable(first.error().message));
    QCOMPARE(first->memory.parameters, 11'689'512); // torchvision's resnet18
    const qint64 worker = *service.workerId();
    const QFuture<Result<Forecast>> killed = service.ask(requestNamed(QStringLiteral("second")));
    ::kill(pid_t(worker), SIGKILL);
    const Result<Forecast> answer = answerOf(killed);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, Error::Kind::Crashed);
    const Result<Forecast> next = answerOf(service.ask(requestNamed(QStringLiteral("third"))));
    QVERIFY2(next, next ? "" : qPrintable(next.error().message));
    QCOMPARE(next->memory, first->memory);
}

QTEST_GUILESS_MAIN(TestForecastService)
#include "tst_forecastservice.moc"
