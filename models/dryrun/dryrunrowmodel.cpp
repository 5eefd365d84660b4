#include "models/dryrun/dryrunrowmodel.h"

#include <QCoreApplication>

#include <algorithm>

namespace Trainyard {

namespace {

DryRunRowModel::Status statusOf(Severity severity)
{
    switch (severity) {
    case Severity::Error: return DryRunRowModel::Status::Error;
    case Severity::Warning: return DryRunRowModel::Status::Warning;
    case Severity::Info: return DryRunRowModel::Status::Info;
    }
    Q_UNREACHABLE();
}

DryRunRowModel::Status statusOf(PointStatus status)
{
    switch (status) {
    case PointStatus::Pass: return DryRunRowModel::Status::Ok;
    case PointStatus::Warn: return DryRunRowModel::Status::Warning;
    case PointStatus::Fail: return DryRunRowModel::Status::Error;
    case PointStatus::Skipped: return DryRunRowModel::Status::Skipped;
    }
    Q_UNREACHABLE();
}

DryRunRowModel::Row findingRow(DryRunPoint point, const Finding &finding)
{
    return {statusOf(finding.severity), finding.message, finding.fix, point, finding};
}

/// The point's own sentence; a finding says the same better where there is one.
std::optional<DryRunRowModel::Row> pointRow(const PointResult &result, bool isSettled, const QString &foreknowledge)
{
    if (!isSettled) {
        const QString sentence = foreknowledge.isEmpty() ? promiseOf(result.point) : foreknowledge;
        return DryRunRowModel::Row{DryRunRowModel::Status::Pending, displayPoint(result.point), sentence, result.point, std::nullopt};
    }
    if (result.status == PointStatus::Fail && !result.findings.isEmpty())
        return std::nullopt;
    return DryRunRowModel::Row{statusOf(result.status), displayPoint(result.point), result.detail, result.point, std::nullopt};
}

} // namespace

QString displayPoint(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return QCoreApplication::translate("DryRunPoint", "Environment");
    case DryRunPoint::Data: return QCoreApplication::translate("DryRunPoint", "Data");
    case DryRunPoint::Memory: return QCoreApplication::translate("DryRunPoint", "Memory");
    case DryRunPoint::Loss: return QCoreApplication::translate("DryRunPoint", "Loss");
    case DryRunPoint::Artifacts: return QCoreApplication::translate("DryRunPoint", "Artifacts");
    }
    Q_UNREACHABLE();
}

QString promiseOf(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment:
        return QCoreApplication::translate("DryRunPoint", "The job file, its code and its program fit together, and the program starts. About 2 s.");
    case DryRunPoint::Data:
        return QCoreApplication::translate("DryRunPoint", "The data lies where the job says, in the layout it says, and a sample of it can be read. About 2 s.");
    case DryRunPoint::Memory:
        return QCoreApplication::translate("DryRunPoint", "A real step needs no more memory than there is. Measured during the steps.");
    case DryRunPoint::Loss:
        return QCoreApplication::translate("DryRunPoint", "A few real steps on your data: the loss stays a number and falls. 5 to 60 s.");
    case DryRunPoint::Artifacts:
        return QCoreApplication::translate("DryRunPoint", "A checkpoint is written, read back and resumed from, at the same step and loss. About 2 s.");
    }
    Q_UNREACHABLE();
}

void DryRunRowModel::setReport(const DryRunReport &report, const QList<DryRunPoint> &settled)
{
    m_report = report;
    m_settled = settled;
    rebuild();
}

void DryRunRowModel::setForeknowledge(DryRunPoint point, const QString &sentence)
{
    m_foreknowledge.insert(point, sentence);
    rebuild();
}

void DryRunRowModel::setFilter(std::optional<DryRunPoint> point)
{
    m_filter = point;
    rebuild();
}

void DryRunRowModel::rebuild()
{
    QList<Row> findings;
    QList<Row> points;
    for (const PointResult &result : m_report.points) {
        if (m_filter && result.point != *m_filter)
            continue;
        for (const Finding &finding : result.findings)
            findings.append(findingRow(result.point, finding));
        if (const std::optional<Row> row = pointRow(result, m_settled.contains(result.point), m_foreknowledge.value(result.point)))
            points.append(*row);
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Row &a, const Row &b) { return a.status < b.status; });
    QList<Row> rows = findings + points;
    for (const NotChecked &entry : m_report.furtherNotChecked())
        rows.append(Row{Status::NotChecked, QCoreApplication::translate("DryRunPoint", "Not checked: %1").arg(entry.what), entry.why, std::nullopt, std::nullopt});
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int DryRunRowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant DryRunRowModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return row.text;
    case Qt::AccessibleTextRole: return row.detail.isEmpty() ? row.text : row.text + u' ' + row.detail;
    case DetailRole: return row.detail;
    case StatusRole: return int(row.status);
    case RowRole: return QVariant::fromValue(row);
    default: return {};
    }
}

} // namespace Trainyard
