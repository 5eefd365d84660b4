#pragma once

#include <QByteArrayView>
#include <QtEndian>

#include <bit>

namespace Trainyard {

/**
 * Reads the fields of one protocol buffers message, without its description. Never reads past the end: what is cut short ends the reading.
 *
 *     WireReader reader(bytes);
 *     while (reader.next())
 *         if (reader.field() == 2) step = reader.integer();
 */
class WireReader
{
public:
    explicit WireReader(QByteArrayView data) : m_rest(data) {}

    /// The next field; false at the end and at bytes that are no field.
    bool next()
    {
        quint64 key = 0;
        if (m_rest.isEmpty() || !takeVarint(key) || (key >> 3) == 0 || (key >> 3) > 0x1fffffff)
            return false;
        m_field = int(key >> 3);
        m_type = int(key & 7);
        m_bytes = {};
        m_number = 0;
        switch (m_type) {
        case 0: return takeVarint(m_number);
        case 1: return takeFixed(8);
        case 2: return takeVarint(m_number) && m_number <= quint64(m_rest.size()) && takeBytes(qsizetype(m_number));
        case 5: return takeFixed(4);
        default: return false; // groups are long out of use
        }
    }

    int field() const { return m_field; }
    bool isBytes() const { return m_type == 2; }
    bool isVarint() const { return m_type == 0; }
    /// Of a varint; of a fixed-width field its bits.
    qint64 integer() const { return qint64(m_number); }
    QByteArrayView bytes() const { return m_bytes; }
    bool isFloat() const { return m_type == 5; }
    bool isDouble() const { return m_type == 1; }
    double toFloat() const { return double(std::bit_cast<float>(quint32(m_number))); }
    double toDouble() const { return std::bit_cast<double>(m_number); }

    /// Takes a varint off the rest: for packed lists, with a reader on the field's bytes.
    bool takeVarint(quint64 &value)
    {
        value = 0;
        for (int shift = 0; shift < 64 && !m_rest.isEmpty(); shift += 7) {
            const quint8 byte = quint8(m_rest.front());
            m_rest = m_rest.sliced(1);
            value |= quint64(byte & 0x7f) << shift;
            if ((byte & 0x80) == 0)
                return true;
        }
        return false;
    }

private:
    bool takeFixed(qsizetype size)
    {
        if (!takeBytes(size))
            return false;
        m_number = size == 8 ? qFromLittleEndian<quint64>(m_bytes.data()) : qFromLittleEndian<quint32>(m_bytes.data());
        return true;
    }
    bool takeBytes(qsizetype size)
    {
        if (m_rest.size() < size)
            return false;
        m_bytes = m_rest.first(size);
        m_rest = m_rest.sliced(size);
        return true;
    }

    QByteArrayView m_rest;
    QByteArrayView m_bytes;
    quint64 m_number = 0;
    int m_field = 0;
    int m_type = 0;
};

} // namespace Trainyard
