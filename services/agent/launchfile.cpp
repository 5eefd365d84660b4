#include "services/agent/launchfile.h"

#include "services/common/files.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

QStringList toStrings(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue entry : value.toArray())
        texts.append(entry.toString());
    return texts;
}

std::optional<Milliseconds> toDuration(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(Milliseconds(value.toInteger())) : std::nullopt;
}

std::optional<double> toNumber(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

template<typename T>
QJsonValue fromNumber(const std::optional<T> &value)
{
    if constexpr (std::is_same_v<T, Milliseconds>)
        return value ? QJsonValue(qint64(value->count())) : QJsonValue();
    else
        return value ? QJsonValue(*value) : QJsonValue();
}

} // namespace

QJsonObject LaunchFile::toJson() const
{
    QJsonObject variables;
    for (const auto &[name, value] : environment)
        variables.insert(name, value);
    QJsonArray outputs;
    for (const Collected &output : collect)
        outputs.append(QJsonObject{{u"name"_s, output.name}, {u"from"_s, output.from}, {u"to"_s, output.to}});
    const QJsonObject limits{{u"max_duration_ms"_s, fromNumber(maxDuration)},
                             {u"stop_when_idle_ms"_s, fromNumber(stopWhenIdle)},
                             {u"max_cost"_s, fromNumber(maxCost)},
                             {u"price_per_hour"_s, fromNumber(pricePerHour)}};
    QJsonObject object{{u"arguments"_s, QJsonArray::fromStringList(arguments)},
                       {u"environment"_s, variables},
                       {u"working_directory"_s, workingDirectory},
                       {u"flavor"_s, flavor},
                       {u"slots"_s, slotCount},
                       {u"slots_folder"_s, slotsFolder},
                       {u"cards"_s, QJsonArray::fromStringList(cards)},
                       {u"cards_needed"_s, cardsNeeded},
                       {u"cpus"_s, cpus},
                       {u"limits"_s, limits},
                       {u"grace_ms"_s, qint64(grace.count())},
                       {u"read_only"_s, QJsonArray::fromStringList(readOnly)},
                       {u"checkpoint_directory"_s, checkpointDirectory},
                       {u"collect"_s, outputs}};
    if (isolatesNetwork || memoryBytes || fileBytes)
        object.insert("sandbox"_L1, QJsonObject{{u"network"_s, isolatesNetwork ? u"none"_s : u"open"_s}, {u"memory_bytes"_s, fromNumber(memoryBytes)}, {u"file_bytes"_s, fromNumber(fileBytes)}});
    if (checkpointsOnSignal)
        object.insert("checkpoint_signal"_L1, u"SIGUSR1"_s);
    if (checkpointEverySteps)
        object.insert("checkpoint_every_steps"_L1, *checkpointEverySteps);
    if (hangAfter != LaunchFile().hangAfter)
        object.insert("hang_after_ms"_L1, qint64(hangAfter.count()));
    if (alerts)
        object.insert("alerts"_L1, QJsonArray::fromStringList(*alerts));
    return object;
}

Result<LaunchFile> LaunchFile::fromJson(const QJsonObject &object)
{
    const auto missing = [](const char *key) {
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("Agent", "launch.json has no usable %1: the run cannot be started. Submit the job again.")
                         .arg(QLatin1String(key)),
                     QString()};
    };
    LaunchFile launch;
    launch.arguments = toStrings(object.value("arguments"_L1));
    if (launch.arguments.isEmpty() || launch.arguments.first().isEmpty())
        return missing("arguments");
    const QJsonObject variables = object.value("environment"_L1).toObject();
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        launch.environment.append({variable.key(), variable.value().toString()});
    launch.workingDirectory = object.value("working_directory"_L1).toString();
    if (launch.workingDirectory.isEmpty())
        return missing("working_directory");
    launch.flavor = object.value("flavor"_L1).toString();
    launch.slotsFolder = object.value("slots_folder"_L1).toString();
    if (launch.flavor.isEmpty() || launch.flavor.contains(u'/') || launch.slotsFolder.isEmpty())
        return missing("flavor");
    launch.slotCount = std::max(1, object.value("slots"_L1).toInt(1));
    launch.cards = toStrings(object.value("cards"_L1));
    launch.cardsNeeded = std::clamp(object.value("cards_needed"_L1).toInt(0), 0, int(launch.cards.size()));
    launch.cpus = object.value("cpus"_L1).toInt(0);
    const QJsonObject limits = object.value("limits"_L1).toObject();
    launch.maxDuration = toDuration(limits.value("max_duration_ms"_L1));
    launch.stopWhenIdle = toDuration(limits.value("stop_when_idle_ms"_L1));
    launch.maxCost = toNumber(limits.value("max_cost"_L1));
    launch.pricePerHour = toNumber(limits.value("price_per_hour"_L1));
    launch.grace = toDuration(object.value("grace_ms"_L1)).value_or(launch.grace);
    launch.readOnly = toStrings(object.value("read_only"_L1));
    launch.checkpointDirectory = object.value("checkpoint_directory"_L1).toString();
    launch.checkpointsOnSignal = object.value("checkpoint_signal"_L1).toString() == "SIGUSR1"_L1;
    if (const QJsonValue steps = object.value("checkpoint_every_steps"_L1); steps.toInteger() > 0)
        launch.checkpointEverySteps = steps.toInteger();
    launch.hangAfter = toDuration(object.value("hang_after_ms"_L1)).value_or(launch.hangAfter);
    if (const QJsonValue events = object.value("alerts"_L1); events.isArray())
        launch.alerts = toStrings(events);
    const QJsonObject sandbox = object.value("sandbox"_L1).toObject();
    const auto toBytes = [](const QJsonValue &value) { return value.toInteger() > 0 ? std::optional(value.toInteger()) : std::nullopt; };
    launch.isolatesNetwork = sandbox.value("network"_L1).toString() == "none"_L1;
    launch.memoryBytes = toBytes(sandbox.value("memory_bytes"_L1));
    launch.fileBytes = toBytes(sandbox.value("file_bytes"_L1));
    for (const QJsonValue entry : object.value("collect"_L1).toArray()) {
        const QJsonObject output = entry.toObject();
        launch.collect.append({output.value("name"_L1).toString(), output.value("from"_L1).toString(), output.value("to"_L1).toString()});
    }
    return launch;
}

Result<LaunchFile> LaunchFile::read(const QString &path)
{
    const Result<QJsonObject> object = readJsonFile(path);
    if (!object)
        return object.error();
    return fromJson(*object);
}

Result<QJsonObject> readJsonFile(const QString &path)
{
    const Result<QByteArray> text = readFile(path, qint64(4) << 20);
    if (!text)
        return text.error();
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(*text, &fault);
    if (document.isObject())
        return document.object();
    const QString reason = text->isEmpty() ? QCoreApplication::translate("Agent", "it is empty")
                                           : QCoreApplication::translate("Agent", "it is damaged at byte %1").arg(fault.offset);
    return Error{Error::Kind::Invalid, QCoreApplication::translate("Agent", "%1 cannot be used: %2.").arg(path, reason), fault.errorString()};
}

Result<> writeJsonFile(const QString &path, const QJsonObject &object)
{
    return writeFileAtomically(path, QJsonDocument(object).toJson());
}

} // namespace Trainyard
