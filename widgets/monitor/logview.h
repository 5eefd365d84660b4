#pragma once

#include "widgets/monitor/linerows.h"
#include "widgets/monitor/logrow.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QSet>

namespace Trainyard {

class MatchMap;

/**
 * A log of any length: lays out and paints the rows in view and keeps nothing but them and the sparse index.
 *
 * Lines are numbered as in the log, whatever the filter hides. Updates of a progress bar are folded into its last one. Following sticks to
 * the end until the person scrolls up, and begins again at the end.
 */
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);
    ~LogView() override;

    /// Another log begins.
    void setBytes(std::shared_ptr<const LogBytes> bytes);
    void append(const LogChunk &chunk);
    void clear();
    const LogText &text() const { return m_text; }
    /// Times in which the log could not be followed: said above the first line behind each.
    void setGaps(const QList<LogGap> &gaps);
    /// What is said of a gap, for a person.
    static QString gapText(const LogGap &gap);

    void setFilter(const LineFilter &filter);
    const LineFilter &filter() const { return m_rows.filter(); }
    /// Lines that the filter hides; folded updates of bars are none of them.
    qint64 hiddenLineCount() const;
    bool isLineShown(qint64 line) const { return m_rows.isShown(line); }
    qint64 rowCount() const { return m_rows.count(); }
    /// Marks what matches in the rows in view; an empty pattern marks nothing.
    void setHighlight(const QRegularExpression &wanted);
    /// Where the found lines are, for the map beside the scroll bar; not owned, nullptr: there is no search.
    void setMatches(const LineScanner *matches);
    void updateMap();
    void setWrapping(bool isWrapping);
    bool isWrapping() const { return m_isWrapping; }

    /// Scrolls to a line, marks it, puts the cursor there. A line that the filter hides shows the next one that is there.
    void showLine(qint64 line);
    qint64 currentLine() const { return m_currentLine; }
    /// The first line in view; 0: there is none.
    qint64 firstVisibleLine() const;

    /// Shown while there is no line.
    void setEmptyText(const QString &text);
    void setFollowing(bool isFollowing);
    bool isFollowing() const { return m_isFollowing; }
    /// The selected text, at most 10 MB of it.
    QString selectedText() const;
    void copy() const;
    void selectAll();

Q_SIGNALS:
    void followingChanged(bool isFollowing);
    /// A person chose a line with mouse or keyboard.
    void lineActivated(qint64 line);
    /// "This number is a metric": the number stands at @p start in the text of its line.
    void numberMarked(const QString &lineText, int start, int length);
    void lineNumberWanted();
    void saveLineWanted(qint64 line);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static constexpr int padding = 6;
    static constexpr int foldWidth = 12; ///< where the triangle of a folded bar stands

    /// A place in the text: line of the log, character in the shown row.
    struct Position
    {
        qint64 line = 0;
        int column = 0;
        auto operator<=>(const Position &) const = default;
    };
    struct Hit
    {
        const LogRow *row = nullptr;
        int column = 0;
    };

    int lineHeight() const { return fontMetrics().height() + 1; }
    int rowsInView() const;
    int gutterWidth() const;
    const LogRow &rowAt(qint64 row) const;
    int heightOf(qint64 row) const;
    void forgetLayout();
    void updateScrollBars();
    std::pair<qint64, int> endPosition() const;
    void scrollBy(int pixels);
    void handleScrolled();
    bool isAtEnd() const;
    Hit hitAt(const QPoint &point) const;
    void paintRow(QPainter &painter, qint64 row, int top) const;
    void paintGutter(QPainter &painter, const LogRow &row, int top) const;
    void toggleFold(qint64 line);
    void showMore(qint64 line);
    void moveCursor(qint64 row, bool isExtending);
    QString markerOf(qint64 line) const;

    LogText m_text;
    LineRows m_rows;
    QList<LogGap> m_gaps;
    MatchMap *m_map;
    const LineScanner *m_matches = nullptr;
    QRegularExpression m_highlight;
    bool m_isWrapping = false;
    QSet<qint64> m_unfolded;
    QHash<qint64, int> m_characters; ///< of long lines of which a person wanted more
    mutable QHash<qint64, std::shared_ptr<LogRow>> m_layouts; ///< by row
    qint64 m_currentLine = 0;
    QString m_emptyText;
    bool m_isFollowing = true;
    bool m_isScrollingItself = false;
    int m_topOffset = 0;      ///< pixels of the first row that are above the view
    mutable int m_widest = 0; ///< of the lines laid out so far, in pixels
    Position m_anchor, m_cursor;
    bool m_isSelecting = false;
};

} // namespace Trainyard
