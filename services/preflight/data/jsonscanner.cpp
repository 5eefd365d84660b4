#include "services/preflight/data/jsonscanner.h"

#include <algorithm>
#include <cstring>

namespace Trainyard {

namespace {

constexpr int deepest = 900; ///< Python's reader gives up at about a thousand

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

bool JsonPiece::isBlank() const
{
    if (type == Type::Text)
        return text.trimmed().isEmpty();
    return type == Type::Array && text.sliced(1, text.size() - 2).trimmed().isEmpty();
}

QString JsonPiece::toText() const
{
    return QString::fromUtf8(text);
}

bool JsonScanner::readWhole(JsonPiece &piece)
{
    return readValue(piece, 0) && isAtEnd();
}

bool JsonScanner::readObject(const Member &member)
{
    skipBlanks();
    return m_position < m_end && *m_position == '{' && readMembers(&member, 0) && isAtEnd();
}

bool JsonScanner::readArray(const Item &item)
{
    skipBlanks();
    return m_position < m_end && *m_position == '[' && readItems(&item, 0) && isAtEnd();
}

void JsonScanner::skipBlanks()
{
    while (m_position < m_end && (*m_position == ' ' || *m_position == '\t' || *m_position == '\n' || *m_position == '\r'))
        ++m_position;
}

bool JsonScanner::isAtEnd()
{
    skipBlanks();
    return m_position == m_end;
}

bool JsonScanner::readValue(JsonPiece &piece, int depth)
{
    skipBlanks();
    if (m_position == m_end || depth > deepest)
        return false;
    const char *start = m_position;
    switch (*m_position) {
    case '{':
    case '[': {
        const bool isObject = *m_position == '{';
        if (isObject ? !readMembers(nullptr, depth) : !readItems(nullptr, depth))
            return false;
        piece = {isObject ? JsonPiece::Type::Object : JsonPiece::Type::Array, QByteArrayView(start, m_position)};
        return true;
    }
    case '"':
        piece.type = JsonPiece::Type::Text;
        return readText(piece.text);
    case 't': return readWord("true", piece, JsonPiece::Type::Truth);
    case 'f': return readWord("false", piece, JsonPiece::Type::Truth);
    case 'n': return readWord("null", piece, JsonPiece::Type::Null);
    case 'N': return readWord("NaN", piece, JsonPiece::Type::NotFinite);
    case 'I': return readWord("Infinity", piece, JsonPiece::Type::NotFinite);
    default: return readNumber(piece);
    }
}

bool JsonScanner::readMembers(const Member *member, int depth)
{
    ++m_position; // the bracket
    skipBlanks();
    if (m_position < m_end && *m_position == '}')
        return ++m_position, true;
    for (;;) {
        skipBlanks();
        QByteArrayView key;
        if (m_position == m_end || *m_position != '"' || !readText(key))
            return false;
        skipBlanks();
        if (m_position == m_end || *m_position != ':')
            return false;
        ++m_position;
        JsonPiece value;
        if (!readValue(value, depth + 1))
            return false;
        if (member)
            (*member)(key, value);
        skipBlanks();
        if (m_position == m_end || (*m_position != ',' && *m_position != '}'))
            return false;
        if (*m_position++ == '}')
            return true;
    }
}

bool JsonScanner::readItems(const Item *item, int depth)
{
    ++m_position;
    skipBlanks();
    if (m_position < m_end && *m_position == ']')
        return ++m_position, true;
    for (;;) {
        JsonPiece value;
        if (!readValue(value, depth + 1))
            return false;
        if (item)
            (*item)(value);
        skipBlanks();
        if (m_position == m_end || (*m_position != ',' && *m_position != ']'))
            return false;
        if (*m_position++ == ']')
            return true;
    }
}

bool JsonScanner::readText(QByteArrayView &text)
{
    const char *start = ++m_position;
    for (; m_position < m_end; ++m_position) {
        const uchar c = uchar(*m_position);
        if (c == '"') {
            text = QByteArrayView(start, m_position++);
            return true;
        }
        if (c < 0x20)
            return false;
        if (c != '\\')
            continue;
        if (++m_position == m_end)
            return false;
        if (*m_position == 'u') {
            const auto isHex = [](char digit) { return isDigit(digit) || (digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F'); };
            if (m_end - m_position < 5 || !std::all_of(m_position + 1, m_position + 5, isHex))
                return false;
            m_position += 4;
        } else if (!std::strchr("\"\\/bfnrt", *m_position) || *m_position == '\0') {
            return false;
        }
    }
    return false;
}

bool JsonScanner::readNumber(JsonPiece &piece)
{
    const char *start = m_position;
    const auto readDigits = [this] {
        const char *first = m_position;
        while (m_position < m_end && isDigit(*m_position))
            ++m_position;
        return m_position > first;
    };
    if (m_position < m_end && *m_position == '-')
        ++m_position;
    if (m_position < m_end && *m_position == 'I')
        return readWord("Infinity", piece, JsonPiece::Type::NotFinite);
    piece.type = JsonPiece::Type::Whole;
    if (m_position < m_end && *m_position == '0')
        ++m_position;
    else if (!readDigits())
        return m_position = start, false;
    if (m_position < m_end && *m_position == '.') {
        ++m_position;
        piece.type = JsonPiece::Type::Fraction;
        if (!readDigits())
            return false;
    }
    if (m_position < m_end && (*m_position == 'e' || *m_position == 'E')) {
        ++m_position;
        piece.type = JsonPiece::Type::Fraction;
        if (m_position < m_end && (*m_position == '+' || *m_position == '-'))
            ++m_position;
        if (!readDigits())
            return false;
    }
    piece.text = QByteArrayView(start, m_position);
    return true;
}

bool JsonScanner::readWord(const char *word, JsonPiece &piece, JsonPiece::Type type)
{
    const qsizetype length = qsizetype(std::strlen(word));
    if (m_end - m_position < length || std::memcmp(m_position, word, size_t(length)) != 0)
        return false;
    piece = {type, QByteArrayView(m_position, length)};
    m_position += length;
    return true;
}

} // namespace Trainyard
