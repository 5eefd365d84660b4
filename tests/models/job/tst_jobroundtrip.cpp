#include "models/job/jobdocument.h"

#include <QTest>

#include <random>

using namespace Trainyard;

namespace {

/// Whole jobs with nasty values, the same for the same seed.
class JobGenerator
{
public:
    explicit JobGenerator(quint32 seed) : m_random(seed) {}

    Job job()
    {
        Job job;
        job.name = pick({"first-run", "a", "007", "true", "训练-1", "x.y_z"});
        job.description = sometimes(text());
        job.profile = sometimes(text());
        job.purpose = sometimes(text());
        job.project = sometimes(text());
        job.environment = {sometimes(text()), sometimes(text()), sometimes(pick({"3.10", "3", "3.9.1"})), pairs(word("version"))};
        job.compute = {sometimes(text()), maybe(1 + number(64)), maybe(number(2) == 1)};
        fillCode(job.code);
        for (int i = number(5); i > 0; --i)
            job.parameters.append(parameter(i));
        for (const auto &[name, value] : pairs(QStringLiteral("VARIABLE")))
            job.environmentVariables.append({name, value});
        for (int i = number(4); i > 0; --i)
            job.inputs.append({word("input").arg(i), path(), pick({"", "csv", "image-folder"}), pick({"read", "read-write"}), passMode()});
        for (int i = 1 + number(3); i > 0; --i)
            job.outputs.append({word("output").arg(i), path(), passMode()});
        if (number(2))
            job.checkpoints = Job::Checkpoints{sometimes(text()), maybe(qint64(1 + number(1000))), maybe(1 + number(9)), sometimes(text())};
        job.limits = {maybe(Milliseconds(1 + number(100'000'000))), maybe(positive()), maybe(Milliseconds(60'000LL * (1 + number(90))))};
        if (number(2))
            job.model = model();
        if (number(2))
            job.training = training();
        return job;
    }

private:
    int number(int below) { return int(m_random() % quint32(below)); }
    double positive() { return std::ldexp(1 + double(m_random() % 1'000'000), number(40) - 30); }
    QString pick(std::initializer_list<const char *> choices) { return QString::fromUtf8(*(choices.begin() + number(int(choices.size())))); }
    QString sometimes(const QString &value) { return number(3) ? value : QString(); }
    PassMode passMode() { return PassMode(number(3)); }
    QString word(const char *stem) { return QLatin1String(stem) + QStringLiteral("_%1"); }

    template<typename T>
    std::optional<T> maybe(T value)
    {
        return number(2) ? std::optional<T>(value) : std::nullopt;
    }

    /// Never empty: an empty text is a value left out.
    QString text()
    {
        if (number(2))
            return pick({"plain", "no", "1e-4", "007", "3.10", "~", "null", "a: b", "a #b", "#a", "- a", "-", "---", "...", "'single'", "\"double\"", "back\\slash", " leading",
                         "trailing ", "two\nlines", "end\n", "\n", "tab\there", "{a: b}", "[a]", "a,b", "*a", "&a", "!tag", "@home", "`code`", "%dir", "? key", ": ", "a:", "yes", "0x1F",
                         "12:30", "2026-11-30", "=", "<<", "obs://bucket/a b/", "${HOME}/x", "第一次训练", "😀 emoji", "\u00a0nbsp", "\u2028line", "\u0007bell", "\ufeffmark", "|", ">", "é"});
        QString result;
        for (int i = 1 + number(12); i > 0; --i)
            result += pick({"a", "B", " ", ":", "#", "'", "\"", "\\", "\n", "\t", ",", "[", "]", "{", "}", "-", "中", "😀", "%", "$", "1", ".", "&", "*", "!", "|", ">", "\r"});
        return result.trimmed().isEmpty() ? QStringLiteral("x") : result;
    }

    /// A required text: not blank either.
    QString path()
    {
        const QString value = text();
        return value.trimmed().isEmpty() ? QStringLiteral("data") : value;
    }

    QList<std::pair<QString, QString>> pairs(const QString &stem)
    {
        QList<std::pair<QString, QString>> result;
        for (int i = number(4); i > 0; --i)
            result.append({stem + QString::number(i), number(8) ? text() : QString()});
        return result;
    }

    Parameter parameter(int index)
    {
        Parameter parameter;
        parameter.name = pick({"epochs", "batch-size", "model.dim", "no", "1", "+x", "中"}) + QString::number(index);
        parameter.isFlag = number(5) == 0;
        parameter.isList = !parameter.isFlag && number(3) == 0;
        for (int i = parameter.isFlag ? 0 : parameter.isList ? number(4) : 1; i > 0; --i)
            parameter.values.append(number(9) ? text() : QString());
        return parameter;
    }

    void fillCode(Job::Code &code)
    {
        code.directory = text();
        switch (number(3)) {
        case 0: code.bootFile = text(); break;
        case 1: code.command = text(); break;
        case 2: code.preset = QStringLiteral("image-classification"); break;
        }
    }

    Job::Model model()
    {
        Job::Model model;
        (number(2) ? model.torchscript : model.architecture) = text();
        model.task = sometimes(text());
        model.numClasses = maybe(qint64(1 + number(1000)));
        if (number(2))
            model.input = Job::ModelInput{number(2) ? QList<qint64>{3, 1 + number(500), 224} : QList<qint64>(), pick({"", "float32", "int64"})};
        model.loss = sometimes(text());
        model.attention = pick({"", "auto", "flash"});
        return model;
    }

    Job::Training training()
    {
        Job::Training training;
        training.method = pick({"", "full", "lora"});
        if (number(2))
            training.lora = Job::Lora{maybe(qint64(8)), maybe(positive()), maybe(0.05), number(2) ? QStringList{text(), text()} : QStringList()};
        training.batchSize = maybe(qint64(1 + number(4096)));
        training.gradientAccumulation = maybe(qint64(1 + number(64)));
        training.sequenceLength = maybe(qint64(1) << number(20));
        training.precision = pick({"", "fp32", "amp-bf16"});
        if (number(2))
            training.optimizer = Job::Optimizer{pick({"", "sgd", "adamw"}), maybe(positive()), maybe(positive()), maybe(0.9), pick({"", "auto", "for-loop"})};
        training.zeroGrad = pick({"", "keep"});
        training.activationCheckpointing = pick({"", "false", "true", "selective"});
        training.compile = maybe(true);
        if (number(2))
            training.parallel = Job::Parallel{maybe(8), maybe(2), maybe(1), maybe(number(4))};
        return training;
    }

    std::mt19937 m_random;
};

QString findingTexts(const Findings &findings)
{
    QString text;
    for (const Finding &finding : findings)
        text += finding.code + u' ' + finding.message + u'\n';
    return text;
}

} // namespace

class tst_JobRoundTrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenReadsBackEqual();
    void updatingKeepsEveryWish();
    void updatingKeepsCommentsOfUnchangedSections();
    void updatingAddsAndRemovesSectionsInTheirPlace();
    void updatingWhatCannotBeReadWritesAnew();
};

void tst_JobRoundTrip::whatIsWrittenReadsBackEqual()
{
    for (quint32 seed = 0; seed < 2000; ++seed) {
        const Job job = JobGenerator(seed).job();
        const QByteArray text = writeJob(job);
        const JobDocument document = readJob(text);
        QVERIFY2(document.job == job, qPrintable(QStringLiteral("seed %1\n%2\n%3").arg(seed).arg(QString::fromUtf8(text), findingTexts(document.findings))));
        QCOMPARE(writeJob(document.job), text);
    }
}

void tst_JobRoundTrip::updatingKeepsEveryWish()
{
    for (quint32 seed = 0; seed < 500; ++seed) {
        const Job before = JobGenerator(seed).job();
        const Job after = JobGenerator(seed + 10'000).job();
        const QByteArray text = updateJobText("# a comment\n" + writeJob(before), after);
        QVERIFY2(readJob(text).job == after, text.constData());
    }
}

void tst_JobRoundTrip::updatingKeepsCommentsOfUnchangedSections()
{
    const QByteArray old = "# my first job\n"
                           "name: first-run   # called so\n"
                           "\n"
                           "# where the code is\n"
                           "code:\n"
                           "  preset: image-classification\n"
                           "parameters:   {epochs: 5}\n"
                           "\n"
                           "# what is kept\n"
                           "outputs:\n"
                           "  - name: train_url     # odd layout\n"
                           "    destination: output\n"
                           "# the end\n";
    Job job = readJob(old).job;
    QCOMPARE(updateJobText(old, job), old);
    job.parameters.first().values = {QStringLiteral("7")};
    QCOMPARE(updateJobText(old, job), QByteArray(old).replace("parameters:   {epochs: 5}", "parameters: {epochs: 7}"));
}

void tst_JobRoundTrip::updatingAddsAndRemovesSectionsInTheirPlace()
{
    const QByteArray old = "name: first-run\ncode: {preset: image-classification}\n# kept\noutputs:\n  - {name: train_url, destination: output}\n";
    Job job = readJob(old).job;
    job.description = QStringLiteral("new");
    job.limits.maxDuration = std::chrono::hours(1);
    const QByteArray text = updateJobText(old, job);
    QCOMPARE(readJob(text).job, job);
    QVERIFY2(text.indexOf("description: new") > text.indexOf("name:") && text.indexOf("description: new") < text.indexOf("code:"), text.constData());
    QVERIFY(text.indexOf("limits:") > text.indexOf("outputs:"));
    QVERIFY(text.contains("# kept\noutputs:"));
    job.description.clear();
    job.limits = {};
    const QByteArray shortened = updateJobText(text, job);
    QCOMPARE(readJob(shortened).job, job);
    QVERIFY(!shortened.contains("description"));
}

void tst_JobRoundTrip::updatingWhatCannotBeReadWritesAnew()
{
    const Job job = JobGenerator(1).job();
    for (const QByteArray &old : {QByteArray(), QByteArray("\tname: x"), QByteArray("{name: a, code: {preset: image-classification}}"), QByteArray("\xff\xfe\x00")})
        QCOMPARE(updateJobText(old, job), writeJob(job));
}

QTEST_GUILESS_MAIN(tst_JobRoundTrip)
#include "tst_jobroundtrip.moc"
