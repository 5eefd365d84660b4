#include "services/common/language.h"
#include "services/dryrun/dryrunservice.h"
#include "services/dryrun/retelling.h"
#include "services/dryrun/torchworker.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Trainyard;

namespace {

/// Says everything well, as the real worker does.
const char *const goodEvents = R"(cat > "$HERE/request.json"
echo '{"event": "progress", "activity": "Reading 64 images", "fraction": 0.4}'
echo '{"event": "point", "point": {"name": "data", "status": "pass", "detail": "64 images decoded.", "findings": []}}'
echo '{"event": "loss", "values": [2.31, 2.27]}'
echo '{"event": "loss", "values": [2.10]}'
echo '{"event": "point", "point": {"name": "loss", "status": "pass", "detail": "It falls.", "findings": []}}'
echo '{"event": "memory", "memory": {"device": "cpu", "peak_resident_bytes": 1000}}'
echo '{"event": "point", "point": {"name": "memory", "status": "pass", "detail": "It fits.", "findings": []}}'
echo '{"event": "throughput", "throughput": {"samples_per_second": 10.5, "steps": 3, "batch_size": 4, "device": "cpu"}}'
echo '{"event": "not_checked", "what": "the tokenizer", "why": "there is none"}'
echo '{"event": "point", "point": {"name": "artifacts", "status": "pass", "detail": "They land.", "findings": []}}'
echo '{"event": "done"}'
)";

/// A job's folder and a folder of programs with a fake trainyard-torch in it.
struct Fixture
{
    explicit Fixture(const QByteArray &script)
    {
        for (const char *name : {"job/data/train/a", "job/data/train/b", "job/data/val/a", "job/data/val/b", "bin"})
            QDir(folder.path()).mkpath(QLatin1String(name));
        write(QStringLiteral("job/job.yaml"), "x");
        for (const char *name : {"job/data/train/a/1.pgm", "job/data/train/b/2.pgm", "job/data/val/a/3.pgm", "job/data/val/b/4.pgm"})
            write(QLatin1String(name), QByteArray("P5 1 1 255\n").append(name[qstrlen(name) - 5])); // one grey pixel each
        if (!script.isEmpty())
            writeProgram(QStringLiteral("bin/trainyard-torch"), script);
        context.document = readJob("schema: trainyard/job/v1\nname: small\nprofile: local\ncompute: {flavor: local.cpu}\ncode: {preset: image-classification}\n"
                                   "parameters: {epochs: 1, batch_size: 4, learning_rate: 0.01}\n"
                                   "inputs:\n  - {name: data_url, source: data, format: image-folder}\noutputs:\n  - {name: train_url, destination: output}\n"
                                   "checkpoints: {directory: train_url, every_steps: 1}\n");
        Flavor flavor;
        flavor.name = QStringLiteral("local.cpu");
        context.flavors = {flavor};
        context.profile.name = QStringLiteral("local");
        context.profile.platform = QStringLiteral("local");
        context.profileNames = {QStringLiteral("local")};
        context.jobFolder = folder.filePath(QStringLiteral("job"));
        paths.home = folder.filePath(QStringLiteral("home"));
        paths.programs = folder.filePath(QStringLiteral("bin"));
    }

    void write(const QString &name, const QByteArray &content) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s could not be written", qPrintable(name));
    }

    void writeProgram(const QString &name, const QByteArray &script) const
    {
        write(name, "#!/bin/bash\nHERE=$(dirname \"$0\")\n" + script);
        QFile::setPermissions(folder.filePath(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    QStringList jobFiles() const
    {
        QStringList files;
        for (QDirIterator it(folder.filePath(QStringLiteral("job")), QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();)
            files.append(it.next());
        files.sort();
        return files;
    }

    QTemporaryDir folder;
    PreflightContext context;
    AppPaths paths;
};

DryRunReport runTask(DryRunTask &task, int timeoutMs = 20'000)
{
    QSignalSpy finished(&task, &DryRunTask::finished);
    task.start();
    if (!finished.wait(timeoutMs) || finished.size() != 1)
        qFatal("The dry-run did not finish once.");
    return finished.first().first().value<DryRunReport>();
}

PointResult pointIn(const DryRunReport &report, DryRunPoint point)
{
    return report.points.value(int(point));
}

} // namespace

class TestDryRunService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void mergesWhatEverybodySays();
    void workerGetsAScratchFolderAsTheJobDeclares();
    void everyEndOfTheWorkerIsAFinding_data();
    void everyEndOfTheWorkerIsAFinding();
    void memoryHereProvesNothingAboutALargerFlavor();
    void strangeOutputIsTold();
    void cancelKillsTheWholeGroupAndKeepsWhatWasFound();
    void cancelBeforeTheWorkerFinishesOnce();
    void cancelReturnsAtOnce_data();
    void cancelReturnsAtOnce();
    void destroyingTheTaskEndsTheWorker();
    void scriptNeedsItsInterpreter();
    void commandNeedsItsProgram();
    void aRehearsalWithoutCodeIsNotPretended();
    void theReportIsInEveryLanguage();
};

void TestDryRunService::initTestCase()
{
    qRegisterMetaType<DryRunReport>("Trainyard::DryRunReport");
}

void TestDryRunService::mergesWhatEverybodySays()
{
    Fixture fixture(goodEvents);
    const QStringList before = fixture.jobFiles();
    DryRunTask task(fixture.context, fixture.paths, {});
    QSignalSpy losses(&task, &DryRunTask::lossAdded);
    const DryRunReport report = runTask(task);
    for (const Finding &finding : report.allFindings())
        qWarning("%s: %s", qPrintable(finding.code), qPrintable(finding.message));
    QCOMPARE(report.verdict, Verdict::Pass);
    QCOMPARE(report.points.size(), 5);
    for (const PointResult &point : report.points)
        QCOMPARE(point.status, PointStatus::Pass);
    QCOMPARE(report.loss, (QList<double>{2.31, 2.27, 2.10}));
    QCOMPARE(losses.size(), 2);
    QCOMPARE(report.memory.value(QStringLiteral("peak_resident_bytes")).toInteger(), 1000);
    QCOMPARE(report.throughput.value(QStringLiteral("batch_size")).toInt(), 4);
    QCOMPARE(report.notChecked, (QList<NotChecked>{{QStringLiteral("the tokenizer"), QStringLiteral("there is none")}}));
    QVERIFY(pointIn(report, DryRunPoint::Data).detail.contains(QLatin1String("64 images decoded.")));
    QVERIFY(report.seconds > 0);
    QCOMPARE(fixture.jobFiles(), before);
    QCOMPARE(DryRunReport::fromJson(report.toJson()), std::optional(report));
}

void TestDryRunService::workerGetsAScratchFolderAsTheJobDeclares()
{
    Fixture fixture(goodEvents);
    QString scratch;
    {
        DryRunTask task(fixture.context, fixture.paths, {});
        runTask(task);
        QFile file(fixture.folder.filePath(QStringLiteral("bin/request.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject request = QJsonDocument::fromJson(file.readAll()).object();
        scratch = request.value(QStringLiteral("scratch")).toString();
        QVERIFY(QFile::exists(scratch));
        QCOMPARE(request.value(QStringLiteral("job_file")).toString(), fixture.context.jobFolder + QStringLiteral("/job.yaml"));
        QCOMPARE(request.value(QStringLiteral("inputs")).toObject().value(QStringLiteral("data_url")).toString(), fixture.context.jobFolder + QStringLiteral("/data"));
        const QString output = request.value(QStringLiteral("outputs")).toObject().value(QStringLiteral("train_url")).toString();
        QVERIFY(output.startsWith(scratch + u'/'));
        QVERIFY(QFile::exists(output));
    }
    QVERIFY(!QFile::exists(scratch));
}

void TestDryRunService::everyEndOfTheWorkerIsAFinding_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<DryRunPoint>("point");
    QTest::addColumn<QString>("code");
    QTest::addColumn<Severity>("severity");
    QTest::addColumn<QString>("says");
    const QByteArray start = "cat > /dev/null\necho '{\"event\": \"progress\", \"activity\": \"x\", \"fraction\": 0.1}'\n";
    const QByteArray data = start + "echo '{\"event\": \"point\", \"point\": {\"name\": \"data\", \"status\": \"pass\", \"detail\": \"\", \"findings\": []}}'\n";
    QTest::newRow("not there") << QByteArray() << DryRunPoint::Environment << QStringLiteral("environment.worker-missing") << Severity::Error << QStringLiteral("trainyard-torch");
    QTest::newRow("dies at once") << QByteArray("exit 127\n") << DryRunPoint::Environment << QStringLiteral("environment.steps-interrupted") << Severity::Error << QStringLiteral("127");
    QTest::newRow("exit code while reading") << start + "echo 'libfoo.so: cannot open' >&2\nexit 3\n" << DryRunPoint::Data << QStringLiteral("data.steps-interrupted")
                                             << Severity::Error << QStringLiteral("libfoo.so: cannot open");
    QTest::newRow("exit 0 without a verdict") << data + "exit 0\n" << DryRunPoint::Loss << QStringLiteral("training.steps-interrupted") << Severity::Error << QStringLiteral("0");
    QTest::newRow("crash while training") << data + "kill -SEGV $$\n" << DryRunPoint::Loss << QStringLiteral("training.steps-interrupted") << Severity::Error << QStringLiteral("11");
    QTest::newRow("abort while reading") << start + "echo 'terminate called' >&2\nkill -ABRT $$\n" << DryRunPoint::Data << QStringLiteral("data.steps-interrupted") << Severity::Error
                                         << QStringLiteral("terminate called");
    QTest::newRow("killed from outside") << data + "kill -KILL $$\n" << DryRunPoint::Loss << QStringLiteral("training.steps-interrupted") << Severity::Error << QStringLiteral("outside");
    QTest::newRow("over the memory limit") << data + "exec python3 -c 'x = bytearray(80 << 20); import time; time.sleep(30)'\n" << DryRunPoint::Memory
                                           << QStringLiteral("memory.steps-interrupted") << Severity::Error << QStringLiteral("MiB");
    QTest::newRow("hangs") << data + "sleep 30 & wait\n" << DryRunPoint::Loss << QStringLiteral("training.steps-interrupted") << Severity::Warning << QStringLiteral("2 s");
}

void TestDryRunService::everyEndOfTheWorkerIsAFinding()
{
    QFETCH(QByteArray, script);
    QFETCH(DryRunPoint, point);
    QFETCH(QString, code);
    QFETCH(Severity, severity);
    QFETCH(QString, says);
    Fixture fixture(script);
    DryRunTask::Options options;
    options.timeLimit = std::chrono::seconds(2);
    options.memoryLimitBytes = qint64(48) << 20;
    DryRunTask task(fixture.context, fixture.paths, options);
    const DryRunReport report = runTask(task);
    const Findings findings = pointIn(report, point).findings;
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().code, code);
    QCOMPARE(findings.first().severity, severity);
    QVERIFY2(findings.first().message.contains(says), qPrintable(findings.first().message));
    QVERIFY(!findings.first().fix.isEmpty());
    QCOMPARE(pointOf(code), point);
    QCOMPARE(report.allFindings().size(), 1);
    QCOMPARE(report.verdict, severity == Severity::Error ? Verdict::Fail : Verdict::Warn);
    QCOMPARE(pointIn(report, DryRunPoint::Artifacts).status, PointStatus::Skipped);
}

void TestDryRunService::memoryHereProvesNothingAboutALargerFlavor()
{
    Fixture fixture("cat > /dev/null\nexec python3 -c 'x = bytearray(80 << 20); import time; time.sleep(30)'\n");
    Flavor large;
    large.name = QStringLiteral("large");
    large.ramBytes = qint64(1) << 40;
    fixture.context.flavors = {large};
    fixture.context.document.job.compute.flavor = large.name;
    DryRunTask::Options options;
    options.memoryLimitBytes = qint64(48) << 20;
    DryRunTask task(fixture.context, fixture.paths, options);
    const DryRunReport report = runTask(task);
    QCOMPARE(pointIn(report, DryRunPoint::Memory).status, PointStatus::Warn);
    QCOMPARE(report.verdict, Verdict::Warn);
}

void TestDryRunService::strangeOutputIsTold()
{
    Fixture fixture(QByteArray(goodEvents).replace("echo '{\"event\": \"done\"}'", "echo 'Hello {'; echo '[1, 2]'; echo '{\"event\": \"done\"}'; printf '{\"event\": \"lo'"));
    DryRunTask task(fixture.context, fixture.paths, {});
    const DryRunReport report = runTask(task);
    const Findings findings = report.allFindings();
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().code, QStringLiteral("environment.worker-output"));
    QCOMPARE(findings.first().count, 3);
    QVERIFY(findings.first().message.contains(QLatin1String("Hello {")));
    QCOMPARE(report.verdict, Verdict::Warn);
}

void TestDryRunService::cancelKillsTheWholeGroupAndKeepsWhatWasFound()
{
    Fixture fixture("cat > /dev/null\nsleep 60 &\necho $! > \"$HERE/child\"\n"
                    "echo '{\"event\": \"point\", \"point\": {\"name\": \"data\", \"status\": \"pass\", \"detail\": \"seen\", \"findings\": []}}'\nwait\n");
    DryRunTask task(fixture.context, fixture.paths, {});
    QSignalSpy finished(&task, &DryRunTask::finished);
    QSignalSpy points(&task, &DryRunTask::pointChanged);
    task.start();
    const auto isSeen = [&points] {
        return std::any_of(points.begin(), points.end(), [](const QVariantList &arguments) { return arguments.first().value<PointResult>().detail.endsWith(QLatin1String("seen")); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSeen(), 10'000);
    QFile child(fixture.folder.filePath(QStringLiteral("bin/child")));
    QVERIFY(child.open(QIODevice::ReadOnly));
    const int pid = child.readAll().trimmed().toInt();
    QVERIFY(pid > 1);
    task.cancel();
    task.cancel();
    QVERIFY(finished.wait(5000));
    QCOMPARE(finished.size(), 1);
    const auto report = finished.first().first().value<DryRunReport>();
    QCOMPARE(pointIn(report, DryRunPoint::Data).status, PointStatus::Pass);
    QCOMPARE(pointIn(report, DryRunPoint::Loss).status, PointStatus::Skipped);
    QVERIFY(report.allFindings().isEmpty());
    QVERIFY(!report.notChecked.isEmpty());
    const auto isGone = [pid] { // a zombie that nobody has collected yet is gone too
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z");
    };
    QTRY_VERIFY(isGone());
}

void TestDryRunService::cancelBeforeTheWorkerFinishesOnce()
{
    Fixture fixture(goodEvents);
    DryRunTask task(fixture.context, fixture.paths, {});
    QSignalSpy finished(&task, &DryRunTask::finished);
    task.start();
    task.cancel();
    QVERIFY(finished.wait(5000));
    QTest::qWait(200);
    QCOMPARE(finished.size(), 1);
    QVERIFY(!QFile::exists(fixture.folder.filePath(QStringLiteral("bin/request.json"))));
}

void TestDryRunService::cancelReturnsAtOnce_data()
{
    QTest::addColumn<QByteArray>("worker");
    QTest::addColumn<QByteArray>("interpreter");
    const QByteArray stubborn = "trap '' TERM INT HUP\necho $$ > \"$HERE/pid\"\nwhile true; do sleep 0.1; done\n";
    QTest::newRow("while the worker works") << "cat > /dev/null\n" + stubborn << QByteArray();
    QTest::newRow("while the interpreter is asked") << QByteArray("exit 1\n") << "[[ $* == *python_version* ]] || exit 1\n" + stubborn;
}

void TestDryRunService::cancelReturnsAtOnce()
{
    QFETCH(QByteArray, worker);
    QFETCH(QByteArray, interpreter);
    constexpr qint64 atOnceMs = 50;
    Fixture fixture(worker);
    if (!interpreter.isEmpty()) {
        fixture.context.document.job.code = {};
        fixture.context.document.job.code.directory = QStringLiteral("src");
        fixture.context.document.job.code.bootFile = QStringLiteral("train.py");
        fixture.context.profile.interpreter = fixture.folder.filePath(QStringLiteral("bin/python"));
        fixture.writeProgram(QStringLiteral("bin/python"), interpreter);
    }
    QFile pidFile(fixture.folder.filePath(QStringLiteral("bin/pid")));
    qint64 waitedMs = atOnceMs;
    for (int attempt = 0; attempt < 3 && waitedMs >= atOnceMs; ++attempt) { // a busy machine may take the processor away just then
        pidFile.remove();
        auto task = std::make_unique<DryRunTask>(fixture.context, fixture.paths, DryRunTask::Options());
        QSignalSpy finished(task.get(), &DryRunTask::finished);
        task->start();
        QTRY_VERIFY_WITH_TIMEOUT(pidFile.size() > 0, 10'000);
        QVERIFY(pidFile.open(QIODevice::ReadOnly));
        const int pid = pidFile.readAll().trimmed().toInt();
        QElapsedTimer elapsed;
        elapsed.start();
        task->cancel();
        waitedMs = elapsed.elapsed();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 5000);
        elapsed.restart();
        task.reset();
        waitedMs = std::max(waitedMs, elapsed.elapsed());
        QTRY_COMPARE(::kill(pid, 0), -1);
    }
    QVERIFY2(waitedMs < atOnceMs, qPrintable(QString::number(waitedMs)));
}

void TestDryRunService::destroyingTheTaskEndsTheWorker()
{
    Fixture fixture("cat > /dev/null\necho $$ > \"$HERE/pid\"\nsleep 60\n");
    const QString pidFile = fixture.folder.filePath(QStringLiteral("bin/pid"));
    QByteArray pid;
    {
        DryRunTask task(fixture.context, fixture.paths, {});
        task.start();
        const auto hasPid = [&] {
            QFile file(pidFile);
            return file.open(QIODevice::ReadOnly) && !(pid = file.readAll().trimmed()).isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasPid(), 10'000);
    }
    QTRY_COMPARE(::kill(pid.toInt(), 0), -1);
}

void TestDryRunService::scriptNeedsItsInterpreter()
{
    Fixture fixture(goodEvents);
    fixture.context.document.job.code = {};
    fixture.context.document.job.code.directory = QStringLiteral("src");
    fixture.context.document.job.code.bootFile = QStringLiteral("train.py");
    fixture.context.profile.interpreter = QStringLiteral("/nowhere/python3");
    DryRunTask missing(fixture.context, fixture.paths, {});
    const PointResult environment = pointIn(runTask(missing), DryRunPoint::Environment);
    QCOMPARE(environment.status, PointStatus::Fail);
    QVERIFY(std::any_of(environment.findings.begin(), environment.findings.end(), [](const Finding &finding) {
        return finding.code == QLatin1String("environment.interpreter") && finding.message.contains(QLatin1String("/nowhere/python3"));
    }));

    fixture.context.profile.interpreter = QStringLiteral("/bin/true");
    DryRunTask silent(fixture.context, fixture.paths, {});
    QCOMPARE(pointIn(runTask(silent), DryRunPoint::Environment).status, PointStatus::Fail);
}

void TestDryRunService::commandNeedsItsProgram()
{
    Fixture fixture(goodEvents);
    fixture.context.document.job.code = {};
    fixture.context.document.job.code.command = QStringLiteral("torchrun-nowhere --nproc_per_node=8 train.py");
    DryRunTask task(fixture.context, fixture.paths, {});
    const Findings findings = pointIn(runTask(task), DryRunPoint::Environment).findings;
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const Finding &finding) { return finding.code == QLatin1String("environment.command-missing"); }));
}

void TestDryRunService::theReportIsInEveryLanguage()
{
    Fixture fixture("exit 3");
    fixture.context.document.job.inputs.first().source = QStringLiteral("nowhere");
    useLanguage(Language::English);
    DryRunTask task(fixture.context, fixture.paths, {});
    QSignalSpy points(&task, &DryRunTask::pointChanged);
    const DryRunReport report = runTask(task);
    for (const QList<QVariant> &point : points)
        QVERIFY(!point.first().value<PointResult>().detail.contains(QChar(0xF8D0)));
    const DryRunReport english = told(report);
    useLanguage(Language::Chinese);
    const DryRunReport chinese = told(report);
    useLanguage(Language::English);
    QCOMPARE(told(report), english);
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    for (int i = 0; i < english.points.size(); ++i) {
        QVERIFY(!english.points[i].detail.contains(han));
        QVERIFY2(chinese.points[i].detail.contains(han), qPrintable(chinese.points[i].detail));
        for (int k = 0; k < english.points[i].findings.size(); ++k) {
            QVERIFY(!english.points[i].findings[k].message.contains(han));
            QVERIFY(chinese.points[i].findings[k].message.contains(han));
        }
    }
    QVERIFY(!english.allFindings().isEmpty());
}

void TestDryRunService::aRehearsalWithoutCodeIsNotPretended()
{
    Fixture fixture(goodEvents);
    fixture.context.document.job.code = {};
    fixture.context.document.job.code.command = QStringLiteral("bash -c true");
    DryRunTask::Options options;
    options.rehearse = true;
    DryRunTask task(fixture.context, fixture.paths, options);
    const DryRunReport report = runTask(task);
    QVERIFY(std::any_of(report.notChecked.begin(), report.notChecked.end(), [](const NotChecked &entry) { return entry.why.contains(QLatin1String("does not lie on this machine")); }));
}

QTEST_GUILESS_MAIN(TestDryRunService)
#include "tst_dryrunservice.moc"
