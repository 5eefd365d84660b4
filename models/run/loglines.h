#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/// What kind of line a log's line is; each line is exactly one.
enum class LineKind : quint8 {
    Plain,
    Warning,
    Error,   ///< tells of an error: Traceback, Error, Exception, Killed, ...
    Bar,     ///< a progress bar: its last update, as far as is known
    InnerBar ///< an update of a bar that the next line overtook
};
constexpr int lineKindCount = 5;

/// Kind of one line, given without its end; never InnerBar. Looks at its first 64 KiB.
LineKind classifyLine(QByteArrayView line);

/// Which bar a line shows, and how far it is: two lines of the same bar fold into one.
struct BarStamp
{
    size_t bar = 0; ///< hash of the words before the figure
    int position = 0;
    /// True when @p next is a later update of this bar.
    bool isOvertakenBy(const BarStamp &next) const { return bar == next.bar && position <= next.position; }
};
/// Of a line that is a bar.
BarStamp barStamp(QByteArrayView line);

/// The process that a line says it is from, in its first words: `[rank3]`, `rank 3:`, `[default3]`, `[1,3]<stdout>`, `3: ` (srun -l).
std::optional<int> lineRank(QByteArrayView line);

/// A colour as a terminal knows it.
struct AnsiColor
{
    enum class Kind : quint8 { Default, Indexed, Rgb };
    Kind kind = Kind::Default;
    quint32 value = 0; ///< 0..255, or 0xRRGGBB
    bool operator==(const AnsiColor &) const = default;
};

struct TextStyle
{
    AnsiColor foreground;
    AnsiColor background;
    bool isBold = false;
    bool isFaint = false;
    bool isItalic = false;
    bool isUnderlined = false;
    bool isInverse = false;
    bool operator==(const TextStyle &) const = default;
};

struct StyledSpan
{
    int start = 0;
    int length = 0;
    TextStyle style;
    bool operator==(const StyledSpan &) const = default;
};

/// A line as a terminal would show it.
struct StyledLine
{
    QString text;
    QList<StyledSpan> spans;  ///< only where the style is not the default
    qint64 hiddenBytes = 0;   ///< of a long line, what is not in `text`
    bool operator==(const StyledLine &) const = default;
};

/// What a terminal would show of a line in the end: the last part between carriage returns, backspaces applied, tabs as blanks. Bytes
/// that are no text become U+FFFD.
StyledLine styledLine(QByteArrayView line);
/// Its text alone.
QString displayLine(QByteArrayView line);

} // namespace Trainyard
