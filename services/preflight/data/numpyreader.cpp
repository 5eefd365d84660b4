#include "services/preflight/data/numpyreader.h"

#include "services/preflight/data/labelcheck.h"

#include <QRegularExpression>
#include <QtEndian>

#include <algorithm>
#include <cmath>

#include <zlib.h>

namespace Trainyard {

namespace {

constexpr qsizetype chunkBytes = 1 << 20;
constexpr qint64 largestMember = qint64(1) << 30;

/// One array, handed over piece by piece.
class ArrayCheck
{
public:
    ArrayCheck(const QString &name, const ReadOptions &options, FileReport &report)
        : m_name(name)
        , m_options(options)
        , m_report(report)
    {
    }

    void feed(QByteArrayView bytes)
    {
        m_pending.append(bytes.data(), bytes.size());
        if (!m_hasHeader && !readHeader())
            return;
        const qsizetype whole = m_itemBytes > 0 ? m_pending.size() / m_itemBytes * m_itemBytes : m_pending.size();
        const qint64 wanted = std::min<qint64>(whole, m_dataBytes - m_seenBytes);
        if (wanted > 0)
            lookAtNumbers(QByteArrayView(m_pending).first(wanted));
        m_seenBytes += whole;
        m_pending.remove(0, whole);
    }

    void finish()
    {
        if (m_isRefused)
            return;
        if (!m_hasHeader)
            return m_report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("header"));
        if (m_seenBytes + m_pending.size() < m_dataBytes)
            m_report.add(Trouble::TruncatedFile, 0, QString(), QStringLiteral("%1 / %2").arg(m_seenBytes + m_pending.size()).arg(m_dataBytes));
        if (m_isLabels)
            m_report.records = m_facts;
    }

private:
    /// Magic, version, length, and a Python dict: {'descr': '<f4', 'fortran_order': False, 'shape': (10, 3), }
    bool readHeader()
    {
        if (m_isRefused || m_pending.size() < 10)
            return false;
        const auto refuse = [this](Trouble trouble, const QString &value) {
            m_isRefused = true;
            m_report.add(trouble, 0, m_name, value);
            return false;
        };
        if (!m_pending.startsWith("\x93NUMPY"))
            return refuse(Trouble::DamagedFile, QStringLiteral("magic"));
        const bool isLong = m_pending[6] >= 2;
        if (m_pending.size() < 12)
            return false;
        const qsizetype start = isLong ? 12 : 10;
        const qsizetype length = isLong ? qsizetype(qFromLittleEndian<quint32>(m_pending.constData() + 8)) : qsizetype(qFromLittleEndian<quint16>(m_pending.constData() + 8));
        if (length > chunkBytes)
            return refuse(Trouble::DamagedFile, QStringLiteral("header"));
        if (m_pending.size() < start + length)
            return false;
        const QString header = QString::fromLatin1(m_pending.mid(start, length));
        static const QRegularExpression descr(QStringLiteral("'descr':\\s*'([^']*)'")), shape(QStringLiteral("'shape':\\s*\\(([0-9, ]*)\\)"));
        m_type = descr.match(header).captured(1);
        const QRegularExpressionMatch shapeMatch = shape.match(header);
        if (!shapeMatch.hasMatch() || (m_type.isEmpty() && !header.contains(QStringLiteral("'descr': ["))))
            return refuse(Trouble::DamagedFile, QStringLiteral("header"));
        qint64 count = 1;
        for (const QString &size : shapeMatch.captured(1).split(u',', Qt::SkipEmptyParts)) {
            if (!size.trimmed().isEmpty())
                m_shape.append(size.trimmed().toLongLong()), count *= std::max<qint64>(0, m_shape.last());
        }
        m_pending.remove(0, start + length);
        m_hasHeader = true;
        judgeType(count);
        return !m_isRefused;
    }

    void judgeType(qint64 count)
    {
        const QChar kind = m_type.size() > 1 ? m_type[1] : QChar();
        if (kind == u'O') {
            m_isRefused = true;
            return m_report.add(Trouble::ObjectArray, 0, m_name);
        }
        m_itemBytes = m_type.mid(2).toInt() * (kind == u'U' ? 4 : 1);
        m_dataBytes = count * m_itemBytes;
        m_isFloat = kind == u'f' && m_type.startsWith(u'<') && (m_itemBytes == 2 || m_itemBytes == 4 || m_itemBytes == 8);
        const QString stem = m_name.section(u'/', -1).section(u'.', 0, 0).toLower();
        m_isLabels = (kind == u'i' || kind == u'u') && m_shape.size() == 1 && (stem == u"y" || stem.startsWith(u"y_") || stem.contains(u"label") || stem.contains(u"target"));
        m_facts.target = m_isLabels ? stem : QString();
        const QList<qint64> &wanted = m_options.inputShape;
        const bool isData = stem == u"x" || stem.startsWith(u"x_") || stem.contains(u"image") || stem.contains(u"data") || stem.contains(u"feature") || stem.contains(u"input");
        if (isData && !wanted.isEmpty() && m_shape != wanted && m_shape.mid(1) != wanted && !(m_shape.size() == 1 && wanted.size() == 1)) {
            QStringList sizes;
            for (const qint64 size : m_shape)
                sizes.append(QString::number(size));
            m_report.add(Trouble::ArrayShape, 0, QString(), sizes.join(QStringLiteral(" x ")));
        }
        if (isData && (kind == u'U' || kind == u'S' || kind == u'V'))
            m_report.add(Trouble::ArrayType, 0, QString(), m_type);
    }

    void lookAtNumbers(QByteArrayView bytes)
    {
        if (!m_isFloat && !m_isLabels)
            return;
        for (qsizetype i = 0; i + m_itemBytes <= bytes.size(); i += m_itemBytes) {
            const char *at = bytes.data() + i;
            if (m_isLabels) {
                const qint64 label = wholeNumber(at);
                ++m_facts.records;
                addLabel(QString::number(label), m_facts.records, m_options, m_facts, m_report);
            } else if (isNotFinite(at)) {
                m_report.add(Trouble::MissingValue, 0, m_name);
            }
        }
    }

    /// All bits of the exponent are set: NaN or infinite.
    bool isNotFinite(const char *at) const
    {
        if (m_itemBytes == 4)
            return (qFromLittleEndian<quint32>(at) & 0x7F800000u) == 0x7F800000u;
        if (m_itemBytes == 8)
            return (qFromLittleEndian<quint64>(at) & 0x7FF0000000000000ull) == 0x7FF0000000000000ull;
        return (qFromLittleEndian<quint16>(at) & 0x7C00u) == 0x7C00u;
    }

    qint64 wholeNumber(const char *at) const
    {
        const bool isSigned = m_type[1] == u'i';
        switch (m_itemBytes) {
        case 1: return isSigned ? qint64(*reinterpret_cast<const qint8 *>(at)) : qint64(uchar(*at));
        case 2: return isSigned ? qint64(qFromLittleEndian<qint16>(at)) : qint64(qFromLittleEndian<quint16>(at));
        case 4: return isSigned ? qint64(qFromLittleEndian<qint32>(at)) : qint64(qFromLittleEndian<quint32>(at));
        default: return qFromLittleEndian<qint64>(at);
        }
    }

    const QString m_name;
    const ReadOptions &m_options;
    FileReport &m_report;
    QByteArray m_pending;
    QString m_type;
    QList<qint64> m_shape;
    RecordFacts m_facts;
    qint64 m_itemBytes = 0, m_dataBytes = 0, m_seenBytes = 0;
    bool m_hasHeader = false, m_isRefused = false, m_isFloat = false, m_isLabels = false;
};

/// One member of a ZIP archive, by its central directory.
struct ZipMember
{
    QString name;
    quint16 method = 0;
    quint32 crc = 0;
    qint64 packedBytes = 0, bytes = 0, offset = 0;
};

std::optional<QList<ZipMember>> zipMembers(DataFile &file)
{
    constexpr qsizetype longestTail = 66'000;
    const qint64 tailAt = std::max<qint64>(0, file.size() - longestTail);
    const QByteArray tail = file.readAt(tailAt, longestTail);
    const qsizetype end = tail.lastIndexOf("PK\x05\x06");
    if (end < 0 || end + 22 > tail.size())
        return std::nullopt;
    const auto size = qFromLittleEndian<quint32>(tail.constData() + end + 12), at = qFromLittleEndian<quint32>(tail.constData() + end + 16);
    const QByteArray directory = file.readAt(at, size);
    QList<ZipMember> members;
    for (qsizetype i = 0; i + 46 <= directory.size() && directory.mid(i, 4) == "PK\x01\x02";) {
        const char *entry = directory.constData() + i;
        const auto nameLength = qFromLittleEndian<quint16>(entry + 28);
        ZipMember member{QString::fromUtf8(directory.mid(i + 46, nameLength)), qFromLittleEndian<quint16>(entry + 10), qFromLittleEndian<quint32>(entry + 16), qFromLittleEndian<quint32>(entry + 20),
                         qFromLittleEndian<quint32>(entry + 24), qFromLittleEndian<quint32>(entry + 42)};
        members.append(member);
        i += 46 + nameLength + qFromLittleEndian<quint16>(entry + 30) + qFromLittleEndian<quint16>(entry + 32);
    }
    return members;
}

std::optional<QByteArray> unpacked(DataFile &file, const ZipMember &member)
{
    const QByteArray local = file.readAt(member.offset, 30);
    if (local.size() < 30 || !local.startsWith("PK\x03\x04"))
        return std::nullopt;
    const qint64 start = member.offset + 30 + qFromLittleEndian<quint16>(local.constData() + 26) + qFromLittleEndian<quint16>(local.constData() + 28);
    const QByteArray packed = file.readAt(start, member.packedBytes);
    QByteArray bytes = packed;
    if (member.method == 8) {
        bytes.resize(member.bytes);
        z_stream stream{};
        inflateInit2(&stream, -MAX_WBITS);
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.constData()));
        stream.avail_in = uInt(packed.size());
        stream.next_out = reinterpret_cast<Bytef *>(bytes.data());
        stream.avail_out = uInt(bytes.size());
        const int outcome = inflate(&stream, Z_FINISH);
        inflateEnd(&stream);
        if (outcome != Z_STREAM_END)
            return std::nullopt;
    }
    const auto crc = quint32(crc32(0, reinterpret_cast<const Bytef *>(bytes.constData()), uInt(bytes.size())));
    return bytes.size() == member.bytes && crc == member.crc ? std::optional(bytes) : std::nullopt;
}

void readArchive(DataFile &file, const ReadContext &context, FileReport &report)
{
    const std::optional<QList<ZipMember>> members = zipMembers(file);
    if (!members)
        return report.add(Trouble::TruncatedFile, 0, QString(), QStringLiteral("ZIP"));
    for (const ZipMember &member : *members) {
        if (member.bytes > largestMember || member.bytes == 0xFFFFFFFF) {
            report.add(Trouble::TooLarge);
            continue;
        }
        const std::optional<QByteArray> bytes = unpacked(file, member);
        if (!bytes) {
            report.add(Trouble::DamagedFile, 0, QString(), member.name);
            continue;
        }
        ArrayCheck check(member.name, context.options, report);
        check.feed(*bytes);
        check.finish();
    }
}

} // namespace

FileReport readNumpy(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen())
        return report;
    if (file.size() == 0) {
        report.add(Trouble::Empty);
        return report;
    }
    const QByteArray start = file.readAt(0, 512);
    if (const QString foreign = foreignContent(start); !foreign.isEmpty() && foreign != QLatin1String("NumPy") && foreign != QLatin1String("ZIP")) {
        report.add(Trouble::WrongContent, 0, QString(), foreign);
        return report;
    }
    if (start.startsWith("PK") || path.toLower().endsWith(".npz")) {
        readArchive(file, context, report);
    } else {
        ArrayCheck check(QString::fromUtf8(path.mid(path.lastIndexOf('/') + 1)), context.options, report);
        QByteArray chunk;
        while (file.read(chunk, chunkBytes))
            check.feed(chunk);
        if (!context.cancelled)
            check.finish();
    }
    file.checkUnchanged();
    return report;
}

} // namespace Trainyard
