// What a person does with mouse and keyboard in a log view.

#include "services/logs/patternlearner.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/logview.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int mostCharacters = 256'000;

} // namespace

LogView::Hit LogView::hitAt(const QPoint &point) const
{
    if (rowCount() == 0)
        return {};
    int top = -m_topOffset;
    qint64 number = verticalScrollBar()->value();
    while (number + 1 < rowCount() && point.y() >= top + heightOf(number))
        top += heightOf(number++);
    const LogRow &row = rowAt(number);
    const int y = std::max(0, point.y() - top - (row.marker.isEmpty() ? 0 : lineHeight()));
    const int x = point.x() - gutterWidth() - padding + horizontalScrollBar()->value();
    const int line = std::min(y / lineHeight(), std::max(0, row.layout.lineCount() - 1));
    return {&row, row.layout.lineCount() > 0 ? row.layout.lineAt(line).xToCursor(x) : 0};
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    const Hit hit = hitAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !hit.row)
        return;
    const qint64 line = hit.row->line;
    const int x = int(event->position().x());
    if (hit.row->canFold && x >= gutterWidth() - foldWidth - padding && x < gutterWidth())
        return toggleFold(line);
    if (hit.row->linkStart >= 0 && hit.column > hit.row->linkStart)
        return showMore(line);
    m_cursor = {line, hit.column};
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_cursor;
    m_isSelecting = true;
    m_currentLine = line;
    viewport()->update();
    Q_EMIT lineActivated(m_currentLine);
}

void LogView::toggleFold(qint64 line)
{
    if (!m_unfolded.remove(line))
        m_unfolded.insert(line);
    setFollowing(false);
    forgetLayout();
    updateScrollBars();
}

void LogView::showMore(qint64 line)
{
    const int characters = m_characters.value(line, LogText::usualCharacters);
    if (characters >= mostCharacters) {
        Q_EMIT saveLineWanted(line);
        return;
    }
    m_characters.insert(line, std::min(characters * 8, mostCharacters));
    setFollowing(false);
    forgetLayout();
    updateScrollBars();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_isSelecting)
        return;
    const int y = int(event->position().y());
    if (y < 0 || y > viewport()->height())
        scrollBy(y < 0 ? -lineHeight() : lineHeight());
    const Hit hit = hitAt(event->position().toPoint());
    if (!hit.row)
        return;
    m_cursor = {hit.row->line, std::min(hit.column, hit.row->ownLength)};
    viewport()->update();
}

void LogView::mouseReleaseEvent(QMouseEvent *)
{
    m_isSelecting = false;
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Hit hit = hitAt(event->position().toPoint());
    if (!hit.row)
        return;
    const QString shown = hit.row->layout.text();
    const auto isWord = [&](int column) { return column >= 0 && column < hit.row->ownLength && !shown.at(column).isSpace(); };
    int begin = hit.column;
    int end = hit.column;
    while (isWord(begin - 1))
        --begin;
    while (isWord(end))
        ++end;
    m_anchor = {hit.row->line, begin};
    m_cursor = {hit.row->line, end};
    viewport()->update();
}

void LogView::moveCursor(qint64 row, bool isExtending)
{
    if (rowCount() == 0)
        return;
    row = std::clamp<qint64>(row, 0, rowCount() - 1);
    m_cursor = {m_rows.lineOf(row), 0};
    if (!isExtending)
        m_anchor = m_cursor;
    m_currentLine = m_cursor.line;
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
    const qint64 row = m_currentLine > 0 ? m_rows.rowOf(m_currentLine) : verticalScrollBar()->value();
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
    case Qt::Key_Space:
        if (rowCount() > 0 && rowAt(row).canFold)
            return toggleFold(rowAt(row).line);
        break;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    const Hit hit = hitAt(event->pos());
    QMenu menu(this);
    menu.addAction(Theme::icon(QStringLiteral("copy")), tr("&Copy"), QKeySequence::Copy, this, &LogView::copy);
    menu.addAction(tr("Select &all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    menu.addAction(tr("&Go to line…"), QKeySequence(Qt::CTRL | Qt::Key_G), this, &LogView::lineNumberWanted);
    if (hit.row) {
        const qint64 line = hit.row->line;
        menu.addSeparator();
        if (hit.row->canFold)
            menu.addAction(m_unfolded.contains(line) ? tr("&Fold the updates of this bar") : tr("Show all &updates of this bar"), this, [this, line] { toggleFold(line); });
        menu.addAction(tr("Sa&ve this line as a file…"), this, [this, line] { Q_EMIT saveLineWanted(line); });
        const QString text = hit.row->layout.text().left(hit.row->ownLength);
        const auto [begin, end] = std::minmax(m_anchor, m_cursor);
        const bool isSelection = begin.line == line && end.line == line && begin.column < end.column;
        const std::optional<MarkedNumber> number = isSelection ? markedNumber(text, begin.column, end.column - begin.column) : markedNumber(text, hit.column);
        QAction *mark = menu.addAction(tr("This number is a &metric…"), this, [this, number] { Q_EMIT numberMarked(number->line, int(number->start), int(number->length)); });
        mark->setEnabled(number.has_value());
    }
    menu.exec(event->globalPos());
}

void LogView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        forgetLayout();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace Trainyard
