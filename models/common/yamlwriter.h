#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

namespace Trainyard {

/// A value to be written as YAML: a scalar's text is rendered already (see yamlScalar), sections keep their order.
struct YamlOutput
{
    enum class Kind { Scalar, Sequence, Mapping };
    Kind kind = Kind::Scalar;
    QString text;         ///< of a scalar, as it is to stand in the file
    bool isFlow = false;  ///< on one line, as `{...}` or `[...]`, where it fits
    QList<YamlOutput> items;
    QList<std::pair<QString, YamlOutput>> entries; ///< key as it is to stand in the file

    bool isEmptySection() const { return kind != Kind::Scalar && items.isEmpty() && entries.isEmpty(); }
};

/**
 * @p text as YAML reads it back unchanged: plain where that is safe, else in double quotes.
 *
 * With @p keepsType false words and numbers that other YAML readers would retype (`no`, `3.10`) are quoted as well; with true they stay
 * plain, and only null and the empty text are quoted.
 */
QString yamlScalar(const QString &text, bool keepsType);

/// "key: value" lines of one entry, ending in a line feed.
QByteArray writeYamlEntry(const QString &key, const YamlOutput &value, int indentation = 0);

} // namespace Trainyard
