#include "services/metricfiles/metricfilesearch.h"

#include "services/logs/metricnames.h"
#include "services/metricfiles/metricfilekind.h"
#include "services/metricfiles/regularfile.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int deepest = 6;
constexpr int mostEntries = 5000;

bool mayHoldMetrics(const QString &name)
{
    static const QStringList endings{QStringLiteral(".csv"), QStringLiteral(".tsv"), QStringLiteral(".jsonl"), QStringLiteral(".ndjson")};
    const bool hasEnding = std::any_of(endings.cbegin(), endings.cend(), [&](const QString &ending) { return name.endsWith(ending, Qt::CaseInsensitive); });
    return hasEnding || name.contains(QLatin1String("tfevents")) || name == QLatin1String("trainer_state.json") || name == QLatin1String("scalars.json")
        || name.contains(QLatin1String("nvidia-smi")) || name.contains(QLatin1String("npu-smi"));
}

/// The files of a folder come before those of its sub-folders.
void collect(const QString &folder, int depth, int &entriesLeft, QStringList &files)
{
    const QDir::Filters links = depth == 0 ? QDir::Filters() : QDir::NoSymLinks; // a collected output is a link to where it went
    const QFileInfoList entries = QDir(folder).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | links, QDir::Name);
    for (const QFileInfo &entry : entries) {
        if (--entriesLeft < 0)
            return;
        if (entry.isFile() && mayHoldMetrics(entry.fileName()))
            files.append(entry.absoluteFilePath());
    }
    for (const QFileInfo &entry : entries) {
        if (entry.isDir() && depth < deepest)
            collect(entry.absoluteFilePath(), depth + 1, entriesLeft, files);
    }
}

/// `validation`, and what SummaryWriter.add_scalars names: `Loss_train`.
std::optional<Phase> phaseOfFolder(const QString &name)
{
    const QByteArray word = name.mid(name.lastIndexOf(QLatin1Char('_')) + 1).toUtf8();
    return Logs::phaseOfWord({word.constData(), size_t(word.size())});
}

} // namespace

QStringList metricFilesBelow(const QString &folder)
{
    QStringList files;
    int entriesLeft = mostEntries;
    collect(folder, 0, entriesLeft, files);
    return files;
}

bool isForLogReader(const QString &path)
{
    const Result<RegularFile> file = RegularFile::open(path);
    const Result<QByteArray> start = file ? file->read(0, 64 << 10) : Result<QByteArray>(file.error());
    return start && logReaderReads(*start);
}

RunLabel runLabel(const QString &logFolder, const QString &folder)
{
    RunLabel label{QDir(logFolder).relativeFilePath(folder), phaseOfFolder(QFileInfo(folder).fileName())};
    if (label.phase)
        label.run = label.run.contains(QLatin1Char('/')) ? label.run.section(QLatin1Char('/'), 0, -2) : QString();
    if (label.run == QLatin1String("."))
        label.run.clear();
    return label;
}

bool holdsEventFiles(const QString &folder)
{
    constexpr int mostLooked = 2000;
    QDirIterator walk(folder, QDir::Files | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDirIterator::Subdirectories);
    for (int looked = 0; walk.hasNext() && looked < mostLooked; ++looked) {
        walk.next();
        if (walk.fileName().contains(QLatin1String("tfevents")))
            return true;
    }
    return false;
}

} // namespace Trainyard
