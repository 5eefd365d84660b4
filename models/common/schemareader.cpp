#include "models/common/schemareader.h"

#include <QCoreApplication>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Schema)
};

using Type = SchemaKey::Type;

QString joined(const QString &prefix, const QString &key)
{
    return prefix.isEmpty() ? key : prefix + u'.' + key;
}

bool isScalarList(const YamlNode &node)
{
    return node.kind == YamlNode::Kind::Sequence
        && std::all_of(node.items.begin(), node.items.end(), [](const YamlNodePtr &item) { return item->kind == YamlNode::Kind::Scalar; });
}

/// What stands there, for the sentence "X is ...".
QString foundText(const YamlNode &node)
{
    switch (node.kind) {
    case YamlNode::Kind::Scalar:
        return node.isNull() ? Text::tr("empty") : Text::tr("“%1”").arg(shownValue(node.text));
    case YamlNode::Kind::Sequence:
        return Text::tr("a list");
    case YamlNode::Kind::Mapping:
        return Text::tr("a section of keys");
    }
    Q_UNREACHABLE();
}

std::optional<Parameter> parameterOf(const YamlEntry &entry)
{
    const YamlNode &node = *entry.value;
    if (node.isNull())
        return Parameter{entry.key, {}, true, false};
    if (node.kind == YamlNode::Kind::Scalar)
        return Parameter{entry.key, {node.text}, false, false};
    if (!isScalarList(node))
        return std::nullopt;
    QStringList values;
    for (const YamlNodePtr &item : node.items)
        values.append(item->text);
    return Parameter{entry.key, values, false, true};
}

} // namespace

QString shownValue(const QString &text)
{
    constexpr qsizetype longest = 60;
    const QString line = text.simplified();
    return line.size() > longest ? line.left(longest) + u'…' : line;
}

QList<Parameter> parametersOf(const YamlNode &mapping)
{
    QList<Parameter> parameters;
    for (const YamlEntry &entry : mapping.entries) {
        if (const std::optional<Parameter> parameter = parameterOf(entry); parameter && entry.isText)
            parameters.append(*parameter);
    }
    return parameters;
}

SchemaReader::SchemaReader(const Schema &schema, QString fileName, Resolver resolve)
    : m_schema(schema)
    , m_fileName(std::move(fileName))
    , m_resolve(std::move(resolve))
{
}

void SchemaReader::read(const YamlNode &mapping, void *object)
{
    readMapping({m_schema, object, QString(), QString()}, mapping);
    std::stable_sort(m_findings.begin(), m_findings.end(),
                     [](const Finding &a, const Finding &b) { return a.where.line.value_or(0) < b.where.line.value_or(0); });
}

void SchemaReader::readMapping(const Position &position, const YamlNode &node)
{
    QStringList present;
    for (const YamlEntry &entry : node.entries) {
        const QString key = joined(position.prefix, entry.key);
        if (!entry.isText || entry.key.isEmpty()) {
            m_findings.append(errorFinding("job.invalid-value", {m_fileName, entry.line, position.prefix},
                                           Text::tr("Line %1 has a key that is no text.").arg(entry.line),
                                           Text::tr("Write keys as plain words, followed by a colon and a blank.")));
            continue;
        }
        const SchemaField *field = position.schema.field(joined(position.path, entry.key));
        const bool isScalar = entry.value->kind == YamlNode::Kind::Scalar;
        const bool isBlank = isScalar && entry.value->text.trimmed().isEmpty();
        const bool isEmptyText = isScalar && entry.value->text.isEmpty() && field && field->key.type == Type::Text;
        if (field && !field->key.isRequired && (entry.value->isNull() || isEmptyText))
            continue; // `key:` with nothing or "" behind it is a key left out
        const bool isBlankText = isBlank && field && field->key.type == Type::Text; // kept, but it names nothing: a command of blanks starts nothing
        if (!isBlankText && !m_lines.contains(key))
            m_lines.insert(key, entry.line);
        if (!entry.value->foreignTag.isEmpty()) {
            m_findings.append(errorFinding("job.invalid-value", {m_fileName, entry.line, key},
                                           Text::tr("%1 carries the tag “%2”, which means nothing here.").arg(key, shownValue(entry.value->foreignTag)),
                                           Text::tr("Remove the tag.")));
            continue;
        }
        if (!field) {
            reportUnknown(position, entry, key);
        } else if (!entry.value->isNull()) {
            if (isBlank && field->key.isRequired)
                continue; // reported as missing
            present.append(entry.key);
            readValue({position.schema, position.object, field->key.path, key}, *field, key, *entry.value);
        }
    }
    reportMissing(position, present, m_lines.value(position.prefix, node.line));
}

void SchemaReader::readValue(const Position &position, const SchemaField &field, const QString &key, const YamlNode &node)
{
    const Slot slot = field.slot(position.object);
    const bool isMapping = node.kind == YamlNode::Kind::Mapping;
    switch (field.key.type) {
    case Type::Mapping:
        if (!isMapping)
            return reportInvalid(field.key, key, node);
        if (const auto *section = std::get_if<SectionAccess>(&slot); section && section->create)
            section->create();
        return readMapping(position, node);
    case Type::MappingList:
        return readEntries(field, std::get<ListAccess>(slot), key, node);
    case Type::TextMap:
        return isMapping ? readTextMap(*std::get<TextPairs *>(slot), key, node) : reportInvalid(field.key, key, node);
    case Type::Parameters:
        return isMapping ? readParameters(*std::get<QList<Parameter> *>(slot), key, node) : reportInvalid(field.key, key, node);
    case Type::TextList:
    case Type::IntegerList:
        return readList(field.key, slot, key, node);
    default:
        return readScalar(field.key, slot, key, node);
    }
}

void SchemaReader::readScalar(const SchemaKey &rule, const Slot &slot, const QString &key, const YamlNode &node)
{
    if (node.kind != YamlNode::Kind::Scalar)
        return reportInvalid(rule, key, node);
    const std::optional<ScalarValue> value = parseScalar(rule, resolved(key, node));
    if (!value || !assignScalar(slot, *value))
        reportInvalid(rule, key, node);
}

void SchemaReader::readTextMap(TextPairs &pairs, const QString &key, const YamlNode &node)
{
    static const SchemaKey textRule{QString(), Type::Text};
    for (const YamlEntry &entry : node.entries) {
        const QString entryKey = joined(key, entry.key);
        m_lines.insert(entryKey, entry.line);
        if (!entry.isText || entry.value->kind != YamlNode::Kind::Scalar)
            reportInvalid(textRule, entryKey, *entry.value);
        else
            pairs.append({entry.key, resolved(entryKey, *entry.value)});
    }
}

void SchemaReader::readParameters(QList<Parameter> &parameters, const QString &key, const YamlNode &node)
{
    for (const YamlEntry &entry : node.entries) {
        const QString entryKey = joined(key, entry.key);
        m_lines.insert(entryKey, entry.line);
        const std::optional<Parameter> parameter = entry.isText ? parameterOf(entry) : std::nullopt;
        if (!parameter) {
            m_findings.append(errorFinding("job.invalid-value", placeOf(entryKey, *entry.value),
                                           Text::tr("The parameter %1 holds sections or nested lists, which cannot be passed as an argument.").arg(entryKey),
                                           Text::tr("Give it one value, a list of values, or null for a bare flag.")));
            continue;
        }
        for (const QString &value : parameter->values) {
            if (m_resolve && value.contains(QLatin1String("${")))
                m_resolve(value, placeOf(entryKey, *entry.value), m_findings);
        }
        parameters.append(*parameter);
    }
}

void SchemaReader::readList(const SchemaKey &rule, const Slot &slot, const QString &key, const YamlNode &node)
{
    if (!isScalarList(node))
        return reportInvalid(rule, key, node);
    QStringList texts;
    QList<qint64> numbers;
    for (qsizetype i = 0; i < node.items.size(); ++i) {
        const QString itemKey = QStringLiteral("%1[%2]").arg(key).arg(i);
        SchemaKey itemRule = rule;
        itemRule.type = rule.type == Type::IntegerList ? Type::Integer : rule.choices.isEmpty() ? Type::Text : Type::Choice;
        const std::optional<ScalarValue> value = parseScalar(itemRule, resolved(itemKey, *node.items[i]));
        if (!value) {
            m_lines.insert(itemKey, node.items[i]->line);
            reportInvalid(itemRule, itemKey, *node.items[i]);
        } else if (const auto *number = std::get_if<qint64>(&*value)) {
            numbers.append(*number);
        } else {
            texts.append(std::get<QString>(*value));
        }
    }
    if (auto *const *list = std::get_if<QStringList *>(&slot))
        **list = texts;
    else if (auto *const *optionalList = std::get_if<std::optional<QStringList> *>(&slot))
        **optionalList = texts;
    else
        *std::get<QList<qint64> *>(slot) = numbers;
}

void SchemaReader::readEntries(const SchemaField &field, const ListAccess &list, const QString &key, const YamlNode &node)
{
    if (node.kind != YamlNode::Kind::Sequence)
        return reportInvalid(field.key, key, node);
    list.clear();
    for (qsizetype i = 0; i < node.items.size(); ++i) {
        const QString itemKey = QStringLiteral("%1[%2]").arg(key).arg(i);
        m_lines.insert(itemKey, node.items[i]->line);
        void *object = list.append(); // also for a broken entry: the index in keys stays that of the file
        if (node.items[i]->kind == YamlNode::Kind::Mapping)
            readMapping({*field.items, object, QString(), itemKey}, *node.items[i]);
        else
            reportInvalid({itemKey, Type::Mapping}, itemKey, *node.items[i]);
    }
}

QString SchemaReader::resolved(const QString &key, const YamlNode &node)
{
    if (!m_resolve || !node.text.contains(QLatin1String("${")))
        return node.text;
    const QString text = m_resolve(node.text, placeOf(key, node), m_findings);
    if (text != node.text)
        m_references.append({key, node.text});
    return text;
}

Place SchemaReader::placeOf(const QString &key, const YamlNode &node) const
{
    // A section starts below its key: the key's own line is where people look.
    const bool isScalar = node.kind == YamlNode::Kind::Scalar && !node.isNull();
    return {m_fileName, isScalar ? node.line : m_lines.value(key, node.line), key};
}

void SchemaReader::reportInvalid(const SchemaKey &rule, const QString &key, const YamlNode &node)
{
    const QString expected = node.kind == YamlNode::Kind::Scalar ? expectedInsteadOf(node.text, rule) : expectedText(rule);
    const QString nearest = node.kind == YamlNode::Kind::Scalar && rule.type == Type::Choice ? nearestWord(node.text, rule.choices) : QString();
    m_findings.append(errorFinding("job.invalid-value", placeOf(key, node), Text::tr("%1 is %2, but has to be %3.").arg(key, foundText(node), expected),
                                   nearest.isEmpty() ? Text::tr("Set %1 to %2.").arg(key, expected)
                                                     : Text::tr("Did you mean “%1”? Set %2 to %3.").arg(nearest, key, expected)));
}

void SchemaReader::reportUnknown(const Position &position, const YamlEntry &entry, const QString &key)
{
    if (position.schema.otherKeys && position.path.isEmpty()) {
        if (entry.value->kind == YamlNode::Kind::Scalar)
            position.schema.otherKeys(position.object)->append({entry.key, entry.value->text});
        else
            reportInvalid({key, Type::Text}, key, *entry.value);
        return;
    }
    QString fix = Text::tr("Remove it; docs/job-yaml.md lists the keys there are.");
    if (--m_suggestionsLeft >= 0) {
        const QString sibling = nearestWord(entry.key, position.schema.childKeys(position.path));
        QString elsewhere;
        QStringList lastParts;
        for (const SchemaKey &known : m_schema.allKeys()) {
            const QString lastPart = known.path.section(u'.', -1);
            lastParts.append(lastPart);
            if (lastPart == entry.key && elsewhere.isEmpty())
                elsewhere = known.path;
        }
        const bool isTypo = !sibling.isEmpty() && editDistance(sibling, entry.key) <= 2;
        if (isTypo || (elsewhere.isEmpty() && !sibling.isEmpty()))
            fix = Text::tr("Did you mean “%1”?").arg(sibling);
        else if (!elsewhere.isEmpty())
            fix = Text::tr("It belongs elsewhere: write it as %1.").arg(elsewhere);
        else if (const qsizetype index = lastParts.indexOf(nearestWord(entry.key, lastParts)); index >= 0)
            fix = Text::tr("Did you mean %1?").arg(m_schema.allKeys().at(index).path);
    }
    m_findings.append(errorFinding("job.unknown-key", {m_fileName, entry.line, key},
                                   Text::tr("%1 is no key of this file.").arg(shownValue(key)), fix));
}

void SchemaReader::reportMissing(const Position &position, const QStringList &present, int line)
{
    for (const QString &child : position.schema.childKeys(position.path)) {
        const SchemaField *field = position.schema.field(joined(position.path, child));
        if (!field->key.isRequired || present.contains(child))
            continue;
        const QString key = joined(position.prefix, child);
        m_findings.append(errorFinding("job.missing-key", {m_fileName, m_lines.value(key, line), key}, Text::tr("%1 is missing.").arg(key),
                                       Text::tr("Add %1: it has to be %2.").arg(key, expectedText(field->key))));
    }
}

} // namespace Trainyard
