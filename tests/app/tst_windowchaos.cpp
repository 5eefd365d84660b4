#include "app/appcontext.h"
#include "app/window/mainwindow.h"
#include "services/agent/processes.h"
#include "widgets/common/noticeline.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

constexpr int steps = 30;

/// What the script below prints, whole.
QByteArray wholeLog()
{
    QByteArray log;
    for (int step = 1; step <= steps; ++step)
        log += "step: " + QByteArray::number(step) + '/' + QByteArray::number(steps) + " loss: 0." + QByteArray::number(100 - step) + '\n';
    return log;
}

const char *const script = "i=1\nwhile [ $i -le 30 ]; do echo \"step: $i/30 loss: 0.$((100 - i))\"; i=$((i + 1)); sleep 0.05; done\n";

const char *const jobText = "schema: trainyard/job/v1\nname: chaos   # a comment that has to stay\nprofile: local\ncompute: {flavor: local.cpu}\n"
                            "code:\n  directory: src\n  command: \"bash train.sh\"\noutputs:\n  - {name: train_url, destination: output}\n";

const char *const profilesText = "# mine\nprofiles:\n  - {name: local, platform: local}\n";

struct Answer
{
    int status = -1; ///< also when it was killed
    QByteArray out;
    QByteArray err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    QByteArray told() const { return out + err; }
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Names and contents of everything in a folder.
QByteArray fingerprintOf(const QString &folder)
{
    QStringList files;
    for (QDirIterator iterator(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories); iterator.hasNext();)
        files.append(iterator.next());
    files.sort();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &file : std::as_const(files)) {
        hash.addData(file.toUtf8());
        hash.addData(contentOf(file));
    }
    return hash.result().toHex();
}

/// The dry-run worker that @p program has started; nothing as long as it is not there.
std::optional<pid_t> workerOf(const QProcess &program)
{
    for (const ProcessEntry &entry : readAllProcesses()) {
        if (entry.parent == program.processId() && contentOf(u"/proc/%1/cmdline"_s.arg(entry.pid)).contains("trainyard-torch"))
            return entry.pid;
    }
    return std::nullopt;
}

} // namespace

/**
 * kill -9 of the real window, of `submit` and of the dry-run's worker at random moments. Whatever dies: each run goes on to its end with its log and
 * its curves whole, every file can be read, the next window opens without an error, and a dead worker is a report.
 *
 * TRAINYARD_CHAOS_SEED repeats a failure as far as the machine's speed allows.
 */
class tst_WindowChaos final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void killedWindowLosesNothing_data();
    void killedWindowLosesNothing();
    void killedWorkerIsAReport();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString home() const { return path(u"home"_s); }
    void write(const QString &name, const QByteArray &content) const;
    std::unique_ptr<QProcess> start(const QStringList &arguments, bool hasScreen = false) const;
    Answer ending(QProcess &process) const;
    Answer trainyard(const QStringList &arguments) const { return ending(*start(arguments)); }
    QJsonObject waitForEnd(const QString &id) const;
    void checkRun(const QString &id) const;
    void checkState() const;
    void checkNextWindow(const QStringList &ids) const;

    QTemporaryDir m_folder;
    QRandomGenerator m_random;
};

void tst_WindowChaos::initTestCase()
{
    const QByteArray wanted = qgetenv("TRAINYARD_CHAOS_SEED");
    const quint32 seed = wanted.isEmpty() ? QRandomGenerator::global()->generate() : wanted.toUInt();
    qInfo("TRAINYARD_CHAOS_SEED=%u", seed);
    m_random.seed(seed);
    write(u"job.yaml"_s, jobText);
    write(u"src/train.sh"_s, script);
    write(u"home/profiles.yaml"_s, profilesText);
    QVERIFY(QDir().mkpath(path(u"tmp"_s)) && QDir().mkpath(path(u"runtime"_s)));
    QVERIFY(QFile::setPermissions(path(u"runtime"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(trainyard({u"init"_s, path(u"sample"_s)}).status, 0);
}

void tst_WindowChaos::write(const QString &name, const QByteArray &content) const
{
    QDir().mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

std::unique_ptr<QProcess> tst_WindowChaos::start(const QStringList &arguments, bool hasScreen) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto &name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s})
        environment.remove(name);
    if (hasScreen)
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    environment.insert(u"TRAINYARD_HOME"_s, home());
    environment.insert(u"HOME"_s, m_folder.path());
    environment.insert(u"XDG_RUNTIME_DIR"_s, path(u"runtime"_s));
    environment.insert(u"TMPDIR"_s, path(u"tmp"_s));
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment);
    process->start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), arguments);
    process->closeWriteChannel();
    return process;
}

Answer tst_WindowChaos::ending(QProcess &process) const
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(60'000))
        return {-2, {}, "it does not end"};
    const int status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {status, process.readAllStandardOutput(), process.readAllStandardError()};
}

QJsonObject tst_WindowChaos::waitForEnd(const QString &id) const
{
    QJsonObject run;
    QElapsedTimer elapsed;
    elapsed.start();
    do {
        run = trainyard({u"show"_s, id, u"--json"_s}).json();
        if (const auto state = runStateFromText(run.value(u"state"_s).toString()); state && isFinal(*state))
            return run;
        QTest::qWait(50);
    } while (elapsed.elapsed() < 30'000);
    return run;
}

void tst_WindowChaos::killedWindowLosesNothing_data()
{
    QTest::addColumn<bool>("killsSubmit");
    QTest::addColumn<bool>("hasDryRun");
    QTest::newRow("in mid-run") << false << false;
    QTest::newRow("beside a dry-run") << false << true;
    QTest::newRow("submit killed too") << true << false;
    QTest::newRow("submit killed too, again") << true << false;
}

void tst_WindowChaos::killedWindowLosesNothing()
{
    QFETCH(bool, killsSubmit);
    QFETCH(bool, hasDryRun);
    const QByteArray job = fingerprintOf(path(u"src"_s));
    const auto dryRun = hasDryRun ? start({u"dry-run"_s, path(u"sample/job.yaml"_s), u"--json"_s}) : nullptr;
    const auto submit = start({u"submit"_s, path(u"job.yaml"_s), u"--skip-dry-run"_s, u"chaos"_s});
    if (killsSubmit) {
        QTest::qWait(m_random.bounded(400));
        submit->kill();
    }
    const int kills = m_random.bounded(2, 4);
    for (int kill = 0; kill < kills; ++kill) {
        const auto window = start({path(u"job.yaml"_s)}, true);
        QTest::qWait(m_random.bounded(900)); // the window is there after 300 ms, the run after 600
        window->kill();
        const Answer killed = ending(*window);
        QCOMPARE(killed.status, -1);
        QVERIFY2(killed.err.isEmpty(), killed.err.constData());
    }
    const Answer submitted = ending(*submit);
    QVERIFY2(submitted.status == (killsSubmit ? submitted.status : 0), submitted.err.constData());
    if (dryRun) {
        const Answer answer = ending(*dryRun);
        QVERIFY2(answer.status == 0, answer.told().constData());
    }

    QStringList ids;
    for (const QJsonValue run : trainyard({u"runs"_s, u"--json"_s}).json().value(u"runs"_s).toArray())
        ids.append(run[u"id"_s].toString());
    if (const QString id = QString::fromUtf8(submitted.out).trimmed(); !id.isEmpty())
        QVERIFY2(ids.contains(id), qPrintable(id));
    for (const QString &id : std::as_const(ids))
        checkRun(id);
    checkState();
    QCOMPARE(contentOf(path(u"job.yaml"_s)), QByteArray(jobText));
    QCOMPARE(fingerprintOf(path(u"src"_s)), job);
    checkNextWindow(ids);
}

/// It came to its end, and log and curves are whole; a run whose submit was killed may also say that it never began.
void tst_WindowChaos::checkRun(const QString &id) const
{
    const QJsonObject run = waitForEnd(id);
    const QString state = run.value(u"state"_s).toString();
    const QByteArray text = QJsonDocument(run).toJson();
    QVERIFY2(!run.value(u"message"_s).toString().isEmpty(), text.constData());
    if (state == u"failed"_s) {
        QVERIFY2(run.value(u"message"_s).toString().contains(u"interrupted"_s), text.constData());
        return;
    }
    QVERIFY2(state == u"done"_s, text.constData());
    QCOMPARE(run.value(u"step"_s).toInt(), steps);
    QCOMPARE(trainyard({u"logs"_s, id}).out, wholeLog());
    const Answer metrics = trainyard({u"metrics"_s, id, u"--csv"_s});
    QCOMPARE(metrics.status, 0);
    QCOMPARE(metrics.out.count("\nloss,"), steps);
}

/// Every file of the home can be read by whoever wrote it.
void tst_WindowChaos::checkState() const
{
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"chaos"_s);
        database.setDatabaseName(home() + u"/trainyard.sqlite"_s);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY(query.exec(u"PRAGMA integrity_check"_s) && query.next());
        QCOMPARE(query.value(0).toString(), u"ok"_s);
    }
    QSqlDatabase::removeDatabase(u"chaos"_s);
    for (QDirIterator files(home(), {u"*.json"_s}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
        const QString file = files.next();
        QVERIFY2(!QJsonDocument::fromJson(contentOf(file)).isNull(), qPrintable(file));
    }
    QCOMPARE(contentOf(path(u"home/profiles.yaml"_s)), QByteArray(profilesText));
    QVERIFY(QDir(home()).entryList({u"*damaged*"_s, u"*broken*"_s}).isEmpty()); // nothing was set aside
    const Answer check = trainyard({u"check"_s, path(u"job.yaml"_s), u"--json"_s});
    QVERIFY2(check.status == 0, check.told().constData());
}

void tst_WindowChaos::checkNextWindow(const QStringList &ids) const
{
    const Answer started = ending(*start({u"--measure-start"_s}, true));
    QCOMPARE(started.status, 0);
    QVERIFY2(started.err.isEmpty(), started.err.constData());

    AppContext context(AppPaths{home(), QStringLiteral(TRAINYARD_BIN_DIR)});
    MainWindow window(context);
    window.show();
    window.startServices();
    window.navigation().openPath(path(u"job.yaml"_s));
    const auto shown = [&] {
        QStringList all;
        for (const Run &run : context.runs.runs())
            all.append(run.id);
        return all;
    };
    QTRY_VERIFY_WITH_TIMEOUT(shown().size() >= ids.size(), 10'000);
    for (const QString &id : ids)
        QVERIFY2(shown().contains(id), qPrintable(id));
    QTRY_VERIFY_WITH_TIMEOUT(context.session.isOpen(), 10'000);
    QVERIFY(window.findChild<NoticeLine *>()->isHidden());
}

void tst_WindowChaos::killedWorkerIsAReport()
{
    const QString sample = path(u"sample"_s);
    const QByteArray before = fingerprintOf(sample);
    const QDir scratch(path(u"tmp"_s));
    int reported = 0;
    for (int round = 0; round < 4; ++round) {
        const auto dryRun = start({u"dry-run"_s, path(u"sample/job.yaml"_s), u"--json"_s});
        QTRY_VERIFY_WITH_TIMEOUT(workerOf(*dryRun) || dryRun->state() == QProcess::NotRunning, 20'000);
        QTest::qWait(m_random.bounded(1500));
        if (const std::optional<pid_t> worker = workerOf(*dryRun))
            ::kill(*worker, SIGKILL);
        const Answer answer = ending(*dryRun);
        const QJsonObject report = answer.json();
        QCOMPARE(report.value(u"points"_s).toArray().size(), 5);
        QVERIFY2(answer.err.isEmpty(), answer.err.constData());
        if (answer.status != 0) { // else it was through before
            QCOMPARE(answer.status, 1);
            QCOMPARE(report.value(u"verdict"_s).toString(), u"fail"_s);
            QCOMPARE(answer.out.count("signal 9"), 2); // the point's sentence, and its finding
            ++reported;
        }
        QCOMPARE(fingerprintOf(sample), before);
        QCOMPARE(scratch.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }
    QVERIFY(reported > 0);
    const Answer next = trainyard({u"dry-run"_s, path(u"sample/job.yaml"_s), u"--json"_s});
    QVERIFY2(next.status == 0, next.told().constData());
    QCOMPARE(fingerprintOf(sample), before);
}

QTEST_MAIN(tst_WindowChaos)
#include "tst_windowchaos.moc"
