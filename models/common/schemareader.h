#pragma once

#include "models/common/schema.h"
#include "models/common/yamltree.h"

#include <QHash>

namespace Trainyard {

/**
 * Reads a YAML mapping into an object by its schema. Every fault becomes a finding with file, line, key, value and what is expected;
 * what is right is read all the same.
 */
class SchemaReader
{
public:
    /// Replaces the `${...}` in @p text; @p key and @p line are for its own findings.
    using Resolver = std::function<QString(const QString &text, const Place &where, Findings &findings)>;

    SchemaReader(const Schema &schema, QString fileName, Resolver resolve = {});

    void read(const YamlNode &mapping, void *object);

    const Findings &findings() const { return m_findings; }
    const QHash<QString, int> &lines() const { return m_lines; }  ///< dotted key -> line
    const TextPairs &references() const { return m_references; }  ///< dotted key -> text that held a `${...}`

private:
    /// Where the reader is: the keys of @c schema under @c path, called @c prefix in the document.
    struct Position
    {
        const Schema &schema;
        void *object;
        QString path;
        QString prefix;
    };

    void readMapping(const Position &position, const YamlNode &node);
    void readValue(const Position &position, const SchemaField &field, const QString &key, const YamlNode &node);
    void readScalar(const SchemaKey &rule, const Slot &slot, const QString &key, const YamlNode &node);
    void readTextMap(TextPairs &pairs, const QString &key, const YamlNode &node);
    void readParameters(QList<Parameter> &parameters, const QString &key, const YamlNode &node);
    void readList(const SchemaKey &rule, const Slot &slot, const QString &key, const YamlNode &node);
    void readEntries(const SchemaField &field, const ListAccess &list, const QString &key, const YamlNode &node);

    QString resolved(const QString &key, const YamlNode &node);
    Place placeOf(const QString &key, const YamlNode &node) const;
    void reportInvalid(const SchemaKey &rule, const QString &key, const YamlNode &node);
    void reportUnknown(const Position &position, const YamlEntry &entry, const QString &key);
    void reportMissing(const Position &position, const QStringList &present, int line);

    const Schema &m_schema;
    QString m_fileName;
    Resolver m_resolve;
    Findings m_findings;
    QHash<QString, int> m_lines;
    TextPairs m_references;
    int m_suggestionsLeft = 50; ///< comparing words takes time: a file of nonsense keys gets no more suggestions
};

/// The parameters of a `parameters:` section as written; what is no text, flag or list of texts is left out.
QList<Parameter> parametersOf(const YamlNode &mapping);

/// @p text in one line and short enough for a sentence.
QString shownValue(const QString &text);

} // namespace Trainyard
