#pragma once

#include "models/run/linefilter.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <memory>

class QAction;
class QActionGroup;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace Trainyard {

class LineScanner;
class LogView;

/**
 * The log with its tools: search (in a worker, while typing), filters, follow, wrap, copy; the first error stays pinned above it.
 *
 * The tools are a widget of their own, tools(), so that the page can put them beside its tabs.
 */
class LogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LogPanel(QWidget *parent = nullptr);
    ~LogPanel() override;

    /// Where the lines of append() can be read; other ones than before: another log begins.
    void setBytes(const std::shared_ptr<const LogBytes> &bytes);
    void append(const LogChunk &chunk);
    void setGaps(const QList<LogGap> &gaps);
    void clear();
    void showLine(qint64 line);
    void jumpToFirstError();
    void startSearch();
    /// Asks which line to go to.
    void goToLine();
    LogView *view() const { return m_view; }
    QWidget *tools() const { return m_tools; }

Q_SIGNALS:
    void lineActivated(qint64 line);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildTools();
    void buildFilterMenu();
    void buildBanners();
    void applyFilter();
    void search();
    void handleScanned();
    void jumpToMatch(int direction);
    void updateCounts();
    void updateSearchCount();
    void updateBanners();
    void updateRanks();
    void saveLine(qint64 line);
    void retranslate();
    QToolButton *addButton(const QString &iconName, bool isCheckable);

    LogView *m_view;
    std::shared_ptr<const LogBytes> m_bytes;
    LineScanner *m_matches;
    LineFilter m_filter;
    QString m_searchProblem; ///< why the pattern cannot be used

    QWidget *m_tools;
    QLineEdit *m_searchEdit;
    QLabel *m_countLabel;
    QToolButton *m_caseButton;
    QToolButton *m_regexButton;
    QToolButton *m_previousButton;
    QToolButton *m_nextButton;
    QToolButton *m_errorsButton;
    QToolButton *m_filterButton;
    QToolButton *m_followButton;
    QToolButton *m_copyButton;
    QAction *m_warningsAction;
    QAction *m_wrapAction;
    QMenu *m_rankMenu;
    QActionGroup *m_rankGroup;
    QActionGroup *m_barGroup;

    QWidget *m_pinned;
    QLabel *m_pinnedLabel;
    QToolButton *m_pinnedJump;
    QToolButton *m_pinnedClose;
    qint64 m_dismissedError = 0;
    QWidget *m_hidden;
    QLabel *m_hiddenLabel;
    QToolButton *m_showAllButton;

    QTimer m_searchTimer;
    QTimer m_mapTimer;
    std::array<qint64, 4> m_shownCounts{}; ///< errors, warnings, ranks, first error
    bool m_isJumpWanted = false; ///< the person typed: show the first match
};

} // namespace Trainyard
