#pragma once

#include <QByteArrayView>
#include <QString>

#include <functional>

namespace Trainyard {

/// A JSON value as it stands in the text.
struct JsonPiece
{
    enum class Type : quint8 { Object, Array, Text, Whole, Fraction, NotFinite, Truth, Null };
    Type type = Type::Null;
    QByteArrayView text; ///< of an object or array with its brackets, of a text without its quotes

    bool isNumber() const { return type == Type::Whole || type == Type::Fraction || type == Type::NotFinite; }
    /// A text or list without content.
    bool isBlank() const;
    QString toText() const;
};

/**
 * Goes over JSON without building anything, as strict as Python's json module: it takes NaN and Infinity, and refuses bare control characters,
 * comments, trailing commas and anything after the value.
 */
class JsonScanner
{
public:
    explicit JsonScanner(QByteArrayView text)
        : m_begin(text.begin())
        , m_position(text.begin())
        , m_end(text.end())
    {
    }

    using Member = std::function<void(QByteArrayView key, const JsonPiece &value)>;
    using Item = std::function<void(const JsonPiece &value)>;

    /// One value and nothing behind it. False: no JSON, errorColumn() says where.
    bool readWhole(JsonPiece &piece);
    /// The members of an object, the items of an array; the text is one and holds nothing else.
    bool readObject(const Member &member);
    bool readArray(const Item &item);

    qsizetype errorColumn() const { return m_position - m_begin + 1; } ///< in bytes, from 1

private:
    bool readValue(JsonPiece &piece, int depth);
    bool readMembers(const Member *member, int depth);
    bool readItems(const Item *item, int depth);
    bool readText(QByteArrayView &text);
    bool readNumber(JsonPiece &piece);
    bool readWord(const char *word, JsonPiece &piece, JsonPiece::Type type);
    bool isAtEnd();
    void skipBlanks();

    const char *m_begin;
    const char *m_position;
    const char *m_end;
};

} // namespace Trainyard
