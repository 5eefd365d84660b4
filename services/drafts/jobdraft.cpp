#include "services/drafts/jobdraft.h"

#include "models/job/jobdocument.h"
#include "services/common/files.h"

#include <QCoreApplication>
#include <QDir>
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

} // namespace

Job draftJob(const QString &folderOrScript)
{
    const QFileInfo info(folderOrScript);
    const QDir folder(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    Job job;
    job.name = legalName(folder.dirName());
    job.profile = QStringLiteral("local");
    job.code.directory = folder.absolutePath();
    job.code.bootFile = info.isDir() ? findBootFile(folder) : info.fileName();
    if (folder.exists(QStringLiteral("requirements.txt")))
        job.environment.requirements = QStringLiteral("requirements.txt");
    JobOutput output;
    output.name = QStringLiteral("output");
    output.destination = QStringLiteral("output");
    output.pass = PassMode::None; // what the script calls it, only its person knows
    job.outputs = {output};
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
