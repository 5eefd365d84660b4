#include "services/logs/repeatedlines.h"

#include "services/logs/bytetext.h"
#include "services/logs/failuresignatures.h"

#include <algorithm>
#include <bit>

namespace Trainyard::Logs {

namespace {

/// A header of up to 48 bytes counts, a longer one does not: near that the length of a number decides.
bool mayBeHeaderByLength(std::string_view text)
{
    constexpr size_t shortest = 40;
    constexpr size_t longest = 120; // with a prefix
    if (text.size() < shortest || text.size() > longest)
        return false;
    const size_t epoch = text.rfind("poch");
    const std::string_view behind = epoch == std::string_view::npos ? std::string_view() : text.substr(epoch + 4);
    const bool numberEndsIt = std::any_of(behind.begin(), behind.end(), isDigit) && behind.find_first_not_of("0123456789 \t:[]#/-=*>.") == std::string_view::npos;
    return numberEndsIt || text.ends_with(':');
}

/// Notes where in lines of the shape the timestamp begins.
void placeTime(KnownLines &known, const ShapedLine &line, std::string_view timeText)
{
    const auto start = size_t(timeText.data() - line.text.data());
    known.hasTime = true;
    known.timePart = -1;
    known.timeDistance = start;
    for (size_t i = 0; i < line.parts.size(); ++i) {
        const size_t end = line.parts[i].start + line.parts[i].length;
        if (end > start)
            return;
        known.timePart = int(i);
        known.timeDistance = start - end;
    }
}

} // namespace

std::string_view KnownLines::timeText(const ShapedLine &line) const
{
    if (!hasTime)
        return {};
    const size_t base = timePart < 0 ? 0 : line.parts[size_t(timePart)].start + line.parts[size_t(timePart)].length;
    return line.text.substr(base + timeDistance);
}

KnownLines *RepeatedLines::find(const LineShape &shape, bool endsLine)
{
    const std::optional<size_t> state = m_reader.state();
    if (!state)
        return nullptr;
    const uint64_t key = shape.hash() ^ (*state * 2 + (endsLine ? 1 : 0)) * 0x9E3779B97F4A7C15ULL;
    const auto found = m_known.find(key);
    if (found != m_known.end()) {
        KnownLines &known = *found->second;
        return known.shape == shape.bytes() && known.state == *state && known.endsLine == endsLine ? &known : nullptr;
    }
    uint64_t &seen = m_seenOnce[key % m_seenOnce.size()];
    if (std::exchange(seen, key) != key)
        return nullptr; // most lines that come once never come again
    constexpr size_t mostShapes = 8192;
    if (m_known.size() >= mostShapes)
        m_known.clear();
    auto known = std::make_unique<KnownLines>();
    known->shape = shape.bytes();
    known->state = *state;
    known->endsLine = endsLine;
    return m_known.emplace(key, std::move(known)).first->second.get();
}

bool RepeatedLines::mustCompare(KnownLines &known)
{
    constexpr quint64 first = 8;
    ++known.uses;
    return known.uses >= first && std::has_single_bit(known.uses) && std::countr_zero(known.uses) % 3 == 0;
}

bool RepeatedLines::holdsFailureNumber(const ShapedLine &line)
{
    constexpr uint32_t fewestDigits = 6;
    return std::any_of(line.parts.begin(), line.parts.end(), [&](const ShapePart &part) {
        return part.length >= fewestDigits && part.kind == ShapePart::Kind::Number && isFailureNumber(line.text.substr(part.start, part.length));
    });
}

void RepeatedLines::learn(const ShapedLine &line)
{
    if (!m_current || m_current->isHopeless)
        return;
    KnownLines &known = *std::exchange(m_current, nullptr);
    const LineReader::Reading &reading = m_reader.lastReading();
    using Again = LineReader::Reading::Again;
    if (reading.again == Again::NotNow)
        return;
    const bool isFirst = known.learned == 0;
    known.isHopeless = reading.again == Again::Never || m_reader.state() != known.state
        || (isFirst && (mayBeHeaderByLength(line.text) || mayFailWithOtherNumbers(line.text)))
        || (!isFirst && (reading.claimedBy != known.reading.claimedBy || reading.hasLabel != known.reading.hasLabel || reading.timeText.empty() == known.hasTime)) || !known.plan.learn(line, m_reader.events);
    if (known.isHopeless) {
        known.plan = {};
        return;
    }
    known.reading = reading;
    if (isFirst && !reading.timeText.empty())
        placeTime(known, line, reading.timeText);
    known.isHopeless = !reading.timeText.empty() && known.timeText(line).data() != reading.timeText.data();
    known.reading.timeText = {};
    known.learned = std::min(known.learned + 1, 100);
}

} // namespace Trainyard::Logs
