#pragma once

#include "models/common/units.h"
#include "models/job/job.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <utility>
#include <variant>

namespace Trainyard {

/// What one key of a file may hold. Reading, writing, forms, help and documentation all go by it.
struct SchemaKey
{
    enum class Type { Text, Choice, Integer, Number, Boolean, Size, Duration, TextList, IntegerList, TextMap, Parameters, Mapping, MappingList };

    QString path; ///< dotted; entries of a list as `inputs[].name`
    Type type = Type::Text;
    QStringList choices = {};   ///< all there are, or with @c isOpen those worth suggesting; of a list: for each entry
    bool isOpen = false;
    bool isRequired = false;    ///< within its parent, where that is in the file
    std::optional<double> minimum = std::nullopt; ///< of numbers, and of each number of a list
    std::optional<double> maximum = std::nullopt;
    bool excludesMinimum = false;
    bool excludesMaximum = false;
};

/// "a whole number of at least 1", "one of a, b, c": the end of the sentence "... has to be ...". Translated.
QString expectedText(const SchemaKey &key);
/// The same for one that @p text is not; of a number with the right form but out of range it says which way to go.
QString expectedInsteadOf(const QString &text, const SchemaKey &key);

/// A scalar as its key's type has it. Sizes are qint64 bytes.
using ScalarValue = std::variant<QString, qint64, double, bool, Milliseconds>;

/// @p text read as @p key wants it; nothing when it is none or out of range.
std::optional<ScalarValue> parseScalar(const SchemaKey &key, const QString &text);
/// Text that parseScalar reads back equal.
QString scalarText(const SchemaKey &key, const ScalarValue &value);

struct Schema;
using TextPairs = QList<std::pair<QString, QString>>;

/// A text behind functions, for enumerations. An empty text is a value left out.
struct TextAccess
{
    std::function<QString()> get;
    std::function<void(const QString &)> set;
};

/// A section that can be there without holding anything; one that cannot has no functions.
struct SectionAccess
{
    bool isPresent = false;
    std::function<void()> create = {};
};

/// A list of structs.
struct ListAccess
{
    qsizetype size;
    std::function<void()> clear;
    std::function<void *()> append;
    std::function<void *(qsizetype)> at;
};

/// Where a key's value lives in an object.
using Slot = std::variant<QString *, int *, std::optional<int> *, std::optional<qint64> *, std::optional<double> *, std::optional<bool> *,
                          std::optional<Milliseconds> *, QStringList *, std::optional<QStringList> *, QList<qint64> *, TextPairs *,
                          QList<Parameter> *, TextAccess, SectionAccess, ListAccess>;

struct SchemaField
{
    SchemaKey key;
    std::function<Slot(void *object)> slot;
    const Schema *items = nullptr; ///< of a MappingList: the keys of its entries
};

/// Keys in the order in which they are written. @c otherKeys takes what is not listed; without it unknown keys are an error.
struct Schema
{
    QList<SchemaField> fields;
    std::function<TextPairs *(void *object)> otherKeys = {};

    const SchemaField *field(QStringView path) const;
    /// The last parts of the keys right under @p parent (empty: of the file).
    QStringList childKeys(QStringView parent) const;
    /// Every key, those of list entries included (`inputs[].name`).
    QList<SchemaKey> allKeys() const;
};

/// Reads one scalar into @p slot, or answers false: not of that type.
bool assignScalar(const Slot &slot, const ScalarValue &value);
/// What @p slot holds, or nothing for a value left out and for slots that are no scalar.
std::optional<ScalarValue> currentScalar(const Slot &slot);

/// Builds a field from an accessor such as `[](Job &job) { return &job.name; }`.
template<typename Object, typename Accessor>
SchemaField schemaField(SchemaKey key, Accessor accessor, const Schema *items = nullptr)
{
    return {std::move(key), [accessor](void *object) { return Slot(accessor(*static_cast<Object *>(object))); }, items};
}

template<typename T>
ListAccess listAccess(QList<T> &list)
{
    return {list.size(), [&list] { list.clear(); },
            [&list]() -> void * { return &list.emplaceBack(); },
            [&list](qsizetype index) -> void * { return &list[index]; }};
}

/// A section of its own `std::optional`: there as soon as it is read.
template<typename T>
SectionAccess sectionAccess(std::optional<T> &section)
{
    return {section.has_value(), [&section] { if (!section) section.emplace(); }};
}

} // namespace Trainyard
