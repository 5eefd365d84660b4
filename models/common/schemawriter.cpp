#include "models/common/schemawriter.h"

namespace Trainyard {

namespace {

using Type = SchemaKey::Type;

YamlOutput scalar(const QString &rendered)
{
    YamlOutput output;
    output.text = rendered;
    return output;
}

YamlOutput section(YamlOutput::Kind kind, bool isFlow)
{
    YamlOutput output;
    output.kind = kind;
    output.isFlow = isFlow;
    return output;
}

YamlOutput writeParameters(const QList<Parameter> &parameters)
{
    YamlOutput mapping = section(YamlOutput::Kind::Mapping, true);
    for (const Parameter &parameter : parameters) {
        YamlOutput value = scalar(QStringLiteral("null"));
        if (parameter.isList) {
            value = section(YamlOutput::Kind::Sequence, true);
            for (const QString &text : parameter.values)
                value.items.append(scalar(yamlScalar(text, true)));
        } else if (!parameter.isFlag) {
            value = scalar(yamlScalar(parameter.text(), true));
        }
        mapping.entries.append({yamlScalar(parameter.name, false), value});
    }
    return mapping;
}

bool isText(const SchemaKey &rule)
{
    return rule.type == Type::Text || rule.type == Type::TextList || rule.type == Type::TextMap || (rule.type == Type::Choice && rule.isOpen);
}

} // namespace

SchemaWriter::SchemaWriter(const Schema &schema, std::function<bool(const QString &path)> isBlock)
    : m_schema(schema)
    , m_isBlock(std::move(isBlock))
{
}

void SchemaWriter::setReferences(const TextPairs &references, std::function<QString(const QString &text)> resolve)
{
    for (const auto &[key, text] : references)
        m_references.insert(key, text);
    m_resolve = std::move(resolve);
}

YamlOutput SchemaWriter::write(void *object) const
{
    return writeMapping(m_schema, object, QString(), QString());
}

YamlOutput SchemaWriter::writeMapping(const Schema &schema, void *object, const QString &path, const QString &prefix) const
{
    YamlOutput mapping = section(YamlOutput::Kind::Mapping, !m_isBlock(prefix));
    for (const QString &child : schema.childKeys(path)) {
        const SchemaField *field = schema.field(path.isEmpty() ? child : path + u'.' + child);
        const QString key = prefix.isEmpty() ? child : prefix + u'.' + child;
        if (const std::optional<YamlOutput> value = writeValue(schema, *field, object, key))
            mapping.entries.append({child, *value});
    }
    if (schema.otherKeys && path.isEmpty()) {
        for (const auto &[name, text] : *schema.otherKeys(object))
            mapping.entries.append({yamlScalar(name, false), scalar(yamlScalar(text, false))});
    }
    return mapping;
}

std::optional<YamlOutput> SchemaWriter::writeValue(const Schema &schema, const SchemaField &field, void *object, const QString &key) const
{
    const auto unlessEmpty = [](const YamlOutput &output) { return output.isEmptySection() ? std::nullopt : std::optional(output); };
    const Slot slot = field.slot(object);
    if (const auto *access = std::get_if<SectionAccess>(&slot)) {
        if (access->create && !access->isPresent)
            return std::nullopt; // its keys must not be asked for: that would create it
        const YamlOutput mapping = writeMapping(schema, object, field.key.path, key);
        return access->isPresent ? std::optional(mapping) : unlessEmpty(mapping);
    }
    if (const auto *list = std::get_if<ListAccess>(&slot)) {
        YamlOutput entries = section(YamlOutput::Kind::Sequence, false);
        for (qsizetype i = 0; i < list->size; ++i)
            entries.items.append(writeMapping(*field.items, list->at(i), QString(), QStringLiteral("%1[%2]").arg(key).arg(i)));
        return unlessEmpty(entries);
    }
    if (auto *const *pairs = std::get_if<TextPairs *>(&slot))
        return unlessEmpty(writeTextMap(**pairs, key));
    if (auto *const *parameters = std::get_if<QList<Parameter> *>(&slot))
        return unlessEmpty(writeParameters(**parameters));
    if (auto *const *texts = std::get_if<QStringList *>(&slot))
        return unlessEmpty(writeTexts(field.key, **texts, key));
    if (auto *const *texts = std::get_if<std::optional<QStringList> *>(&slot))
        return **texts ? std::optional(writeTexts(field.key, ***texts, key)) : std::nullopt;
    if (auto *const *numbers = std::get_if<QList<qint64> *>(&slot)) {
        YamlOutput list = section(YamlOutput::Kind::Sequence, true);
        for (qsizetype i = 0; i < (*numbers)->size(); ++i)
            list.items.append(scalar(render(field.key, (*numbers)->at(i), QStringLiteral("%1[%2]").arg(key).arg(i))));
        return unlessEmpty(list);
    }
    return writeScalar(field.key, slot, key);
}

std::optional<YamlOutput> SchemaWriter::writeScalar(const SchemaKey &rule, const Slot &slot, const QString &key) const
{
    const std::optional<ScalarValue> value = currentScalar(slot);
    return value ? std::optional(scalar(render(rule, *value, key))) : std::nullopt;
}

YamlOutput SchemaWriter::writeTexts(const SchemaKey &rule, const QStringList &texts, const QString &key) const
{
    YamlOutput list = section(YamlOutput::Kind::Sequence, true);
    for (qsizetype i = 0; i < texts.size(); ++i)
        list.items.append(scalar(render(rule, texts[i], QStringLiteral("%1[%2]").arg(key).arg(i))));
    return list;
}

YamlOutput SchemaWriter::writeTextMap(const TextPairs &pairs, const QString &key) const
{
    YamlOutput mapping = section(YamlOutput::Kind::Mapping, true);
    for (const auto &[name, text] : pairs)
        mapping.entries.append({yamlScalar(name, false), scalar(render({QString(), Type::TextMap}, text, key + u'.' + name))});
    return mapping;
}

QString SchemaWriter::render(const SchemaKey &rule, const ScalarValue &value, const QString &key) const
{
    const QString text = scalarText(rule, value);
    if (const auto reference = m_references.constFind(key); reference != m_references.constEnd() && m_resolve) {
        // Only while it still comes to the value: whoever changed the field meant the field.
        if (parseScalar(rule, m_resolve(*reference)) == std::optional(value))
            return yamlScalar(*reference, !isText(rule));
    }
    return isText(rule) ? yamlScalar(text, false) : text;
}

} // namespace Trainyard
