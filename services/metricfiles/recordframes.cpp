#include "services/metricfiles/recordframes.h"

#include "services/common/crc32c.h"

#include <QtEndian>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 headerSize = 12;
constexpr qint64 footerSize = 4;
constexpr quint64 longestBelievable = quint64(1) << 40;

/// The length that stands at @p at, when its CRC says so; -1: no record begins there.
qint64 lengthAt(QByteArrayView window, qint64 at)
{
    const QByteArrayView bytes = window.sliced(at, headerSize);
    const quint64 length = qFromLittleEndian<quint64>(bytes.data());
    if (length >= longestBelievable || qFromLittleEndian<quint32>(bytes.data() + 8) != maskedCrc32c(bytes.first(8)))
        return -1;
    return qint64(length);
}

} // namespace

void RecordFrames::read(QByteArrayView window, const Receiver &receive)
{
    qint64 at = 0;
    m_needed = 1;
    while (window.size() - at >= headerSize) {
        const qint64 length = lengthAt(window, at);
        if (length < 0) {
            if (m_lostAt < 0)
                m_lostAt = m_offset + at;
            at = skip(window, at);
            continue;
        }
        if (m_lostAt >= 0) {
            noteDamage(m_lostAt);
            m_lostAt = -1;
        }
        const qint64 whole = headerSize + length + footerSize;
        if (length > longestRecord) { // jumped over, also where the window ends before it does
            at += whole;
            break;
        }
        if (window.size() - at < whole) {
            m_needed = whole;
            break;
        }
        const QByteArrayView data = window.sliced(at + headerSize, length);
        const bool isRight = qFromLittleEndian<quint32>(window.data() + at + headerSize + length) == maskedCrc32c(data);
        if (!isRight && window.size() - at < whole + headerSize) { // nothing follows: it may still be being written
            m_needed = whole + headerSize;
            break;
        }
        at += whole;
        if (isRight)
            receive(data, m_offset + at);
        else
            noteDamage(m_offset + at - whole);
    }
    m_offset += at;
}

/// The next place at which a record may begin: of the length's 8 bytes the upper ones are 0, and not all of them.
qint64 RecordFrames::skip(QByteArrayView window, qint64 at)
{
    const qint64 last = window.size() - headerSize;
    for (++at; at <= last; ++at) {
        const quint64 length = qFromLittleEndian<quint64>(window.data() + at);
        if (length != 0 && length < longestBelievable && lengthAt(window, at) >= 0)
            break;
    }
    return at;
}

void RecordFrames::noteDamage(qint64 offset)
{
    if (m_damagedPlaces++ == 0)
        m_firstDamage = offset;
}

} // namespace Trainyard
