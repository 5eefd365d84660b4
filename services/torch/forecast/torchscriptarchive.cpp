#include "services/torch/forecast/torchscriptarchive.h"

#include <QFile>
#include <QtEndian>

namespace Trainyard {

namespace {

// Fields of a zip file (PKWARE's APPNOTE 6.3.9): little-endian, at these offsets.
constexpr quint32 endSignature = 0x06054b50, end64Signature = 0x06064b50, locator64Signature = 0x07064b50, entrySignature = 0x02014b50;
constexpr qint64 endSize = 22, locator64Size = 20, end64Size = 56, entrySize = 46;
constexpr quint32 isIn64 = 0xffffffff; ///< the value is in the extra field

template<typename T>
T read(const QByteArray &bytes, qint64 at)
{
    return qFromLittleEndian<T>(bytes.constData() + at);
}

template<typename T>
void write(QByteArray &bytes, qint64 at, T value)
{
    qToLittleEndian(value, bytes.data() + at);
}

struct Directory
{
    qint64 offset = 0;
    QByteArray entries;
};

/// The file, with another directory of its entries.
class ArchiveWithoutWeights final : public caffe2::serialize::ReadAdapterInterface
{
public:
    ArchiveWithoutWeights(std::unique_ptr<QFile> file, Directory directory)
        : m_file(std::move(file)), m_directory(std::move(directory))
    {
    }

    size_t size() const override { return size_t(m_file->size()); }

    size_t read(uint64_t position, void *buffer, size_t bytes, const char *) const override
    {
        if (position > quint64(m_file->size()) || !m_file->seek(qint64(position)))
            return 0;
        const qint64 done = std::max<qint64>(0, m_file->read(static_cast<char *>(buffer), qint64(bytes)));
        const qint64 first = std::max(qint64(position), m_directory.offset);
        const qint64 last = std::min(qint64(position) + done, m_directory.offset + m_directory.entries.size());
        if (first < last)
            std::memcpy(static_cast<char *>(buffer) + (first - qint64(position)), m_directory.entries.constData() + (first - m_directory.offset), size_t(last - first));
        return size_t(done);
    }

private:
    std::unique_ptr<QFile> m_file;
    Directory m_directory;
};

QByteArray readAt(QFile &file, qint64 offset, qint64 bytes)
{
    return offset >= 0 && bytes >= 0 && offset <= file.size() - bytes && file.seek(offset) ? file.read(bytes) : QByteArray();
}

std::optional<Directory> readDirectory(QFile &file)
{
    constexpr qint64 longestComment = 0xffff, largestDirectory = 256 << 20;
    const qint64 tailOffset = std::max<qint64>(0, file.size() - endSize - longestComment);
    const QByteArray tail = readAt(file, tailOffset, file.size() - tailOffset);
    const qsizetype at = tail.lastIndexOf("PK\x05\x06");
    if (at < 0 || tail.size() - at < endSize)
        return std::nullopt;
    qint64 size = read<quint32>(tail, at + 12), offset = read<quint32>(tail, at + 16);
    if (at >= locator64Size && read<quint32>(tail, at - locator64Size) == locator64Signature) {
        const QByteArray end = readAt(file, read<qint64>(tail, at - locator64Size + 8), end64Size);
        if (end.size() < end64Size || read<quint32>(end, 0) != end64Signature)
            return std::nullopt;
        size = read<qint64>(end, 40);
        offset = read<qint64>(end, 48);
    }
    if (size > largestDirectory)
        return std::nullopt;
    Directory directory{offset, readAt(file, offset, size)};
    return directory.entries.isEmpty() ? std::nullopt : std::optional(directory);
}

/// Where the extra field at @p at, @p bytes long, has its 64-bit values; -1: nowhere.
qint64 values64(const QByteArray &entries, qint64 at, qint64 bytes)
{
    for (const qint64 end = at + bytes; at + 4 <= end; at += 4 + read<quint16>(entries, at + 2))
        if (read<quint16>(entries, at) == 1)
            return at + 4 + read<quint16>(entries, at + 2) <= end ? at + 4 : -1;
    return -1;
}

/// Makes the records of large tensors empty; false: the directory is damaged, or what stays is absurdly large.
bool emptyWeights(QByteArray &entries)
{
    constexpr qint64 largestValue = 4096, largestRest = 512 << 20;
    qint64 rest = 0;
    for (qint64 at = 0; at + entrySize <= entries.size() && read<quint32>(entries, at) == entrySignature;) {
        const qint64 nameSize = read<quint16>(entries, at + 28), extraSize = read<quint16>(entries, at + 30), commentSize = read<quint16>(entries, at + 32);
        if (at + entrySize + nameSize + extraSize + commentSize > entries.size())
            return false;
        const QByteArray name = entries.mid(at + entrySize, nameSize);
        const bool packedIs64 = read<quint32>(entries, at + 20) == isIn64, sizeIs64 = read<quint32>(entries, at + 24) == isIn64;
        const qint64 wide = packedIs64 || sizeIs64 ? values64(entries, at + entrySize + nameSize, extraSize) : -1;
        if (sizeIs64 && (wide < 0 || wide + (packedIs64 ? 16 : 8) > entries.size()))
            return false;
        const qint64 size = sizeIs64 ? read<qint64>(entries, wide) : read<quint32>(entries, at + 24);
        const bool isTensor = name.contains("/data/") || name.contains("/constants/");
        if (isTensor && (size > largestValue || size < 0)) {
            write<quint16>(entries, at + 10, 0); // stored
            write<quint32>(entries, at + 16, 0); // checksum
            if (packedIs64)
                write<qint64>(entries, wide + (sizeIs64 ? 8 : 0), 0);
            else
                write<quint32>(entries, at + 20, 0);
            if (sizeIs64)
                write<qint64>(entries, wide, 0);
            else
                write<quint32>(entries, at + 24, 0);
        } else if (size < 0 || (rest += size) > largestRest) {
            return false;
        }
        at += entrySize + nameSize + extraSize + commentSize;
    }
    return true;
}

} // namespace

Result<std::shared_ptr<caffe2::serialize::ReadAdapterInterface>> openWithoutWeights(const QString &path)
{
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadOnly))
        return Error{Error::Kind::Io, TorchScriptText::tr("The model file %1 cannot be read: %2.").arg(path, file->errorString()), QString()};
    if (file->peek(2) != "PK")
        return Error{Error::Kind::Invalid,
                     TorchScriptText::tr("The model file %1 is no TorchScript: it is not an archive. Save the model with torch.jit.script(model).save(...).").arg(path),
                     QString()};
    std::optional<Directory> directory = readDirectory(*file);
    if (!directory || !emptyWeights(directory->entries))
        return Error{Error::Kind::Invalid, TorchScriptText::tr("The model file %1 is damaged or cut off.").arg(path), QString()};
    return std::shared_ptr<caffe2::serialize::ReadAdapterInterface>(std::make_shared<ArchiveWithoutWeights>(std::move(file), *std::move(directory)));
}

} // namespace Trainyard
