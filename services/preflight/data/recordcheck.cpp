#include "services/preflight/data/recordcheck.h"

#include "services/preflight/data/datanames.h"
#include "services/preflight/data/labelcheck.h"
#include "services/preflight/data/pathvalues.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qsizetype linesKept = 10;
constexpr qsizetype mostKeys = 500;
constexpr qsizetype mostKeySets = 2000;
constexpr qsizetype shortestHashed = 24; ///< shorter records are alike by chance

int typeGroup(JsonPiece::Type type)
{
    return int(type == JsonPiece::Type::Fraction || type == JsonPiece::Type::NotFinite ? JsonPiece::Type::Whole : type);
}

QString typeName(int type)
{
    switch (JsonPiece::Type(type)) {
    case JsonPiece::Type::Object: return QStringLiteral("object");
    case JsonPiece::Type::Array: return QStringLiteral("list");
    case JsonPiece::Type::Text: return QStringLiteral("string");
    case JsonPiece::Type::Truth: return QStringLiteral("boolean");
    case JsonPiece::Type::Null: return QStringLiteral("null");
    default: return QStringLiteral("number");
    }
}

/// What a sample is trained on; blank, it teaches nothing.
bool holdsTraining(const QByteArray &key)
{
    static const QList<QByteArray> keys{"text", "output", "instruction", "prompt", "completion", "response", "chosen", "rejected", "question", "answer", "messages", "conversations"};
    return keys.contains(key);
}

} // namespace

void RecordCheck::Lines::add(qint64 line)
{
    ++count;
    if (first.size() < linesKept)
        first.append(line);
}

RecordCheck::RecordCheck(const QByteArray &path, const ReadContext &context, FileReport &report)
    : m_folder(path.left(path.lastIndexOf('/')))
    , m_context(context)
    , m_report(report)
    , m_isOfSplit(!splitOf(path.mid(context.root.size())).isEmpty())
{
}

void RecordCheck::addRecord(QByteArrayView text, qint64 line)
{
    ++m_facts.records;
    m_objects.add(line);
    if (m_isOfSplit && text.size() >= shortestHashed)
        m_facts.hashes.append(fastHash(text));
    QList<QByteArray> keys;
    JsonScanner(text).readObject([&](QByteArrayView name, const JsonPiece &value) {
        const QByteArray key = name.toByteArray();
        if (!keys.contains(key))
            keys.append(key);
        lookAtValue(key, value, line);
    });
    std::sort(keys.begin(), keys.end());
    const QByteArray keySet = keys.join('\n');
    if (m_keySets.size() < mostKeySets || m_keySets.contains(keySet))
        m_keySets[keySet].add(line);
}

void RecordCheck::addOther(const JsonPiece &piece, qint64 line)
{
    ++m_facts.records;
    m_others.add(line);
    if (piece.type == JsonPiece::Type::Text && piece.isBlank())
        m_report.add(Trouble::EmptySample, line);
}

void RecordCheck::lookAtValue(const QByteArray &key, const JsonPiece &value, qint64 line)
{
    if (m_keys.size() >= mostKeys && !m_keys.contains(key))
        return;
    KeyFacts &facts = m_keys[key];
    ++facts.count;
    if (value.type != JsonPiece::Type::Null)
        facts.types[typeGroup(value.type)].add(line);
    const QString name = QString::fromUtf8(key);
    if (value.type == JsonPiece::Type::NotFinite)
        m_report.add(Trouble::MissingValue, line, name, value.toText());
    if (value.isBlank() && holdsTraining(key))
        m_report.add(Trouble::EmptySample, line, name);
    if (value.type == JsonPiece::Type::Array && (key == "messages" || key == "conversations"))
        lookAtTurns(value, line);
    if (value.type == JsonPiece::Type::Text && namesFile(value.text))
        checkPathValue(value.text, m_folder, m_context, line, name, m_report);
    if (isTargetColumn(name, m_context.options)) {
        m_facts.target = name;
        if (value.type == JsonPiece::Type::Null)
            m_report.add(Trouble::MissingTarget, line, name, QStringLiteral("null"));
        else if (value.isNumber() || value.type == JsonPiece::Type::Text)
            addLabel(value.toText(), line, m_context.options, m_facts, m_report);
    }
}

/// A chat is a list of turns, each with a role and a content.
void RecordCheck::lookAtTurns(const JsonPiece &messages, qint64 line)
{
    static const QList<QByteArray> roles{"system", "developer", "user", "assistant", "tool", "function", "human", "gpt", "bot", "observation", "function_call", "model", "ipython"};
    QString fault;
    QByteArray lastRole;
    int turns = 0;
    const auto lookAtTurn = [&](const JsonPiece &turn) {
        ++turns;
        if (turn.type != JsonPiece::Type::Object) {
            fault = typeName(int(turn.type));
            return;
        }
        QByteArray role;
        bool hasContent = false;
        JsonScanner(turn.text).readObject([&](QByteArrayView key, const JsonPiece &value) {
            if ((key == "role" || key == "from") && value.type == JsonPiece::Type::Text)
                role = value.text.toByteArray();
            hasContent = hasContent || key == "content" || key == "value" || key == "tool_calls" || key == "function_call";
        });
        if (fault.isEmpty() && role.isEmpty())
            fault = QStringLiteral("role");
        else if (fault.isEmpty() && !roles.contains(role))
            fault = QString::fromUtf8(role);
        else if (fault.isEmpty() && !hasContent)
            fault = QStringLiteral("content");
        lastRole = role;
    };
    JsonScanner(messages.text).readArray(lookAtTurn);
    const bool isOnlySystem = turns == 1 && lastRole == "system";
    if (!fault.isEmpty() || isOnlySystem)
        m_report.add(Trouble::ChatShape, line, QString(), isOnlySystem ? QStringLiteral("system") : fault);
}

void RecordCheck::tell(Trouble trouble, const QString &subject, const QString &value, const Lines &lines)
{
    m_report.troubles.append({trouble, subject, value, lines.count, lines.first});
}

/// The rarer types of a key are the odd ones.
void RecordCheck::tellMixedTypes(const QByteArray &key, const KeyFacts &facts)
{
    if (facts.types.size() < 2)
        return;
    const auto most = std::max_element(facts.types.begin(), facts.types.end(), [](const Lines &a, const Lines &b) { return a.count < b.count; });
    Lines odd;
    QStringList names;
    for (auto it = facts.types.begin(); it != facts.types.end(); ++it) {
        if (it.key() == most.key())
            continue;
        odd.count += it->count;
        odd.first += it->first;
        names.append(typeName(it.key()));
    }
    std::sort(odd.first.begin(), odd.first.end());
    odd.first = odd.first.mid(0, linesKept);
    tell(Trouble::MixedTypes, QString::fromUtf8(key), QStringLiteral("%1 / %2").arg(typeName(most.key()), names.join(QStringLiteral(", "))), odd);
}

/// Keys that nine records of ten have: those without them are the odd ones. The value is what such a record has in their place.
void RecordCheck::tellMissingKeys()
{
    if (m_objects.count < 3)
        return;
    for (auto key = m_keys.begin(); key != m_keys.end(); ++key) {
        const qint64 lacking = m_objects.count - key->count;
        if (lacking <= 0 || lacking * 10 > m_objects.count)
            continue;
        Lines odd;
        QString instead;
        for (auto it = m_keySets.begin(); it != m_keySets.end(); ++it) {
            const QList<QByteArray> keys = it.key().split('\n');
            if (keys.contains(key.key()))
                continue;
            odd.first += it->first;
            for (const QByteArray &other : keys) {
                if (m_keys.value(other).count * 2 < m_objects.count)
                    instead = QString::fromUtf8(other);
            }
        }
        std::sort(odd.first.begin(), odd.first.end());
        odd.first = odd.first.mid(0, linesKept);
        odd.count = lacking;
        tell(Trouble::MissingKey, QString::fromUtf8(key.key()), instead, odd);
    }
}

void RecordCheck::finish()
{
    for (auto it = m_keys.begin(); it != m_keys.end(); ++it) {
        tellMixedTypes(it.key(), it.value());
        const QString name = QString::fromUtf8(it.key());
        judgeMissingFiles(name, it->count, m_report);
    }
    tellMissingKeys();
    if (m_objects.count > 0 && m_others.count > 0) {
        const bool isOdd = m_others.count <= m_objects.count;
        tell(Trouble::MixedTypes, QString(), isOdd ? QStringLiteral("object / other") : QStringLiteral("other / object"), isOdd ? m_others : m_objects);
    }
    m_report.records = m_facts;
}

} // namespace Trainyard
