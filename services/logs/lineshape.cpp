#include "services/logs/lineshape.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"
#include "services/logs/numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace Trainyard::Logs {

namespace {

/// Codes that stand in a shape for what was left out. No line with such bytes of its own has a shape.
enum Code : char { NumberCode = 1, GroupedCode, TimeCode, DateCode, WordDigitsCode, BlanksCode, DrawingCode, RegionCode, EqualsCode, DotsCode };

constexpr size_t longestLine = 8192;
constexpr size_t mostParts = 1024;
constexpr int mostDigits = 15; // below 9e15, where a step stops being one

/// Which bytes of 64 want a closer look: the first digit of a number, the second blank, dot or equal sign of a run, controls, bytes beyond ASCII.
struct Block
{
    uint64_t digits = 0;
    uint64_t blanks = 0;
    uint64_t dots = 0;
    uint64_t equals = 0;
    uint64_t others = 0;
};

#ifdef __SSE2__
Block blockAt(const char *bytes)
{
    Block block;
    for (int i = 0; i < 4; ++i) {
        const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * i));
        const auto mask = [&](__m128i hits) { return uint64_t(uint32_t(_mm_movemask_epi8(hits))) << (16 * i); };
        const __m128i fromZero = _mm_sub_epi8(chunk, _mm_set1_epi8('0'));
        block.digits |= mask(_mm_cmpeq_epi8(_mm_min_epu8(fromZero, _mm_set1_epi8(9)), fromZero));
        block.blanks |= mask(_mm_cmpeq_epi8(chunk, _mm_set1_epi8(' ')));
        block.dots |= mask(_mm_cmpeq_epi8(chunk, _mm_set1_epi8('.')));
        block.equals |= mask(_mm_cmpeq_epi8(chunk, _mm_set1_epi8('=')));
        block.others |= mask(_mm_cmplt_epi8(chunk, _mm_set1_epi8(' '))); // signed: also from 0x80 on
    }
    return block;
}
#else
Block blockAt(const char *bytes)
{
    Block block;
    for (int i = 0; i < 64; ++i) {
        const char c = bytes[i];
        block.digits |= uint64_t(isDigit(c)) << i;
        block.blanks |= uint64_t(c == ' ') << i;
        block.dots |= uint64_t(c == '.') << i;
        block.equals |= uint64_t(c == '=') << i;
        block.others |= uint64_t(static_cast<signed char>(c) < ' ') << i;
    }
    return block;
}
#endif

/// Multiplies and folds, eight bytes at a time; @p bytes has 8 bytes of slack behind its end.
uint64_t hashOf(const char *bytes, size_t size)
{
    constexpr uint64_t odd = 0x9E3779B97F4A7C15ULL;
    uint64_t hash = size * odd;
    const auto mix = [&](uint64_t word) {
        hash = (hash ^ word) * 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
    };
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + i, 8);
        mix(word + odd);
    }
    if (i < size) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + i, size - i);
        mix(word + odd);
    }
    return hash;
}

/// Box drawing and block elements, but for the two that frame tables.
bool isDrawing(std::string_view text, size_t at)
{
    return at + 2 < text.size() && text[at] == '\xe2' && (text[at + 1] == '\x94' || text[at + 1] == '\x95' || text[at + 1] == '\x96')
        && !(text[at + 1] == '\x94' && (text[at + 2] == '\x82' || text[at + 2] == '\x83'));
}

bool allZero(std::string_view digits)
{
    return digits.find_first_not_of('0') == std::string_view::npos;
}

/// 0, f (below 1), 1, n or N (from 1e8): what a value is to a share, a fraction, a switch, a number of bytes.
char sizeClass(std::string_view whole, std::string_view fraction)
{
    const size_t first = whole.find_first_not_of('0');
    if (first == std::string_view::npos)
        return fraction.empty() || allZero(fraction) ? '0' : 'f';
    if (whole.size() - first > 8)
        return 'N';
    return whole.substr(first) == "1" && allZero(fraction) ? '1' : 'n';
}

char countClass(size_t digits)
{
    return char('a' + std::min<size_t>(digits, 7));
}

bool isConnector(char c)
{
    return c == '/' || c == '.' || c == '-' || c == '@' || c == '\'' || c == '+' || c == '%';
}

constexpr std::array<double, 23> powersOfTen{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Exact for up to 15 digits and a small exponent: both are doubles then, and one division or product rounds once.
double decimalValue(std::string_view text)
{
    uint64_t digits = 0;
    int count = 0;
    int exponent = 0;
    size_t i = 0;
    for (; i < text.size() && isDigit(text[i]); ++i, ++count)
        digits = digits * 10 + uint64_t(text[i] - '0');
    if (i < text.size() && text[i] == '.') {
        for (++i; i < text.size() && isDigit(text[i]); ++i, ++count, --exponent)
            digits = digits * 10 + uint64_t(text[i] - '0');
    }
    if (i < text.size()) {
        const bool isNegative = text[i + 1] == '-';
        int power = 0;
        for (i += text[i + 1] == '-' || text[i + 1] == '+' ? 2 : 1; i < text.size(); ++i)
            power = power * 10 + (text[i] - '0');
        exponent += isNegative ? -power : power;
    }
    if (count <= mostDigits && exponent >= -22 && exponent <= 22)
        return exponent < 0 ? double(digits) / powersOfTen[size_t(-exponent)] : double(digits) * powersOfTen[size_t(exponent)];
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

int twoDigits(std::string_view text, size_t at)
{
    return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

} // namespace

void LineShape::copyTo(size_t end)
{
    std::memcpy(m_bytes.data() + m_size, m_text.data() + m_at, end - m_at);
    m_size += end - m_at;
    m_at = end;
}

void LineShape::addPart(size_t start, size_t end, ShapePart::Kind kind)
{
    m_parts.push_back({uint32_t(start), uint32_t(end - start), kind});
}

bool LineShape::take(std::string_view text)
{
    m_size = 0;
    m_parts.clear();
    m_at = m_wordEnd = m_dateEnd = m_previousNumber = m_previousEnd = m_bracketEnd = 0;
    m_hasBar = false;
    m_text = text;
    if (text.size() > longestLine || text.empty())
        return false;
    if (m_bytes.empty())
        m_bytes.resize(2 * longestLine + 64);
    if (text[0] == '[')
        m_bracketEnd = std::min(text.find(']'), text.size());
    if (!isDigit(text[0]) && !isLetter(text[0]) && text.find_first_not_of("-=+*#~._ |") == std::string_view::npos)
        return false; // an edge: how long it is says what it is
    uint64_t before = 0; // the last byte of the block before: bit 0 digit, 1 blank, 2 dot, 3 equal sign
    std::array<char, 64> tail;
    for (size_t start = 0; start < text.size(); start += 64) {
        const char *bytes = text.data() + start;
        if (text.size() - start < 64) {
            tail.fill('a');
            std::memcpy(tail.data(), bytes, text.size() - start);
            bytes = tail.data();
        }
        const Block block = blockAt(bytes);
        const auto again = [&](uint64_t mask, int bit) { return mask & (mask << 1 | (before >> bit & 1)); };
        uint64_t events = (block.digits & ~(block.digits << 1 | (before & 1))) | again(block.blanks, 1) | again(block.dots, 2) | again(block.equals, 3)
            | block.others;
        before = block.digits >> 63 | (block.blanks >> 63) << 1 | (block.dots >> 63) << 2 | (block.equals >> 63) << 3;
        for (; events != 0; events &= events - 1) {
            const size_t at = start + size_t(std::countr_zero(events));
            if (at < m_at)
                continue;
            copyTo(at);
            if (!takeEvent(at) || m_parts.size() > mostParts)
                return false;
        }
    }
    if (m_at < text.size())
        copyTo(text.size());
    m_hash = hashOf(m_bytes.data(), m_size);
    return true;
}

bool LineShape::takeEvent(size_t at)
{
    const char c = m_text[at];
    if (isDigit(c))
        return takeDigits(at);
    if (isForeign(c)) {
        takeForeign(at);
        return true;
    }
    if (c == '\t') {
        copyTo(at + 1);
        return true;
    }
    if (c != ' ' && c != '.' && c != '=')
        return false;
    size_t end = at + 1;
    while (end < m_text.size() && m_text[end] == c)
        ++end;
    if (end - at < 2)
        copyTo(end);
    else
        takeRun(at, end, c == ' ' ? BlanksCode : c == '.' ? DotsCode : EqualsCode);
    return true;
}

/// The first of the run stands in the shape already.
void LineShape::takeRun(size_t first, size_t end, char code)
{
    put(code);
    addPart(first, end, ShapePart::Kind::Filler);
    m_at = end;
}

void LineShape::takeForeign(size_t at)
{
    size_t end = at;
    if (isDrawing(m_text, at)) {
        while (isDrawing(m_text, end))
            end += 3;
        takeRun(at, end, DrawingCode);
        return;
    }
    while (end < m_text.size() && isForeign(m_text[end]) && !isDrawing(m_text, end))
        ++end;
    copyTo(end);
}

/// Whether the digits at @p at belong to a word. In doubt they do: then they are compared as they are.
bool LineShape::isInWord(size_t at) const
{
    if (at == 0)
        return false;
    const char before = m_text[at - 1];
    if (before == 'T' && m_dateEnd == at - 1)
        return false; // 2025-03-01T10:00:00
    if (isLetter(before) || before == '_')
        return true;
    if (isForeign(before))
        return !endsWithWideSymbol(m_text.substr(0, at));
    if (!isConnector(before) || at < 2)
        return false;
    const char further = m_text[at - 2];
    return isLetter(further) || further == '_' || isForeign(further) || (m_wordEnd > 0 && m_wordEnd == at - 1);
}

bool LineShape::takeDigits(size_t at)
{
    size_t end = at + 1;
    while (end < m_text.size() && isDigit(m_text[end]))
        ++end;
    if (isInWord(at)) {
        takeWordDigits(at, end);
        return true;
    }
    if (end - at > mostDigits)
        return false;
    if (takeDate(at, end) || takeTime(at, end) > 0)
        return true;
    return takeNumber(at, end);
}

/// `acc5` and `mAP50` are names; the number of a rank, a shard, a hash is not.
void LineShape::takeWordDigits(size_t at, size_t end)
{
    m_wordEnd = end;
    const std::string_view before = m_text.substr(0, at);
    const bool isRank = (before.ends_with("rank") || before.ends_with("default")) && before.find_last_of('[') != std::string_view::npos;
    const bool isGlogDate = end - at == 4 && contains("IWEF", before.substr(at - 1)) && (at == 1 || !isWordByte(before[at - 2])); // I0310 12:00:14
    const bool isLong = end - at >= 3 && end - at <= mostDigits;
    if (isGlogDate || (!isLong && !isRank)) {
        copyTo(end);
        return;
    }
    put(WordDigitsCode);
    put(isRank ? 'r' : countClass(end - at));
    addPart(at, end, ShapePart::Kind::Number);
    m_at = end;
}

/// 2025-03-01 and its like are one part; 03/01 before a time or a year is compared as it is. Both may be the head of a timestamp.
bool LineShape::takeDate(size_t start, size_t end)
{
    const char separator = at(end);
    if ((separator != '-' && separator != '/') || !isDigit(at(end + 1)) || !isDigit(at(end + 2)))
        return false;
    if (end - start == 4 && at(end + 3) == separator && isDigit(at(end + 4)) && isDigit(at(end + 5)) && !isDigit(at(end + 6))) {
        const int month = twoDigits(m_text, end + 1);
        const int day = twoDigits(m_text, end + 4);
        const bool isValid = month >= 1 && month <= 12 && day >= 1 && day <= 31 && m_text.substr(start, 4) >= "1970";
        put(DateCode);
        put(isValid ? 'v' : 'i');
        put(separator);
        addPart(start, end + 6, ShapePart::Kind::Filler);
        m_at = m_dateEnd = end + 6;
        return true;
    }
    const char next = at(end + 3);
    const bool mayBeMonth = end - start == 2 && (next == ' ' || next == separator) && isDigit(at(end + 4));
    if (mayBeMonth)
        copyTo(end + 3);
    return mayBeMonth;
}

/// As the tokeniser does it: parts of two digits, a fraction behind them. @return its end, 0: it is none.
size_t LineShape::takeTime(size_t start, size_t end)
{
    if (at(end) != ':' || !isDigit(at(end + 1)) || !isDigit(at(end + 2)) || isDigit(at(end + 3)))
        return 0;
    int parts = 1;
    bool isValid = end - start <= 2 && (end - start == 1 || twoDigits(m_text, start) <= 24);
    size_t digits = end - start;
    while (at(end) == ':' && isDigit(at(end + 1)) && isDigit(at(end + 2)) && parts < 4) {
        isValid = isValid && twoDigits(m_text, end + 1) <= (parts == 2 ? 60 : 59);
        end += 3;
        ++parts;
    }
    const bool hasFraction = at(end) == '.' && isDigit(at(end + 1));
    if (hasFraction) {
        for (++end; isDigit(at(end)); ++end) { }
    }
    put(TimeCode);
    put(char('0' + parts));
    put(countClass(std::min<size_t>(digits, 3)));
    put(isValid ? 'v' : 'i');
    put(hasFraction ? 'f' : '-');
    addPart(start, end, ShapePart::Kind::Time);
    m_at = end;
    return end;
}

/// The number before `/` against the one behind it.
char LineShape::relationTo(size_t start, size_t end) const
{
    size_t slash = start;
    while (slash > m_previousEnd && m_text[slash - 1] == ' ')
        --slash;
    if (m_previousEnd == 0 || slash == m_previousEnd || m_text[slash - 1] != '/')
        return 0;
    size_t before = slash - 1;
    while (before > m_previousEnd && m_text[before - 1] == ' ')
        --before;
    if (before != m_previousEnd)
        return 0;
    const std::string_view first = m_text.substr(m_previousNumber, m_previousEnd - m_previousNumber);
    const auto kind = contains(first, ",") ? ShapePart::Kind::Grouped : ShapePart::Kind::Number;
    const ShapePart left{uint32_t(m_previousNumber), uint32_t(first.size()), kind};
    const ShapePart right{uint32_t(start), uint32_t(end - start), ShapePart::Kind::Number};
    const double a = valueOf(left, m_text);
    const double b = valueOf(right, m_text);
    return a < b ? '<' : a > b ? '>' : '=';
}

bool LineShape::takeNumber(size_t start, size_t wholeEnd)
{
    size_t end = wholeEnd;
    const bool startsWithDot = start > 0 && m_text[start - 1] == '.' && m_size > 0 && m_bytes[m_size - 1] == '.' && m_previousEnd != start - 1;
    if (startsWithDot) { // .00005
        --start;
        --m_size;
    }
    size_t groups = end;
    while (!startsWithDot && wholeEnd - start <= 3 && at(groups) == ',' && isDigit(at(groups + 1)) && isDigit(at(groups + 2)) && isDigit(at(groups + 3))
           && !isDigit(at(groups + 4)))
        groups += 4;
    if (groups > end) {
        const size_t slash = m_text.find_last_not_of(' ', start == 0 ? 0 : start - 1);
        if (start > 0 && slash != std::string_view::npos && m_text[slash] == '/')
            return false; // is it larger than the number before?
        takeGroups(start, end, groups);
        return groups - start <= mostDigits && m_previousEnd - start < 40;
    }
    size_t fractionStart = end;
    if (!startsWithDot && at(end) == '.' && isDigit(at(end + 1))) {
        fractionStart = ++end;
        while (isDigit(at(end)))
            ++end;
    } else if (!startsWithDot && at(end) == '.' && lowered(at(end + 1)) == 'e') {
        return false;
    }
    const std::string_view whole = startsWithDot ? std::string_view() : m_text.substr(start, wholeEnd - start);
    const std::string_view fraction = startsWithDot ? m_text.substr(start + 1, end - start - 1) : m_text.substr(fractionStart, end - fractionStart);
    char size = sizeClass(whole, fraction);
    char form = whole.size() == end - start ? 'i' : allZero(fraction) ? 'z' : 'd';
    if (lowered(at(end)) == 'e') {
        const size_t sign = at(end + 1) == '-' || at(end + 1) == '+' ? 1 : 0;
        size_t digits = end + 1 + sign;
        while (isDigit(at(digits)))
            ++digits;
        const size_t count = digits - end - 1 - sign;
        if (count > 2)
            return false;
        if (count > 0) {
            const bool isNegative = sign > 0 && at(end + 1) == '-';
            const bool isPlain = allZero(m_text.substr(end + 1 + sign, count));
            if (!isPlain && size != '0') {
                if (whole.size() != 1 || whole[0] == '0')
                    return false;
                const int power = std::stoi(std::string(m_text.substr(end + 1 + sign, count)));
                size = isNegative ? 'f' : power >= 8 ? 'N' : 'n';
            }
            form = 'e';
            end = digits;
            const double value = decimalValue(m_text.substr(start, end - start));
            if (value == std::floor(value))
                form = 'E';
        }
    }
    if (end - start > 40)
        return false;
    const char before = start > 0 ? m_text[start - 1] : ' ';
    const char after = at(end);
    const bool isCounted = form == 'i'
        && (contains(":-/,", std::string_view(&before, 1)) || contains(":-/,_T", std::string_view(&after, 1)) || start < m_bracketEnd);
    const char relation = relationTo(start, end);
    if (relation == 0 && before == '/' && start > 1 && isLetter(m_text[start - 2]))
        return false; // 12.3k/45.6k: which is larger?
    put(NumberCode);
    put(form);
    put(size);
    if (isCounted)
        put(countClass(end - start));
    if (relation != 0) {
        put(relation);
        if (m_hasBar) { // which bar it is shows in its total
            copyTo(end);
            m_previousEnd = 0;
            return true;
        }
    }
    addPart(start, end, ShapePart::Kind::Number);
    m_previousNumber = start;
    m_previousEnd = m_at = end;
    if (after == '%' && at(end + 1) == '|')
        takeBarRegion(end);
    return true;
}

/// 1,234 is one number, but in a row of a table two.
void LineShape::takeGroups(size_t start, size_t end, size_t groupsEnd)
{
    size_t fractionEnd = groupsEnd;
    if (at(groupsEnd) == '.' && isDigit(at(groupsEnd + 1))) { // 12,345.67
        for (++fractionEnd; isDigit(at(fractionEnd)); ++fractionEnd) { }
    }
    put(GroupedCode);
    put(fractionEnd == groupsEnd ? 'i' : allZero(m_text.substr(groupsEnd + 1, fractionEnd - groupsEnd - 1)) ? 'z' : 'd');
    addPart(start, fractionEnd, ShapePart::Kind::Grouped);
    for (size_t group = start; group < groupsEnd; group = end + 1, end = group + 3) {
        put(sizeClass(m_text.substr(group, end - group), {}));
        addPart(group, end, ShapePart::Kind::Number);
    }
    put(char('a' + (groupsEnd - start)));
    m_previousNumber = start;
    m_previousEnd = m_at = fractionEnd;
}

/// `24%|██▍       |`: what stands between the bars is drawing.
void LineShape::takeBarRegion(size_t percent)
{
    const size_t close = m_text.find('|', percent + 2);
    if (close == std::string_view::npos)
        return;
    for (size_t i = percent + 2; i < close; ++i) {
        const char c = m_text[i];
        if (isDrawing(m_text, i))
            i += 2;
        else if (c != ' ' && c != '#' && !isDigit(c))
            return;
    }
    copyTo(percent + 2);
    put(RegionCode);
    addPart(percent + 2, close, ShapePart::Kind::Filler);
    m_at = close;
    m_hasBar = true;
}

namespace {

double timeValue(std::string_view text)
{
    double seconds = 0;
    size_t at = 0;
    for (; at < text.size() && isDigit(text[at]); ++at)
        seconds = seconds * 10 + (text[at] - '0');
    for (; at < text.size() && text[at] == ':'; at += 3)
        seconds = seconds * 60 + twoDigits(text, at + 1);
    if (at < text.size()) {
        double fraction = 0;
        std::from_chars(text.data() + at, text.data() + text.size(), fraction);
        seconds += fraction;
    }
    return seconds;
}

} // namespace

double valueOf(const ShapePart &part, std::string_view text)
{
    const std::string_view own = text.substr(part.start, part.length);
    double value = 0;
    bool isInteger = false;
    switch (part.kind) {
    case ShapePart::Kind::Number: return decimalValue(own);
    case ShapePart::Kind::Time: return timeValue(own);
    case ShapePart::Kind::Grouped: numberAt(own, value, isInteger); return value;
    case ShapePart::Kind::Filler: break;
    }
    return 0;
}

} // namespace Trainyard::Logs
