#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Trainyard::Logs {

/// A stretch of a line that may differ between two lines of one shape.
struct ShapePart
{
    enum class Kind : uint8_t {
        Number,  ///< digits with a fraction and an exponent; its sign is part of the shape
        Grouped, ///< 1,234,567
        Time,    ///< 0:07:10, in seconds
        Filler   ///< no value: a run of blanks, the drawing of a bar, a date
    };
    uint32_t start = 0;
    uint32_t length = 0;
    Kind kind = Kind::Filler;
};

/**
 * What a line looks like when its numbers are left out: lines of one shape are read alike.
 *
 * The shape keeps of a number what reading may depend on: whether it has a fraction or an exponent, whether it is 0, at most 1 or larger, how many digits it
 * has where it may be part of a date, a time or a label, and whether the first number of `a / b` is smaller, equal or larger. A digit within a word is part of
 * a name (`acc5`, `mAP50-95`) and stays, unless three or more stand together. Runs of three or more blanks and what a bar is drawn with count as one.
 */
class LineShape
{
public:
    /// Takes the shape of @p text; the text must stay while the parts are used. @return false: this line has none, it must be read itself.
    bool take(std::string_view text);

    std::string_view bytes() const { return {m_bytes.data(), m_size}; }
    uint64_t hash() const { return m_hash; }
    const std::vector<ShapePart> &parts() const { return m_parts; }

private:
    bool takeEvent(size_t at);
    bool takeDigits(size_t at);
    void takeWordDigits(size_t at, size_t end);
    bool takeNumber(size_t at, size_t end);
    void takeGroups(size_t start, size_t end, size_t groupsEnd);
    size_t takeTime(size_t at, size_t end);
    bool takeDate(size_t at, size_t end);
    void takeBarRegion(size_t percent);
    void takeForeign(size_t at);
    void takeRun(size_t first, size_t end, char code);
    bool isInWord(size_t at) const;
    char relationTo(size_t start, size_t end) const;
    void put(char c) { m_bytes[m_size++] = c; }
    void copyTo(size_t end);
    void addPart(size_t start, size_t end, ShapePart::Kind kind);
    char at(size_t index) const { return index < m_text.size() ? m_text[index] : '\0'; }

    std::string_view m_text;
    std::vector<char> m_bytes;
    size_t m_size = 0;
    std::vector<ShapePart> m_parts;
    uint64_t m_hash = 0;
    size_t m_at = 0;             ///< what stands before is taken
    size_t m_wordEnd = 0;        ///< end of the last digits within a word
    size_t m_dateEnd = 0;
    size_t m_previousNumber = 0; ///< start and end of the last number
    size_t m_previousEnd = 0;
    size_t m_bracketEnd = 0; ///< of a bracket at the line's head
    bool m_hasBar = false;
};

/// The value of a part as the tokeniser reads it; 0 for a Filler.
double valueOf(const ShapePart &part, std::string_view text);

} // namespace Trainyard::Logs
