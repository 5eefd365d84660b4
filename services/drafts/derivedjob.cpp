#include "services/drafts/derivedjob.h"

#include "models/job/jobdocument.h"
#include "services/common/files.h"
#include "services/drafts/jobdraft.h"
#include "services/drafts/joblibrary.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace Trainyard {

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("DerivedJob", source);
}

Result<Job> readWholeJob(const QString &jobFile)
{
    const JobDocument document = readJobFile(jobFile);
    if (document.isReadable)
        return document.job;
    if (!QFileInfo::exists(jobFile))
        return Error{Error::Kind::NotFound, text(QT_TRANSLATE_NOOP("DerivedJob", "%1 is gone.")).arg(jobFile), QString()};
    return Error{Error::Kind::Invalid, document.findings.isEmpty() ? jobFile : document.findings.first().message, QString()};
}

/// The first file name of @p base, base-2, ... below @p folder that is free.
QString freeName(const QDir &folder, const QString &base, const QString &suffix)
{
    for (int number = 1;; ++number) {
        const QString name = number == 1 ? base : QStringLiteral("%1-%2").arg(base).arg(number);
        if (!folder.exists(name + suffix))
            return name;
    }
}

} // namespace

Result<QString> createJobWithOwnData(const QString &jobFile, const QString &folder, const QString &projects)
{
    const Result<Job> before = readWholeJob(jobFile);
    if (!before)
        return before.error();
    const Job draft = draftJob(folder);
    Job job = *before;
    const bool isPreset = !job.code.preset.isEmpty();
    if (!isPreset)
        job.code = draft.code;
    for (JobInput &input : job.inputs)
        input.source = isPreset ? QDir(folder).absolutePath() : QString();
    const QDir parent(projects);
    job.name = freeName(parent, draft.name, QString());
    const QString file = parent.absoluteFilePath(job.name + QStringLiteral("/job.yaml"));
    if (const Result<> written = writeFileAtomically(file, writeJob(job)); !written)
        return written.error();
    return file;
}

QString templatesFolder(const QString &home)
{
    return home + QStringLiteral("/templates");
}

Result<QString> saveAsTemplate(const QString &jobFile, const QString &folder, const QString &home)
{
    Result<Job> job = readWholeJob(jobFile);
    if (!job)
        return job.error();
    const Result<QByteArray> content = readFile(jobFile); // with its comments
    if (!content)
        return content.error();
    makeSourcesAbsolute(*job, folder);
    const QDir templates(templatesFolder(home));
    const QString file = templates.absoluteFilePath(freeName(templates, job->name, QStringLiteral(".yaml")) + QStringLiteral(".yaml"));
    if (const Result<> written = writeFileAtomically(file, updateJobText(*content, *job)); !written)
        return written.error();
    return file;
}

QStringList jobDifferences(const Job &before, const Job &now)
{
    QStringList sentences;
    const auto compare = [&](const QString &key, const QString &was, const QString &is) {
        if (was == is)
            return;
        if (was.isEmpty())
            sentences.append(text(QT_TRANSLATE_NOOP("DerivedJob", "%1 is now %2; it was not set.")).arg(key, is));
        else if (is.isEmpty())
            sentences.append(text(QT_TRANSLATE_NOOP("DerivedJob", "%1 is no longer set; it was %2.")).arg(key, was));
        else
            sentences.append(text(QT_TRANSLATE_NOOP("DerivedJob", "%1 is now %2; it was %3.")).arg(key, is, was));
    };
    compare(QStringLiteral("environment.image"), before.environment.image, now.environment.image);
    compare(QStringLiteral("compute.flavor"), before.compute.flavor, now.compute.flavor);
    compare(QStringLiteral("compute.nodes"), QString::number(before.nodes()), QString::number(now.nodes()));
    compare(QStringLiteral("code.boot_file"), before.code.bootFile, now.code.bootFile);
    compare(QStringLiteral("code.command"), before.code.command, now.code.command);
    compare(QStringLiteral("code.preset"), before.code.preset, now.code.preset);
    const auto compareNamed = [&](const QString &section, const auto &was, const auto &is, auto value) {
        for (const auto &entry : is) {
            const auto found = std::find_if(was.cbegin(), was.cend(), [&](const auto &other) { return other.name == entry.name; });
            compare(section.arg(entry.name), found == was.cend() ? QString() : value(*found), value(entry));
        }
        for (const auto &entry : was) {
            if (std::none_of(is.cbegin(), is.cend(), [&](const auto &other) { return other.name == entry.name; }))
                compare(section.arg(entry.name), value(entry), QString());
        }
    };
    compareNamed(QStringLiteral("parameters.%1"), before.parameters, now.parameters,
                 [](const Parameter &parameter) { return parameter.isFlag ? QStringLiteral("--") + parameter.name : parameter.text(); });
    compareNamed(QStringLiteral("inputs: %1"), before.inputs, now.inputs, [](const JobInput &input) { return input.source; });
    if (sentences.isEmpty() && before != now)
        sentences.append(text(QT_TRANSLATE_NOOP("DerivedJob", "Other settings of the job have changed.")));
    return sentences;
}

} // namespace Trainyard
