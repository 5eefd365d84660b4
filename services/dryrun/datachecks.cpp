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

/// Faults of single files, each with all its places.
struct FileFaults
{
    QList<Place> empty;
    QList<Place> unreadable;
    QList<Place> brokenLinks;
    QList<Place> special;
};

/// Sorts @p entry into its fault, if it has one. What tools keep for themselves under hidden names is no training data.
void judgeEntry(const QFileInfo &entry, const QDir &jobFolder, FileFaults &faults)
{
    const Place place{jobFolder.relativeFilePath(entry.filePath()), std::nullopt, QString()};
    if (entry.fileName().startsWith(u'.'))
        return;
    if (!entry.exists())
        faults.brokenLinks.append(place);
    else if (entry.isDir() ? !entry.isReadable() || !entry.isExecutable() : !entry.isReadable())
        faults.unreadable.append(place);
    else if (!entry.isDir() && !entry.isFile())
        faults.special.append(place);
    else if (entry.isFile() && entry.size() == 0 && entry.fileName() != QLatin1String("__init__.py"))
        faults.empty.append(place);
}

Findings findingsOf(const FileFaults &faults)
{
    Findings findings;
    const auto add = [&findings](const char *code, const QList<Place> &places, const QString &one, const QString &many, const QString &fix) {
        if (places.size() == 1)
            findings.append(errorFinding(code, places.first(), one.arg(places.first().file), fix));
        else if (!places.isEmpty())
            findings.append(atPlaces(errorFinding(code, places.first(), many.arg(places.size()).arg(places.first().file), fix), places));
    };
    add("data.empty-file", faults.empty, DryRunText::tr("%1 has no content."), DryRunText::tr("%1 files have no content, the first is %2."),
        DryRunText::tr("Fetch these files again, or leave them out."));
    add("data.unreadable", faults.unreadable, DryRunText::tr("%1 may not be read by you."), DryRunText::tr("%1 files and folders may not be read by you, the first is %2."),
        DryRunText::tr("Give yourself the right to read them, for example with chmod -R u+rX, or leave them out."));
    add("data.broken-link", faults.brokenLinks, DryRunText::tr("%1 is a link that leads nowhere."), DryRunText::tr("%1 links lead nowhere, the first is %2."),
        DryRunText::tr("Put the file itself in place of the link, or leave it out."));
    add("data.special-file", faults.special, DryRunText::tr("%1 is a pipe, a socket or a device, not a file."),
        DryRunText::tr("%1 entries are pipes, sockets or devices, not files; the first is %2."), DryRunText::tr("Take them out of the data: a loader could wait on them for ever."));
    return findings;
}

/// Counts the files below @p path and finds those that no loader can read.
void countFiles(const QString &path, const QDir &jobFolder, const std::atomic_bool &cancelled, DataCheck &check)
{
    constexpr qint64 mostFiles = 1'000'000;
    FileFaults faults;
    const auto look = [&](const QFileInfo &entry) {
        judgeEntry(entry, jobFolder, faults);
        if (entry.isFile()) {
            ++check.files;
            check.bytes += entry.size();
        }
    };
    look(QFileInfo(path));
    constexpr QDir::Filters everything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    for (QDirIterator it(path, everything, QDirIterator::Subdirectories); it.hasNext() && !cancelled;) {
        look(it.nextFileInfo());
        if (check.files == mostFiles) {
            check.notChecked.append({DryRunText::tr("The files after the first million in %1").arg(jobFolder.relativeFilePath(path)),
                                     DryRunText::tr("The quick look stops there.")});
            break;
        }
    }
    check.findings += findingsOf(faults);
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
        const qsizetype findingsBefore = check.findings.size();
        countFiles(path, folder, cancelled, check);
        if (check.files == filesBefore && check.findings.size() == findingsBefore && !cancelled)
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
