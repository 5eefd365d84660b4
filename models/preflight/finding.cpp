#include "models/preflight/finding.h"

#include "models/common/enumtext.h"

#include <QJsonArray>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr EnumText severityTexts{std::array{std::pair{Severity::Info, "info"}, std::pair{Severity::Warning, "warning"}, std::pair{Severity::Error, "error"}}};
}

QString severityToText(Severity severity)
{
    return severityTexts.toText(severity);
}

std::optional<Severity> severityFromText(QStringView text)
{
    return severityTexts.fromText(text);
}

QJsonObject Place::toJson() const
{
    QJsonObject object;
    if (!file.isEmpty())
        object.insert(QStringLiteral("file"), file);
    if (line)
        object.insert(QStringLiteral("line"), *line);
    if (!key.isEmpty())
        object.insert(QStringLiteral("key"), key);
    return object;
}

Place Place::fromJson(const QJsonObject &object)
{
    Place place;
    place.file = object.value(QStringLiteral("file")).toString();
    if (const QJsonValue line = object.value(QStringLiteral("line")); line.isDouble())
        place.line = line.toInt();
    place.key = object.value(QStringLiteral("key")).toString();
    return place;
}

QJsonObject Finding::toJson() const
{
    QJsonArray placeArray;
    for (const Place &place : places)
        placeArray.append(place.toJson());
    return {{QStringLiteral("code"), code},   {QStringLiteral("severity"), severityToText(severity)}, {QStringLiteral("message"), message},
            {QStringLiteral("where"), where.toJson()}, {QStringLiteral("fix"), fix}, {QStringLiteral("count"), count},
            {QStringLiteral("places"), placeArray}};
}

Finding Finding::fromJson(const QJsonObject &object)
{
    Finding finding;
    finding.code = object.value(QStringLiteral("code")).toString();
    finding.severity = severityFromText(object.value(QStringLiteral("severity")).toString()).value_or(Severity::Error);
    finding.message = object.value(QStringLiteral("message")).toString();
    finding.where = Place::fromJson(object.value(QStringLiteral("where")).toObject());
    finding.fix = object.value(QStringLiteral("fix")).toString();
    finding.count = object.value(QStringLiteral("count")).toInt(1);
    for (const QJsonValue place : object.value(QStringLiteral("places")).toArray())
        finding.places.append(Place::fromJson(place.toObject()));
    return finding;
}

bool hasErrors(const Findings &findings)
{
    return countOf(findings, Severity::Error) > 0;
}

int countOf(const Findings &findings, Severity severity)
{
    return int(std::count_if(findings.begin(), findings.end(), [severity](const Finding &finding) { return finding.severity == severity; }));
}

QJsonObject NotChecked::toJson() const
{
    return {{QStringLiteral("what"), what}, {QStringLiteral("why"), why}};
}

NotChecked NotChecked::fromJson(const QJsonObject &object)
{
    return {object.value(QStringLiteral("what")).toString(), object.value(QStringLiteral("why")).toString()};
}

QJsonObject CheckReport::toJson() const
{
    QJsonArray findingArray;
    for (const Finding &finding : findings)
        findingArray.append(finding.toJson());
    QJsonArray notCheckedArray;
    for (const NotChecked &entry : notChecked)
        notCheckedArray.append(entry.toJson());
    return {{QStringLiteral("findings"), findingArray}, {QStringLiteral("not_checked"), notCheckedArray}};
}

} // namespace Trainyard
