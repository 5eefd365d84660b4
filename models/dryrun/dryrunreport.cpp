#include "models/dryrun/dryrunreport.h"

#include "models/common/enumtext.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr EnumText verdictTexts{std::array{std::pair{Verdict::Pass, "pass"}, std::pair{Verdict::Warn, "warn"}, std::pair{Verdict::Fail, "fail"}}};
constexpr EnumText statusTexts{std::array{std::pair{PointStatus::Pass, "pass"}, std::pair{PointStatus::Warn, "warn"},
                                          std::pair{PointStatus::Fail, "fail"}, std::pair{PointStatus::Skipped, "skipped"}}};
constexpr EnumText pointTexts{std::array{std::pair{DryRunPoint::Environment, "environment"}, std::pair{DryRunPoint::Data, "data"},
                                         std::pair{DryRunPoint::Memory, "memory"}, std::pair{DryRunPoint::Loss, "loss"},
                                         std::pair{DryRunPoint::Artifacts, "artifacts"}}};

} // namespace

QString verdictToText(Verdict verdict) { return verdictTexts.toText(verdict); }
std::optional<Verdict> verdictFromText(QStringView text) { return verdictTexts.fromText(text); }
QString pointStatusToText(PointStatus status) { return statusTexts.toText(status); }
std::optional<PointStatus> pointStatusFromText(QStringView text) { return statusTexts.fromText(text); }
QString dryRunPointToText(DryRunPoint point) { return pointTexts.toText(point); }
std::optional<DryRunPoint> dryRunPointFromText(QStringView text) { return pointTexts.fromText(text); }

DryRunPoint pointOf(const QString &findingCode)
{
    if (findingCode == QLatin1String("paths.outside-output"))
        return DryRunPoint::Artifacts;
    const QString family = findingCode.section(u'.', 0, 0);
    if (family == QLatin1String("data"))
        return DryRunPoint::Data;
    if (family == QLatin1String("memory") || family == QLatin1String("resources"))
        return DryRunPoint::Memory;
    if (family == QLatin1String("model") || family == QLatin1String("training") || family == QLatin1String("logs"))
        return DryRunPoint::Loss;
    if (family == QLatin1String("checkpoints") || family == QLatin1String("serving"))
        return DryRunPoint::Artifacts;
    return DryRunPoint::Environment;
}

QJsonObject PointResult::toJson() const
{
    QJsonArray findingArray;
    for (const Finding &finding : findings)
        findingArray.append(finding.toJson());
    return {{QStringLiteral("name"), dryRunPointToText(point)}, {QStringLiteral("status"), pointStatusToText(status)},
            {QStringLiteral("detail"), detail}, {QStringLiteral("findings"), findingArray}};
}

PointResult PointResult::fromJson(const QJsonObject &object)
{
    PointResult result;
    result.point = dryRunPointFromText(object.value(QStringLiteral("name")).toString()).value_or(DryRunPoint::Environment);
    result.status = pointStatusFromText(object.value(QStringLiteral("status")).toString()).value_or(PointStatus::Skipped);
    result.detail = object.value(QStringLiteral("detail")).toString();
    for (const QJsonValue finding : object.value(QStringLiteral("findings")).toArray())
        result.findings.append(Finding::fromJson(finding.toObject()));
    return result;
}

Findings DryRunReport::allFindings() const
{
    Findings all;
    for (const PointResult &point : points)
        all += point.findings;
    return all;
}

int DryRunReport::skippedPoints() const
{
    return int(std::count_if(points.begin(), points.end(), [](const PointResult &point) { return point.status == PointStatus::Skipped; }));
}

QList<NotChecked> DryRunReport::furtherNotChecked() const
{
    QList<NotChecked> further;
    std::copy_if(notChecked.begin(), notChecked.end(), std::back_inserter(further), [this](const NotChecked &entry) {
        return std::none_of(points.begin(), points.end(),
                            [&entry](const PointResult &point) { return point.status == PointStatus::Skipped && point.detail.contains(entry.why); });
    });
    return further;
}

Verdict DryRunReport::verdictOf(const QList<PointResult> &points)
{
    Verdict verdict = Verdict::Pass;
    for (const PointResult &point : points) {
        if (point.status == PointStatus::Fail || hasErrors(point.findings))
            return Verdict::Fail;
        if (point.status == PointStatus::Warn || countOf(point.findings, Severity::Warning) > 0)
            verdict = Verdict::Warn;
    }
    return verdict;
}

QJsonObject DryRunReport::toJson() const
{
    QJsonArray pointArray;
    for (const PointResult &point : points)
        pointArray.append(point.toJson());
    QJsonArray lossArray;
    for (const double value : loss)
        lossArray.append(value);
    QJsonArray notCheckedArray;
    for (const NotChecked &entry : notChecked)
        notCheckedArray.append(entry.toJson());
    QJsonObject object{{QStringLiteral("verdict"), verdictToText(verdict)}, {QStringLiteral("points"), pointArray}, {QStringLiteral("memory"), memory},
                       {QStringLiteral("loss"), lossArray}, {QStringLiteral("throughput"), throughput},
                       {QStringLiteral("not_checked"), notCheckedArray}, {QStringLiteral("seconds"), seconds}};
    if (!rehearsal.isEmpty())
        object.insert(QStringLiteral("rehearsal"), rehearsal);
    return object;
}

std::optional<DryRunReport> DryRunReport::fromJson(const QJsonObject &object)
{
    const std::optional<Verdict> verdict = verdictFromText(object.value(QStringLiteral("verdict")).toString());
    if (!verdict)
        return std::nullopt;
    DryRunReport report;
    report.verdict = *verdict;
    for (const QJsonValue point : object.value(QStringLiteral("points")).toArray())
        report.points.append(PointResult::fromJson(point.toObject()));
    report.memory = object.value(QStringLiteral("memory")).toObject();
    for (const QJsonValue value : object.value(QStringLiteral("loss")).toArray())
        report.loss.append(value.toDouble(qQNaN()));
    report.throughput = object.value(QStringLiteral("throughput")).toObject();
    report.rehearsal = object.value(QStringLiteral("rehearsal")).toObject();
    for (const QJsonValue entry : object.value(QStringLiteral("not_checked")).toArray())
        report.notChecked.append(NotChecked::fromJson(entry.toObject()));
    report.seconds = object.value(QStringLiteral("seconds")).toDouble();
    return report;
}

} // namespace Trainyard
