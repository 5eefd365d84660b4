#include "services/rehearsal/rehearsalverdict.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

/// What all scripts of this test begin with: arguments, and paths of the outputs.
const QByteArray head = R"(import argparse, json, os, sys, time
parser = argparse.ArgumentParser()
parser.add_argument('--data_url')
parser.add_argument('--train_url')
args, _ = parser.parse_known_args()
state = os.path.join(args.train_url, 'state.pt')
)";

/// A loop that saves every ten steps and can be ended at any time.
const QByteArray loop = R"(
for step in range(start, 100000):
    print(f'step {step} loss {2.0 / (1 + step):.4f}', flush=True)
    if step % 10 == 0:
        with open(state + '.part', 'w') as handle:
            json.dump({'step': step, 'weights': [0.0] * 5000}, handle)
        os.replace(state + '.part', state)
    time.sleep(0.05)
)";

const QByteArray resuming = "start = json.load(open(state))['step'] + 1 if os.path.exists(state) else 0\n";

void write(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QStringList codesOf(const RehearsalVerdict &verdict)
{
    QStringList codes;
    for (const Finding &finding : verdict.findings)
        codes.append(severityToText(finding.severity) + u' ' + finding.code);
    codes.sort();
    return codes;
}

} // namespace

class TestRehearsal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void whatTheScriptDoesDecides_data();
    void whatTheScriptDoesDecides();
    void aScriptThatGoesOnIsSeenToDoSo();
    void theNetworkEndsAtLocalhost();
    void originalsStayAsTheyAre();
    void cancellingEndsTheScript();
    void aLargeFolderIsCutWithoutLosingAClass();

private:
    PreflightContext context(const QByteArray &jobText = QByteArray()) const;
    Rehearsal run(const PreflightContext &context, int steps = 5, int seconds = 30) const;

    AppPaths m_paths;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::atomic_bool m_cancelled = false;
};

void TestRehearsal::initTestCase()
{
    if (QStandardPaths::findExecutable(u"/usr/bin/python3"_s).isEmpty())
        QSKIP("There is no /usr/bin/python3.");
}

void TestRehearsal::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_paths = AppPaths{m_folder->filePath(u"home"_s), QStringLiteral(TRAINYARD_BIN_DIR)};
    m_cancelled = false;
    write(m_folder->filePath(u"job/data/a.txt"_s), "one\ntwo\n");
}

PreflightContext TestRehearsal::context(const QByteArray &jobText) const
{
    PreflightContext context;
    context.jobFolder = m_folder->filePath(u"job"_s);
    context.profile.name = context.profile.platform = u"local"_s;
    context.facts.survives = PlatformFacts::Survives::OutputsOnly;
    context.document = readJob("name: a\ncode: {directory: src, boot_file: train.py}\ninputs:\n  - {name: data_url, source: data}\noutputs:\n  - {name: train_url, destination: out}\n" + jobText);
    return context;
}

Rehearsal TestRehearsal::run(const PreflightContext &context, int steps, int seconds) const
{
    RehearsalLimits limits;
    limits.steps = steps;
    limits.time = std::chrono::seconds(seconds);
    return rehearse(context, m_paths, limits, m_folder->filePath(u"scratch"_s), m_cancelled, [](const QString &) {});
}

void TestRehearsal::whatTheScriptDoesDecides_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<QStringList>("codes");

    const auto row = [](const char *name, const QByteArray &script, const QStringList &codes, const QByteArray &job = {}) { QTest::newRow(name) << head + script << job << codes; };
    const QByteArray saved = "open(state, 'w').write('{}')\n";
    row("prints a loss and saves", "print('step 1 loss 0.5')\nprint('step 2 loss 0.4')\n" + saved, {});
    row("prints no loss", "print('working')\n" + saved, {u"warning logs.no-metric"_s});
    row("prints nothing", saved, {u"warning logs.no-metric"_s});
    row("saves nothing", "print('step 1 loss 0.5')\n", {u"warning checkpoints.not-written"_s});
    row("a loss that is no number", "print('step 1 loss nan')\nprint('step 2 loss nan')\n" + saved, {u"warning training.loss-diverged"_s});
    row("a module that is not there", "import surely_not_there_at_all\n", {u"error environment.rehearsal-failed"_s});
    row("data that is not there", "open(os.path.join(args.data_url, 'b.txt'))\n", {u"error data.rehearsal-failed"_s});
    row("a shape that does not fit", "raise RuntimeError('mat1 and mat2 shapes cannot be multiplied (4x3 and 2x2)')\n", {u"error training.rehearsal-failed"_s});
    row("ends with a status", "sys.exit(3)\n", {u"error environment.rehearsal-failed"_s});
    row("killed by a signal", "import signal\nos.kill(os.getpid(), signal.SIGSEGV)\n", {u"error environment.rehearsal-failed"_s});
    row("writes into its own folder", "print('step 1 loss 0.5')\nopen('model.bin', 'w').write('x')\n" + saved, {u"warning paths.outside-output"_s});
    row("begins anew after an interruption", "start = 0\n" + loop, {u"warning checkpoints.not-resumed"_s}, "checkpoints: {directory: train_url, every_steps: 10, resume: auto}\n");
    row("begins anew on a spot machine", "start = 0\n" + loop, {u"error checkpoints.not-resumed"_s}, "compute: {spot: true}\ncheckpoints: {directory: train_url, every_steps: 10, resume: auto}\n");
    row("cannot read what it saved", "start = int(open(state).read()) if os.path.exists(state) else 0\n" + loop, {u"error environment.rehearsal-failed"_s},
        "checkpoints: {directory: train_url, every_steps: 10, resume: auto}\n");
}

void TestRehearsal::whatTheScriptDoesDecides()
{
    QFETCH(const QByteArray, script);
    QFETCH(const QByteArray, job);
    QFETCH(const QStringList, codes);
    write(m_folder->filePath(u"job/src/train.py"_s), script);
    const PreflightContext preflight = context(job);
    const Rehearsal rehearsal = run(preflight);
    QVERIFY2(!rehearsal.error, qPrintable(rehearsal.error.value_or(Error()).message));
    const RehearsalVerdict verdict = judgeRehearsal(rehearsal, preflight);
    QVERIFY2(codesOf(verdict) == codes, qPrintable(codesOf(verdict).join(u' ') + u'\n' + rehearsal.first.lastLines.join(u'\n')));
    for (const Finding &finding : verdict.findings)
        QVERIFY2(finding.severity != Severity::Error || !finding.fix.isEmpty(), qPrintable(finding.code));
}

void TestRehearsal::aScriptThatGoesOnIsSeenToDoSo()
{
    write(m_folder->filePath(u"job/src/train.py"_s), head + resuming + loop);
    const PreflightContext preflight = context("checkpoints: {directory: train_url, every_steps: 10, resume: auto}\n");
    const Rehearsal rehearsal = run(preflight);
    const RehearsalVerdict verdict = judgeRehearsal(rehearsal, preflight);
    QCOMPARE(codesOf(verdict), QStringList());
    QVERIFY(rehearsal.second);
    QVERIFY(rehearsal.second->firstStep.value_or(0) > rehearsal.first.firstStep.value_or(0));
    QCOMPARE(rehearsalToJson(rehearsal).value("resumed_at_step"_L1).toInteger(), *rehearsal.second->firstStep);
    const auto says = [&verdict](DryRunPoint point) {
        return std::any_of(verdict.points.begin(), verdict.points.end(), [point](const PointResult &result) { return result.point == point && result.status == PointStatus::Pass; });
    };
    for (DryRunPoint point : allDryRunPoints)
        QVERIFY2(says(point), qPrintable(dryRunPointToText(point)));
}

void TestRehearsal::theNetworkEndsAtLocalhost()
{
    QTcpServer outside;
    QVERIFY(outside.listen(QHostAddress::LocalHost));
    write(m_folder->filePath(u"job/src/train.py"_s), head + R"(
import socket
own = socket.socket(); own.bind(('127.0.0.1', 0)); own.listen()
socket.create_connection(own.getsockname(), timeout=5)
print('own localhost works', flush=True)
try:
    socket.create_connection(('127.0.0.1', )" + QByteArray::number(outside.serverPort()) + R"(), timeout=5)
    print('reached the outside', flush=True)
except OSError as error:
    print('kept inside', flush=True)
)");
    const Rehearsal rehearsal = run(context());
    if (!rehearsal.first.wasOffline)
        QSKIP("This system allows no network namespaces.");
    QCOMPARE(rehearsal.first.lastLines, (QStringList{u"own localhost works"_s, u"kept inside"_s}));
}

void TestRehearsal::originalsStayAsTheyAre()
{
    write(m_folder->filePath(u"job/src/train.py"_s), head + R"(
print('step 1 loss 1')
for folder in [args.data_url, '.']:
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        os.path.isfile(path) and open(path, 'w').write('gone')
)");
    const QString script = m_folder->filePath(u"job/src/train.py"_s), data = m_folder->filePath(u"job/data/a.txt"_s);
    const auto bytes = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray scriptBefore = bytes(script), dataBefore = bytes(data);
    run(context());
    QCOMPARE(bytes(script), scriptBefore);
    QCOMPARE(bytes(data), dataBefore);
    QVERIFY(!QFileInfo::exists(m_folder->filePath(u"job/out"_s)));
}

void TestRehearsal::cancellingEndsTheScript()
{
    const QString pidFile = m_folder->filePath(u"pid"_s);
    write(m_folder->filePath(u"job/src/train.py"_s), head + "open('" + pidFile.toUtf8() + "', 'w').write(str(os.getpid()))\nprint('step 1 loss 1', flush=True)\ntime.sleep(600)\n");
    RehearsalLimits limits;
    const Rehearsal rehearsal = rehearse(context(), m_paths, limits, m_folder->filePath(u"scratch"_s), m_cancelled, [this](const QString &sentence) {
        if (sentence.contains(u'1'))
            m_cancelled = true;
    });
    QCOMPARE(rehearsal.first.end, RehearsalRun::End::Cancelled);
    QFile pid(pidFile);
    if (pid.open(QIODevice::ReadOnly)) // it may have been cancelled before its first line
        QVERIFY(!QFileInfo::exists(u"/proc/"_s + QString::fromUtf8(pid.readAll())));
}

void TestRehearsal::aLargeFolderIsCutWithoutLosingAClass()
{
    for (const QString &split : {u"train"_s, u"val"_s}) {
        for (const QString &name : {u"cat"_s, u"dog"_s}) {
            for (int i = 0; i < 600; ++i)
                write(m_folder->filePath(u"job/images/%1/%2/%3.png"_s.arg(split, name).arg(i)), "x");
        }
    }
    write(m_folder->filePath(u"job/src/train.py"_s), head + "print(sorted(len(files) for _, _, files in os.walk(args.data_url)))\n");
    PreflightContext preflight = context();
    preflight.document.job.inputs[0].source = u"images"_s;
    preflight.document.job.inputs[0].format = u"image-folder"_s;
    const Rehearsal rehearsal = run(preflight);
    QVERIFY(rehearsal.isOnPart);
    QCOMPARE(rehearsal.first.lastLines.last(), u"[0, 0, 0, 32, 32, 32, 32]"_s);
}

QTEST_GUILESS_MAIN(TestRehearsal)
#include "tst_rehearsal.moc"
