#include "eventwriter.h"

#include <QtEndian>

#include <cstring>

namespace EventWriter {

namespace {

template<typename T>
QByteArray littleEndian(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

/// Bit by bit, as the standard describes it.
quint32 maskedCrc(const QByteArray &data)
{
    quint32 crc = 0xffffffff;
    for (const char byte : data) {
        crc ^= quint8(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (0x82f63b78 & (0 - (crc & 1)));
    }
    crc = ~crc;
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8;
}

} // namespace

QByteArray varint(quint64 value)
{
    QByteArray bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += char((value & 0x7f) | 0x80);
    return bytes + char(value);
}

QByteArray bytesField(int number, const QByteArray &bytes) { return varint(quint64(number) << 3 | 2) + varint(quint64(bytes.size())) + bytes; }
QByteArray varintField(int number, quint64 value) { return varint(quint64(number) << 3) + varint(value); }
QByteArray floatField(int number, float value) { return varint(quint64(number) << 3 | 5) + littleEndian(value); }
QByteArray doubleField(int number, double value) { return varint(quint64(number) << 3 | 1) + littleEndian(value); }

QByteArray record(const QByteArray &data)
{
    const QByteArray length = littleEndian(quint64(data.size()));
    return length + littleEndian(maskedCrc(length)) + data + littleEndian(maskedCrc(data));
}

QByteArray versionRecord(double wallTime) { return record(doubleField(1, wallTime) + bytesField(3, "brain.Event:2")); }

QByteArray event(double wallTime, qint64 step, const QByteArray &summary)
{
    return record(doubleField(1, wallTime) + varintField(2, quint64(step)) + bytesField(5, summary));
}

QByteArray scalarRecord(const QByteArray &tag, qint64 step, float value, double wallTime)
{
    return event(wallTime, step, bytesField(1, bytesField(1, tag) + floatField(2, value)));
}

QByteArray tensorRecord(const QByteArray &tag, qint64 step, const QByteArray &tensor, const QByteArray &plugin)
{
    const QByteArray metadata = bytesField(1, bytesField(1, plugin));
    return event(1700000000, step, bytesField(1, bytesField(1, tag) + bytesField(8, tensor) + bytesField(9, metadata)));
}

QByteArray sessionStartRecord(qint64 step) { return record(doubleField(1, 1700000000) + varintField(2, quint64(step)) + bytesField(7, varintField(1, 1))); }

} // namespace EventWriter
