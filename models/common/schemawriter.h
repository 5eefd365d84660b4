#pragma once

#include "models/common/schema.h"
#include "models/common/yamlwriter.h"

#include <QHash>

namespace Trainyard {

/// Turns an object into YAML by its schema. Values left out are not written.
class SchemaWriter
{
public:
    /// Sections for which @p isBlock answers true are written over several lines, all others on one where they fit.
    SchemaWriter(const Schema &schema, std::function<bool(const QString &path)> isBlock);

    /// Texts with a `${...}` to write instead of the value they come to, by dotted key.
    void setReferences(const TextPairs &references, std::function<QString(const QString &text)> resolve);

    /// The entries of the whole object; @p object is not changed, but has to be the schema's own type and not const.
    YamlOutput write(void *object) const;

private:
    YamlOutput writeMapping(const Schema &schema, void *object, const QString &path, const QString &prefix) const;
    std::optional<YamlOutput> writeValue(const Schema &schema, const SchemaField &field, void *object, const QString &key) const;
    std::optional<YamlOutput> writeScalar(const SchemaKey &rule, const Slot &slot, const QString &key) const;
    YamlOutput writeTexts(const SchemaKey &rule, const QStringList &texts, const QString &key) const;
    YamlOutput writeTextMap(const TextPairs &pairs, const QString &key) const;
    QString render(const SchemaKey &rule, const ScalarValue &value, const QString &key) const;

    const Schema &m_schema;
    std::function<bool(const QString &path)> m_isBlock;
    QHash<QString, QString> m_references;
    std::function<QString(const QString &text)> m_resolve;
};

} // namespace Trainyard
