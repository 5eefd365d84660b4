#include "models/preflight/finding.h"

#include "models/common/enumtext.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

constexpr EnumText severityTexts{std::array{std::pair{Severity::Info, "info"}, std::pair{Severity::Warning, "warning"}, std::pair{Severity::Error, "error"}}};

} // namespace

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

Finding errorFinding(const char *code, const Place &where, const QString &message, const QString &fix)
{
    return {QLatin1String(code), Severity::Error, message, where, fix, 1, {}};
}

Finding warningFinding(const char *code, const Place &where, const QString &message, const QString &fix)
{
    return {QLatin1String(code), Severity::Warning, message, where, fix, 1, {}};
}

Finding infoFinding(const char *code, const Place &where, const QString &message, const QString &fix)
{
    return {QLatin1String(code), Severity::Info, message, where, fix, 1, {}};
}

Finding atPlaces(Finding finding, const QList<Place> &places)
{
    constexpr int placesKept = 10;
    finding.count = int(places.size());
    finding.where = places.value(0);
    finding.places = places.size() > 1 ? places.mid(0, placesKept) : QList<Place>();
    return finding;
}

void foldRepeated(Findings &findings)
{
    constexpr int kept = 50;
    QHash<QString, int> seen;
    QHash<QString, qsizetype> folded; // code -> index of the finding that counts the rest
    Findings result;
    for (const Finding &finding : std::as_const(findings)) {
        const int number = ++seen[finding.code];
        if (number <= kept)
            result.append(finding);
        else if (number == kept + 1)
            folded.insert(finding.code, result.size()), result.append(finding);
        else
            ++result[folded.value(finding.code)].count;
    }
    for (const qsizetype index : std::as_const(folded)) {
        Finding &rest = result[index];
        if (rest.count > 1)
            rest.message = Text::tr("%1 And %n more of this kind.", nullptr, rest.count - 1).arg(rest.message);
    }
    findings = result;
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
