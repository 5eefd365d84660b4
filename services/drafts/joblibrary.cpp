#include "services/drafts/joblibrary.h"

#include "models/job/jobdocument.h"
#include "services/common/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace Trainyard {

namespace {

constexpr qsizetype mostFiles = 500;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(JobLibrary)
};

JobEntry entryOf(const QString &file, bool isTemplate)
{
    const QFileInfo info(file);
    JobEntry entry;
    entry.file = file;
    entry.isTemplate = isTemplate;
    entry.name = info.completeBaseName();
    if (!info.exists()) {
        entry.fault = Text::tr("The file is gone.");
        return entry;
    }
    entry.changedAt = info.lastModified();
    const JobDocument document = readJobFile(file);
    if (!document.isReadable) {
        entry.fault = document.findings.isEmpty() ? Text::tr("The file holds no job.") : document.findings.first().message;
        return entry;
    }
    if (!document.job.name.isEmpty())
        entry.name = document.job.name;
    entry.profile = document.job.profileOrDefault();
    entry.flavor = document.job.compute.flavor;
    return entry;
}

Result<Job> readWholeJob(const QString &file)
{
    const Result<QByteArray> content = readFile(file);
    if (!content)
        return content.error();
    const JobDocument document = readJob(*content, QFileInfo(file).fileName());
    if (!document.isReadable)
        return Error{Error::Kind::Invalid, document.findings.isEmpty() ? Text::tr("%1 holds no job.").arg(file) : document.findings.first().message, QString()};
    return document.job;
}

QString freeName(const QDir &folder, const QString &base, const QString &suffix)
{
    for (int number = 1;; ++number) {
        const QString name = number == 1 ? base : QStringLiteral("%1-%2").arg(base).arg(number);
        if (!folder.exists(name + suffix))
            return name;
    }
}

void makeAbsolute(QString &path, const QDir &folder)
{
    if (!path.isEmpty() && !path.contains(QLatin1String("://")) && !path.startsWith(QLatin1String("${")))
        path = QDir::cleanPath(folder.absoluteFilePath(path));
}

void makePathsAbsolute(Job &job, const QDir &folder)
{
    makeSourcesAbsolute(job, folder.absolutePath());
    for (JobOutput &output : job.outputs)
        makeAbsolute(output.destination, folder);
    if (job.checkpoints && !job.output(job.checkpoints->directory))
        makeAbsolute(job.checkpoints->directory, folder);
}

} // namespace

QStringList JobLibrary::files() const
{
    QStringList files;
    const Result<QByteArray> content = readFile(m_home + QStringLiteral("/jobs.json"));
    if (!content)
        return files;
    for (const QJsonValue file : QJsonDocument::fromJson(*content).array())
        files.append(file.toString());
    return files;
}

Result<> JobLibrary::write(const QStringList &files) const
{
    return writeFileAtomically(m_home + QStringLiteral("/jobs.json"), QJsonDocument(QJsonArray::fromStringList(files.mid(0, mostFiles))).toJson());
}

Result<> JobLibrary::add(const QString &file) const
{
    QStringList known = files();
    if (!known.isEmpty() && known.first() == file)
        return success();
    known.removeAll(file);
    known.prepend(file);
    return write(known);
}

Result<> JobLibrary::remove(const QString &file) const
{
    QStringList known = files();
    known.removeAll(file);
    return write(known);
}

QList<JobEntry> JobLibrary::entries() const
{
    QList<JobEntry> entries;
    for (const QString &file : files())
        entries.append(entryOf(file, false));
    for (const QFileInfo &file : QDir(templatesFolder()).entryInfoList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
        entries.append(entryOf(file.absoluteFilePath(), true));
    return entries;
}

void makeSourcesAbsolute(Job &job, const QString &folder)
{
    if (job.code.directory.isEmpty() && job.code.preset.isEmpty())
        job.code.directory = folder;
    makeAbsolute(job.code.directory, folder);
    for (JobInput &input : job.inputs)
        makeAbsolute(input.source, folder);
    if (job.model) {
        makeAbsolute(job.model->torchscript, folder);
        makeAbsolute(job.model->transformersConfig, folder);
    }
}

Result<QString> duplicateJob(const QString &file)
{
    Result<Job> job = readWholeJob(file);
    if (!job)
        return job.error();
    const QFileInfo info(file);
    const QDir folder = info.absoluteDir();
    const QString name = freeName(folder, info.completeBaseName(), QStringLiteral(".yaml"));
    job->name += name.mid(info.completeBaseName().size());
    const QString copy = folder.absoluteFilePath(name + QStringLiteral(".yaml"));
    const Result<QByteArray> content = readFile(file);
    if (!content)
        return content.error();
    if (const Result<> written = writeFileAtomically(copy, updateJobText(*content, *job)); !written)
        return written.error();
    return copy;
}

Result<QString> createJobFromTemplate(const QString &templateFile, const QString &projects)
{
    Result<Job> job = readWholeJob(templateFile);
    if (!job)
        return job.error();
    const QDir parent(projects);
    job->name = freeName(parent, QFileInfo(templateFile).completeBaseName(), QString());
    const Result<QByteArray> content = readFile(templateFile);
    if (!content)
        return content.error();
    const QString file = parent.absoluteFilePath(job->name + QStringLiteral("/job.yaml"));
    if (const Result<> written = writeFileAtomically(file, updateJobText(*content, *job)); !written)
        return written.error();
    return file;
}

Result<> exportJob(const QString &file, const QString &destination)
{
    Result<Job> job = readWholeJob(file);
    if (!job)
        return job.error();
    makePathsAbsolute(*job, QFileInfo(file).absoluteDir());
    const Result<QByteArray> content = readFile(file);
    if (!content)
        return content.error();
    return writeFileAtomically(destination, updateJobText(*content, *job));
}

} // namespace Trainyard
