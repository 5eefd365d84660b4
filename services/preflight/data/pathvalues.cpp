#include "services/preflight/data/pathvalues.h"

#include <algorithm>

#include <unistd.h>

namespace Trainyard {

namespace {

bool hasDataSuffix(QByteArrayView value)
{
    static const QList<QByteArray> suffixes{"jpg", "jpeg", "png", "bmp", "gif", "tif", "tiff", "webp", "npy", "npz", "wav", "flac", "mp3", "ogg", "mp4", "avi", "mov", "txt", "json", "pt"};
    const qsizetype dot = value.lastIndexOf('.');
    return dot > 0 && value.size() - dot <= 5 && suffixes.contains(value.sliced(dot + 1).toByteArray().toLower());
}

bool exists(const QByteArray &path)
{
    return access(path.constData(), F_OK) == 0;
}

bool isThere(const QByteArray &value, const QByteArray &listFolder, const ReadContext &context)
{
    QByteArray folder = listFolder;
    for (;;) {
        for (const char *between : {"/", "/images/", "/imgs/", "/img/", "/JPEGImages/", "/data/", "/train/", "/val/", "/test/"}) {
            if (exists(folder + between + value))
                return true;
        }
        if (folder.size() + 1 <= context.root.size() || !folder.contains('/'))
            return false;
        folder.truncate(folder.lastIndexOf('/'));
    }
}

} // namespace

bool namesFile(QByteArrayView value)
{
    return value.size() < 400 && hasDataSuffix(value) && value.indexOf("://") < 0
        && std::none_of(value.begin(), value.end(), [](char c) { return uchar(c) < 0x20 || strchr("\"<>|?*,;", c); })
        && std::count(value.begin(), value.end(), ' ') < 6;
}

void checkPathValue(QByteArrayView value, const QByteArray &listFolder, const ReadContext &context, qint64 line, const QString &subject, FileReport &report)
{
    const bool hasDrive = value.size() > 2 && value[1] == ':' && (value[2] == '\\' || value[2] == '/');
    const QString text = QString::fromUtf8(value);
    if (value.contains('\\') || hasDrive)
        return report.add(Trouble::WindowsSeparator, line, subject, text);
    const QByteArray path = value.toByteArray();
    if (path.startsWith('/')) {
        for (const char *home : {"/home/", "/Users/", "/mnt/", "/media/", "/Volumes/"}) {
            if (path.startsWith(home))
                return report.add(Trouble::LocalPath, line, subject, text);
        }
        return; // a place of the machine that it will run on
    }
    if (!isThere(path, listFolder, context))
        report.add(Trouble::MissingFile, line, subject, text);
}

void judgeMissingFiles(const QString &subject, qint64 count, FileReport &report)
{
    for (FileTrouble &trouble : report.troubles) {
        if (trouble.trouble == Trouble::MissingFile && trouble.subject == subject && trouble.count >= count)
            trouble.trouble = Trouble::NoFileOfList;
    }
}

} // namespace Trainyard
