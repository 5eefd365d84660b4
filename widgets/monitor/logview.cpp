#include "widgets/monitor/logview.h"

#include "services/logs/patternlearner.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int padding = 6;
constexpr qint64 longestCopy = 10 << 20;

QColor withOpacity(QColor color, float opacity)
{
    color.setAlphaF(opacity);
    return color;
}

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFont(Theme::monospaceFont());
    viewport()->setCursor(Qt::IBeamCursor);
    setFocusPolicy(Qt::StrongFocus);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LogView::handleScrolled);
}

void LogView::append(const LogChunk &chunk)
{
    m_text.append(chunk);
    if (m_isFiltered) {
        // The last line may have been unfinished when it was asked.
        while (!m_rows.isEmpty() && m_rows.last() >= m_filteredLines)
            m_rows.removeLast();
        m_rows.append(m_text.linesWith(m_wanted, m_unwanted, std::max<qint64>(1, m_filteredLines)));
        m_filteredLines = m_text.lineCount();
    }
    updateScrollBars();
    viewport()->update();
}

void LogView::clear()
{
    m_text.clear();
    m_rows.clear();
    m_filteredLines = 0;
    m_matches.clear();
    m_currentLine = 0;
    m_widest = 0;
    m_anchor = m_cursor = {};
    updateScrollBars();
    viewport()->update();
}

void LogView::setFilter(quint8 wanted, quint8 unwanted)
{
    const qint64 line = m_currentLine > 0 ? m_currentLine : firstVisibleLine();
    m_wanted = wanted;
    m_unwanted = unwanted;
    m_isFiltered = wanted || unwanted;
    m_rows = m_isFiltered ? m_text.linesWith(wanted, unwanted) : QList<qint64>();
    m_filteredLines = m_text.lineCount();
    m_anchor = m_cursor = {};
    updateScrollBars();
    if (!m_isFollowing && line > 0)
        verticalScrollBar()->setValue(int(rowOfLine(line)));
    viewport()->update();
}

void LogView::setMatches(const QList<qint64> &lines, const QString &needle, bool isCaseSensitive)
{
    m_matches = QSet<qint64>(lines.cbegin(), lines.cend());
    m_needle = needle;
    m_caseSensitivity = isCaseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
    viewport()->update();
}

qint64 LogView::rowOfLine(qint64 line) const
{
    if (!m_isFiltered)
        return std::clamp<qint64>(line - 1, 0, std::max<qint64>(0, rowCount() - 1));
    const qint64 row = std::lower_bound(m_rows.cbegin(), m_rows.cend(), line) - m_rows.cbegin();
    return std::min(row, std::max<qint64>(0, rowCount() - 1));
}

void LogView::showLine(qint64 line)
{
    if (rowCount() == 0)
        return;
    setFollowing(false);
    m_currentLine = line;
    const qint64 row = rowOfLine(line);
    m_anchor = m_cursor = {row, 0};
    const qint64 first = verticalScrollBar()->value();
    if (row < first || row >= first + rowsInView())
        verticalScrollBar()->setValue(int(std::max<qint64>(0, row - rowsInView() / 3)));
    viewport()->update();
}

qint64 LogView::firstVisibleLine() const
{
    const qint64 row = verticalScrollBar()->value();
    return row < rowCount() ? lineOfRow(row) : 0;
}

void LogView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void LogView::setFollowing(bool isFollowing)
{
    if (isFollowing)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    if (isFollowing == m_isFollowing)
        return;
    m_isFollowing = isFollowing;
    Q_EMIT followingChanged(isFollowing);
}

void LogView::handleScrolled()
{
    viewport()->update();
    if (m_isScrollingItself)
        return;
    setFollowing(verticalScrollBar()->value() == verticalScrollBar()->maximum());
}

int LogView::rowsInView() const
{
    return std::max(1, viewport()->height() / rowHeight());
}

int LogView::gutterWidth() const
{
    const qsizetype digits = std::max<qsizetype>(3, QString::number(m_text.lineCount()).size());
    return int(digits) * fontMetrics().horizontalAdvance(u'0') + 2 * padding;
}

void LogView::updateScrollBars()
{
    m_isScrollingItself = true;
    QScrollBar *vertical = verticalScrollBar();
    vertical->setPageStep(rowsInView());
    vertical->setRange(0, int(std::max<qint64>(0, rowCount() - rowsInView())));
    if (m_isFollowing)
        vertical->setValue(vertical->maximum());
    m_isScrollingItself = false;
    QScrollBar *horizontal = horizontalScrollBar();
    horizontal->setSingleStep(fontMetrics().horizontalAdvance(u'0') * 4);
    horizontal->setPageStep(viewport()->width());
    horizontal->setRange(0, std::max(0, m_widest + gutterWidth() + 2 * padding - viewport()->width()));
}

void LogView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void LogView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().base());
    if (rowCount() == 0) {
        painter.setPen(Theme::color(StatusColor::Muted));
        painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int gutter = gutterWidth();
    painter.fillRect(0, 0, gutter, viewport()->height(), palette().alternateBase());
    const int widestBefore = m_widest;
    const qint64 first = verticalScrollBar()->value();
    for (int i = 0; i <= rowsInView() && first + i < rowCount(); ++i) {
        const qint64 row = first + i;
        paintRow(painter, row, i * rowHeight());
        m_widest = std::max(m_widest, fontMetrics().horizontalAdvance(m_text.line(lineOfRow(row))));
    }
    if (m_widest != widestBefore)
        QMetaObject::invokeMethod(this, &LogView::updateScrollBars, Qt::QueuedConnection);
}

void LogView::paintRow(QPainter &painter, qint64 row, int top) const
{
    const qint64 line = lineOfRow(row);
    const QString shown = m_text.line(line);
    const int gutter = gutterWidth();
    const int left = gutter + padding - horizontalScrollBar()->value();
    const int height = rowHeight();
    const int baseline = top + fontMetrics().ascent();
    const bool isError = m_text.flags(line) & ErrorLine;

    painter.setClipRect(gutter, 0, viewport()->width() - gutter, viewport()->height());
    if (line == m_currentLine)
        painter.fillRect(gutter, top, viewport()->width(), height, withOpacity(palette().color(QPalette::Highlight), 0.16F));
    const auto [begin, end] = std::minmax(m_anchor, m_cursor);
    if (begin != end && row >= begin.row && row <= end.row) {
        const int from = row == begin.row ? fontMetrics().horizontalAdvance(shown.left(begin.column)) : 0;
        const int to = row == end.row ? fontMetrics().horizontalAdvance(shown.left(end.column))
                                      : fontMetrics().horizontalAdvance(shown) + padding;
        painter.fillRect(left + from, top, to - from, height, withOpacity(palette().color(QPalette::Highlight), 0.4F));
    }
    if (m_matches.contains(line))
        paintHighlights(painter, shown, left, top);
    painter.setPen(isError ? Theme::color(StatusColor::Error) : palette().color(QPalette::Text));
    painter.drawText(left, baseline, shown);

    painter.setClipping(false);
    painter.setPen(isError ? Theme::color(StatusColor::Error) : Theme::color(StatusColor::Muted));
    const QString number = QString::number(line);
    painter.drawText(gutter - padding - fontMetrics().horizontalAdvance(number), baseline, number);
    if (isError)
        painter.fillRect(0, top, 3, height, Theme::color(StatusColor::Error)); // never by colour alone: a bar at the edge
}

void LogView::paintHighlights(QPainter &painter, const QString &shown, int left, int top) const
{
    for (qsizetype at = shown.indexOf(m_needle, 0, m_caseSensitivity); at >= 0 && !m_needle.isEmpty();
         at = shown.indexOf(m_needle, at + m_needle.size(), m_caseSensitivity)) {
        const int from = fontMetrics().horizontalAdvance(shown.left(at));
        const int width = fontMetrics().horizontalAdvance(shown.mid(at, m_needle.size()));
        painter.fillRect(left + from, top, width, rowHeight(), withOpacity(Theme::color(StatusColor::Warning), 0.4F));
    }
}

LogView::Position LogView::positionAt(const QPoint &point) const
{
    const qint64 row = std::clamp<qint64>(verticalScrollBar()->value() + point.y() / rowHeight(), 0, std::max<qint64>(0, rowCount() - 1));
    if (rowCount() == 0)
        return {};
    const QString shown = m_text.line(lineOfRow(row));
    const int x = point.x() - gutterWidth() - padding + horizontalScrollBar()->value();
    int low = 0;
    int high = int(shown.size());
    while (low < high) { // first column whose middle lies right of x
        const int middle = (low + high) / 2;
        const int edge = (fontMetrics().horizontalAdvance(shown.left(middle)) + fontMetrics().horizontalAdvance(shown.left(middle + 1))) / 2;
        if (edge < x)
            low = middle + 1;
        else
            high = middle;
    }
    return {row, low};
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || rowCount() == 0)
        return;
    m_cursor = positionAt(event->position().toPoint());
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_cursor;
    m_isSelecting = true;
    m_currentLine = lineOfRow(m_cursor.row);
    viewport()->update();
    Q_EMIT lineActivated(m_currentLine);
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_isSelecting)
        return;
    const int y = int(event->position().y());
    if (y < 0 || y > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + (y < 0 ? -1 : 1));
    m_cursor = positionAt(event->position().toPoint());
    viewport()->update();
}

void LogView::mouseReleaseEvent(QMouseEvent *)
{
    m_isSelecting = false;
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (rowCount() == 0)
        return;
    const Position position = positionAt(event->position().toPoint());
    const QString shown = m_text.line(lineOfRow(position.row));
    const auto isWord = [&](int column) { return column >= 0 && column < shown.size() && !shown.at(column).isSpace(); };
    int begin = position.column;
    int end = position.column;
    while (isWord(begin - 1))
        --begin;
    while (isWord(end))
        ++end;
    m_anchor = {position.row, begin};
    m_cursor = {position.row, end};
    viewport()->update();
}

void LogView::moveCursor(qint64 row, bool isExtending)
{
    if (rowCount() == 0)
        return;
    row = std::clamp<qint64>(row, 0, rowCount() - 1);
    m_cursor = {row, 0};
    if (!isExtending)
        m_anchor = m_cursor;
    m_currentLine = lineOfRow(row);
    const qint64 first = verticalScrollBar()->value();
    if (row < first)
        verticalScrollBar()->setValue(int(row));
    else if (row >= first + rowsInView())
        verticalScrollBar()->setValue(int(row - rowsInView() + 1));
    viewport()->update();
    Q_EMIT lineActivated(m_currentLine);
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool isExtending = event->modifiers() & Qt::ShiftModifier;
    const qint64 row = m_currentLine > 0 ? rowOfLine(m_currentLine) : verticalScrollBar()->value();
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    switch (event->key()) {
    case Qt::Key_Up: return moveCursor(row - 1, isExtending);
    case Qt::Key_Down: return moveCursor(row + 1, isExtending);
    case Qt::Key_PageUp: return moveCursor(row - rowsInView(), isExtending);
    case Qt::Key_PageDown: return moveCursor(row + rowsInView(), isExtending);
    case Qt::Key_Home: return moveCursor(0, isExtending);
    case Qt::Key_End: return setFollowing(true);
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

QString LogView::selectedText() const
{
    const auto [begin, end] = std::minmax(m_anchor, m_cursor);
    QString selected;
    for (qint64 row = begin.row; row <= end.row && row < rowCount() && selected.size() < longestCopy; ++row) {
        const QString shown = m_text.line(lineOfRow(row));
        const int from = row == begin.row ? begin.column : 0;
        selected += row == end.row ? shown.mid(from, end.column - from) : shown.mid(from) + u'\n';
    }
    return selected;
}

/// Without a selection the current line: what a person who presses Ctrl+C on a marked line means.
void LogView::copy() const
{
    const QString selected = selectedText();
    QGuiApplication::clipboard()->setText(selected.isEmpty() ? m_text.line(m_currentLine) : selected);
}

void LogView::selectAll()
{
    if (rowCount() == 0)
        return;
    m_anchor = {};
    m_cursor = {rowCount() - 1, int(m_text.line(lineOfRow(rowCount() - 1)).size())};
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addAction(Theme::icon(QStringLiteral("copy")), tr("&Copy"), QKeySequence::Copy, this, &LogView::copy);
    menu.addAction(tr("Select &all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    if (rowCount() > 0) {
        const auto [begin, end] = std::minmax(m_anchor, m_cursor);
        const Position place = positionAt(event->pos());
        const bool isSelection = begin.row == end.row && begin.row == place.row && begin.column < end.column;
        const QString text = m_text.line(lineOfRow(place.row));
        const std::optional<MarkedNumber> number = isSelection ? markedNumber(text, begin.column, end.column - begin.column) : markedNumber(text, place.column);
        QAction *mark = menu.addAction(tr("This number is a &metric…"), this, [this, number] { Q_EMIT numberMarked(number->line, int(number->start), int(number->length)); });
        mark->setEnabled(number.has_value());
    }
    menu.exec(event->globalPos());
}

void LogView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace Trainyard
