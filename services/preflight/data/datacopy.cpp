#include "services/preflight/data/datacopy.h"

#include "services/common/files.h"
#include "services/preflight/data/datanames.h"
#include "services/preflight/data/datasetwalk.h"
#include "services/preflight/data/imagereader.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>
#include <QStringDecoder>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(DataCopy)
};

constexpr qint64 largestText = qint64(1) << 30;
constexpr qsizetype chunkBytes = 1 << 20;

QByteArray csvCell(const QByteArray &text)
{
    const bool needsQuotes = text.contains(',') || text.contains('"') || text.contains('\n') || text.contains('\r');
    return needsQuotes ? QByteArray('"' + QByteArray(text).replace("\"", "\"\"") + '"') : text;
}

/// New names for old ones, folder by folder, no two alike.
class SafePaths
{
public:
    QByteArray pathOf(const QByteArray &relativePath)
    {
        if (relativePath.isEmpty())
            return relativePath;
        if (const auto known = m_paths.constFind(relativePath); known != m_paths.constEnd())
            return *known;
        const qsizetype slash = relativePath.lastIndexOf('/');
        const QByteArray folder = slash < 0 ? QByteArray() : pathOf(relativePath.left(slash)) + '/';
        const QByteArray path = unused(folder, safeName(relativePath.mid(slash + 1)));
        m_paths.insert(relativePath, path);
        return path;
    }

    /// A name that nothing else has, whether or not case counts.
    QByteArray unused(const QByteArray &folder, const QByteArray &name)
    {
        QByteArray path = folder + name;
        const qsizetype dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.size();
        for (int number = 2; m_taken.contains(path.toLower()); ++number)
            path = folder + name.left(dot) + '_' + QByteArray::number(number) + name.mid(dot);
        m_taken.insert(path.toLower());
        return path;
    }

private:
    QHash<QByteArray, QByteArray> m_paths;
    QSet<QByteArray> m_taken;
};

QByteArray withSuffix(const QByteArray &path, const QString &kind)
{
    const QByteArray suffix = kind == QLatin1String("JPEG") ? QByteArray("jpg") : kind.toLower().toLatin1();
    const qsizetype dot = path.lastIndexOf('.');
    return (dot > path.lastIndexOf('/') ? path.left(dot) : path) + '.' + suffix;
}

bool isTextName(const QByteArray &name)
{
    static const QByteArrayList suffixes{"csv", "tsv", "txt", "json", "jsonl", "ndjson"};
    return suffixes.contains(name.mid(name.lastIndexOf('.') + 1).toLower());
}

/// As UTF-8 without a mark; nothing: it is that already, or cannot be told.
std::optional<QByteArray> asUtf8(const QByteArray &bytes)
{
    if (bytes.startsWith("\xEF\xBB\xBF") && isUtf8(QByteArrayView(bytes).sliced(3)))
        return bytes.mid(3);
    if (bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF")) {
        QStringDecoder decode(QStringDecoder::Utf16);
        const QString text = decode(bytes);
        return decode.hasError() ? std::nullopt : std::optional(text.toUtf8());
    }
    if (isUtf8(bytes))
        return std::nullopt;
    const QString encoding = guessedEncoding(bytes);
    QStringDecoder decode(encoding == QLatin1String("GBK") ? "GB18030" : encoding.toLatin1().constData());
    if (!decode.isValid())
        return std::nullopt; // this Qt knows no such encoding
    const QString text = decode(bytes);
    return decode.hasError() ? std::nullopt : std::optional(text.toUtf8());
}

class CopyTask
{
public:
    CopyTask(const QString &source, const QString &target, const CopyFixes &fixes, const std::atomic_bool &cancelled, const std::function<void(qint64)> &progress)
        : m_root(QFile::encodeName(source))
        , m_rootWithSlash(m_root + '/')
        , m_target(target)
        , m_fixes(fixes)
        , m_cancelled(cancelled)
        , m_progress(progress)
        , m_context{m_options, m_rootWithSlash, m_cancelled, m_bytesRead}
    {
    }

    Result<CopySummary> run()
    {
        WalkVisitor visitor;
        visitor.entry = [this](const WalkEntry &entry) {
            if (!m_error)
                take(entry);
        };
        walkDataset(m_root, m_cancelled, visitor);
        if (!m_error && m_cancelled)
            m_error = Error{Error::Kind::Cancelled, Text::tr("The copy was cancelled, and what was written of it removed."), QString()};
        m_summary.changesFile = m_target + QStringLiteral(".changes.csv");
        if (!m_error) {
            if (const Result<> written = writeFileAtomically(m_summary.changesFile, m_changes); !written)
                m_error = written.error();
        }
        if (m_error) {
            QDir(m_target).removeRecursively();
            return *m_error;
        }
        return m_summary;
    }

private:
    void take(const WalkEntry &entry)
    {
        const QByteArray relative = entry.relativePath();
        const QByteArray path = m_fixes.safeNames ? m_paths.pathOf(relative) : relative;
        if (entry.kind == WalkEntry::Kind::Folder) {
            makeFolder(path);
        } else if (entry.kind != WalkEntry::Kind::File) {
            leaveOut(relative);
        } else if (isImageName(entry.name())) {
            takeImage(entry, path);
        } else if (m_fixes.utf8 && isTextName(entry.name()) && entry.bytes <= largestText) {
            takeText(entry, path);
        } else {
            copy(entry, path, relative == path ? QByteArray() : QByteArray("renamed"));
        }
        if (m_progress)
            m_progress(m_summary.files);
    }

    void takeImage(const WalkEntry &entry, QByteArray path)
    {
        const FileReport report = readImage(entry.path, m_context);
        if (m_fixes.leaveOutBroken && (report.has(Trouble::TruncatedImage) || report.has(Trouble::Empty) || report.has(Trouble::WrongContent)))
            return leaveOut(entry.relativePath());
        const auto wrong = std::find_if(report.troubles.begin(), report.troubles.end(), [](const FileTrouble &trouble) { return trouble.trouble == Trouble::WrongSuffix; });
        if (m_fixes.rightSuffixes && wrong != report.troubles.end() && !wrong->value.isEmpty())
            path = m_paths.unused(QByteArray(), withSuffix(path, wrong->value));
        copy(entry, path, path == entry.relativePath() ? QByteArray() : QByteArray("renamed"));
    }

    void takeText(const WalkEntry &entry, const QByteArray &path)
    {
        FileReport report;
        DataFile file(entry.path, m_context, report);
        QByteArray bytes;
        if (file.isOpen() && file.size() > 0)
            file.read(bytes, file.size());
        const std::optional<QByteArray> converted = asUtf8(bytes);
        if (!converted)
            return copy(entry, path, path == entry.relativePath() ? QByteArray() : QByteArray("renamed"));
        QFile target(m_target + u'/' + QFile::decodeName(path));
        if (!target.open(QIODevice::WriteOnly) || target.write(*converted) != converted->size())
            return fail(target);
        ++m_summary.files;
        ++m_summary.converted;
        note(entry.relativePath(), path, "utf-8");
    }

    /// Byte for byte.
    void copy(const WalkEntry &entry, const QByteArray &path, const QByteArray &change)
    {
        FileReport report;
        DataFile file(entry.path, m_context, report);
        if (!file.isOpen())
            return leaveOut(entry.relativePath());
        QFile target(m_target + u'/' + QFile::decodeName(path));
        if (!target.open(QIODevice::WriteOnly))
            return fail(target);
        for (QByteArray chunk; file.size() > 0 && file.read(chunk, chunkBytes);) {
            if (target.write(chunk) != chunk.size())
                return fail(target);
        }
        if (!target.flush())
            return fail(target);
        ++m_summary.files;
        if (!change.isEmpty()) {
            ++m_summary.renamed;
            note(entry.relativePath(), path, change);
        }
    }

    void makeFolder(const QByteArray &path)
    {
        const QString folder = path.isEmpty() ? m_target : m_target + u'/' + QFile::decodeName(path);
        if (!QDir().mkpath(folder))
            m_error = Error{Error::Kind::Io, Text::tr("The folder %1 cannot be made.").arg(folder), QString()};
    }

    void leaveOut(const QByteArray &relative)
    {
        ++m_summary.leftOut;
        note(relative, QByteArray(), "left out");
    }

    void note(const QByteArray &from, const QByteArray &to, const QByteArray &change) { m_changes += csvCell(from) + ',' + csvCell(to) + ',' + change + '\n'; }

    void fail(const QFile &file) { m_error = Error{Error::Kind::Io, Text::tr("%1 cannot be written: %2.").arg(file.fileName(), file.errorString()), file.errorString()}; }

    const QByteArray m_root, m_rootWithSlash;
    const QString m_target;
    const CopyFixes m_fixes;
    const std::atomic_bool &m_cancelled;
    const std::function<void(qint64)> &m_progress;
    const ReadOptions m_options;
    std::atomic<qint64> m_bytesRead = 0;
    const ReadContext m_context;
    SafePaths m_paths;
    CopySummary m_summary;
    QByteArray m_changes = "old,new,change\n";
    std::optional<Error> m_error;
};

} // namespace

Result<CopySummary> writeCorrectedCopy(const QString &source, const QString &target, const CopyFixes &fixes, const std::atomic_bool &cancelled, const std::function<void(qint64)> &progress)
{
    const QString from = QDir::cleanPath(QFileInfo(source).absoluteFilePath()), to = QDir::cleanPath(QFileInfo(target).absoluteFilePath());
    if (!QFileInfo(from).isDir())
        return Error{Error::Kind::Invalid, Text::tr("%1 is no folder: only folders can be copied with corrections.").arg(from), QString()};
    if (to == from || to.startsWith(from + u'/'))
        return Error{Error::Kind::Invalid, Text::tr("The copy cannot lie inside the original %1. Choose another folder.").arg(from), QString()};
    if (QFileInfo::exists(to))
        return Error{Error::Kind::Invalid, Text::tr("%1 exists already. Choose a folder that does not exist yet.").arg(to), QString()};
    return CopyTask(from, to, fixes, cancelled, progress).run();
}

Result<qint64> writeRenameMap(const QString &source, const QString &file, const std::atomic_bool &cancelled)
{
    SafePaths paths;
    QByteArray map = "old,new\n";
    qint64 count = 0;
    WalkVisitor visitor;
    visitor.entry = [&](const WalkEntry &entry) {
        const QByteArray relative = entry.relativePath(), safe = paths.pathOf(relative);
        if (safe == relative)
            return;
        map += csvCell(relative) + ',' + csvCell(safe) + '\n';
        ++count;
    };
    walkDataset(QFile::encodeName(QDir::cleanPath(source)), cancelled, visitor);
    if (const Result<> written = writeFileAtomically(file, map); !written)
        return written.error();
    return count;
}

} // namespace Trainyard
