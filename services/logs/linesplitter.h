#pragma once

#include <QtGlobal>

#include <string>
#include <string_view>

namespace Trainyard::Logs {

/// A stretch of a line between two of `\n`, `\r` and backspace. What stands after a `\r` is written over what stood before it.
struct Segment
{
    std::string_view text;
    qint64 line = 0;   ///< from 1, counted by '\n'
    qint64 offset = 0; ///< byte after its end, from the start of the log
    bool endsLine = false;
};

/// Cuts a stream of bytes into segments, whatever pieces it comes in. Keeps at most 1 MiB of one segment and skips the rest of it.
class LineSplitter
{
public:
    static constexpr size_t maxSegment = 1024 * 1024;

    template<typename Sink>
    void feed(std::string_view data, Sink &&sink)
    {
        while (!data.empty()) {
            const size_t end = findEnd(data);
            const std::string_view piece = data.substr(0, end);
            if (end == data.size()) {
                keep(piece);
                m_offset += qint64(end);
                return;
            }
            const bool endsLine = data[end] == '\n';
            m_offset += qint64(end) + 1;
            if (m_kept.empty()) {
                sink(Segment{piece.substr(0, maxSegment), m_line, m_offset, endsLine});
            } else {
                keep(piece);
                sink(Segment{m_kept, m_line, m_offset, endsLine});
                m_kept.clear();
            }
            m_line += endsLine ? 1 : 0;
            data.remove_prefix(end + 1);
        }
    }

    /// The last line when it lacks its end.
    template<typename Sink>
    void finish(Sink &&sink)
    {
        if (!m_kept.empty())
            sink(Segment{m_kept, m_line, m_offset, true});
        m_kept.clear();
    }

    qint64 completedLines() const { return m_line - 1; }

private:
    static size_t findEnd(std::string_view data);
    void keep(std::string_view piece) { m_kept.append(piece.substr(0, maxSegment - std::min(maxSegment, m_kept.size()))); }

    std::string m_kept; ///< the start of a segment whose end has not come
    qint64 m_line = 1;
    qint64 m_offset = 0;
};

/// @p text without terminal escapes (`ESC [ ... m`, `ESC ] ... BEL`). Copies into @p storage only when there are any.
std::string_view withoutEscapes(std::string_view text, std::string &storage);

} // namespace Trainyard::Logs
