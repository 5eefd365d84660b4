#include "services/drafts/jobdraft.h"

#include "models/job/jobdocument.h"
#include "services/common/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace Trainyard {

namespace {

/// The script that most likely starts the training: the usual names first, then the only script there is.
QString findBootFile(const QDir &folder)
{
    for (const char *name : {"train.py", "main.py", "run.py", "finetune.py", "train.sh", "run.sh"}) {
        if (folder.exists(QLatin1String(name)))
            return QLatin1String(name);
    }
    const QStringList named = folder.entryList({QStringLiteral("*train*.py"), QStringLiteral("*finetune*.py")}, QDir::Files, QDir::Name);
    if (!named.isEmpty())
        return named.first();
    const QStringList scripts = folder.entryList({QStringLiteral("*.py")}, QDir::Files, QDir::Name);
    return scripts.size() == 1 ? scripts.first() : QString();
}

/// Lower-case letters, digits and dashes: legal as a job's name and as a folder's on every platform.
QString legalName(const QString &text)
{
    static const QRegularExpression others(QStringLiteral("[^a-z0-9]+"));
    static const QRegularExpression edges(QStringLiteral("^-+|-+$"));
    QString name = text.toLower().replace(others, QStringLiteral("-")).remove(edges).left(40);
    name.remove(edges);
    return name.isEmpty() ? QStringLiteral("my-training") : name;
}

/// The options of @p script that take a text, as written after the dashes: what argparse calls a flag, a number or a choice is no place.
QStringList textOptions(const QString &script)
{
    constexpr qint64 mostBytes = 1024 * 1024;
    static const QRegularExpression call(QStringLiteral("^[^#\\n]*add_argument\\(\\s*((?:[\"'][^\"'\\n]+[\"']\\s*,?\\s*)+)([^)]*)"),
                                         QRegularExpression::MultilineOption);
    static const QRegularExpression longName(QStringLiteral("--([A-Za-z][\\w-]*)"));
    static const QRegularExpression noPlace(QStringLiteral("type\\s*=\\s*(int|float|bool)\\b|action\\s*=|choices\\s*="));
    QFile file(script);
    QStringList options;
    if (!script.endsWith(QLatin1String(".py")) || !file.open(QIODevice::ReadOnly))
        return options;
    for (auto found = call.globalMatch(QString::fromUtf8(file.read(mostBytes))); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QRegularExpressionMatch name = longName.match(match.captured(1));
        if (name.hasMatch() && !noPlace.match(match.captured(2)).hasMatch())
            options.append(name.captured(1));
    }
    return options;
}

/// The first of @p usualNames that is an option, whichever way its words are joined.
QString optionLike(const QStringList &options, std::initializer_list<const char *> usualNames)
{
    for (const char *usual : usualNames) {
        for (const QString &option : options) {
            if (option.toLower().replace(u'-', u'_') == QLatin1String(usual))
                return option;
        }
    }
    return QString();
}

/// The places that the script asks for by their usual names. No other argument is guessed.
void takePlaces(Job &job, const QStringList &options)
{
    const QString input = optionLike(options, {"data_url", "data_dir", "data_path", "data_root", "data_folder", "dataset_url", "dataset_dir",
                                               "dataset_path", "train_data", "data", "input_dir", "input_path", "input"});
    if (!input.isEmpty())
        job.inputs.emplaceBack().name = input; // its place is what the wizard asks for
    const QString output = optionLike(options, {"train_url", "output_dir", "output_url", "output_path", "output_folder", "out_dir", "outdir", "save_dir",
                                                "save_path", "checkpoint_dir", "model_dir", "output"});
    if (!output.isEmpty()) {
        job.outputs.first().name = output;
        job.outputs.first().pass = PassMode::Argument;
    }
}

} // namespace

Job draftJob(const QString &folderOrScript)
{
    const QFileInfo info(folderOrScript);
    const QDir folder(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    Job job;
    job.name = legalName(folder.dirName());
    job.profile = QStringLiteral("local");
    job.compute.flavor = QStringLiteral("local.cpu");
    job.code.directory = folder.absolutePath();
    job.code.bootFile = info.isDir() ? findBootFile(folder) : info.fileName();
    if (folder.exists(QStringLiteral("requirements.txt")))
        job.environment.requirements = QStringLiteral("requirements.txt");
    JobOutput output;
    output.name = QStringLiteral("output");
    output.destination = QStringLiteral("output");
    output.pass = PassMode::None; // what the script calls it, only the script or its person knows
    job.outputs = {output};
    if (!job.code.bootFile.isEmpty())
        takePlaces(job, textOptions(folder.filePath(job.code.bootFile)));
    return job;
}

Result<QString> createJobDraft(const QString &folderOrScript, const QString &projects)
{
    if (!QFileInfo::exists(folderOrScript)) {
        return Error{Error::Kind::NotFound, QCoreApplication::translate("JobDraft", "%1 does not exist.").arg(folderOrScript), QString()};
    }
    Job job = draftJob(folderOrScript);
    const QString firstName = job.name;
    for (int number = 1;; ++number) {
        job.name = number == 1 ? firstName : QStringLiteral("%1-%2").arg(firstName).arg(number);
        const QString file = QDir(projects).absoluteFilePath(job.name + QStringLiteral("/job.yaml"));
        if (QFileInfo::exists(file)) {
            const Job existing = readJobFile(file).job;
            if (existing.code.directory == job.code.directory && existing.code.bootFile == job.code.bootFile)
                return file;
            continue;
        }
        if (QFileInfo::exists(QFileInfo(file).absolutePath()))
            continue;
        if (const Result<> written = writeFileAtomically(file, writeJob(job)); !written)
            return written.error();
        return file;
    }
}

} // namespace Trainyard
