#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QAbstractListModel>
#include <QHash>

#include <optional>

namespace Trainyard {

/// What a person reads of a dry-run, one below the other: findings, the worst first, then what passed or was skipped, then what was not checked.
class DryRunRowModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum class Status { Error, Warning, Info, Ok, Skipped, Pending, NotChecked };
    enum Role {
        StatusRole = Qt::UserRole, ///< int(Status)
        DetailRole,                ///< a second, smaller line; may be empty
        RowRole                    ///< the Row itself
    };
    struct Row
    {
        Status status = Status::Pending;
        QString text;
        QString detail;
        std::optional<DryRunPoint> point; ///< not set: not checked
        std::optional<Finding> finding;
        bool operator==(const Row &) const = default;
    };

    using QAbstractListModel::QAbstractListModel;

    /// @p settled: the points that have their word already; the others are pending.
    void setReport(const DryRunReport &report, const QList<DryRunPoint> &settled);
    /// What is known of a point before it has its word; empty: what it will prove.
    void setForeknowledge(DryRunPoint point, const QString &sentence);
    /// Only rows of one point; not set: all. What was not checked stays.
    void setFilter(std::optional<DryRunPoint> point);

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    void rebuild();

    DryRunReport m_report;
    QList<DryRunPoint> m_settled;
    QHash<DryRunPoint, QString> m_foreknowledge;
    std::optional<DryRunPoint> m_filter;
    QList<Row> m_rows;
};

/// Translated names: `Environment`, `Data`, `Memory`, `Loss`, `Artifacts`.
QString displayPoint(DryRunPoint point);
/// What the point will prove, in a sentence.
QString promiseOf(DryRunPoint point);

} // namespace Trainyard

Q_DECLARE_METATYPE(Trainyard::DryRunRowModel::Row)
