#include "services/logs/logreader.h"

#include "services/logs/bytetext.h"
#include "services/logs/containerlines.h"
#include "services/logs/eventjson.h"
#include "services/logs/linereader.h"
#include "services/logs/linesplitter.h"
#include "services/logs/repeatedlines.h"

namespace Trainyard {

using namespace Logs;

namespace {

std::string_view withoutTrailingBlanks(std::string_view text)
{
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\0'))
        text.remove_suffix(1);
    return text;
}

/// The percentage of a bar without metrics; below 0: it is none, or has metrics.
int plainBarPercent(std::string_view text)
{
    const size_t percent = text.find("%|");
    if (percent == std::string_view::npos || text.find('=', percent) != std::string_view::npos || text.find("loss", 0) != std::string_view::npos)
        return -1;
    int value = 0;
    size_t start = percent;
    int place = 1;
    while (start > 0 && isDigit(text[start - 1]) && place <= 100) {
        --start;
        value += (text[start] - '0') * place;
        place *= 10;
    }
    return start == percent ? -1 : value;
}

/// Where events go.
struct Output
{
    const LogReader::Sink *sink = nullptr;
    QByteArray *json = nullptr;

    void add(const LogEvent &event) const
    {
        if (json)
            appendJson(*json, event);
        else
            (*sink)(event);
    }

    bool add(EventPlan &plan, const ShapedLine &line) const
    {
        if (plan.isEmpty())
            return true;
        if (json)
            return plan.appendJson(line, *json);
        if (!plan.fill(line))
            return false;
        for (const LogEvent &event : plan.events())
            (*sink)(event);
        return true;
    }
};

} // namespace

struct LogReader::Private
{
    Private(const QList<LogPattern> &patterns, Repeated repeated)
        : reader(patterns)
        , isReadingAll(repeated == Repeated::Read)
    {
    }

    LineReader reader;
    RepeatedLines repeatedLines{reader};
    LineSplitter splitter;
    LineShape shape;
    std::string escapes;
    std::string unwrapped;
    Output output;
    bool isReadingAll = false;

    std::string heldBar; ///< the last update of a bar: the next one may be written over it
    int heldPercent = -1;
    bool lineHasText = false;

    void take(const Segment &segment);
    void takeBlank(const Segment &segment);
    void read(std::string_view text, qint64 line, qint64 offset, bool endsLine);
    void releaseHeldBar(qint64 line, qint64 offset);
    void flush();
    void feed(std::string_view data, const Output &to);
    void finish(const Output &to);
};

void LogReader::Private::take(const Segment &segment)
{
    const std::string_view text = withoutTrailingBlanks(withoutEscapes(withoutContainerRecord(segment.text, unwrapped), escapes));
    if (text.find_first_not_of(' ') == std::string_view::npos) {
        takeBlank(segment);
        return;
    }
    lineHasText = true;
    const int percent = segment.endsLine ? -1 : plainBarPercent(text);
    if (percent >= 0) {
        if (percent < heldPercent)
            releaseHeldBar(segment.line, segment.offset);
        heldBar.assign(text);
        heldPercent = percent;
        return;
    }
    releaseHeldBar(segment.line, segment.offset);
    read(text, segment.line, segment.offset, segment.endsLine);
    if (segment.endsLine)
        lineHasText = false;
}

void LogReader::Private::takeBlank(const Segment &segment)
{
    if (!segment.endsLine)
        return;
    releaseHeldBar(segment.line, segment.offset);
    if (!lineHasText) {
        reader.readBlank(segment.line, segment.offset);
        flush();
    }
    lineHasText = false;
}

void LogReader::Private::releaseHeldBar(qint64 line, qint64 offset)
{
    if (heldPercent < 0)
        return;
    heldPercent = -1;
    const std::string bar = std::exchange(heldBar, {});
    read(bar, line, offset, true);
}

void LogReader::Private::read(std::string_view text, qint64 line, qint64 offset, bool endsLine)
{
    const bool hasShape = !isReadingAll && shape.take(text);
    const ShapedLine shaped{text, shape.parts(), reader.context(), line, offset};
    if (hasShape && repeatedLines.take(shape, shaped, endsLine, [this](EventPlan &plan, const ShapedLine &known) { return output.add(plan, known); }))
        return;
    reader.read(text, line, offset, endsLine);
    if (hasShape)
        repeatedLines.learn(shaped);
    flush();
}

void LogReader::Private::flush()
{
    for (const LogEvent &event : std::as_const(reader.events))
        output.add(event);
    reader.events.clear();
}

void LogReader::Private::feed(std::string_view data, const Output &to)
{
    output = to;
    splitter.feed(data, [this](const Segment &segment) { take(segment); });
}

void LogReader::Private::finish(const Output &to)
{
    output = to;
    splitter.finish([this](const Segment &segment) { take(segment); });
    releaseHeldBar(splitter.completedLines() + 1, 0);
    reader.finish();
    flush();
}

LogReader::LogReader(const QList<LogPattern> &patterns, Repeated repeated)
    : d(std::make_unique<Private>(patterns, repeated))
{
}

LogReader::~LogReader() = default;
LogReader::LogReader(LogReader &&) noexcept = default;
LogReader &LogReader::operator=(LogReader &&) noexcept = default;

QList<LogEvent> LogReader::feed(QByteArrayView data)
{
    QList<LogEvent> events;
    feed(data, [&](const LogEvent &event) { events.append(event); });
    return events;
}

QList<LogEvent> LogReader::finish()
{
    QList<LogEvent> events;
    finish([&](const LogEvent &event) { events.append(event); });
    return events;
}

void LogReader::feed(QByteArrayView data, const Sink &sink)
{
    d->feed({data.data(), size_t(data.size())}, {&sink, nullptr});
}

void LogReader::finish(const Sink &sink)
{
    d->finish({&sink, nullptr});
}

void LogReader::feedToJson(QByteArrayView data, QByteArray &json)
{
    d->feed({data.data(), size_t(data.size())}, {nullptr, &json});
}

void LogReader::finishToJson(QByteArray &json)
{
    d->finish({nullptr, &json});
}

QStringList LogReader::switchedOffPatterns() const
{
    return d->reader.switchedOffPatterns();
}

qint64 LogReader::lineCount() const
{
    return d->splitter.completedLines();
}

const std::optional<LogEvent> &LogReader::exception() const
{
    return d->reader.exception();
}

QString LogReader::formatName() const
{
    return d->reader.formatName();
}

} // namespace Trainyard
