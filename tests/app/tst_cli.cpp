#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace {

struct Answer
{
    int status = -1;
    QByteArray out;
    QByteArray err;

    /// Standard output as the one JSON document it has to be.
    QJsonObject json() const
    {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(out, &error);
        if (error.error != QJsonParseError::NoError)
            qWarning("no JSON document: %s\n%s", qPrintable(error.errorString()), out.left(500).constData());
        return document.object();
    }
};

QByteArray jobText(const QByteArray &rest = "command: \"bash train.sh\"")
{
    return "schema: trainyard/job/v1\nname: small\nprofile: local\ncompute: {flavor: local.cpu}\ncode:\n  directory: src\n  " + rest
        + "\nparameters: {epochs: 1}\noutputs:\n  - {name: train_url, destination: output}\n";
}

const char *const quickScript = "echo 'epoch: 1 step: 1/2 loss: 2.5 accuracy: 0.25'\necho 'epoch: 1 step: 2/2 loss: 1.5 accuracy: 0.5'\n";

} // namespace

/// The real programs, without a display, each case with a home of its own.
class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void helpAndVersionNeedNoDisplay();
    void wrongCallsEndWithTwo_data();
    void wrongCallsEndWithTwo();
    void unknownCommandSuggestsTheNearest();
    void jsonComesAlsoWithStatusTwo_data();
    void jsonComesAlsoWithStatusTwo();
    void initMakesAProjectOnce();
    void checkTellsErrorsWithPlaces();
    void languageFollowsTheEnvironment();
    void anAnswerThatIsLostIsNoSuccess();
    void parseLogPrintsEventsAndEndsWithZero();
    void parseLogReadsFromAPipe();
    void chartOfALogIsAPicture();
    void runGoesFromSubmitToMetrics();
    void skippingTheDryRunNeedsAReason();
    void failedRunEndsWaitWithOne();
    void listKnowsTheProgressOfRunsThatNobodyWatched();
    void lostLossIsTold();
    void queuedRunSaysWhatItWaitsFor();
    void brokenSettingsRefuseASubmit_data();
    void brokenSettingsRefuseASubmit();
    void stopEndsARun();
    void unknownRunEndsWithTwo();
    void forecastWithoutModelIsOneSentence();
    void forecastTakesOnlySizesAsCapacity();
    void forecastTellsTheNeedAndWhetherItFits();
    void dryRunReportsFivePointsAndSubmitRemembersThem();
    void interruptedDryRunLeavesNothingBehind();

private:
    QProcessEnvironment environment(const QByteArray &language = "en") const;
    Answer trainyard(const QStringList &arguments, const QByteArray &input = QByteArray(), const QByteArray &language = "en") const;
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &content) const;
    /// Answers the run's id.
    QString submitUnwatched(const QByteArray &script) const;
    QString writeJob(const QByteArray &script) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCli::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestCli::cleanup()
{
    m_folder.reset();
}

QProcessEnvironment TestCli::environment(const QByteArray &language) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QLatin1String(name));
    environment.insert(QStringLiteral("TRAINYARD_HOME"), path(QStringLiteral("home")));
    environment.insert(QStringLiteral("LANGUAGE"), QString::fromLatin1(language));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    return environment;
}

Answer TestCli::trainyard(const QStringList &arguments, const QByteArray &input, const QByteArray &language) const
{
    QProcess process;
    process.setProcessEnvironment(environment(language));
    process.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

void TestCli::write(const QString &name, const QByteArray &content) const
{
    QDir(m_folder->path()).mkpath(name.section(u'/', 0, -2).isEmpty() ? QStringLiteral(".") : name.section(u'/', 0, -2));
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QString TestCli::writeJob(const QByteArray &script) const
{
    write(QStringLiteral("job.yaml"), jobText());
    write(QStringLiteral("src/train.sh"), script);
    return path(QStringLiteral("job.yaml"));
}

void TestCli::helpAndVersionNeedNoDisplay()
{
    const Answer version = trainyard({QStringLiteral("--version")});
    QCOMPARE(version.status, 0);
    QVERIFY(version.out.startsWith("trainyard "));
    const Answer help = trainyard({QStringLiteral("--help")});
    QCOMPARE(help.status, 0);
    QCOMPARE(trainyard({QStringLiteral("help")}).out, help.out);
    for (const char *command : {"init", "check", "dry-run", "submit", "runs", "show", "logs", "metrics", "stop", "parse-log", "chart", "demo"}) {
        QVERIFY(help.out.contains(command));
        const Answer own = trainyard({QLatin1String(command), QStringLiteral("--help")});
        QCOMPARE(own.status, 0);
        QVERIFY(own.out.contains(QByteArray(QByteArray("trainyard ") + command)));
    }
}

void TestCli::wrongCallsEndWithTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no job") << QStringList{QStringLiteral("check")};
    QTest::newRow("two jobs") << QStringList{QStringLiteral("check"), QStringLiteral("a.yaml"), QStringLiteral("b.yaml")};
    QTest::newRow("unknown option") << QStringList{QStringLiteral("runs"), QStringLiteral("--jsno")};
    QTest::newRow("missing job file") << QStringList{QStringLiteral("check"), QStringLiteral("/nowhere/job.yaml")};
    QTest::newRow("job is a folder") << QStringList{QStringLiteral("check"), QStringLiteral("/")};
    QTest::newRow("missing log") << QStringList{QStringLiteral("parse-log"), QStringLiteral("/nowhere/train.log")};
    QTest::newRow("log is a folder without metrics") << QStringList{QStringLiteral("parse-log"), QStringLiteral("/etc")};
    QTest::newRow("chart without output") << QStringList{QStringLiteral("chart"), QStringLiteral("/dev/null")};
    QTest::newRow("chart into no folder") << QStringList{QStringLiteral("chart"), QStringLiteral("latest"), QStringLiteral("--output"), QStringLiteral("/nowhere/x.png")};
    QTest::newRow("chart of a folder") << QStringList{QStringLiteral("chart"), QStringLiteral("/etc"), QStringLiteral("--output"), QStringLiteral("/tmp/x.png")};
    QTest::newRow("init without a name") << QStringList{QStringLiteral("init"), QString()};
    QTest::newRow("unknown template") << QStringList{QStringLiteral("init"), QStringLiteral("x"), QStringLiteral("--template"), QStringLiteral("mnist")};
    QTest::newRow("empty reason") << QStringList{QStringLiteral("submit"), QStringLiteral("job.yaml"), QStringLiteral("--skip-dry-run"), QStringLiteral(" ")};
}

void TestCli::wrongCallsEndWithTwo()
{
    QFETCH(QStringList, arguments);
    const Answer answer = trainyard(arguments);
    QCOMPARE(answer.status, 2);
    QVERIFY(answer.out.isEmpty());
    QVERIFY(!answer.err.isEmpty());
}

void TestCli::unknownCommandSuggestsTheNearest()
{
    const Answer answer = trainyard({QStringLiteral("submti")});
    QCOMPARE(answer.status, 2);
    QVERIFY(answer.err.contains("submit"));
}

void TestCli::jsonComesAlsoWithStatusTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("key");
    const QString json = QStringLiteral("--json");
    QTest::newRow("no job") << QStringList{QStringLiteral("check"), json} << QStringLiteral("error");
    QTest::newRow("missing job file") << QStringList{QStringLiteral("check"), QStringLiteral("/nowhere/job.yaml"), json} << QStringLiteral("findings");
    QTest::newRow("dry-run of nothing") << QStringList{QStringLiteral("dry-run"), QStringLiteral("/nowhere/job.yaml"), json} << QStringLiteral("findings");
    QTest::newRow("unknown run") << QStringList{QStringLiteral("show"), QStringLiteral("20260101"), json} << QStringLiteral("error");
    QTest::newRow("unknown command") << QStringList{QStringLiteral("chekc"), json} << QStringLiteral("error");
    QTest::newRow("forecast of nothing") << QStringList{QStringLiteral("forecast"), QStringLiteral("/nowhere/job.yaml"), json} << QStringLiteral("findings");
    QTest::newRow("window without a display") << QStringList{json} << QStringLiteral("error");
    QTest::newRow("option first") << QStringList{json, QStringLiteral("check"), QStringLiteral("/nowhere/job.yaml")} << QStringLiteral("findings");
}

void TestCli::jsonComesAlsoWithStatusTwo()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, key);
    const Answer answer = trainyard(arguments);
    QCOMPARE(answer.status, 2);
    QVERIFY(answer.json().contains(key));
}

void TestCli::initMakesAProjectOnce()
{
    const QString folder = path(QStringLiteral("a sample"));
    const Answer first = trainyard({QStringLiteral("init"), folder, QStringLiteral("--json")});
    QCOMPARE(first.status, 0);
    QCOMPARE(first.json().value(QStringLiteral("train_images")).toInt(), 6000);
    const QString job = first.json().value(QStringLiteral("job_file")).toString();
    QVERIFY(QFile::exists(job));
    QCOMPARE(trainyard({QStringLiteral("init"), folder}).status, 2);
    const Answer checked = trainyard({QStringLiteral("check"), job, QStringLiteral("--json")});
    QCOMPARE(checked.status, 0);
    QVERIFY(checked.json().value(QStringLiteral("findings")).toArray().isEmpty());
}

void TestCli::checkTellsErrorsWithPlaces()
{
    write(QStringLiteral("job.yaml"), jobText("comand: \"bash train.sh\""));
    write(QStringLiteral("src/train.sh"), "true\n");
    const Answer answer = trainyard({QStringLiteral("check"), path(QStringLiteral("job.yaml")), QStringLiteral("--json")});
    QVERIFY(answer.status == 1 || answer.status == 2);
    const QJsonArray findings = answer.json().value(QStringLiteral("findings")).toArray();
    const auto isTheOne = [](const QJsonValue &finding) {
        return finding[QStringLiteral("code")] == QStringLiteral("job.unknown-key") && finding[QStringLiteral("where")][QStringLiteral("line")] == 7;
    };
    QVERIFY(std::any_of(findings.begin(), findings.end(), isTheOne));
    const Answer text = trainyard({QStringLiteral("check"), path(QStringLiteral("job.yaml"))});
    QVERIFY(text.out.contains("job.yaml:7") || text.err.contains("job.yaml:7"));
}

void TestCli::languageFollowsTheEnvironment()
{
    const Answer answer = trainyard({QStringLiteral("runs")}, QByteArray(), "zh_TW");
    QCOMPARE(answer.status, 0);
    QVERIFY(QString::fromUtf8(answer.out).contains(QStringLiteral("运行")));
}

void TestCli::anAnswerThatIsLostIsNoSuccess()
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), {QStringLiteral("runs"), QStringLiteral("--json")});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().contains("could not be written"));
}

void TestCli::parseLogPrintsEventsAndEndsWithZero()
{
    write(QStringLiteral("train.log"), "epoch: 1 step: 10 loss: 2.5\nTraceback (most recent call last):\nModuleNotFoundError: No module named 'x'\n");
    const Answer answer = trainyard({QStringLiteral("parse-log"), path(QStringLiteral("train.log"))});
    QCOMPARE(answer.status, 0);
    const QList<QByteArray> lines = answer.out.trimmed().split('\n');
    QVERIFY(lines.size() >= 2);
    QCOMPARE(QJsonDocument::fromJson(lines.first()).object().value(QStringLiteral("values")).toObject().value(QStringLiteral("loss")).toDouble(), 2.5);
    QVERIFY(lines.last().contains("failure"));
    write(QStringLiteral("empty.log"), QByteArray());
    const Answer empty = trainyard({QStringLiteral("parse-log"), path(QStringLiteral("empty.log"))});
    QCOMPARE(empty.status, 0);
    QVERIFY(empty.out.isEmpty());
}

void TestCli::parseLogReadsFromAPipe()
{
    const Answer answer = trainyard({QStringLiteral("parse-log"), QStringLiteral("-")}, "step: 3 loss: 0.5");
    QCOMPARE(answer.status, 0);
    QVERIFY(answer.out.contains("\"step\":3"));
}

void TestCli::chartOfALogIsAPicture()
{
    write(QStringLiteral("train.log"), "step: 1 loss: 2.5\nstep: 2 loss: 2.0\nstep: 3 loss: 1.5\n");
    const QString picture = path(QStringLiteral("chart.png"));
    const Answer answer = trainyard({QStringLiteral("chart"), path(QStringLiteral("train.log")), QStringLiteral("--output"), picture});
    QCOMPARE(answer.status, 0);
    QVERIFY(answer.err.isEmpty());
    QCOMPARE(QImage(picture).size(), QSize(1280, 800));
}

void TestCli::runGoesFromSubmitToMetrics()
{
    const QString job = writeJob(quickScript);
    const Answer submitted = trainyard({QStringLiteral("submit"), job, QStringLiteral("--wait"), QStringLiteral("--skip-dry-run"), QStringLiteral("a test of the command line")});
    QVERIFY2(submitted.status == 0, submitted.err.constData());
    const QString id = QString::fromUtf8(submitted.out).trimmed();
    QVERIFY(!id.contains(u'\n') && id.endsWith(QLatin1String("small")));

    const QJsonObject listed = trainyard({QStringLiteral("runs"), QStringLiteral("--json")}).json();
    QCOMPARE(listed.value(QStringLiteral("runs")).toArray().size(), 1);
    const QJsonObject shown = trainyard({QStringLiteral("show"), QStringLiteral("latest"), QStringLiteral("--json")}).json();
    QCOMPARE(shown.value(QStringLiteral("id")).toString(), id);
    QCOMPARE(shown.value(QStringLiteral("state")).toString(), QStringLiteral("done"));
    QCOMPARE(shown.value(QStringLiteral("step")).toInt(), 2);
    QCOMPARE(shown.value(QStringLiteral("record")).toObject().value(QStringLiteral("override_reason")).toString(), QStringLiteral("a test of the command line"));
    const Answer log = trainyard({QStringLiteral("logs"), id});
    QVERIFY(log.out.contains("loss: 1.5"));
    QCOMPARE(trainyard({QStringLiteral("logs"), id, QStringLiteral("-f")}).out, log.out);
    const Answer csv = trainyard({QStringLiteral("metrics"), id, QStringLiteral("--csv")});
    QVERIFY(csv.out.startsWith("name,phase,step,epoch,time,value\n"));
    QVERIFY(csv.out.contains("loss,,2,1,") || csv.out.contains("loss,train,2,1,")); // a log without any word of phase
    QVERIFY(!trainyard({QStringLiteral("metrics"), id, QStringLiteral("--json")}).json().value(QStringLiteral("series")).toArray().isEmpty());
    const QString picture = path(QStringLiteral("chart.png"));
    QCOMPARE(trainyard({QStringLiteral("chart"), id, QStringLiteral("--output"), picture}).status, 0);
    QVERIFY(!QImage(picture).isNull());
    QCOMPARE(trainyard({QStringLiteral("stop"), id}).status, 0);
}

QString TestCli::submitUnwatched(const QByteArray &script) const
{
    const Answer submitted = trainyard({QStringLiteral("submit"), writeJob(script), QStringLiteral("--skip-dry-run"), QStringLiteral("a test of the command line")});
    return QString::fromUtf8(submitted.out).trimmed();
}

void TestCli::skippingTheDryRunNeedsAReason()
{
    const Answer answer = trainyard({QStringLiteral("submit"), writeJob(quickScript), QStringLiteral("--skip-dry-run"), QString()});
    QCOMPARE(answer.status, 2);
    QVERIFY(trainyard({QStringLiteral("runs"), QStringLiteral("--json")}).json().value(QStringLiteral("runs")).toArray().isEmpty());
}

void TestCli::failedRunEndsWaitWithOne()
{
    const Answer answer = trainyard({QStringLiteral("submit"), writeJob("echo broken >&2\nexit 3\n"), QStringLiteral("--wait"), QStringLiteral("--json"),
                                     QStringLiteral("--skip-dry-run"), QStringLiteral("it is to fail")});
    QCOMPARE(answer.status, 1);
    const QJsonObject run = answer.json().value(QStringLiteral("run")).toObject();
    QCOMPARE(run.value(QStringLiteral("state")).toString(), QStringLiteral("failed"));
    QCOMPARE(run.value(QStringLiteral("exit_code")).toInt(), 3);
}

void TestCli::listKnowsTheProgressOfRunsThatNobodyWatched()
{
    const QString id = submitUnwatched(quickScript);
    const auto listed = [&] { return trainyard({QStringLiteral("runs"), QStringLiteral("--json")}).json().value(QStringLiteral("runs")).toArray().first().toObject(); };
    QTRY_COMPARE_WITH_TIMEOUT(listed().value(QStringLiteral("state")).toString(), QStringLiteral("done"), 20'000);
    QCOMPARE(listed().value(QStringLiteral("step")).toInt(), 2);
    QCOMPARE(listed().value(QStringLiteral("best_metric")).toObject().value(QStringLiteral("value")).toDouble(), 0.5);
}

void TestCli::lostLossIsTold()
{
    const Answer waited = trainyard({QStringLiteral("submit"), writeJob("for i in 1 2 3; do echo \"step: $i/3 loss: nan\"; done\n"), QStringLiteral("--wait"),
                                     QStringLiteral("--skip-dry-run"), QStringLiteral("it is to lose its loss")});
    QCOMPARE(waited.status, 0); // what the program answered
    QVERIFY2(waited.err.contains("not a number"), waited.err.constData());
    QVERIFY(trainyard({QStringLiteral("show"), QStringLiteral("latest")}).out.contains("not a number"));
}

void TestCli::queuedRunSaysWhatItWaitsFor()
{
    const QString first = submitUnwatched("exec sleep 60\n");
    const Answer second = trainyard({QStringLiteral("submit"), path(QStringLiteral("job.yaml")), QStringLiteral("--skip-dry-run"), QStringLiteral("it is to wait")});
    QVERIFY2(second.err.contains("next in line"), second.err.constData());
    for (const QString &id : {QString::fromUtf8(second.out).trimmed(), first})
        QCOMPARE(trainyard({QStringLiteral("stop"), id}).status, 0);
}

void TestCli::brokenSettingsRefuseASubmit_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("profiles") << QStringLiteral("profiles.yaml");
    QTest::newRow("catalogue") << QStringLiteral("catalogue.yaml");
}

void TestCli::brokenSettingsRefuseASubmit()
{
    QFETCH(QString, file);
    const QString job = writeJob(quickScript);
    write(QStringLiteral("home/") + file, "{ not: [closed");
    const Answer answer = trainyard({QStringLiteral("submit"), job, QStringLiteral("--skip-dry-run"), QStringLiteral("it is to be refused")});
    QCOMPARE(answer.status, 2);
    QVERIFY2(answer.err.contains(file.toUtf8()), answer.err.constData());
}

void TestCli::stopEndsARun()
{
    const Answer submitted = trainyard({QStringLiteral("submit"), writeJob("echo started\nexec sleep 60\n"), QStringLiteral("--skip-dry-run"), QStringLiteral("it is to be stopped")});
    QCOMPARE(submitted.status, 0);
    const QString id = QString::fromUtf8(submitted.out).trimmed();
    QTRY_VERIFY_WITH_TIMEOUT(trainyard({QStringLiteral("logs"), id}).out.contains("started"), 15'000);
    QCOMPARE(trainyard({QStringLiteral("stop"), id}).status, 0);
    const auto state = [&] { return trainyard({QStringLiteral("show"), id, QStringLiteral("--json")}).json().value(QStringLiteral("state")).toString(); };
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("stopped"), 20'000);
}

void TestCli::unknownRunEndsWithTwo()
{
    for (const char *command : {"show", "logs", "metrics", "stop"})
        QCOMPARE(trainyard({QLatin1String(command), QStringLiteral("19990101-nothing")}).status, 2);
    QCOMPARE(trainyard({QStringLiteral("chart"), QStringLiteral("19990101-nothing"), QStringLiteral("--output"), path(QStringLiteral("x.png"))}).status, 2);
}

void TestCli::forecastWithoutModelIsOneSentence()
{
    const Answer answer = trainyard({QStringLiteral("forecast"), writeJob(quickScript)});
    QCOMPARE(answer.status, 2);
    QCOMPARE(answer.err.trimmed().count('\n'), 0);
    QVERIFY(answer.err.contains("model"));
    QVERIFY(answer.out.isEmpty());
    const Answer json = trainyard({QStringLiteral("forecast"), writeJob(quickScript), QStringLiteral("--json")});
    QCOMPARE(json.status, 2);
    QVERIFY(!json.json().value(QStringLiteral("error")).toString().isEmpty());
}

void TestCli::forecastTakesOnlySizesAsCapacity()
{
    for (const char *capacity : {"24", "much", "-1GiB", "0B"}) {
        const Answer answer = trainyard({QStringLiteral("forecast"), writeJob(quickScript), QStringLiteral("--capacity"), QLatin1String(capacity)});
        QCOMPARE(answer.status, 2);
        QVERIFY(answer.err.contains(capacity));
    }
}

void TestCli::forecastTellsTheNeedAndWhetherItFits()
{
    QCOMPARE(trainyard({QStringLiteral("init"), path(QStringLiteral("sample")), QStringLiteral("--template"), QStringLiteral("fashion-mnist-python")}).status, 0);
    const QString job = path(QStringLiteral("sample/job.yaml"));
    const QString forecast = QStringLiteral("forecast"), capacity = QStringLiteral("--capacity"), json = QStringLiteral("--json");
    const Answer open = trainyard({forecast, job, json});
    QCOMPARE(open.status, 0); // no card is named: nothing to fail on
    const QJsonObject memory = open.json().value(QStringLiteral("memory")).toObject();
    QVERIFY(memory.value(QStringLiteral("fits")).isNull() && memory.value(QStringLiteral("capacity_bytes")).isNull());
    QCOMPARE(memory.value(QStringLiteral("parameters")).toInteger(), 50282);
    QVERIFY(open.json().contains(QStringLiteral("not_checked")));
    const Answer large = trainyard({forecast, job, capacity, QStringLiteral("24GiB")});
    QCOMPARE(large.status, 0);
    QVERIFY2(large.out.contains("it fits"), large.out.constData());
    const Answer small = trainyard({forecast, job, capacity, QStringLiteral("100MiB"), json});
    QCOMPARE(small.status, 1);
    QCOMPARE(small.json().value(QStringLiteral("memory")).toObject().value(QStringLiteral("fits")).toBool(true), false);
    const QJsonArray findings = small.json().value(QStringLiteral("findings")).toArray();
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const QJsonValue &finding) {
        return finding[QStringLiteral("code")].toString() == QLatin1String("memory.exceeds-device");
    }));
}

void TestCli::dryRunReportsFivePointsAndSubmitRemembersThem()
{
    QCOMPARE(trainyard({QStringLiteral("init"), path(QStringLiteral("sample"))}).status, 0);
    const QString job = path(QStringLiteral("sample/job.yaml"));
    const Answer answer = trainyard({QStringLiteral("dry-run"), job, QStringLiteral("--json")});
    QCOMPARE(answer.status, 0);
    const QJsonObject report = answer.json();
    QStringList names;
    for (const QJsonValue point : report.value(QStringLiteral("points")).toArray()) {
        names.append(point[QStringLiteral("name")].toString());
        QCOMPARE(point[QStringLiteral("status")].toString(), QStringLiteral("pass"));
        QVERIFY(!point[QStringLiteral("detail")].toString().isEmpty());
    }
    QCOMPARE(names, (QStringList{QStringLiteral("environment"), QStringLiteral("data"), QStringLiteral("memory"), QStringLiteral("loss"), QStringLiteral("artifacts")}));
    QCOMPARE(report.value(QStringLiteral("verdict")).toString(), QStringLiteral("pass"));
    QVERIFY(report.value(QStringLiteral("loss")).toArray().size() >= 5);
    QVERIFY(report.value(QStringLiteral("memory")).toObject().value(QStringLiteral("peak_resident_bytes")).toDouble() > 0);
    QVERIFY(!QFile::exists(path(QStringLiteral("sample/output"))));

    const Answer submitted = trainyard({QStringLiteral("submit"), job, QStringLiteral("--json")});
    QCOMPARE(submitted.status, 0);
    QVERIFY(!submitted.err.contains("dry-run"));
    const QJsonObject run = submitted.json().value(QStringLiteral("run")).toObject();
    QCOMPARE(run.value(QStringLiteral("record")).toObject().value(QStringLiteral("dry_run_verdict")).toString(), QStringLiteral("pass"));
    QCOMPARE(trainyard({QStringLiteral("stop"), QStringLiteral("latest")}).status, 0);
    const auto state = [this] { return trainyard({QStringLiteral("show"), QStringLiteral("latest"), QStringLiteral("--json")}).json().value(QStringLiteral("state")).toString(); };
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("stopped"), 30'000);
}

void TestCli::interruptedDryRunLeavesNothingBehind()
{
    const QString job = writeJob(quickScript);
    QVERIFY(QDir().mkpath(path(QStringLiteral("tmp"))));
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("TMPDIR"), path(QStringLiteral("tmp")));
    QProcess process;
    process.setProcessEnvironment(variables);
    process.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), {QStringLiteral("dry-run"), job});
    const QDir scratch(path(QStringLiteral("tmp")));
    QTRY_VERIFY_WITH_TIMEOUT(!scratch.isEmpty(), 10'000);
    process.terminate();
    QVERIFY(process.waitForFinished(10'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(scratch.isEmpty());
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
