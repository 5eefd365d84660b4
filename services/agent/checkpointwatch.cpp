#include "services/agent/checkpointwatch.h"

#include <QDirIterator>
#include <QFile>
#include <QSet>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 quietMs = 2000;
constexpr qint64 longQuietMs = 30'000;
constexpr qint64 betweenSavesMs = 250;

bool isTemporary(const QFileInfo &file)
{
    static const QSet<QString> suffixes{u"tmp"_s, u"part"_s, u"partial"_s, u"temp"_s, u"incomplete"_s};
    return suffixes.contains(file.suffix().toLower()) || file.fileName().startsWith(u'.');
}

bool mayBeCheckpoint(const QFileInfo &file)
{
    static const QSet<QString> others{u"log"_s, u"txt"_s, u"out"_s, u"err"_s, u"csv"_s, u"tsv"_s, u"json"_s, u"jsonl"_s, u"yaml"_s, u"yml"_s, u"toml"_s,
                                      u"ini"_s, u"xml"_s, u"html"_s, u"md"_s, u"png"_s, u"jpg"_s, u"jpeg"_s, u"svg"_s, u"pdf"_s, u"gif"_s, u"py"_s,
                                      u"sh"_s, u"lock"_s, u"db"_s, u"sqlite"_s, u"prof"_s};
    return file.size() > 0 && !isTemporary(file) && !others.contains(file.suffix().toLower()) && !file.fileName().contains("tfevents"_L1);
}

quint64 inodeOf(const QString &path)
{
    struct stat entry = {};
    return ::stat(QFile::encodeName(path).constData(), &entry) == 0 ? entry.st_ino : 0;
}

} // namespace

void CheckpointWatch::note(const QFileInfo &file)
{
    Seen now{file.lastModified(), file.size(), inodeOf(file.filePath())};
    if (const auto before = m_seen.constFind(file.filePath()); before != m_seen.constEnd()) {
        const bool isSavedAgain = before->inode != now.inode || (before->changed != now.changed && now.size <= before->size);
        now.isRewritten = before->isRewritten || isSavedAgain;
    }
    m_seen.insert(file.filePath(), now);
}

bool CheckpointWatch::isFinished(const QDateTime &now)
{
    QList<QFileInfo> fresh;
    QHash<QString, QDateTime> lastChange; // of each folder with something that belongs to a checkpoint
    QDirIterator files(m_directory, QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        const QFileInfo file = files.fileInfo();
        const bool isCheckpoint = mayBeCheckpoint(file);
        if (file.lastModified() <= m_since || (!isCheckpoint && !isTemporary(file)))
            continue;
        QDateTime &last = lastChange[file.path()];
        last = last.isValid() ? std::max(last, file.lastModified()) : file.lastModified();
        if (isCheckpoint)
            fresh.append(file);
    }
    bool isFinished = false;
    for (const QFileInfo &file : std::as_const(fresh)) {
        note(file);
        const qint64 quiet = file.lastModified().msecsTo(now);
        isFinished = isFinished || lastChange.value(file.path()).msecsTo(now) >= quietMs || quiet >= longQuietMs
            || (m_seen.value(file.filePath()).isRewritten && quiet >= betweenSavesMs);
    }
    return isFinished;
}

} // namespace Trainyard
