#include "services/preflight/preflight.h"
#include "services/preflight/secretrules.h"
#include "services/preflight/shellscripts.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray outputs = "outputs:\n  - {name: train_url, destination: output}\n";

/// A job folder with files, and the context of a check in it.
class Bench
{
public:
    Bench()
    {
        m_context.profile.name = m_context.profile.platform = QStringLiteral("local");
        m_context.profileNames = {QStringLiteral("local"), QStringLiteral("cloud")};
        m_context.jobFolder = m_folder.path();
        Flavor gpu;
        gpu.name = QStringLiteral("gpu.a100.8");
        gpu.accelerator = Accelerator{QStringLiteral("A100"), 8, qint64(80) << 30, QStringLiteral("sm_80")};
        gpu.pricePerHour = 4.0;
        Flavor cpu;
        cpu.name = QStringLiteral("local.cpu");
        m_context.flavors = {gpu, cpu};
        Image image;
        image.name = QStringLiteral("old");
        image.architectures = {QStringLiteral("sm_60"), QStringLiteral("sm_70")};
        Image fitting = image;
        fitting.name = QStringLiteral("fitting");
        fitting.architectures = {QStringLiteral("compute_70")};
        m_context.images = {image, fitting};
    }

    PreflightContext &context() { return m_context; }

    void write(const QString &path, const QByteArray &text)
    {
        const QString absolute = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(absolute).path());
        QFile file(absolute);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    CheckReport check(const QByteArray &job)
    {
        m_context.document = readJob(job);
        return runStaticChecks(m_context);
    }

private:
    QTemporaryDir m_folder;
    PreflightContext m_context;
};

QString codes(const CheckReport &report)
{
    QStringList lines;
    for (const Finding &finding : report.findings)
        lines.append(severityToText(finding.severity) + u' ' + finding.code + u' ' + (finding.where.key.isEmpty() ? finding.where.file : finding.where.key));
    lines.sort();
    return lines.join(QStringLiteral("; "));
}

} // namespace

class tst_Preflight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobsGiveTheirFindings_data();
    void jobsGiveTheirFindings();
    void codeLimitsNameTheHeaviestFolder();
    void scratchFoldersDoNotKeepCheckpoints_data();
    void scratchFoldersDoNotKeepCheckpoints();
    void remotePlacesAreNotCheckedAndSaidSo();
    void unreadableJobsGiveOnlyTheirOwnFinding();
    void secretsAreFound_data();
    void secretsAreFound();
    void secretValuesAreNeverShown();
    void linksInTheCodeAreNotFollowed();
    void onlyStartedShellScriptsCount();
    void aMissingInterpreterIsFoundWhereItCounts();
    void faultsOfTheConfigurationAreTold();
    void anEmptyFolderIsNotItsOwnSuggestion();
};

void tst_Preflight::jobsGiveTheirFindings_data()
{
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<QString>("expected");
    const QByteArray head = "name: a\n" + outputs;
    const QByteArray script = head + "code: {directory: src, boot_file: train.py}\n";
    const QByteArray command = head + "compute: {flavor: gpu.a100.8}\ncode: {directory: src, command: \"%1\"}\n";
    const auto launched = [&command](const char *text) { return QByteArray(command).replace("%1", text); };
    QTest::newRow("fine") << script << "";
    QTest::newRow("preset needs no code") << head + "code: {preset: image-classification}\n" << "";
    QTest::newRow("no such profile") << script + "profile: clod\n" << "error job.invalid-value profile";
    QTest::newRow("no such flavor") << script + "compute: {flavor: local.gpu}\n" << "error job.invalid-value compute.flavor";
    QTest::newRow("unknown image is no fault") << script + "environment: {image: some/other}\n" << "";
    QTest::newRow("no such directory") << head + "code: {directory: scr, boot_file: train.py}\n" << "error code.missing-directory code.directory";
    QTest::newRow("directory is a file") << head + "code: {directory: job.txt, boot_file: train.py}\n" << "error code.missing-directory code.directory";
    QTest::newRow("directory is empty") << head + "code: {directory: empty, boot_file: train.py}\n" << "error code.missing-directory code.directory";
    QTest::newRow("other letter case") << head + "code: {directory: src, boot_file: Train.py}\n" << "error code.missing-entry code.boot_file";
    QTest::newRow("entry outside") << head + "code: {directory: src, boot_file: ../other.py}\n" << "error code.missing-entry code.boot_file";
    QTest::newRow("entry of another kind") << head + "code: {directory: src, boot_file: notes.txt}\n" << "error job.invalid-value code.boot_file";
    QTest::newRow("requirements beside the job") << script + "environment: {requirements: requirements.txt}\n" << "error environment.requirements-missing environment.requirements";
    QTest::newRow("wrong package names") << script + "environment: {requirements: names.txt}\n"
                                         << "error environment.wrong-package-name src/names.txt; error environment.wrong-package-name src/names.txt";
    QTest::newRow("script with Windows line ends") << head + "code: {directory: src, boot_file: boot.sh}\n" << "error code.crlf-script src/boot.sh";
    QTest::newRow("no data") << script + "inputs:\n  - {name: d, source: nowhere}\n" << "error data.missing-source inputs[0].source";
    QTest::newRow("data is there") << script + "inputs:\n  - {name: d, source: src}\n" << "";
    QTest::newRow("spot without checkpoints") << script + "compute: {spot: true}\n" << "warning checkpoints.missing compute.spot";
    QTest::newRow("checkpoints in an output") << script + "checkpoints: {directory: train_url}\n" << "";
    QTest::newRow("checkpoints in a misspelt output") << script + "checkpoints: {directory: train_ulr}\n" << "warning job.invalid-value checkpoints.directory";
    const QByteArray cards = script + "compute: {flavor: gpu.a100.8}\n";
    QTest::newRow("two batch sizes") << script + "parameters: {batch_size: 32}\ntraining: {batch_size: 64}\n" << "warning training.global-batch training.batch_size";
    QTest::newRow("two names of the batch size") << script + "parameters: {per_device_train_batch_size: 32}\ntraining: {batch_size: 64}\n"
                                                 << "warning training.global-batch training.batch_size";
    QTest::newRow("one batch size by reference") << script + "parameters: {batch_size: 32}\ntraining: {batch_size: \"${parameters.batch_size}\"}\n" << "";
    QTest::newRow("batch over all cards") << cards + "parameters: {batch_size: 512}\ntraining: {batch_size: 64}\n" << "";
    QTest::newRow("batch of one update") << cards + "parameters: {batch_size: 1024}\ntraining: {batch_size: 64, gradient_accumulation: 2}\n" << "";
    QTest::newRow("batch of half the cards") << cards + "parameters: {batch_size: 256}\ntraining: {batch_size: 64}\n" << "warning training.global-batch training.batch_size";
    QTest::newRow("batch that is no number") << script + "parameters: {batch_size: auto}\ntraining: {batch_size: 64}\n" << "";
    QTest::newRow("money ends first") << script + "compute: {flavor: gpu.a100.8, nodes: 2}\nlimits: {max_cost: 10, max_duration: 2h}\n" << "warning limits.cost-before-duration limits.max_cost";
    QTest::newRow("time ends first") << script + "compute: {flavor: gpu.a100.8}\nlimits: {max_cost: 10, max_duration: 2h}\n" << "";
    QTest::newRow("image for older cards") << script + "compute: {flavor: gpu.a100.8}\nenvironment: {image: old}\n" << "error environment.card-architecture environment.image";
    QTest::newRow("image with PTX") << script + "compute: {flavor: gpu.a100.8}\nenvironment: {image: fitting}\n" << "";
    QTest::newRow("too few processes") << launched("torchrun --nproc_per_node=1 train.py") << "error launch.process-count code.command";
    QTest::newRow("hyphens count as well") << launched("torchrun --nproc-per-node 4 train.py") << "error launch.process-count code.command";
    QTest::newRow("one for each card") << launched("torchrun --nproc_per_node=8 train.py") << "";
    QTest::newRow("the launcher counts") << launched("torchrun --nproc_per_node=gpu train.py") << "";
    QTest::newRow("two launches share the cards") << launched("torchrun --nproc_per_node=4 a.py & torchrun --nproc_per_node=4 b.py") << "";
    QTest::newRow("visible cards are chosen") << launched("CUDA_VISIBLE_DEVICES=0 torchrun --nproc_per_node=1 a.py") << "";
    QTest::newRow("fixed port") << launched("torchrun --nproc_per_node=8 --master_port=29500 train.py") << "warning launch.fixed-port code.command";
    QTest::newRow("any port") << launched("torchrun --nproc_per_node=8 --rdzv_endpoint=localhost:0 train.py") << "";
}

void tst_Preflight::jobsGiveTheirFindings()
{
    Bench bench;
    bench.write(QStringLiteral("src/train.py"), "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--batch_size')\n"
                                                "parser.add_argument('--per_device_train_batch_size')\nparser.parse_known_args()\n\n\n"
                                                "def resume(path):\n    import pickle\n    return pickle.load(open(path, 'rb'))\n");
    bench.write(QStringLiteral("src/notes.txt"), "notes\n");
    bench.write(QStringLiteral("src/boot.sh"), "#!/bin/bash\r\npython train.py \"$@\"\r\n");
    bench.write(QStringLiteral("src/names.txt"), "cv2\nnumpy>=1 # fine\nsklearn[extra]==1.0\n");
    bench.write(QStringLiteral("requirements.txt"), "numpy\n");
    bench.write(QStringLiteral("job.txt"), "x\n");
    bench.write(QStringLiteral("other.py"), "x\n");
    QDir(bench.context().jobFolder).mkdir(QStringLiteral("empty"));
    QFETCH(QByteArray, job);
    const CheckReport report = bench.check(job);
    QTEST(codes(report), "expected");
    for (const Finding &finding : report.findings)
        QVERIFY2(!finding.message.isEmpty() && !finding.fix.isEmpty(), qPrintable(finding.code));
}

void tst_Preflight::codeLimitsNameTheHeaviestFolder()
{
    Bench bench;
    bench.write(QStringLiteral("src/train.py"), "print(1)\n");
    bench.write(QStringLiteral("src/old_runs/model.bin"), QByteArray(5000, 'x'));
    const QByteArray job = "name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n";
    bench.context().facts.codeLimits = CodeLimits{1000, 4000, 100};
    CheckReport report = bench.check(job);
    QCOMPARE(codes(report), QStringLiteral("error code.too-large code.directory"));
    QVERIFY(report.findings.first().message.contains(QLatin1String("old_runs")));
    bench.context().facts.codeLimits = CodeLimits{1000, 40000, 100};
    QCOMPARE(codes(bench.check(job)), QStringLiteral("warning code.too-large code.directory"));
    bench.context().facts.codeLimits = CodeLimits{std::nullopt, std::nullopt, 1};
    QCOMPARE(codes(bench.check(job)), QStringLiteral("error code.too-large code.directory"));
}

void tst_Preflight::scratchFoldersDoNotKeepCheckpoints_data()
{
    QTest::addColumn<QString>("directory");
    QTest::addColumn<int>("survives");
    QTest::addColumn<QString>("expected");
    const int everything = int(PlatformFacts::Survives::Everything), outputsOnly = int(PlatformFacts::Survives::OutputsOnly), noScratch = int(PlatformFacts::Survives::EverythingButScratch);
    QTest::newRow("everything survives") << "/cache/ckpt" << everything << "";
    QTest::newRow("only outputs survive") << "ckpt" << outputsOnly << "warning checkpoints.ephemeral checkpoints.directory";
    QTest::newRow("an address survives") << "obs://bucket/ckpt" << outputsOnly << "";
    QTest::newRow("scratch") << "/cache/ckpt" << noScratch << "warning checkpoints.ephemeral checkpoints.directory";
    QTest::newRow("beside scratch") << "/cache2/ckpt" << noScratch << "";
    QTest::newRow("out of scratch again") << "/cache/../home/ckpt" << noScratch << "";
}

void tst_Preflight::scratchFoldersDoNotKeepCheckpoints()
{
    QFETCH(QString, directory);
    QFETCH(int, survives);
    Bench bench;
    bench.context().facts.survives = PlatformFacts::Survives(survives);
    bench.context().facts.scratch = {QStringLiteral("/cache")};
    const QByteArray job = "name: a\n" + outputs + "code: {preset: image-classification}\ncheckpoints: {directory: \"" + directory.toUtf8() + "\"}\n";
    QTEST(codes(bench.check(job)), "expected");
}

void tst_Preflight::remotePlacesAreNotCheckedAndSaidSo()
{
    Bench bench;
    const CheckReport report = bench.check("name: a\n" + outputs + "code: {directory: obs://bucket/code, boot_file: train.py}\ninputs:\n  - {name: d, source: obs://bucket/data}\n");
    QCOMPARE(codes(report), QString());
    QCOMPARE(report.notChecked.size(), 2);
}

void tst_Preflight::unreadableJobsGiveOnlyTheirOwnFinding()
{
    Bench bench;
    QCOMPARE(codes(bench.check("a: [")), QStringLiteral("error job.syntax job.yaml"));
}

void tst_Preflight::secretsAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<int>>("lines");
    // Put together here, so that no scanner takes this file for a leak.
    const QByteArray value = QByteArray("kJ8sd7") + "Hq2LmN0pXz4Rt6";
    QTest::newRow("assignment") << QByteArray("x = 1\nAWS_SECRET_ACCESS_KEY=" + value + "\n") << QList<int>{2};
    QTest::newRow("in quotes") << QByteArray("api_key: \"" + value + "\"\n") << QList<int>{1};
    QTest::newRow("in JSON") << QByteArray("{\"password\": \"" + value + "\"}\n") << QList<int>{1};
    QTest::newRow("private key") << QByteArray("-----BEGIN RSA PRIVATE" " KEY-----\nMIIEpAIBAAKCAQEA1234567890\n") << QList<int>{1};
    QTest::newRow("login in an address") << QByteArray("git clone https://me:" + value.left(10) + "@host.example/x\n") << QList<int>{1};
    QTest::newRow("known token") << QByteArray("token = 'hf_" + value + value + "'\n") << QList<int>{1};
    for (const char *harmless :
         {"SECRET_KEY=\n", "password = os.environ[\"PASSWORD_OF_STORAGE1\"]\n", "secret_key = config.secret_key.value1\n", "API_KEY=your-api-key-goes-here-1\n", "password: ${DB_PASSWORD_1}\n",
          "WEIGHTS_SHA256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"\n", "pad_token = \"<|endoftext|>\"\n", "url = \"https://user:password@host/x\"\n",
          "-----BEGIN PRIVATE" " KEY-----\n", "tokenizer_access = 1234567890123456\n", "parser.add_argument(\"--api_token\", default=None)\n",
          "secret_key = os.environ.get(\"SECRET_ACCESS_KEY\", \"\")\n", "access_key: xxxxxxxxxxxxxxxx1234\n"})
        QTest::newRow(QByteArray(harmless).trimmed().constData()) << QByteArray(harmless) << QList<int>();
}

void tst_Preflight::secretsAreFound()
{
    QFETCH(QByteArray, text);
    QTEST(secretLines(text), "lines");
}

void tst_Preflight::secretValuesAreNeverShown()
{
    Bench bench;
    const QByteArray value = QByteArray("kJ8sd7") + "Hq2LmN0pXz4Rt6";
    bench.write(QStringLiteral("src/train.py"), "print(1)\n");
    bench.write(QStringLiteral("src/.env"), "A_SECRET_KEY=" + value + "\nB_PASSWORD=" + value + "\n");
    const CheckReport report = bench.check("name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n");
    QCOMPARE(codes(report), QStringLiteral("error code.secret src/.env"));
    QCOMPARE(report.findings.first().count, 2);
    const Finding &finding = report.findings.first();
    QVERIFY(!finding.message.contains(QString::fromLatin1(value.left(8))) && !finding.fix.contains(QString::fromLatin1(value.left(8))));
}

void tst_Preflight::linksInTheCodeAreNotFollowed()
{
    Bench bench;
    bench.write(QStringLiteral("src/train.py"), "print(1)\n");
    QVERIFY(QFile::link(QStringLiteral(".."), bench.context().jobFolder + QStringLiteral("/src/loop")));
    QVERIFY(QFile::link(QStringLiteral("/"), bench.context().jobFolder + QStringLiteral("/src/everything")));
    bench.context().facts.codeLimits = CodeLimits{std::nullopt, 1000, 10};
    QCOMPARE(codes(bench.check("name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n")), QString());
}

void tst_Preflight::onlyStartedShellScriptsCount()
{
    Bench bench;
    bench.write(QStringLiteral("src/run.sh"), "# see unused.sh\nsource tools/env.sh\n");
    bench.write(QStringLiteral("src/tools/env.sh"), "export A=1\n");
    bench.write(QStringLiteral("src/unused.sh"), "echo\r\n");
    Job job;
    job.code.command = QStringLiteral("bash run.sh --fast && ./missing.sh && /bin/other.sh");
    QCOMPARE(startedShellScripts(job, bench.context().jobFolder + QStringLiteral("/src")), (QStringList{QStringLiteral("run.sh"), QStringLiteral("tools/env.sh")}));
}

void tst_Preflight::aMissingInterpreterIsFoundWhereItCounts()
{
    Bench bench;
    bench.write(QStringLiteral("src/train.py"), "print(1)\n");
    bench.context().profile.interpreter = QStringLiteral("/nonexistent/python3");
    const QByteArray script = "name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n";
    const CheckReport report = bench.check(script);
    QCOMPARE(codes(report), QStringLiteral("error environment.interpreter code.boot_file"));
    QVERIFY(report.findings.first().message.contains(QLatin1String("/nonexistent/python3")));
    QCOMPARE(codes(bench.check("name: a\n" + outputs + "code: {directory: src, command: ls}\n")), QString());
    bench.context().profile.platform = QStringLiteral("slurm");
    QCOMPARE(codes(bench.check(script)), QString());
}

void tst_Preflight::faultsOfTheConfigurationAreTold()
{
    Bench bench;
    bench.write(QStringLiteral("src/train.py"), "print(1)\n");
    bench.context().configuration = readProfiles("profiles:\n  - {name: a, platform: moon}\n", QStringLiteral("/home/a/profiles.yaml")).findings;
    const CheckReport report = bench.check("name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n");
    QCOMPARE(codes(report), QStringLiteral("error job.invalid-value profiles[0].platform"));
    QCOMPARE(report.findings.first().where.file, QStringLiteral("/home/a/profiles.yaml"));
    QCOMPARE(report.findings.first().where.line, std::optional(2));
}

void tst_Preflight::anEmptyFolderIsNotItsOwnSuggestion()
{
    Bench bench;
    QVERIFY(QDir(bench.context().jobFolder).mkpath(QStringLiteral("src")));
    const CheckReport report = bench.check("name: a\n" + outputs + "code: {directory: src, boot_file: train.py}\n");
    QCOMPARE(codes(report), QStringLiteral("error code.missing-directory code.directory"));
    QVERIFY2(!report.findings.first().fix.contains(QLatin1String("Did you mean")), qPrintable(report.findings.first().fix));
}

QTEST_GUILESS_MAIN(tst_Preflight)
#include "tst_preflight.moc"
