#pragma once

#include <QByteArrayView>

#include <functional>

namespace Trainyard {

/**
 * Cuts a TFRecord file into records. Each is: length (8 bytes, little endian), masked CRC-32C of the length, data, masked CRC-32C of the data.
 *
 * The file is still growing: a record that is cut short, or whose CRC is wrong and that nothing follows, may be whole at the next look. A wrong CRC
 * inside skips to the next record: past the data where only that is damaged, to the next bytes that are a length with its CRC where the length is.
 */
class RecordFrames
{
public:
    /// Data of more bytes is not handed over and never held in memory: scalars are some hundred bytes, such a record is an image or a graph.
    static constexpr qint64 longestRecord = qint64(16) << 20;

    using Receiver = std::function<void(QByteArrayView data, qint64 end)>;

    /// Reads the records in @p window, which begins at offset(); @p receive gets each and the offset behind it. More of the file, or the
    /// same bytes and more, come with the next call, which begins at the new offset().
    void read(QByteArrayView window, const Receiver &receive);
    /// Where the next window begins.
    qint64 offset() const { return m_offset; }
    /// How many bytes the next window needs to hold at least for the reading to go on.
    qint64 needed() const { return m_needed; }
    /// Places where bytes were skipped; the offset of the first one, -1: none.
    int damagedPlaces() const { return m_damagedPlaces; }
    qint64 firstDamage() const { return m_firstDamage; }
    /// Bytes were skipped, and no record was found behind them so far.
    bool isLost() const { return m_lostAt >= 0; }

private:
    qint64 skip(QByteArrayView window, qint64 at);
    void noteDamage(qint64 offset);

    qint64 m_offset = 0;
    qint64 m_needed = 1;
    qint64 m_lostAt = -1;
    int m_damagedPlaces = 0;
    qint64 m_firstDamage = -1;
};

} // namespace Trainyard
