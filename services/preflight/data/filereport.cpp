#include "services/preflight/data/filereport.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QIODevice>
#include <QtEndian>

#include <algorithm>
#include <array>

namespace Trainyard {

namespace {

constexpr qsizetype linesKept = 10;

__extension__ using Wide = unsigned __int128;

/// Multiplies to 128 bits and folds: every bit of both depends on every bit of either.
quint64 mixed(quint64 a, quint64 b)
{
    const Wide product = Wide(a) * b;
    return quint64(product) ^ quint64(product >> 64);
}

} // namespace

QString imageModeToText(ImageFacts::Mode mode)
{
    constexpr std::array texts{"L", "LA", "P", "RGB", "RGBA", "CMYK", "?"};
    return QLatin1String(texts[size_t(mode)]);
}

void FileReport::add(Trouble trouble, qint64 line, const QString &subject, const QString &value, qint64 count)
{
    const auto known = std::find_if(troubles.begin(), troubles.end(), [&](const FileTrouble &other) { return other.trouble == trouble && other.subject == subject; });
    if (known == troubles.end()) {
        troubles.append({trouble, subject, value, count, line > 0 ? QList<qint64>{line} : QList<qint64>()});
        return;
    }
    known->count += count;
    if (line > 0 && known->lines.size() < linesKept)
        known->lines.append(line);
}

bool FileReport::has(Trouble trouble) const
{
    return std::any_of(troubles.begin(), troubles.end(), [trouble](const FileTrouble &other) { return other.trouble == trouble; });
}

QByteArray FileReport::toBytes() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << quint32(troubles.size());
    for (const FileTrouble &trouble : troubles)
        stream << quint8(trouble.trouble) << trouble.subject << trouble.value << trouble.count << trouble.lines;
    stream << image.has_value();
    if (image)
        stream << quint8(image->mode) << image->width << image->height << image->bitsPerChannel << image->looks << image->values;
    stream << records.has_value();
    if (records)
        stream << records->records << records->target << records->labels << records->hasMoreLabels << records->hashes;
    stream << contentHash;
    return bytes;
}

std::optional<FileReport> FileReport::fromBytes(const QByteArray &bytes)
{
    QDataStream stream(bytes);
    FileReport report;
    quint32 count = 0;
    stream >> count;
    for (quint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        FileTrouble trouble;
        quint8 kind = 0;
        stream >> kind >> trouble.subject >> trouble.value >> trouble.count >> trouble.lines;
        trouble.trouble = Trouble(kind);
        report.troubles.append(trouble);
    }
    bool isThere = false;
    stream >> isThere;
    if (isThere) {
        ImageFacts facts;
        quint8 mode = 0;
        stream >> mode >> facts.width >> facts.height >> facts.bitsPerChannel >> facts.looks >> facts.values;
        facts.mode = ImageFacts::Mode(std::min<quint8>(mode, quint8(ImageFacts::Mode::Other)));
        report.image = facts;
    }
    stream >> isThere;
    if (isThere) {
        RecordFacts facts;
        stream >> facts.records >> facts.target >> facts.labels >> facts.hasMoreLabels >> facts.hashes;
        report.records = facts;
    }
    stream >> report.contentHash;
    return stream.status() == QDataStream::Ok ? std::optional(report) : std::nullopt;
}

quint64 stableHash(QByteArrayView bytes)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_160);
    hash.addData(bytes);
    return qFromLittleEndian<quint64>(hash.result().constData());
}

quint64 fastHash(QByteArrayView bytes)
{
    constexpr quint64 first = 0x9E3779B97F4A7C15ull, second = 0xD6E8FEB86659FD93ull; // odd numbers without a pattern
    quint64 hash = mixed(quint64(bytes.size()) ^ first, second);
    const char *at = bytes.data();
    qsizetype left = bytes.size();
    for (; left >= 16; left -= 16, at += 16)
        hash = mixed(qFromLittleEndian<quint64>(at) ^ first, qFromLittleEndian<quint64>(at + 8) ^ hash);
    char rest[16] = {};
    std::copy_n(at, left, rest);
    return mixed(mixed(qFromLittleEndian<quint64>(rest) ^ first, qFromLittleEndian<quint64>(rest + 8) ^ hash), second);
}

} // namespace Trainyard
