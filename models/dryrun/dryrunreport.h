#pragma once

#include "models/preflight/finding.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>

#include <array>
#include <optional>

namespace Trainyard {

enum class Verdict { Pass, Warn, Fail };
enum class PointStatus { Pass, Warn, Fail, Skipped };
enum class DryRunPoint { Environment, Data, Memory, Loss, Artifacts };
inline constexpr std::array allDryRunPoints{DryRunPoint::Environment, DryRunPoint::Data, DryRunPoint::Memory, DryRunPoint::Loss, DryRunPoint::Artifacts};

QString verdictToText(Verdict verdict);
std::optional<Verdict> verdictFromText(QStringView text);
QString pointStatusToText(PointStatus status);
std::optional<PointStatus> pointStatusFromText(QStringView text);
QString dryRunPointToText(DryRunPoint point);
std::optional<DryRunPoint> dryRunPointFromText(QStringView text);

/// Which point a finding belongs to, by its code (design.md, "Settled").
DryRunPoint pointOf(const QString &findingCode);

struct PointResult
{
    DryRunPoint point = DryRunPoint::Environment;
    PointStatus status = PointStatus::Skipped;
    QString detail; ///< the evidence, in a sentence
    Findings findings;

    QJsonObject toJson() const;
    static PointResult fromJson(const QJsonObject &object);
    bool operator==(const PointResult &) const = default;
};

/// What `trainyard dry-run --json` answers.
struct DryRunReport
{
    Verdict verdict = Verdict::Pass;
    QList<PointResult> points; ///< always the five, in order
    QJsonObject memory;        ///< empty: no figures
    QList<double> loss;        ///< of each real step
    QJsonObject throughput;    ///< `samples_per_second`, `steps`, `batch_size`, `device`
    QJsonObject rehearsal;     ///< of the person's own script: `seconds`, `loss`, `saved`, ...; empty: not asked for
    QList<NotChecked> notChecked;
    double seconds = 0;

    Findings allFindings() const;
    int skippedPoints() const;
    /// What was not checked and no skipped point says already.
    QList<NotChecked> furtherNotChecked() const;
    /// fail if a point failed or an error was found, warn if one warns, else pass. Skipped points change nothing.
    static Verdict verdictOf(const QList<PointResult> &points);
    QJsonObject toJson() const;
    static std::optional<DryRunReport> fromJson(const QJsonObject &object);
    bool operator==(const DryRunReport &) const = default;
};

} // namespace Trainyard
