#include "services/drafts/setupstate.h"

#include "services/common/files.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Trainyard {

namespace {

constexpr qsizetype mostJobs = 100;
const QString fileKey = QStringLiteral("job");

/// Newest first.
QJsonArray readEntries(const QString &stateFile)
{
    const Result<QByteArray> content = readFile(stateFile);
    return content ? QJsonDocument::fromJson(*content).array() : QJsonArray();
}

std::optional<double> numberOf(const QJsonObject &entry, const char *key)
{
    const QJsonValue value = entry.value(QLatin1String(key));
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

void insertKnown(QJsonObject &entry, const char *key, const std::optional<double> &value)
{
    if (value)
        entry.insert(QLatin1String(key), *value);
}

} // namespace

SetupState readSetupState(const QString &stateFile, const QString &jobFile)
{
    for (const QJsonValue value : readEntries(stateFile)) {
        const QJsonObject entry = value.toObject();
        if (entry.value(fileKey).toString() == jobFile) {
            return {entry.value(QStringLiteral("step")).toString(), numberOf(entry, "parameters"), numberOf(entry, "data_bytes"),
                    numberOf(entry, "hours")};
        }
    }
    return {};
}

Result<> writeSetupState(const QString &stateFile, const QString &jobFile, const SetupState &state)
{
    QJsonObject entry{{fileKey, jobFile}, {QStringLiteral("step"), state.step}};
    insertKnown(entry, "parameters", state.parameters);
    insertKnown(entry, "data_bytes", state.dataBytes);
    insertKnown(entry, "hours", state.hours);
    QJsonArray entries{entry};
    for (const QJsonValue value : readEntries(stateFile)) {
        if (value.toObject().value(fileKey).toString() != jobFile && entries.size() < mostJobs)
            entries.append(value);
    }
    return writeFileAtomically(stateFile, QJsonDocument(entries).toJson(QJsonDocument::Compact));
}

} // namespace Trainyard
