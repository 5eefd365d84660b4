#pragma once

#include "models/run/logtext.h"

#include <QAbstractScrollArea>
#include <QSet>

namespace Trainyard {

/**
 * A log of any length: paints the lines in view and keeps nothing but the text itself.
 *
 * With a filter only some lines are there; numbers stay those of the log. Following sticks to the end until the person scrolls up, and
 * begins again at the end.
 */
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);

    void append(const LogChunk &chunk);
    void clear();
    const LogText &text() const { return m_text; }

    /// Shows only lines with any of @p wanted (0: all) and none of @p unwanted.
    void setFilter(quint8 wanted, quint8 unwanted);
    /// Lines that some search found, rising: marked, and @p needle highlighted in them.
    void setMatches(const QList<qint64> &lines, const QString &needle, bool isCaseSensitive);
    /// Scrolls to a line, marks it, puts the cursor there. A line that the filter hides shows the next one that is there.
    void showLine(qint64 line);
    qint64 currentLine() const { return m_currentLine; }
    /// The first line in view.
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

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// A place in the text: row among the shown lines, character in the shown line.
    struct Position
    {
        qint64 row = 0;
        int column = 0;
        auto operator<=>(const Position &) const = default;
    };

    qint64 rowCount() const { return m_isFiltered ? qint64(m_rows.size()) : m_text.lineCount(); }
    qint64 lineOfRow(qint64 row) const { return m_isFiltered ? m_rows.at(row) : row + 1; }
    qint64 rowOfLine(qint64 line) const;
    int rowHeight() const { return fontMetrics().height() + 1; }
    int rowsInView() const;
    int gutterWidth() const;
    void updateScrollBars();
    void handleScrolled();
    Position positionAt(const QPoint &point) const;
    void paintRow(QPainter &painter, qint64 row, int top) const;
    void paintHighlights(QPainter &painter, const QString &shown, int left, int top) const;
    void moveCursor(qint64 row, bool isExtending);

    LogText m_text;
    bool m_isFiltered = false;
    quint8 m_wanted = 0;
    quint8 m_unwanted = 0;
    QList<qint64> m_rows;          ///< lines that pass the filter
    qint64 m_filteredLines = 0;    ///< lines already asked
    QSet<qint64> m_matches;
    QString m_needle;
    Qt::CaseSensitivity m_caseSensitivity = Qt::CaseInsensitive;
    qint64 m_currentLine = 0;
    QString m_emptyText;
    bool m_isFollowing = true;
    bool m_isScrollingItself = false;
    int m_widest = 0; ///< of the lines painted so far, in pixels
    Position m_anchor, m_cursor;
    bool m_isSelecting = false;
};

} // namespace Trainyard
