#pragma once

#include "models/run/run.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QHash>

namespace Trainyard {

/// One definition in the list of jobs.
struct JobEntry
{
    QString file; ///< absolute
    QString name;
    QString profile;
    QString flavor;
    QDateTime changedAt;
    QString fault; ///< why it cannot be opened; empty: it can
    bool isTemplate = false;
    bool operator==(const JobEntry &) const = default;
};

/// Definitions and templates, with the state of each one's latest run.
class JobTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ProfileColumn, FlavorColumn, LastRunColumn, ChangedColumn, FolderColumn, ColumnCount };
    enum Role { FileRole = Qt::UserRole, SortRole, TemplateRole, FaultRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(const QList<JobEntry> &entries);
    const QList<JobEntry> &entries() const { return m_entries; }
    /// Newest first, as RunService gives them.
    void setRuns(const QList<Run> &runs);
    std::optional<JobEntry> entry(const QString &file) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const JobEntry &entry, int column) const;

    QList<JobEntry> m_entries;
    QHash<QString, RunState> m_lastStates; ///< by job file
};

} // namespace Trainyard
