#include "services/logs/logtokens.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <charconv>

namespace Trainyard::Logs {

namespace {

/// Bytes of the symbols outside ASCII that end a word.
struct WideSymbol
{
    std::string_view bytes;
    Token::Kind kind;
};

constexpr WideSymbol wideSymbols[]{
    {"：", Token::Kind::Separator}, {"，", Token::Kind::Delimiter}, {"、", Token::Kind::Delimiter}, {"。", Token::Kind::Delimiter},
    {"；", Token::Kind::Delimiter}, {"（", Token::Kind::Delimiter}, {"）", Token::Kind::Delimiter}, {"【", Token::Kind::Delimiter},
    {"】", Token::Kind::Delimiter}, {"•", Token::Kind::Dash},       {"·", Token::Kind::Dash},       {"│", Token::Kind::Delimiter},
    {"┃", Token::Kind::Delimiter},  {"—", Token::Kind::Dash},       {"–", Token::Kind::Dash},       {"→", Token::Kind::Dash},
};

/// Box drawing and block elements, U+2500 to U+259F, are what bars are drawn with.
bool isBarSymbol(std::string_view text)
{
    return text.size() >= 3 && text[0] == '\xe2' && (text[1] == '\x94' || text[1] == '\x95' || text[1] == '\x96');
}

class Tokeniser
{
public:
    Tokeniser(std::string_view record, std::vector<Token> &tokens)
        : m_text(record)
        , m_tokens(tokens)
    {
    }

    void run()
    {
        constexpr size_t mostTokens = 2048;
        m_tokens.clear();
        while (m_at < m_text.size() && m_tokens.size() < mostTokens) {
            const size_t start = m_at;
            while (m_at < m_text.size() && (isBlank(m_text[m_at]) || uint8_t(m_text[m_at]) < 0x20))
                ++m_at;
            if (m_at == m_text.size())
                return;
            m_blank = m_at > start || start == 0;
            m_gap = m_at - start > 1 || (m_at > start && m_text[start] == '\t');
            next();
        }
    }

private:
    std::string_view rest() const { return m_text.substr(m_at); }
    char at(size_t index) const { return index < m_text.size() ? m_text[index] : '\0'; }

    bool endsInAbbreviation() const
    {
        constexpr size_t longest = 5;
        if (m_tokens.empty() || m_tokens.back().kind != Token::Kind::Word || m_tokens.back().text.size() > longest)
            return false;
        const std::string_view word = m_tokens.back().text;
        return (word[0] >= 'A' && word[0] <= 'Z') || word == "val" || word == "valid" || word == "avg" || word == "acc";
    }

    Token &add(Token::Kind kind, size_t length)
    {
        Token token;
        token.kind = kind;
        token.text = m_text.substr(m_at, length);
        token.gapBefore = m_gap;
        token.blankBefore = m_blank;
        m_at += length;
        return m_tokens.emplace_back(token);
    }

    void next();
    bool nextIsWide();
    void number(size_t length, double value, bool isInteger);
    bool timeOrRange(size_t length, double value, bool isInteger);
    void attachUnit(Token &token);
    void attachSpacedUnit(Token &token);
    bool isListOfSpeeds(const ValueUnit &unit) const;
    void junk();
    void word();
    void bracketAfterWord(size_t start);
    bool quoted();

    std::string_view m_text;
    std::vector<Token> &m_tokens;
    size_t m_at = 0;
    bool m_gap = false;
    bool m_blank = false;
};

void Tokeniser::next()
{
    const char c = m_text[m_at];
    double value = 0;
    bool isInteger = false;
    if (const size_t length = numberAt(rest(), value, isInteger)) {
        number(length, value, isInteger);
        return;
    }
    if (isForeign(c) && nextIsWide())
        return;
    if (isLetter(c) || c == '_' || isForeign(c)) {
        word();
        return;
    }
    switch (c) {
    case ':':
    case '=':
        if (c == '=' && (at(m_at + 1) == '=' || at(m_at + 1) == '>')) { // [=====>....], == Status ==
            size_t length = 1;
            while (at(m_at + length) == '=' || at(m_at + length) == '>' || at(m_at + length) == '.')
                ++length;
            add(Token::Kind::Bar, length);
            return;
        }
        add(Token::Kind::Separator, 1).symbol = c;
        return;
    case '(':
    case '[':
    case '{': add(Token::Kind::Open, 1).symbol = c; return;
    case ')':
    case ']':
    case '}': add(Token::Kind::Close, 1).symbol = c; return;
    case '/': add(Token::Kind::Slash, 1); return;
    case ',':
    case ';':
    case '|': add(Token::Kind::Delimiter, 1); return;
    case '\'':
    case '"':
    case '`':
        if (!quoted())
            ++m_at;
        return;
    case '-': {
        size_t length = 1;
        while (at(m_at + length) == '-' || at(m_at + length) == '>')
            ++length;
        if (length == 2 && isLetter(at(m_at + 2))) { // --option
            while (m_at + length < m_text.size() && !isBlank(at(m_at + length)) && at(m_at + length) != '=')
                ++length;
            add(Token::Kind::Call, length);
            return;
        }
        add(Token::Kind::Dash, length);
        return;
    }
    case '.': // the end of a sentence; not `Val. loss`
        if (isBlank(at(m_at + 1)) && !endsInAbbreviation() && (isLetter(at(m_at + 2)) || isForeign(at(m_at + 2))))
            add(Token::Kind::Delimiter, 1);
        else
            ++m_at;
        return;
    case '#':
    case '*':
    case '>':
    case '<':
    case '!':
    case '?': add(Token::Kind::Dash, 1); return;
    default: ++m_at;
    }
}

bool Tokeniser::nextIsWide()
{
    if (isBarSymbol(rest()) && !rest().starts_with("│") && !rest().starts_with("┃")) {
        size_t length = 3;
        while (isBarSymbol(rest().substr(length)))
            length += 3;
        add(Token::Kind::Bar, length);
        return true;
    }
    for (const WideSymbol &symbol : wideSymbols) {
        if (rest().starts_with(symbol.bytes)) {
            add(symbol.kind, symbol.bytes.size()).symbol = ':';
            return true;
        }
    }
    return false;
}

void Tokeniser::number(size_t length, double value, bool isInteger)
{
    if (timeOrRange(length, value, isInteger))
        return;
    const char after = at(m_at + length);
    // 2.6.0, 1_000, 0x7f, 7d9b7: the number goes on as something else.
    if (after == '_' || after == '@' || after == '#' || (after == '.' && isDigit(at(m_at + length + 1)))
        || (after == '-' && isWordByte(at(m_at + length + 1)))) {
        junk();
        return;
    }
    const size_t start = m_at;
    Token &token = add(Token::Kind::Number, length);
    token.value = value;
    token.isInteger = isInteger;
    if (isLetter(after) || after == '%' || isForeign(after) || (after == '/' && isLetter(at(m_at + 1))))
        attachUnit(token);
    else
        attachSpacedUnit(token);
    if (token.kind == Token::Kind::Junk) {
        m_tokens.pop_back();
        m_at = start;
        junk();
    }
}

/// 0:07:10, 10:00, 0-50 and dates; @return whether it was one of them.
bool Tokeniser::timeOrRange(size_t length, double value, bool isInteger)
{
    if (!isInteger)
        return false;
    const char after = at(m_at + length);
    if (after == ':' && isDigit(at(m_at + length + 1)) && isDigit(at(m_at + length + 2)) && !isDigit(at(m_at + length + 3))) {
        double seconds = value;
        size_t end = m_at + length;
        int parts = 1;
        while (at(end) == ':' && isDigit(at(end + 1)) && isDigit(at(end + 2)) && parts < 4) {
            seconds = seconds * 60 + (at(end + 1) - '0') * 10 + (at(end + 2) - '0');
            end += 3;
            ++parts;
        }
        if (at(end) == '.' && isDigit(at(end + 1))) {
            double fraction = 0;
            std::from_chars(m_text.data() + end, m_text.data() + m_text.size(), fraction);
            seconds += fraction;
            ++end;
            while (isDigit(at(end)))
                ++end;
        }
        if (parts > 3 || isWordByte(at(end)) || at(end) == ':') {
            junk();
            return true;
        }
        add(Token::Kind::Time, end - m_at).value = seconds;
        return true;
    }
    if ((after == '-' || after == '/') && isDigit(at(m_at + length + 1))) {
        double second = 0;
        bool secondIsInteger = false;
        const size_t secondLength = numberAt(m_text.substr(m_at + length + 1), second, secondIsInteger);
        const size_t end = m_at + length + 1 + secondLength;
        const bool goesOn = at(end) == after && isDigit(at(end + 1));
        if (goesOn) { // a date
            junk();
            return true;
        }
        if (after == '-' && secondIsInteger) {
            Token &token = add(Token::Kind::Number, end - m_at);
            token.value = second;
            token.isInteger = true;
            token.isRange = true;
            if (isLetter(at(m_at)))
                attachUnit(token);
            return true;
        }
    }
    return false;
}

void Tokeniser::attachUnit(Token &token)
{
    size_t end = m_at;
    while (end < m_text.size() && (isLetter(at(end)) || at(end) == '%' || isForeign(at(end)) || (at(end) == '/' && isLetter(at(end + 1))))) {
        if (isForeign(at(end))
            && (m_text.substr(end).starts_with("，") || m_text.substr(end).starts_with("：") || m_text.substr(end).starts_with("。")
                || isBarSymbol(m_text.substr(end))))
            break;
        ++end;
    }
    const std::string_view text = m_text.substr(m_at, end - m_at);
    if (text.empty())
        return;
    if (equalsIgnoringCase(text, "epoch") || equalsIgnoringCase(text, "batch") || equalsIgnoringCase(text, "step") || text.starts_with("轮")) {
        token.text = text; // the name stands after the number: 3epoch, 1-682batch
        token.unit.name = text.starts_with("轮") || lowered(text[0]) == 'e' ? "epoch" : "step";
        m_at = end;
        return;
    }
    ValueUnit unit = unitFromText(text);
    if (unit.kind == ValueUnit::Kind::None || isDigit(at(end)) || at(end) == '_') {
        if (isForeign(text[0]) || text[0] == '/')
            return; // no blank stands between a number and a Chinese word; epoch=0/step=40
        token.kind = Token::Kind::Junk;
        return;
    }
    m_at = end;
    if (unit.kind == ValueUnit::Kind::Count) {
        token.value *= unit.scale;
        attachSpacedUnit(token);
        return;
    }
    token.unit = unit;
}

/// `37.1 images/s`, `98.63 %`: a unit only when no value follows it, otherwise it names the next one (`lr 0.01 samples/s 2461`).
void Tokeniser::attachSpacedUnit(Token &token)
{
    if (at(m_at) != ' ' || (!isLetter(at(m_at + 1)) && at(m_at + 1) != '%' && !isForeign(at(m_at + 1))))
        return;
    size_t end = m_at + 1;
    while (end < m_text.size() && (isLetter(at(end)) || at(end) == '%' || isForeign(at(end)) || (at(end) == '/' && isLetter(at(end + 1))))
           && !isBarSymbol(m_text.substr(end)))
        ++end;
    if (isWordByte(at(end)) || at(end) == '(')
        return;
    const ValueUnit unit = unitFromText(m_text.substr(m_at + 1, end - m_at - 1));
    if (unit.kind == ValueUnit::Kind::None || unit.kind == ValueUnit::Kind::Count)
        return;
    size_t peek = end;
    while (isBlank(at(peek)))
        ++peek;
    const char next = at(peek);
    const bool numberFollows = (isDigit(next) && peek - end < 2) || ((next == '-' || next == '.') && isDigit(at(peek + 1)));
    const bool isName = (next == ':' && !(peek > end && at(peek + 1) == ' ' && isLetter(at(peek + 2)))) || next == '='; // Marian: `100 words/s : gNorm 1.2`
    if (isName || (numberFollows && !isListOfSpeeds(unit)))
        return;
    token.unit = unit;
    m_at = end;
}

/// `Speed: 123.45 samples/sec 3412.10 tokens/sec 0.52 updates/sec`: each unit belongs to the number before it.
bool Tokeniser::isListOfSpeeds(const ValueUnit &unit) const
{
    if (unit.kind != ValueUnit::Kind::Rate || m_tokens.size() < 2)
        return false;
    const Token &before = m_tokens[m_tokens.size() - 2];
    return before.kind == Token::Kind::Separator || (before.kind == Token::Kind::Number && before.unit.kind == ValueUnit::Kind::Rate);
}

void Tokeniser::junk()
{
    size_t end = m_at + 1;
    while (end < m_text.size() && (isWordByte(at(end)) || at(end) == '.' || at(end) == ':' || at(end) == '-' || at(end) == '@' || at(end) == '/'))
        ++end;
    while (end > m_at + 1 && (at(end - 1) == ':' || at(end - 1) == '.'))
        --end;
    add(Token::Kind::Junk, end - m_at);
}

void Tokeniser::word()
{
    const size_t start = m_at;
    size_t end = m_at;
    const size_t number = rest().starts_with("第") && isDigit(at(m_at + 3)) ? m_at + 3 : m_text.size(); // 第3轮
    while (end < number) {
        const char c = at(end);
        if (isForeign(c)) {
            const std::string_view here = m_text.substr(end);
            bool isSymbol = isBarSymbol(here);
            for (const WideSymbol &symbol : wideSymbols)
                isSymbol = isSymbol || here.starts_with(symbol.bytes);
            if (isSymbol)
                break;
            ++end;
        } else if (isWordByte(c)) {
            ++end;
        } else if ((c == '/' || c == '.' || c == '-' || c == '@' || c == '\'' || c == '+' || c == '%') && isWordByte(at(end + 1)) && end > start) {
            ++end;
        } else {
            break;
        }
    }
    if (end == start)
        ++end; // a lone byte that no text has
    Token &token = add(Token::Kind::Word, end - start);
    if (equalsIgnoringCase(token.text, "n/a") || equalsIgnoringCase(token.text, "none") || equalsIgnoringCase(token.text, "null"))
        token.kind = Token::Kind::Junk;
    bracketAfterWord(start);
}

/// `memory(GiB)`, `iter time (s)`, `D(G(z))` belong to the name; `Adam(lr=0.1)` is a call.
void Tokeniser::bracketAfterWord(size_t start)
{
    const bool isSpaced = at(m_at) == ' ' && at(m_at + 1) == '(';
    if (at(m_at) != '(' && !isSpaced)
        return;
    size_t end = m_at + (isSpaced ? 1 : 0);
    int depth = 0;
    bool isName = true;
    bool isCall = false;
    constexpr size_t longest = 2000;
    const size_t limit = std::min(m_text.size(), end + longest);
    for (; end < limit; ++end) {
        const char c = at(end);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        isName = isName && (isLetter(c) || c == '(' || c == ')' || c == '/' || c == '%' || c == ' ');
        isCall = isCall || c == '=' || c == '\'' || c == '"';
        if (depth == 0)
            break;
    }
    if (end == limit)
        isName = false;
    Token &token = m_tokens.back();
    if (isName && end - m_at < 24) {
        size_t next = end + 1;
        while (isBlank(at(next)))
            ++next;
        const bool valueFollows = at(next) == ':' || at(next) == '=' || isDigit(at(next)) || at(next) == '|';
        if (!isSpaced || valueFollows) {
            m_at = end + 1;
            token.text = m_text.substr(start, m_at - start);
        }
    } else if (isCall && !isSpaced) {
        m_at = std::min(end + 1, m_text.size());
        token.kind = Token::Kind::Call;
    }
}

bool Tokeniser::quoted()
{
    const char quote = m_text[m_at];
    constexpr size_t longest = 4096;
    size_t end = m_at + 1;
    while (end < m_text.size() && end - m_at < longest && m_text[end] != quote)
        end += m_text[end] == '\\' ? 2 : 1;
    if (end >= m_text.size() || m_text[end] != quote)
        return false;
    const size_t length = end - m_at - 1;
    ++m_at;
    add(Token::Kind::Quoted, length);
    ++m_at;
    return true;
}

} // namespace

void tokenise(std::string_view record, std::vector<Token> &tokens)
{
    Tokeniser(record, tokens).run();
}

bool endsWithWideSymbol(std::string_view text)
{
    if (text.size() >= 3 && isBarSymbol(text.substr(text.size() - 3)))
        return true;
    return std::any_of(std::begin(wideSymbols), std::end(wideSymbols), [&](const WideSymbol &symbol) { return text.ends_with(symbol.bytes); });
}

} // namespace Trainyard::Logs
