#pragma once

#include "models/run/logtext.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

#include <atomic>
#include <memory>

class QLabel;
class QLineEdit;
class QToolButton;

namespace Trainyard {

class LogView;

/**
 * The log with its tools: search (in a worker, while typing), errors only, without bars, follow, copy.
 *
 * The tools are a widget of their own, tools(), so that the page can put them beside its tabs.
 */
class LogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LogPanel(QWidget *parent = nullptr);
    ~LogPanel() override;

    void append(const LogChunk &chunk);
    void clear();
    void showLine(qint64 line);
    void jumpToFirstError();
    void startSearch();
    LogView *view() const { return m_view; }
    QWidget *tools() const { return m_tools; }

Q_SIGNALS:
    void lineActivated(qint64 line);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Matches = QList<qint64>;

    void applyFilter();
    void search();
    void handleSearchFinished();
    void jumpToMatch(int direction);
    void updateCounts();
    void updateEmptyText();
    void retranslate();
    QToolButton *addButton(const QString &iconName, bool isCheckable);

    LogView *m_view;
    QWidget *m_tools;
    QLineEdit *m_searchEdit;
    QLabel *m_countLabel;
    QToolButton *m_caseButton;
    QToolButton *m_previousButton;
    QToolButton *m_nextButton;
    QToolButton *m_errorsButton;
    QToolButton *m_firstErrorButton;
    QToolButton *m_barsButton;
    QToolButton *m_followButton;
    QToolButton *m_copyButton;
    QTimer m_searchTimer;
    QFutureWatcher<Matches> m_searchWatcher;
    std::shared_ptr<std::atomic_bool> m_cancelSearch;
    Matches m_matches;
    qint64 m_searchedLines = 0; ///< complete lines that the search has seen
    bool m_isJumpWanted = false; ///< the person typed: show the first match
};

} // namespace Trainyard
