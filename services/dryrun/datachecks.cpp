#include "services/dryrun/datachecks.h"

#include "models/common/units.h"
#include "services/dryrun/dryruntext.h"
#include "services/dryrun/imagefolderchecks.h"
#include "services/preflight/data/datanames.h"
#include "services/preflight/data/datasetwalk.h"

#include <QDir>
#include <QFile>
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

/// What names, kinds and sizes alone tell of an input.
class Survey
{
public:
    Survey(const QString &path, const QString &format, const QDir &jobFolder, DataCheck &check)
        : m_root(QFile::encodeName(path))
        , m_mayBeEmpty(format == QLatin1String("yolo") ? ".txt" : "/") // a label file of an image without objects
        , m_jobFolder(jobFolder)
        , m_check(check)
    {
    }

    void run(const std::atomic_bool &cancelled)
    {
        WalkVisitor visitor;
        visitor.entry = [this](const WalkEntry &entry) { judge(entry); };
        visitor.folderListed = [this](const QByteArray &folder, const QList<QByteArray> &names) {
            for (const auto &[first, second] : caseTwins(names))
                m_twins.append({placeOf(folder + '/' + second), shownName(first)});
        };
        walkDataset(m_root, cancelled, visitor);
    }

    Findings findings() const
    {
        Findings findings;
        const auto add = [&findings](const Fault &fault, const char *code, Severity severity, const QString &one, const QString &many, const QString &fix) {
            if (fault.count == 0)
                return;
            const QString first = fault.places.first().file;
            findings.append(Finding{QLatin1String(code), severity, fault.count == 1 ? one.arg(first) : many.arg(fault.count).arg(first), fault.places.first(), fix, fault.count,
                                    fault.count > 1 ? fault.places : QList<Place>()});
        };
        add(m_empty, "data.empty-file", Severity::Error, DryRunText::tr("%1 has no content."), DryRunText::tr("%1 files have no content, the first is %2."),
            DryRunText::tr("Fetch these files again, or leave them out."));
        add(m_unreadable, "data.unreadable", Severity::Error, DryRunText::tr("%1 may not be read by you."), DryRunText::tr("%1 files and folders may not be read by you, the first is %2."),
            DryRunText::tr("Give yourself the right to read them, for example with chmod -R u+rX, or leave them out."));
        add(m_brokenLinks, "data.broken-link", Severity::Error, DryRunText::tr("%1 is a link that leads nowhere."), DryRunText::tr("%1 links lead nowhere, the first is %2."),
            DryRunText::tr("Put the file itself in place of the link, or leave it out."));
        add(m_special, "data.special-file", Severity::Error, DryRunText::tr("%1 is a pipe, a socket or a device, not a file."),
            DryRunText::tr("%1 entries are pipes, sockets or devices, not files; the first is %2."), DryRunText::tr("Take them out of the data: a loader could wait on them for ever."));
        add(m_loops, "data.symlink-loop", Severity::Warning, DryRunText::tr("%1 is a link to a folder above it: a loader that follows links would never end."),
            DryRunText::tr("%1 links lead to a folder above them, the first is %2: a loader that follows links would never end."), DryRunText::tr("Remove these links."));
        add(m_unsafe, "data.unsafe-names", Severity::Warning, DryRunText::tr("The name %1 has blanks or characters that some readers and storage services cannot take."),
            DryRunText::tr("%1 names have blanks or characters that some readers and storage services cannot take, the first is %2."),
            DryRunText::tr("Rename them in a copy of the data, and keep a list of the old and new names."));
        for (const auto &[place, first] : m_twins.mid(0, mostTwins)) {
            findings.append(warningFinding("data.case-twins", place, DryRunText::tr("%1 and %2 are the same name where upper and lower case or the way accents are written do not count: one would replace the other.").arg(place.file, first),
                                           DryRunText::tr("Rename one of the two, in a copy.")));
        }
        if (m_twins.size() > mostTwins)
            findings.last().count = int(m_twins.size() - mostTwins + 1);
        return findings;
    }

private:
    static constexpr qsizetype mostTwins = 5;
    static constexpr qsizetype placesKept = 10;

    struct Fault
    {
        int count = 0;
        QList<Place> places;
    };

    Place placeOf(const QByteArray &path) const { return {m_jobFolder.relativeFilePath(shownName(path)), std::nullopt, QString()}; }

    void note(Fault &fault, const WalkEntry &entry) const
    {
        ++fault.count;
        if (fault.places.size() < placesKept)
            fault.places.append(placeOf(entry.path));
    }

    void judge(const WalkEntry &entry)
    {
        constexpr qsizetype longestPath = 900; // object storage takes 1,024 bytes, its own folders included
        using Kind = WalkEntry::Kind;
        switch (entry.kind) {
        case Kind::Special: return note(m_special, entry);
        case Kind::BrokenLink: return note(m_brokenLinks, entry);
        case Kind::LinkLoop: return note(m_loops, entry);
        case Kind::Unreadable: return note(m_unreadable, entry);
        case Kind::File:
            ++m_check.files;
            m_check.bytes += entry.bytes;
            if (entry.bytes == 0 && entry.name() != "__init__.py" && !entry.name().endsWith(m_mayBeEmpty))
                note(m_empty, entry);
            break;
        case Kind::Folder: break;
        }
        if (entry.path != m_root && (isUnsafeName(entry.name()) || entry.relativePath().size() > longestPath))
            note(m_unsafe, entry);
    }

    const QByteArray m_root, m_mayBeEmpty;
    const QDir &m_jobFolder;
    DataCheck &m_check;
    Fault m_empty, m_unreadable, m_brokenLinks, m_special, m_loops, m_unsafe;
    QList<std::pair<Place, QString>> m_twins;
};

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
        Survey survey(path, input.format, folder, check);
        survey.run(cancelled);
        check.findings += survey.findings();
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
