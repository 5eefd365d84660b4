#include "models/job/jobtablemodel.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

void JobTableModel::setEntries(const QList<JobEntry> &entries)
{
    if (m_entries == entries)
        return;
    beginResetModel();
    m_entries = entries;
    endResetModel();
}

void JobTableModel::setRuns(const QList<Run> &runs)
{
    QHash<QString, RunState> states;
    for (const Run &run : runs) {
        if (!states.contains(run.jobFile))
            states.insert(run.jobFile, run.status.state);
    }
    if (states == m_lastStates)
        return;
    m_lastStates = states;
    if (!m_entries.isEmpty())
        Q_EMIT dataChanged(index(0, LastRunColumn), index(rowCount() - 1, LastRunColumn));
}

std::optional<JobEntry> JobTableModel::entry(const QString &file) const
{
    const auto found = std::find_if(m_entries.cbegin(), m_entries.cend(), [&](const JobEntry &entry) { return entry.file == file; });
    return found == m_entries.cend() ? std::nullopt : std::optional(*found);
}

int JobTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int JobTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString JobTableModel::text(const JobEntry &entry, int column) const
{
    switch (column) {
    case NameColumn: return entry.name;
    case ProfileColumn: return entry.profile;
    case FlavorColumn: return entry.flavor;
    case LastRunColumn:
        if (entry.isTemplate)
            return tr("Template");
        return m_lastStates.contains(entry.file) ? displayRunState(m_lastStates.value(entry.file)) : tr("never run");
    case ChangedColumn:
        return entry.changedAt.isValid() ? entry.changedAt.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : tr("gone");
    case FolderColumn: {
        const QString folder = QFileInfo(entry.file).absolutePath(), home = QDir::homePath();
        return folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
    }
    }
    return {};
}

QVariant JobTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const JobEntry &entry = m_entries.at(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(entry, index.column());
    case Qt::ToolTipRole: return entry.fault.isEmpty() ? entry.file : entry.fault;
    case FileRole: return entry.file;
    case TemplateRole: return entry.isTemplate;
    case FaultRole: return entry.fault;
    case SortRole:
        return index.column() == ChangedColumn ? QVariant(entry.changedAt.isValid() ? entry.changedAt.toMSecsSinceEpoch() : qint64(0))
                                               : QVariant(text(entry, index.column()).toLower());
    }
    return {};
}

QVariant JobTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Job");
    case ProfileColumn: return tr("Profile");
    case FlavorColumn: return tr("Flavor");
    case LastRunColumn: return tr("Last run");
    case ChangedColumn: return tr("Changed");
    case FolderColumn: return tr("Folder");
    }
    return {};
}

} // namespace Trainyard
