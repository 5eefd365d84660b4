#pragma once

#include "models/run/run.h"
#include "widgets/common/page.h"

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace Trainyard {

class EmptyState;
class RunTableModel;

/**
 * All runs as a table: sortable, filterable, notes and stars edited in place; opens a run in the monitor.
 *
 * columns() is what to keep of the columns: order, width, visible ones, sorting. While runs change, selection and scroll position stay.
 */
class RunsPage final : public Page
{
    Q_OBJECT

public:
    explicit RunsPage(QWidget *parent = nullptr);
    ~RunsPage() override;

    void setRuns(const QList<Run> &runs);
    void setNow(const QDateTime &now);
    RunTableModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    QByteArray columns() const;
    /// What columns() once gave; anything else leaves them as they are.
    void restoreColumns(const QByteArray &state);
    /// Ids of the selected runs, in the order shown.
    QStringList selectedRuns() const;

    void startSearch() override;
    void cancelCurrent() override;
    void checkAgain() override { Q_EMIT refreshRequested(); }
    void focusFirst() override;

Q_SIGNALS:
    void openRequested(const QString &runId);
    /// Two or more, the current one first.
    void compareRequested(const QStringList &runIds);
    void stopRequested(const QString &runId);
    /// After the person confirmed.
    void removeRequested(const QStringList &runIds);
    void runAgainRequested(const QString &runId);
    void sameWithMyDataRequested(const QString &runId);
    void folderRequested(const QString &runId);
    void starEdited(const QString &runId, bool isStarred);
    void noteEdited(const QString &runId, const QString &note);
    void sampleRequested();
    void refreshRequested();
    void columnsChanged();

protected:
    void retranslate() override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildTable();
    void buildActions();
    void updateActions();
    void updateChrome();
    void handleActivated(const QModelIndex &index);
    void showHeaderMenu(const QPoint &position);
    void confirmStop();
    void confirmRemove();
    const Run *currentRun() const;

    RunTableModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QTableView *m_table;
    QLineEdit *m_filter;
    QLabel *m_count;
    QAction *m_openAction;
    QAction *m_compareAction;
    QAction *m_stopAction;
    QAction *m_againAction;
    QAction *m_sameAction;
    QAction *m_folderAction;
    QAction *m_copyAction;
    QAction *m_removeAction;
};

} // namespace Trainyard
