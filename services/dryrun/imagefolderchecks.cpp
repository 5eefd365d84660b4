#include "services/dryrun/imagefolderchecks.h"

#include "models/job/jobdocument.h"
#include "services/dryrun/datachecks.h"
#include "services/dryrun/dryruntext.h"
#include "services/preflight/data/imagereader.h"

#include <QDir>
#include <QDirIterator>

#include <algorithm>

namespace Trainyard {

namespace {

struct Split
{
    QString name; ///< empty: the source itself, without splits
    QString path;
    QStringList classes;
};

/// Folders that tools leave behind: a loader would take each for a class.
bool isLeftover(const QString &name)
{
    return name.startsWith(u'.') || name == QLatin1String("__MACOSX") || name == QLatin1String("$RECYCLE.BIN") || name == QLatin1String("__pycache__");
}

bool hasImages(const QString &path, QDirIterator::IteratorFlags flags = QDirIterator::NoIteratorFlags)
{
    for (QDirIterator it(path, QDir::Files, flags); it.hasNext();) {
        if (isImageName(it.nextFileInfo().fileName().toUtf8()))
            return true;
    }
    return false;
}

QStringList foldersIn(const QString &path)
{
    QStringList names = QDir(path).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    std::sort(names.begin(), names.end()); // as Python sorts: by code point
    return names;
}

QList<Split> splitsOf(const QString &path)
{
    static const QStringList known{QStringLiteral("train"), QStringLiteral("val"), QStringLiteral("valid"), QStringLiteral("validation"), QStringLiteral("test")};
    QList<Split> splits;
    const QStringList folders = foldersIn(path);
    for (const QString &name : known) {
        if (folders.contains(name))
            splits.append({name, path + u'/' + name, foldersIn(path + u'/' + name)});
    }
    if (splits.isEmpty())
        splits.append({QString(), path, folders});
    return splits;
}

Finding folderFinding(const char *code, const QString &message, const QString &file, const QString &fix)
{
    Finding finding;
    finding.code = QLatin1String(code);
    finding.message = message;
    finding.where.file = file;
    finding.fix = fix;
    return finding;
}

/// Leftovers and folders without an image; both leave the list of classes.
void checkClassFolders(Split &split, const QDir &jobFolder, Findings &findings)
{
    const QStringList names = split.classes;
    for (const QString &name : names) {
        const QString file = jobFolder.relativeFilePath(split.path + u'/' + name);
        if (isLeftover(name)) {
            split.classes.removeOne(name);
            findings.append(folderFinding("data.hidden-class", DryRunText::tr("%1 lies among the class folders: trainers would number it as a class.").arg(file), file,
                                          DryRunText::tr("Delete %1, or move it out of the data.").arg(file)));
        } else if (!QFileInfo(split.path + u'/' + name).isReadable()) {
            continue; // told as what it is: a folder that may not be read
        } else if (!hasImages(split.path + u'/' + name, QDirIterator::Subdirectories)) {
            findings.append(folderFinding("data.empty-class", DryRunText::tr("The class folder %1 has no image in it.").arg(file), file,
                                          DryRunText::tr("Put images of the class %1 there, or delete the folder in every split.").arg(name)));
        }
    }
}

/// Class folders of other splits against those of the first: one that is missing shifts the numbers of all after it.
void compareClasses(const QList<Split> &splits, const QDir &jobFolder, Findings &findings)
{
    const Split &first = splits.first();
    for (const Split &other : splits.mid(1)) {
        QStringList missing;
        QStringList additional;
        std::set_difference(first.classes.begin(), first.classes.end(), other.classes.begin(), other.classes.end(), std::back_inserter(missing));
        std::set_difference(other.classes.begin(), other.classes.end(), first.classes.begin(), first.classes.end(), std::back_inserter(additional));
        const bool isTestWithoutLabels = other.name == QLatin1String("test") && other.classes.isEmpty();
        if ((missing.isEmpty() && additional.isEmpty()) || isTestWithoutLabels)
            continue;
        const QString listed = (missing + additional).mid(0, 5).join(QStringLiteral(", "));
        const QString message = !missing.isEmpty() && !additional.isEmpty()
            ? DryRunText::tr("%1 and %2 have different class folders (%3): the same number would mean different classes.")
            : !missing.isEmpty() ? DryRunText::tr("%1 has class folders that %2 lacks (%3): the same number would mean different classes.")
                                 : DryRunText::tr("%1 lacks class folders that %2 has (%3): the same number would mean different classes.");
        findings.append(folderFinding("data.class-mismatch", message.arg(first.name, other.name, listed), jobFolder.relativeFilePath(other.path),
                                      DryRunText::tr("Give every split the same class folders, by adding or removing them.")));
    }
}

} // namespace

void checkImageFolder(const JobDocument &document, const QString &key, const QString &path, const QDir &jobFolder, DataCheck &check)
{
    QList<Split> splits = splitsOf(path);
    const QString relative = jobFolder.relativeFilePath(path);
    const auto wrongLevel = [&](const QString &message, const QString &fix) {
        Finding finding = folderFinding("data.wrong-level", message, QString(), fix);
        finding.where = document.place(key);
        check.findings.append(finding);
    };
    if (splits.first().name.isEmpty()) {
        if (hasImages(path)) {
            wrongLevel(DryRunText::tr("%1 has images directly in it, without class folders.").arg(relative),
                       DryRunText::tr("Set %1 to the folder above the class folders: the one that holds train and val, or all classes.").arg(key));
            return;
        }
        const QStringList folders = splits.first().classes;
        if (folders.size() == 1 && !hasImages(path + u'/' + folders.first())) {
            wrongLevel(DryRunText::tr("%1 holds everything in one folder, %2.").arg(relative, folders.first()),
                       DryRunText::tr("Set %1 to %2.").arg(key, relative + u'/' + folders.first()));
            return;
        }
    }
    for (Split &split : splits)
        checkClassFolders(split, jobFolder, check.findings);
    compareClasses(splits, jobFolder, check.findings);
    if (check.classes.isEmpty())
        check.classes = splits.first().classes;
}

} // namespace Trainyard
