#include "models/common/schema.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Schema)
};

using Type = SchemaKey::Type;

bool isInRange(const SchemaKey &key, double value)
{
    const bool isAbove = !key.minimum || value > *key.minimum || (value == *key.minimum && !key.excludesMinimum);
    const bool isBelow = !key.maximum || value < *key.maximum || (value == *key.maximum && !key.excludesMaximum);
    return isAbove && isBelow;
}

std::optional<ScalarValue> parseInteger(const SchemaKey &key, const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^[-+]?[0-9]+$"));
    bool ok = false;
    const qint64 value = pattern.match(text).hasMatch() ? text.toLongLong(&ok) : 0;
    return ok && isInRange(key, double(value)) ? std::optional<ScalarValue>(value) : std::nullopt;
}

std::optional<ScalarValue> parseNumber(const SchemaKey &key, const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?$"));
    bool ok = false;
    const double value = pattern.match(text).hasMatch() ? text.toDouble(&ok) : 0;
    return ok && std::isfinite(value) && isInRange(key, value) ? std::optional<ScalarValue>(value) : std::nullopt;
}

/// The words YAML 1.1 has for a switch.
std::optional<ScalarValue> parseBoolean(const QString &text)
{
    const QString word = text.toLower();
    if (word == QLatin1String("true") || word == QLatin1String("yes") || word == QLatin1String("on"))
        return true;
    if (word == QLatin1String("false") || word == QLatin1String("no") || word == QLatin1String("off"))
        return false;
    return std::nullopt;
}

QString expectedWholeNumber(const SchemaKey &key)
{
    if (key.minimum && key.maximum)
        return Text::tr("a whole number from %1 to %2").arg(*key.minimum).arg(*key.maximum);
    return key.minimum ? Text::tr("a whole number of at least %1").arg(*key.minimum) : Text::tr("a whole number");
}

QString expectedNumber(const SchemaKey &key)
{
    if (key.minimum && key.maximum)
        return Text::tr("a number from %1 up to, but not, %2").arg(*key.minimum).arg(*key.maximum);
    if (key.minimum)
        return key.excludesMinimum ? Text::tr("a number above %1").arg(*key.minimum) : Text::tr("a number of at least %1").arg(*key.minimum);
    return Text::tr("a number");
}

template<typename T>
bool assignTo(T *target, const ScalarValue &value)
{
    if (const auto *held = std::get_if<T>(&value)) {
        *target = *held;
        return true;
    }
    return false;
}

} // namespace

QString expectedText(const SchemaKey &key)
{
    switch (key.type) {
    case Type::Text:
        return Text::tr("a text");
    case Type::Choice:
        return key.isOpen ? Text::tr("a text, such as %1").arg(key.choices.join(QStringLiteral(", ")))
                          : key.choices.size() == 1 ? key.choices.first() : Text::tr("one of %1").arg(key.choices.join(QStringLiteral(", ")));
    case Type::Integer:
        return expectedWholeNumber(key);
    case Type::Number:
        return expectedNumber(key);
    case Type::Boolean:
        return Text::tr("true or false");
    case Type::Size:
        return Text::tr("a size with its unit, such as 24GiB or 500MB");
    case Type::Duration:
        return Text::tr("a duration with its unit, such as 90s, 15m, 2h or 1d");
    case Type::TextList:
        return key.choices.isEmpty() ? Text::tr("a list of texts, such as [a, b]") : Text::tr("a list of words out of %1").arg(key.choices.join(QStringLiteral(", ")));
    case Type::IntegerList:
        return Text::tr("a list of whole numbers, such as [3, 224, 224]");
    case Type::TextMap:
        return Text::tr("names with values, such as {NAME: value}");
    case Type::Parameters:
        return Text::tr("names with values, such as {epochs: 5}");
    case Type::Mapping:
        return Text::tr("a section of keys with values");
    case Type::MappingList:
        return Text::tr("a list of entries, each with its own keys");
    }
    Q_UNREACHABLE();
}

QString expectedInsteadOf(const QString &text, const SchemaKey &key)
{
    static const QRegularExpression form(QStringLiteral("^([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*([A-Za-z]*)$"));
    const QRegularExpressionMatch match = form.match(text.trimmed());
    const QString unit = match.captured(2);
    const double value = match.captured(1).toDouble();
    const bool isLarge = value > 1e9; // also infinity: more than a double holds
    switch (key.type) {
    case Type::Integer:
    case Type::IntegerList:
        return isLarge && unit.isEmpty() && !key.maximum ? Text::tr("a smaller whole number") : expectedText(key);
    case Type::Number:
        return isLarge && unit.isEmpty() && !key.maximum ? Text::tr("a smaller number") : expectedText(key);
    case Type::Size:
        if (!match.hasMatch() || !parseSize(QString(u'1' + unit)))
            return expectedText(key);
        return value <= 0 ? Text::tr("a size above zero, such as 24GiB or 500MB") : Text::tr("a smaller size, such as 24GiB or 500MB");
    case Type::Duration:
        if (!match.hasMatch() || !parseDuration(QString(u'1' + unit)))
            return expectedText(key);
        return value < 1 ? Text::tr("a duration above zero, such as 90s, 15m, 2h or 1d") : Text::tr("a shorter duration, such as 90s, 15m, 2h or 1d");
    default:
        return expectedText(key);
    }
}

std::optional<ScalarValue> parseScalar(const SchemaKey &key, const QString &text)
{
    const QString trimmed = text.trimmed();
    switch (key.type) {
    case Type::Choice:
        if (!key.isOpen && !key.choices.contains(trimmed))
            return std::nullopt;
        return key.isOpen ? text : trimmed;
    case Type::Integer:
    case Type::IntegerList:
        return parseInteger(key, trimmed);
    case Type::Number:
        return parseNumber(key, trimmed);
    case Type::Boolean:
        return parseBoolean(trimmed);
    case Type::Size:
        if (const std::optional<qint64> bytes = parseSize(trimmed); bytes && *bytes > 0)
            return *bytes;
        return std::nullopt;
    case Type::Duration:
        if (const std::optional<Milliseconds> duration = parseDuration(trimmed))
            return *duration;
        return std::nullopt;
    default:
        return text;
    }
}

QString scalarText(const SchemaKey &key, const ScalarValue &value)
{
    if (const auto *text = std::get_if<QString>(&value))
        return *text;
    if (const auto *number = std::get_if<qint64>(&value))
        return key.type == Type::Size ? sizeToText(*number) : QString::number(*number);
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto *duration = std::get_if<Milliseconds>(&value))
        return durationToText(*duration);
    // YAML 1.1 takes 1e-05 for a text and 1.0e-05 for a number.
    QString text = QString::number(std::get<double>(value), 'g', QLocale::FloatingPointShortest);
    const qsizetype exponent = text.indexOf(u'e');
    if (exponent > 0 && !text.contains(u'.'))
        text.insert(exponent, QStringLiteral(".0"));
    return text;
}

bool assignScalar(const Slot &slot, const ScalarValue &value)
{
    if (auto *const *text = std::get_if<QString *>(&slot))
        return assignTo(*text, value);
    if (auto *const *number = std::get_if<std::optional<double> *>(&slot))
        return std::holds_alternative<double>(value) && (**number = std::get<double>(value), true);
    if (auto *const *flag = std::get_if<std::optional<bool> *>(&slot))
        return std::holds_alternative<bool>(value) && (**flag = std::get<bool>(value), true);
    if (auto *const *duration = std::get_if<std::optional<Milliseconds> *>(&slot))
        return std::holds_alternative<Milliseconds>(value) && (**duration = std::get<Milliseconds>(value), true);
    if (const auto *access = std::get_if<TextAccess>(&slot))
        return std::holds_alternative<QString>(value) && (access->set(std::get<QString>(value)), true);
    const auto *whole = std::get_if<qint64>(&value);
    if (!whole)
        return false;
    if (auto *const *number = std::get_if<std::optional<qint64> *>(&slot)) {
        **number = *whole;
        return true;
    }
    if (*whole < std::numeric_limits<int>::min() || *whole > std::numeric_limits<int>::max())
        return false;
    if (auto *const *number = std::get_if<std::optional<int> *>(&slot)) {
        **number = int(*whole);
        return true;
    }
    if (auto *const *number = std::get_if<int *>(&slot)) {
        **number = int(*whole);
        return true;
    }
    return false;
}

std::optional<ScalarValue> currentScalar(const Slot &slot)
{
    const auto ofText = [](const QString &text) { return text.isEmpty() ? std::nullopt : std::optional<ScalarValue>(text); };
    if (auto *const *text = std::get_if<QString *>(&slot))
        return ofText(**text);
    if (const auto *access = std::get_if<TextAccess>(&slot))
        return ofText(access->get());
    if (auto *const *number = std::get_if<int *>(&slot))
        return ScalarValue(qint64(**number));
    if (auto *const *number = std::get_if<std::optional<int> *>(&slot); number && **number)
        return ScalarValue(qint64(***number));
    if (auto *const *number = std::get_if<std::optional<qint64> *>(&slot); number && **number)
        return ScalarValue(***number);
    if (auto *const *number = std::get_if<std::optional<double> *>(&slot); number && **number)
        return ScalarValue(***number);
    if (auto *const *flag = std::get_if<std::optional<bool> *>(&slot); flag && **flag)
        return ScalarValue(***flag);
    if (auto *const *duration = std::get_if<std::optional<Milliseconds> *>(&slot); duration && **duration)
        return ScalarValue(***duration);
    return std::nullopt;
}

const SchemaField *Schema::field(QStringView path) const
{
    for (const SchemaField &candidate : fields) {
        if (candidate.key.path == path)
            return &candidate;
    }
    return nullptr;
}

QStringList Schema::childKeys(QStringView parent) const
{
    QStringList children;
    for (const SchemaField &candidate : fields) {
        const qsizetype dot = candidate.key.path.lastIndexOf(u'.');
        if (QStringView(candidate.key.path).left(qMax(dot, 0)) == parent)
            children.append(candidate.key.path.mid(dot + 1));
    }
    return children;
}

QList<SchemaKey> Schema::allKeys() const
{
    QList<SchemaKey> keys;
    for (const SchemaField &candidate : fields) {
        keys.append(candidate.key);
        for (SchemaKey item : candidate.items ? candidate.items->allKeys() : QList<SchemaKey>()) {
            item.path = candidate.key.path + QStringLiteral("[].") + item.path;
            keys.append(item);
        }
    }
    return keys;
}

} // namespace Trainyard
