#include "models/run/runtablemodel.h"

#include <QLocale>
#include <QSet>

#include <algorithm>

namespace Trainyard {

namespace {

std::optional<double> progressFraction(const Run &run)
{
    if (run.step && run.totalSteps.value_or(0) > 0)
        return std::clamp(double(*run.step) / double(*run.totalSteps), 0.0, 1.0);
    if (run.epoch && run.totalEpochs.value_or(0) > 0)
        return std::clamp(*run.epoch / *run.totalEpochs, 0.0, 1.0);
    return std::nullopt;
}

QVariant orInvalid(const std::optional<double> &value)
{
    return value ? QVariant(*value) : QVariant();
}

Qt::Alignment alignmentOf(int column)
{
    const bool isNumber = column == RunTableModel::BestMetric || column == RunTableModel::Duration || column == RunTableModel::Cost;
    return (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

QDateTime startOf(const Run &run)
{
    return run.status.startedAt.isValid() ? run.status.startedAt : run.createdAt;
}

} // namespace

RunTableModel::RunTableModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_now(QDateTime::currentDateTimeUtc())
{
}

void RunTableModel::setRuns(const QList<Run> &runs)
{
    QSet<QString> ids;
    for (const Run &run : runs)
        ids.insert(run.id);
    for (int row = int(m_runs.size()) - 1; row >= 0; --row) {
        if (ids.contains(m_runs.at(row).id))
            continue;
        beginRemoveRows({}, row, row);
        m_runs.removeAt(row);
        endRemoveRows();
    }
    for (const Run &run : runs) {
        const int row = rowOf(run.id);
        if (row < 0) {
            beginInsertRows({}, int(m_runs.size()), int(m_runs.size()));
            m_runs.append(run);
            endInsertRows();
        } else if (m_runs.at(row) != run) {
            m_runs[row] = run;
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

void RunTableModel::setNow(const QDateTime &now)
{
    m_now = now;
    for (int row = 0; row < m_runs.size(); ++row) {
        if (!isFinal(m_runs.at(row).status.state))
            Q_EMIT dataChanged(index(row, Duration), index(row, Cost));
    }
}

int RunTableModel::rowOf(const QString &runId) const
{
    const auto found = std::find_if(m_runs.cbegin(), m_runs.cend(), [&](const Run &run) { return run.id == runId; });
    return found == m_runs.cend() ? -1 : int(found - m_runs.cbegin());
}

int RunTableModel::activeCount() const
{
    return int(std::count_if(m_runs.cbegin(), m_runs.cend(), [](const Run &run) { return !isFinal(run.status.state); }));
}

void RunTableModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_runs.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_runs.size()) - 1, ColumnCount - 1));
}

int RunTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Run &run = m_runs.at(index.row());
    switch (role) {
    case Qt::DisplayRole: return displayText(run, index.column());
    case Qt::EditRole: return index.column() == Note ? QVariant(run.note) : QVariant();
    case Qt::CheckStateRole: return index.column() == Star ? QVariant(run.isStarred ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole: return toolTip(run, index.column());
    case Qt::TextAlignmentRole: return int(alignmentOf(index.column()));
    case SortRole: return sortValue(run, index.column());
    case RunIdRole: return run.id;
    case StateRole: return int(run.status.state);
    case FractionRole: return index.column() == Progress ? orInvalid(progressFraction(run)) : QVariant();
    default: return {};
    }
}

QVariant RunTableModel::displayText(const Run &run, int column) const
{
    const QLocale locale;
    switch (column) {
    case Name: return run.name;
    case State: return displayRunState(run.status.state);
    case Progress:
        if (run.step && run.totalSteps)
            return tr("%1 of %2").arg(locale.toString(*run.step), locale.toString(*run.totalSteps));
        if (run.step)
            return locale.toString(*run.step);
        return run.epoch ? tr("epoch %1").arg(displayNumber(*run.epoch)) : QString();
    case BestMetric: return run.bestMetric ? tr("%1 %2", "metric, value").arg(run.bestMetricName, displayNumber(*run.bestMetric)) : QString();
    case Duration: {
        const std::optional<Milliseconds> duration = run.duration(m_now);
        return duration ? displayDuration(*duration) : QString();
    }
    case Cost: {
        const std::optional<double> cost = run.cost(m_now);
        return cost ? locale.toString(*cost, 'f', 2) : QString();
    }
    case Flavor: return run.flavor;
    case Started: return startOf(run).toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case Note: return run.note;
    default: return {};
    }
}

QVariant RunTableModel::sortValue(const Run &run, int column) const
{
    switch (column) {
    case Star: return run.isStarred;
    case State: return int(run.status.state);
    case Progress: return orInvalid(progressFraction(run));
    case BestMetric: return orInvalid(run.bestMetric);
    case Duration: {
        const std::optional<Milliseconds> duration = run.duration(m_now);
        return duration ? QVariant(qlonglong(duration->count())) : QVariant();
    }
    case Cost: return orInvalid(run.cost(m_now));
    case Started: return startOf(run);
    default: return displayText(run, column);
    }
}

QString RunTableModel::toolTip(const Run &run, int column) const
{
    switch (column) {
    case Star: return run.isStarred ? tr("Starred") : tr("Not starred");
    case Name: return run.id;
    case State: return run.status.message;
    case Cost: return run.pricePerHour ? QString() : tr("The flavor has no price, so the cost is not known.");
    case Note: return run.note;
    default: return {};
    }
}

bool RunTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    Run &run = m_runs[index.row()];
    if (index.column() == Star && role == Qt::CheckStateRole) {
        run.isStarred = value.toInt() == Qt::Checked;
        Q_EMIT dataChanged(index, index);
        Q_EMIT starEdited(run.id, run.isStarred);
        return true;
    }
    if (index.column() == Note && role == Qt::EditRole) {
        if (run.note == value.toString())
            return true;
        run.note = value.toString();
        Q_EMIT dataChanged(index, index);
        Q_EMIT noteEdited(run.id, run.note);
        return true;
    }
    return false;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(alignmentOf(section));
    if (role == Qt::ToolTipRole && section == Star)
        return tr("Starred");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Star: return QString(QChar(0x2605));
    case Name: return tr("Name");
    case State: return tr("State");
    case Progress: return tr("Progress");
    case BestMetric: return tr("Best metric");
    case Duration: return tr("Duration");
    case Cost: return tr("Cost");
    case Flavor: return tr("Flavor");
    case Started: return tr("Started");
    case Note: return tr("Note");
    default: return {};
    }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == Star)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == Note)
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace Trainyard
