#pragma once

#include "models/dryrun/dryrunreport.h"

#include <functional>
#include <set>

namespace Trainyard {

/**
 * Puts a dry-run's report together from what several checks say about the same five points: a point's status is the worst of what was said and
 * of its findings, its findings are kept once, its sentences stand one after the other.
 */
class ReportBuilder
{
public:
    /// Called after each change of a point.
    explicit ReportBuilder(std::function<void(const PointResult &)> changed);

    /// Each to the point it belongs to, by its code.
    void addFindings(const Findings &findings);
    /// What has turned out not to be so; the points' statuses become what the rest makes them.
    void removeFindings(const QStringList &codes);
    /// A check's word about a point; the point counts as settled when @p settles.
    void addResult(const PointResult &result, bool settles);
    void settle(DryRunPoint point) { m_settled.insert(point); }
    bool isSettled(DryRunPoint point) const { return m_settled.contains(point); }
    void addNotChecked(const NotChecked &entry);
    /// Whatever is not settled yet was not looked at, for @p reason.
    void skipRest(const QString &reason);

    DryRunReport &report() { return m_report; }

private:
    PointResult &point(DryRunPoint point);
    void addFinding(PointResult &result, const Finding &finding);

    std::function<void(const PointResult &)> m_changed;
    std::set<DryRunPoint> m_settled;
    std::array<PointStatus, allDryRunPoints.size()> m_said; ///< of each point: the worst that checks said, without its findings
    DryRunReport m_report;
};

} // namespace Trainyard
