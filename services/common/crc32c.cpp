#include "services/common/crc32c.h"

#include <array>

namespace Trainyard {

namespace {

constexpr quint32 reflectedPolynomial = 0x82f63b78;

constexpr std::array<quint32, 256> makeTable()
{
    std::array<quint32, 256> table{};
    for (quint32 byte = 0; byte < 256; ++byte) {
        quint32 rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest & 1) != 0 ? (rest >> 1) ^ reflectedPolynomial : rest >> 1;
        table[byte] = rest;
    }
    return table;
}

constexpr std::array<quint32, 256> table = makeTable();

} // namespace

quint32 crc32c(QByteArrayView data)
{
    quint32 crc = 0xffffffff;
    for (const char byte : data)
        crc = table[(crc ^ quint8(byte)) & 0xff] ^ (crc >> 8);
    return ~crc;
}

quint32 maskedCrc32c(QByteArrayView data)
{
    const quint32 crc = crc32c(data);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8;
}

} // namespace Trainyard
