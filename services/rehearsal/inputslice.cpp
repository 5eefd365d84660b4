#include "services/rehearsal/inputslice.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 smallBytes = 64 << 20;
constexpr int smallFiles = 2'000;
constexpr int filesOfFolder = 32; ///< of a large image folder: of each class
constexpr int linesOfFile = 2'000;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(InputSlice)
};

bool isSmall(const QString &source)
{
    if (QFileInfo(source).isFile())
        return QFileInfo(source).size() <= smallBytes;
    qint64 bytes = 0;
    int files = 0;
    for (QDirIterator it(source, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
        bytes += it.nextFileInfo().size();
        if (++files > smallFiles || bytes > smallBytes)
            return false;
    }
    return true;
}

Error copyFailed(const QString &path, const QString &reason)
{
    return {Error::Kind::Io, Text::tr("%1 could not be copied for the rehearsal: %2").arg(path, reason), reason};
}

/// Copies a file, or its first lines.
Result<> copyFile(const QString &from, const QString &to, std::optional<int> lines)
{
    QFile source(from), target(to);
    QDir().mkpath(QFileInfo(to).path());
    if (!source.open(QIODevice::ReadOnly))
        return copyFailed(from, source.errorString());
    if (!target.open(QIODevice::WriteOnly))
        return copyFailed(to, target.errorString());
    for (int line = 0; !source.atEnd() && (!lines || line < *lines); ++line) {
        const QByteArray part = lines ? source.readLine(smallBytes) : source.read(1 << 20);
        if (part.isEmpty() || target.write(part) != part.size())
            return part.isEmpty() ? copyFailed(from, source.errorString()) : copyFailed(to, target.errorString());
    }
    return target.flush() ? success() : Result<>(copyFailed(to, target.errorString()));
}

} // namespace

Result<InputSlice> sliceInput(const QString &source, const QString &format, const QString &target, const std::function<bool()> &isCanceled)
{
    const QFileInfo info(source);
    if (!info.exists())
        return Error{Error::Kind::NotFound, Text::tr("The data at %1 is not there.").arg(source), QString()};
    const bool isWhole = isSmall(source);
    const bool isLines = format == "jsonl"_L1 || format == "csv"_L1 || format == "text"_L1;
    if (!isWhole && !isLines && format != "image-folder"_L1)
        return InputSlice{source, false, false};
    const std::optional<int> lines = isLines && !isWhole ? std::optional(linesOfFile) : std::nullopt;
    if (info.isFile()) {
        const QString path = target + u'/' + info.fileName();
        const Result<> copied = copyFile(source, path, lines);
        return copied ? Result(InputSlice{path, true, lines.has_value()}) : copied.error();
    }
    const QDir root(source);
    QHash<QString, int> taken; // of each folder
    for (QDirIterator it(source, QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDirIterator::Subdirectories); it.hasNext();) {
        if (isCanceled())
            return Error{Error::Kind::Cancelled, Text::tr("The rehearsal was cancelled."), QString()};
        const QFileInfo entry = it.nextFileInfo();
        const QString path = target + u'/' + root.relativeFilePath(entry.filePath());
        if (entry.isDir()) {
            QDir().mkpath(path);
        } else if (isWhole || isLines || ++taken[entry.path()] <= filesOfFolder) {
            if (const Result<> copied = copyFile(entry.filePath(), path, lines); !copied)
                return copied.error();
        }
    }
    return InputSlice{target, true, !isWhole};
}

} // namespace Trainyard
