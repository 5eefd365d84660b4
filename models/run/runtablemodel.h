#pragma once

#include "models/run/run.h"

#include <QAbstractTableModel>

namespace Trainyard {

/**
 * The runs as a table, given by setRuns(). Rows are kept by run id: an update changes the rows that differ, inserts and removes the others,
 * so selection and scroll position survive.
 *
 * DisplayRole is text for people, SortRole the raw number. Star and note are edited in place: the model tells, the service saves.
 */
class RunTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Star, Name, State, Progress, BestMetric, Duration, Cost, Flavor, Started, Note, ColumnCount };
    enum Role { SortRole = Qt::UserRole, RunIdRole, StateRole, /** 0..1, or nothing. */ FractionRole };

    explicit RunTableModel(QObject *parent = nullptr);

    void setRuns(const QList<Run> &runs);
    /// The moment up to which the duration and cost of an active run count.
    void setNow(const QDateTime &now);

    const Run &run(int row) const { return m_runs.at(row); }
    /// -1 for an unknown id.
    int rowOf(const QString &runId) const;
    int activeCount() const;
    /// Sets every text again, after a change of language.
    void retranslate();

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void starEdited(const QString &runId, bool isStarred);
    void noteEdited(const QString &runId, const QString &note);

private:
    QVariant displayText(const Run &run, int column) const;
    QVariant sortValue(const Run &run, int column) const;
    QString toolTip(const Run &run, int column) const;

    QList<Run> m_runs;
    QDateTime m_now;
};

} // namespace Trainyard
