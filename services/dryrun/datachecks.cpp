#include "services/dryrun/datachecks.h"

#include "models/common/units.h"
#include "services/dryrun/dryruntext.h"
#include "services/dryrun/imagefolderchecks.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

namespace Trainyard {

namespace {

Finding missingSource(const JobDocument &document, const QString &key, const JobInput &input)
{
    Finding finding;
    finding.code = QStringLiteral("data.missing-source");
    finding.message = DryRunText::tr("The data of input %1 is not there: %2 does not exist.").arg(input.name, input.source);
    finding.where = document.place(key);
    finding.fix = DryRunText::tr("Set %1 to the folder or file that holds the data. Paths start at the folder of job.yaml.").arg(key);
    return finding;
}

Finding emptySource(const JobDocument &document, const QString &key, const JobInput &input)
{
    Finding finding;
    finding.code = QStringLiteral("data.empty-source");
    finding.message = DryRunText::tr("Input %1 holds no data: there is no file in %2.").arg(input.name, input.source);
    finding.where = document.place(key);
    finding.fix = DryRunText::tr("Copy the data there, or set %1 to the folder that holds it.").arg(key);
    return finding;
}

/// Counts the files below @p path and collects those of no size.
void countFiles(const QString &path, const QDir &jobFolder, const std::atomic_bool &cancelled, DataCheck &check)
{
    constexpr qint64 mostFiles = 1'000'000;
    constexpr int placesShown = 5;
    Finding empty;
    empty.count = 0;
    const auto look = [&](const QFileInfo &file) {
        ++check.files;
        check.bytes += file.size();
        if (file.size() > 0 || file.fileName().startsWith(u'.') || file.fileName() == QLatin1String("__init__.py"))
            return;
        if (++empty.count <= placesShown)
            empty.places.append(Place{jobFolder.relativeFilePath(file.filePath()), std::nullopt, QString()});
    };
    if (const QFileInfo file(path); file.isFile()) {
        look(file);
    } else {
        for (QDirIterator it(path, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext() && !cancelled;) {
            look(it.nextFileInfo());
            if (check.files == mostFiles) {
                check.notChecked.append({DryRunText::tr("The files after the first million in %1").arg(jobFolder.relativeFilePath(path)),
                                         DryRunText::tr("The quick look stops there.")});
                break;
            }
        }
    }
    if (empty.count == 0)
        return;
    empty.code = QStringLiteral("data.empty-file");
    empty.where = empty.places.first();
    empty.message = empty.count == 1 ? DryRunText::tr("%1 has no content.").arg(empty.where.file)
                                     : DryRunText::tr("%1 files have no content, the first is %2.").arg(empty.count).arg(empty.where.file);
    empty.fix = DryRunText::tr("Fetch these files again, or leave them out.");
    if (empty.count == 1)
        empty.places.clear();
    check.findings.append(empty);
}

} // namespace

bool isRemoteSource(const QString &source)
{
    static const QRegularExpression scheme(QStringLiteral("^[A-Za-z][A-Za-z0-9+.-]+://"));
    return scheme.match(source).hasMatch();
}

DataCheck checkData(const JobDocument &document, const QString &jobFolder, const std::atomic_bool &cancelled)
{
    DataCheck check;
    const QDir folder(jobFolder);
    const QList<JobInput> &inputs = document.job.inputs;
    for (int i = 0; i < inputs.size() && !cancelled; ++i) {
        const JobInput &input = inputs[i];
        const QString key = QStringLiteral("inputs[%1].source").arg(i);
        if (input.source.isEmpty())
            continue; // a fault of job.yaml, reported as one
        if (isRemoteSource(input.source)) {
            check.notChecked.append({DryRunText::tr("The data of input %1 (%2)").arg(input.name, input.source), DryRunText::tr("It lies on the platform, not on this machine.")});
            continue;
        }
        const QString path = folder.absoluteFilePath(input.source);
        if (!QFileInfo::exists(path)) {
            check.findings.append(missingSource(document, key, input));
            continue;
        }
        check.isLocal = true;
        const qint64 filesBefore = check.files;
        countFiles(path, folder, cancelled, check);
        if (check.files == filesBefore && !cancelled)
            check.findings.append(emptySource(document, key, input));
        else if (input.format == QLatin1String("image-folder"))
            checkImageFolder(document, key, path, folder, check);
    }
    const QString count = QLocale().toString(check.files);
    const QString size = displaySize(check.bytes);
    if (!check.isLocal)
        check.detail = inputs.isEmpty() ? DryRunText::tr("The job has no inputs.") : DryRunText::tr("No data on this machine to look at.");
    else if (check.classes.isEmpty())
        check.detail = DryRunText::tr("Files: %1, %2 in all.").arg(count, size);
    else
        check.detail = DryRunText::tr("Files: %1, %2 in all; classes: %3.").arg(count, size).arg(check.classes.size());
    return check;
}

} // namespace Trainyard
