#include "services/dryrun/reportbuilder.h"

#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/dryrun/dryruntext.h"

#include <algorithm>

namespace Trainyard {

namespace {

/// How bad a status is: a skipped point gives way to anything known.
int rank(PointStatus status)
{
    switch (status) {
    case PointStatus::Skipped: return 0;
    case PointStatus::Pass: return 1;
    case PointStatus::Warn: return 2;
    case PointStatus::Fail: return 3;
    }
    Q_UNREACHABLE();
}

void worsen(PointStatus &status, PointStatus other)
{
    if (rank(other) > rank(status))
        status = other;
}

PointStatus statusOf(const Finding &finding)
{
    return finding.severity == Severity::Error ? PointStatus::Fail : finding.severity == Severity::Warning ? PointStatus::Warn : PointStatus::Skipped;
}

} // namespace

ReportBuilder::ReportBuilder(std::function<void(const PointResult &)> changed)
    : m_changed(std::move(changed))
{
    m_said.fill(PointStatus::Skipped);
    for (const DryRunPoint point : allDryRunPoints)
        m_report.points.append(PointResult{point, PointStatus::Skipped, QString(), {}});
}

PointResult &ReportBuilder::point(DryRunPoint point)
{
    return m_report.points[int(point)];
}

void ReportBuilder::addFinding(PointResult &result, const Finding &finding)
{
    // The static checks and those of the data may see the same fault.
    const auto isSame = [&finding](const Finding &other) {
        return other == finding || (other.code == finding.code && other.where == finding.where && !other.where.isEmpty());
    };
    if (std::any_of(result.findings.begin(), result.findings.end(), isSame))
        return;
    result.findings.append(finding);
    worsen(result.status, statusOf(finding));
}

void ReportBuilder::removeFindings(const QStringList &codes)
{
    for (PointResult &result : m_report.points) {
        if (result.findings.removeIf([&codes](const Finding &finding) { return codes.contains(finding.code); }) == 0)
            continue;
        result.status = m_said[size_t(result.point)];
        for (const Finding &finding : std::as_const(result.findings))
            worsen(result.status, statusOf(finding));
        m_changed(result);
    }
}

void ReportBuilder::addFindings(const Findings &findings)
{
    std::set<DryRunPoint> touched;
    for (const Finding &finding : findings) {
        addFinding(point(pointOf(finding.code)), finding);
        touched.insert(pointOf(finding.code));
    }
    for (const DryRunPoint changed : touched)
        m_changed(point(changed));
}

void ReportBuilder::addResult(const PointResult &result, bool settles)
{
    PointResult &target = point(result.point);
    worsen(target.status, result.status);
    worsen(m_said[size_t(result.point)], result.status);
    if (target.detail.isEmpty())
        target.detail = result.detail;
    else if (!inLanguage(target.detail, Language::English).contains(inLanguage(result.detail, Language::English))) // the worker may say what was known before
        target.detail = inEveryLanguage([&] { return DryRunText::tr("%1 %2", "two sentences, one after the other").arg(target.detail, result.detail); });
    for (const Finding &finding : result.findings)
        addFinding(target, finding);
    if (settles)
        settle(result.point);
    if (settles || !target.findings.isEmpty())
        m_changed(target);
}

void ReportBuilder::addNotChecked(const NotChecked &entry)
{
    if (!m_report.notChecked.contains(entry))
        m_report.notChecked.append(entry);
}

void ReportBuilder::skipRest(const QString &reason)
{
    for (const DryRunPoint point : allDryRunPoints) {
        if (isSettled(point))
            continue;
        PointResult &result = this->point(point);
        if (result.status == PointStatus::Pass)
            result.status = PointStatus::Skipped; // half looked at is not green
        addResult(PointResult{point, PointStatus::Skipped, reason, {}}, true);
    }
}

} // namespace Trainyard
