#include "services/preflight/data/datafile.h"

#include <QDataStream>
#include <QIODevice>

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr qsizetype chunkBytes = 256 * 1024;
constexpr qsizetype longestLine = qsizetype(64) << 20;

qint64 modifiedNs(const struct stat &facts)
{
    return qint64(facts.st_mtim.tv_sec) * 1'000'000'000 + facts.st_mtim.tv_nsec;
}

/// Reports a mark or UTF-16 at the start of a text. True: the rest cannot be read as lines of UTF-8.
bool checkTextStart(QByteArrayView start, FileReport &report)
{
    if (start.startsWith("\xEF\xBB\xBF")) {
        report.add(Trouble::ByteOrderMark, 1);
        return false;
    }
    const bool hasMark = start.startsWith("\xFF\xFE") || start.startsWith("\xFE\xFF");
    const bool isWide = start.size() >= 8 && std::count(start.begin(), start.end(), '\0') > start.size() / 4;
    if (hasMark || isWide)
        report.add(Trouble::Encoding, 1, QString(), QStringLiteral("UTF-16"));
    return hasMark || isWide;
}

} // namespace

quint64 ReadOptions::fingerprint() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << format << targetColumn << numClasses.value_or(-1) << isClassification << ignoredLabels << inputShape << inputType << readsMasks;
    return stableHash(bytes);
}

DataFile::DataFile(const QByteArray &path, const ReadContext &context, FileReport &report)
    : m_context(context)
    , m_report(report)
    , m_descriptor(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
{
    struct stat facts;
    if (m_descriptor < 0) {
        m_report.add(errno == ENOENT || errno == ENXIO ? Trouble::Changed : Trouble::Unreadable);
    } else if (fstat(m_descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        m_report.add(Trouble::Changed);
        ::close(m_descriptor);
        m_descriptor = -1;
    } else {
        m_size = facts.st_size;
        m_modifiedNs = modifiedNs(facts);
    }
}

DataFile::~DataFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool DataFile::read(QByteArray &buffer, qsizetype maximum)
{
    buffer.resize(maximum);
    qsizetype have = 0;
    while (have < maximum && !m_context.cancelled) {
        const ssize_t got = ::pread(m_descriptor, buffer.data() + have, size_t(std::min(chunkBytes * 4, maximum - have)), m_position);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            m_report.add(Trouble::Unreadable);
        if (got <= 0)
            break;
        have += got;
        m_position += got;
        m_context.bytesRead += got;
    }
    buffer.resize(have);
    return have > 0 && !m_context.cancelled;
}

bool DataFile::readAt(qint64 offset, char *target, qsizetype count)
{
    qsizetype have = 0;
    while (have < count) {
        const ssize_t got = ::pread(m_descriptor, target + have, size_t(count - have), offset + have);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        have += std::max<ssize_t>(got, 0);
    }
    m_context.bytesRead += count;
    return true;
}

QByteArray DataFile::readAt(qint64 offset, qsizetype count)
{
    QByteArray bytes(std::max<qsizetype>(0, std::min<qint64>(count, m_size - offset)), Qt::Uninitialized);
    return readAt(offset, bytes.data(), bytes.size()) ? bytes : QByteArray();
}

void DataFile::checkUnchanged()
{
    struct stat facts;
    if (m_context.cancelled)
        m_report.wasCancelled = true;
    else if (m_descriptor >= 0 && (fstat(m_descriptor, &facts) != 0 || facts.st_size != m_size || modifiedNs(facts) != m_modifiedNs))
        m_report.add(Trouble::Changed);
}

bool LineReader::next(QByteArrayView &line)
{
    qsizetype searchedTo = m_start;
    for (;;) {
        const char *begin = m_buffer.constData() + searchedTo;
        const auto *end = static_cast<const char *>(memchr(begin, '\n', size_t(m_buffer.size() - searchedTo)));
        if (end || (m_isAtEnd && m_start < m_buffer.size())) {
            const qsizetype length = (end ? end - m_buffer.constData() : m_buffer.size()) - m_start;
            line = QByteArrayView(m_buffer.constData() + m_start, length);
            if (line.endsWith('\r'))
                line.chop(1);
            m_start += length + (end ? 1 : 0);
            ++m_number;
            return true;
        }
        if (m_isAtEnd)
            return false;
        searchedTo = m_buffer.size() - m_start;
        m_buffer.remove(0, m_start);
        m_start = 0;
        if (m_buffer.size() > longestLine) {
            m_report.add(Trouble::TooLarge, m_number + 1);
            return false;
        }
        if (m_file.read(m_chunk, chunkBytes))
            m_buffer.append(m_chunk);
        else
            m_isAtEnd = true;
        if (m_file.isCancelled())
            return false;
    }
}

bool isUtf8(QByteArrayView bytes)
{
    const bool isAscii = std::none_of(bytes.begin(), bytes.end(), [](char c) { return uchar(c) >= 0x80; });
    return isAscii || bytes.isValidUtf8();
}

QString guessedEncoding(QByteArrayView bytes)
{
    const qsizetype nulls = std::count(bytes.begin(), bytes.end(), '\0');
    if (nulls > bytes.size() / 4)
        return QStringLiteral("UTF-16");
    // GBK writes a character as a pair: the first byte 0x81..0xFE, the second 0x40..0xFE.
    bool fitsGbk = true;
    qsizetype pairs = 0;
    for (qsizetype i = 0; i < bytes.size() && fitsGbk; ++i) {
        if (uchar(bytes[i]) < 0x80)
            continue;
        const uchar first = uchar(bytes[i]), second = i + 1 < bytes.size() ? uchar(bytes[i + 1]) : 0;
        fitsGbk = first >= 0x81 && first <= 0xFE && second >= 0x40 && second <= 0xFE && second != 0x7F;
        ++pairs;
        ++i;
    }
    return fitsGbk && pairs >= 2 ? QStringLiteral("GBK") : QStringLiteral("Latin-1");
}

QString foreignContent(QByteArrayView start)
{
    struct Magic
    {
        QByteArrayView bytes;
        const char *name;
    };
    static constexpr Magic magics[] = {{"%PDF-", "PDF"}, {"PK\x03\x04", "ZIP"}, {"\x1f\x8b", "gzip"}, {"Rar!", "RAR"}, {"7z\xbc\xaf", "7-Zip"}, {"\x89PNG", "PNG"},
                                       {"\xff\xd8\xff", "JPEG"}, {"GIF8", "GIF"}, {"SQLite format 3", "SQLite"}, {"\x7f" "ELF", "ELF"}, {"PAR1", "Parquet"}, {"\x93NUMPY", "NumPy"},
                                       {"version https://git-lfs", "Git LFS"}};
    for (const Magic &magic : magics) {
        if (start.startsWith(magic.bytes))
            return QLatin1String(magic.name);
    }
    const QByteArray head = start.first(std::min<qsizetype>(start.size(), 512)).toByteArray().trimmed().toLower();
    for (const char *tag : {"<!doctype html", "<html", "<head", "<?xml"}) {
        if (head.startsWith(tag))
            return head.contains("html") ? QStringLiteral("HTML") : QStringLiteral("XML");
    }
    return QString();
}

bool isNoText(DataFile &file, FileReport &report)
{
    if (file.size() == 0) {
        report.add(Trouble::Empty);
        return true;
    }
    const QByteArray start = file.readAt(0, 4096);
    if (const QString foreign = foreignContent(start); !foreign.isEmpty()) {
        report.add(Trouble::WrongContent, 0, QString(), foreign);
        return true;
    }
    return checkTextStart(start, report);
}

} // namespace Trainyard
