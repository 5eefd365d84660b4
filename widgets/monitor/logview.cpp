#include "widgets/monitor/logview.h"

#include "widgets/common/theme.h"
#include "widgets/monitor/matchmap.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 longestCopy = 10 << 20;
constexpr int mostLayouts = 512;

QColor withOpacity(QColor color, float opacity)
{
    color.setAlphaF(opacity);
    return color;
}

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_rows(m_text)
    , m_map(new MatchMap(this))
{
    setFont(Theme::monospaceFont());
    viewport()->setCursor(Qt::IBeamCursor);
    setFocusPolicy(Qt::StrongFocus);
    setViewportMargins(0, 0, MatchMap::mapWidth, 0);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LogView::handleScrolled);
    connect(&m_rows, &LineRows::advanced, this, [this] {
        forgetLayout();
        updateScrollBars();
    });
    connect(m_map, &MatchMap::placeClicked, this, [this](double place) {
        const qint64 row = qint64(place * double(std::max<qint64>(0, rowCount() - 1)));
        verticalScrollBar()->setValue(int(std::max<qint64>(0, row - rowsInView() / 2)));
    });
}

LogView::~LogView() = default;

void LogView::setBytes(std::shared_ptr<const LogBytes> bytes)
{
    clear();
    m_text.setBytes(std::move(bytes));
}

void LogView::append(const LogChunk &chunk)
{
    m_text.append(chunk);
    m_rows.update();
    forgetLayout();
    updateScrollBars();
}

void LogView::clear()
{
    m_text.setBytes(nullptr);
    m_rows.clear();
    m_gaps.clear();
    m_unfolded.clear();
    m_characters.clear();
    m_currentLine = 0;
    m_widest = 0;
    m_topOffset = 0;
    m_anchor = m_cursor = {};
    forgetLayout();
    updateScrollBars();
}

void LogView::setGaps(const QList<LogGap> &gaps)
{
    if (gaps == m_gaps)
        return;
    m_gaps = gaps;
    forgetLayout();
    updateScrollBars();
}

QString LogView::markerOf(qint64 line) const
{
    const auto gap = std::find_if(m_gaps.crbegin(), m_gaps.crend(), [line](const LogGap &candidate) { return candidate.line == line; });
    return gap == m_gaps.crend() ? QString() : gapText(*gap);
}

QString LogView::gapText(const LogGap &gap)
{
    const QString from = gap.from.toString(QStringLiteral("HH:mm:ss"));
    const QString to = gap.to.toString(QStringLiteral("HH:mm:ss"));
    if (gap.isReplaced)
        return tr("The file was cut or replaced at %1: what it held before is no longer there").arg(to);
    return tr("Log stream lost from %1 to %2: these lines came late").arg(from, to);
}

void LogView::setFilter(const LineFilter &filter)
{
    const qint64 line = m_currentLine > 0 ? m_currentLine : firstVisibleLine();
    m_rows.setFilter(filter);
    forgetLayout();
    updateScrollBars();
    if (!m_isFollowing && line > 0)
        verticalScrollBar()->setValue(int(m_rows.rowOf(line)));
}

qint64 LogView::hiddenLineCount() const
{
    const bool foldsBars = filter().bars == LineFilter::Bars::Folded;
    return std::max<qint64>(0, m_text.lineCount() - (foldsBars ? m_text.count(LineKind::InnerBar) : 0) - rowCount());
}

void LogView::setHighlight(const QRegularExpression &wanted)
{
    m_highlight = wanted;
    forgetLayout();
}

void LogView::setMatches(const LineScanner *matches)
{
    m_matches = matches;
    updateMap();
}

void LogView::updateMap()
{
    QList<double> matches;
    if (m_matches && !m_matches->lines().isEmpty()) {
        for (const qint64 line : m_matches->lines())
            matches.append(m_rows.placeOf(line));
    } else if (m_matches) {
        for (qsizetype block = 0; block < m_matches->counts().blockCount(); ++block) {
            if (m_matches->counts().count(block) > 0)
                matches.append(m_rows.placeOf(m_text.block(block).firstLine));
        }
    }
    QList<double> errors;
    for (qsizetype block = 0; block < m_text.blockCount(); ++block) {
        if (m_text.block(block).count(LineKind::Error) > 0)
            errors.append(m_rows.placeOf(m_text.block(block).firstLine));
    }
    m_map->setMarks(matches, errors);
}

void LogView::setWrapping(bool isWrapping)
{
    const qint64 line = firstVisibleLine();
    m_isWrapping = isWrapping;
    m_widest = 0;
    m_topOffset = 0;
    forgetLayout();
    updateScrollBars();
    if (!m_isFollowing && line > 0)
        verticalScrollBar()->setValue(int(m_rows.rowOf(line)));
}

void LogView::showLine(qint64 line)
{
    if (rowCount() == 0)
        return;
    const qint64 row = m_rows.rowOf(std::clamp<qint64>(line, 1, m_text.lineCount()));
    m_currentLine = line;
    m_anchor = m_cursor = {m_rows.lineOf(row), 0};
    const qint64 first = verticalScrollBar()->value();
    setFollowing(false);
    if (row <= first || row >= first + rowsInView() - 1) {
        m_topOffset = 0;
        verticalScrollBar()->setValue(int(std::max<qint64>(0, row - rowsInView() / 3)));
    }
    viewport()->update();
}

qint64 LogView::firstVisibleLine() const
{
    const qint64 row = verticalScrollBar()->value();
    return row < rowCount() ? m_rows.lineOf(row) : 0;
}

void LogView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void LogView::setFollowing(bool isFollowing)
{
    const bool hasChanged = isFollowing != m_isFollowing;
    m_isFollowing = isFollowing;
    if (isFollowing)
        updateScrollBars();
    if (hasChanged)
        Q_EMIT followingChanged(isFollowing);
}

void LogView::handleScrolled()
{
    viewport()->update();
    if (m_isScrollingItself)
        return;
    m_topOffset = 0;
    if (isAtEnd())
        m_topOffset = endPosition().second;
    setFollowing(isAtEnd());
}

bool LogView::isAtEnd() const
{
    return verticalScrollBar()->value() == verticalScrollBar()->maximum();
}

int LogView::rowsInView() const
{
    return std::max(1, viewport()->height() / lineHeight());
}

int LogView::gutterWidth() const
{
    const qsizetype digits = std::max<qsizetype>(3, QString::number(m_text.lineCount()).size());
    return int(digits) * fontMetrics().horizontalAdvance(u'0') + 2 * padding + foldWidth;
}

void LogView::forgetLayout()
{
    m_layouts.clear();
    viewport()->update();
}

const LogRow &LogView::rowAt(qint64 row) const
{
    const auto found = m_layouts.constFind(row);
    if (found != m_layouts.cend())
        return **found;
    if (m_layouts.size() >= mostLayouts)
        m_layouts.clear();
    const qint64 line = m_rows.lineOf(row);
    const LogRowStyle style{font(), palette(), m_isWrapping ? std::max(80, viewport()->width() - gutterWidth() - 2 * padding) : 0, m_highlight};
    std::shared_ptr<LogRow> made = makeLogRow(m_text, line, m_characters.value(line, LogText::usualCharacters), m_unfolded.contains(line), style);
    made->marker = markerOf(line);
    m_widest = std::max(m_widest, made->width);
    return **m_layouts.insert(row, std::move(made));
}

int LogView::heightOf(qint64 row) const
{
    // Most rows are one line high, and need no layout to know it.
    if (!m_isWrapping && m_unfolded.isEmpty() && m_gaps.isEmpty())
        return lineHeight();
    const LogRow &laidOut = rowAt(row);
    return laidOut.textHeight + (laidOut.marker.isEmpty() ? 0 : lineHeight());
}

/// The first row, and how much of it is above the view, when the view shows the end.
std::pair<qint64, int> LogView::endPosition() const
{
    int room = viewport()->height();
    qint64 row = rowCount();
    while (row > 0 && room > 0)
        room -= heightOf(--row);
    return {row, std::max(0, -room)};
}

void LogView::updateScrollBars()
{
    m_isScrollingItself = true;
    const auto [endRow, endOffset] = endPosition();
    QScrollBar *vertical = verticalScrollBar();
    vertical->setPageStep(rowsInView());
    vertical->setRange(0, int(endRow));
    if (m_isFollowing) {
        vertical->setValue(vertical->maximum());
        m_topOffset = endOffset;
    }
    m_isScrollingItself = false;
    QScrollBar *horizontal = horizontalScrollBar();
    horizontal->setSingleStep(fontMetrics().horizontalAdvance(u'0') * 4);
    horizontal->setPageStep(viewport()->width());
    horizontal->setRange(0, m_isWrapping ? 0 : std::max(0, m_widest + gutterWidth() + 2 * padding - viewport()->width()));
    viewport()->update();
}

void LogView::scrollBy(int pixels)
{
    if (rowCount() == 0)
        return;
    qint64 row = verticalScrollBar()->value();
    int offset = m_topOffset + pixels;
    while (offset < 0 && row > 0)
        offset += heightOf(--row);
    while (row < verticalScrollBar()->maximum() && offset >= heightOf(row))
        offset -= heightOf(row++);
    if (row >= verticalScrollBar()->maximum())
        offset = std::min(offset, endPosition().second);
    m_isScrollingItself = true;
    m_topOffset = std::max(0, offset);
    verticalScrollBar()->setValue(int(row));
    m_isScrollingItself = false;
    setFollowing(isAtEnd() && m_topOffset >= endPosition().second);
    viewport()->update();
}

void LogView::wheelEvent(QWheelEvent *event)
{
    if (event->angleDelta().y() == 0 || event->modifiers() & Qt::ShiftModifier)
        return QAbstractScrollArea::wheelEvent(event);
    constexpr int linesPerNotch = 3;
    scrollBy(event->pixelDelta().isNull() ? -event->angleDelta().y() * linesPerNotch * lineHeight() / 120 : -event->pixelDelta().y());
    event->accept();
}

void LogView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const QRect area = viewport()->geometry();
    m_map->setGeometry(area.right() + 1, area.top(), MatchMap::mapWidth, area.height());
    if (m_isWrapping)
        forgetLayout();
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
    painter.fillRect(0, 0, gutterWidth(), viewport()->height(), palette().alternateBase());
    const int widestBefore = m_widest;
    int top = -m_topOffset;
    for (qint64 row = verticalScrollBar()->value(); row < rowCount() && top < viewport()->height(); ++row) {
        paintRow(painter, row, top);
        top += heightOf(row);
    }
    if (m_widest != widestBefore)
        QMetaObject::invokeMethod(this, &LogView::updateScrollBars, Qt::QueuedConnection);
}

void LogView::paintRow(QPainter &painter, qint64 number, int top) const
{
    const LogRow &row = rowAt(number);
    const int gutter = gutterWidth();
    const int left = gutter + padding - horizontalScrollBar()->value();
    if (!row.marker.isEmpty()) {
        painter.setPen(Theme::color(StatusColor::Warning));
        painter.drawLine(gutter, top + lineHeight() / 2, gutter + padding, top + lineHeight() / 2);
        painter.drawText(gutter + 2 * padding, top + fontMetrics().ascent(), row.marker);
        top += lineHeight();
    }
    painter.setClipRect(gutter, 0, viewport()->width() - gutter, viewport()->height());
    if (row.line == m_currentLine)
        painter.fillRect(gutter, top, viewport()->width(), row.textHeight, withOpacity(palette().color(QPalette::Highlight), 0.16F));
    QList<QTextLayout::FormatRange> selections;
    const auto [begin, end] = std::minmax(m_anchor, m_cursor);
    if (begin != end && row.line >= begin.line && row.line <= end.line) {
        const int from = row.line == begin.line ? begin.column : 0;
        const int to = row.line == end.line ? end.column : int(row.layout.text().size());
        QTextCharFormat selected;
        selected.setBackground(withOpacity(palette().color(QPalette::Highlight), 0.4F));
        selections.append({from, to - from, selected});
    }
    painter.setPen(row.kind == LineKind::Error         ? Theme::color(StatusColor::Error)
                       : row.kind == LineKind::Warning ? Theme::color(StatusColor::Warning)
                                                       : palette().color(QPalette::Text));
    row.layout.draw(&painter, QPointF(left, top), selections);
    painter.setClipping(false);
    paintGutter(painter, row, top);
}

void LogView::paintGutter(QPainter &painter, const LogRow &row, int top) const
{
    const bool isError = row.kind == LineKind::Error;
    const bool isWarning = row.kind == LineKind::Warning;
    const int baseline = top + fontMetrics().ascent();
    painter.setPen(isError ? Theme::color(StatusColor::Error) : isWarning ? Theme::color(StatusColor::Warning) : Theme::color(StatusColor::Muted));
    const QString number = QString::number(row.line);
    painter.drawText(gutterWidth() - foldWidth - padding - fontMetrics().horizontalAdvance(number), baseline, number);
    if (row.canFold)
        painter.drawText(gutterWidth() - foldWidth, baseline, m_unfolded.contains(row.line) ? QStringLiteral("▾") : QStringLiteral("▸"));
    // Never by colour alone: a bar at the edge, a whole one for an error, half of one for a warning.
    if (isError)
        painter.fillRect(0, top, 3, row.textHeight, Theme::color(StatusColor::Error));
    else if (isWarning)
        painter.fillRect(0, top + lineHeight() / 2, 3, lineHeight() / 2, Theme::color(StatusColor::Warning));
}

QString LogView::selectedText() const
{
    const auto [begin, end] = std::minmax(m_anchor, m_cursor);
    QString selected;
    if (begin == end || rowCount() == 0)
        return selected;
    const qint64 last = m_rows.rowOf(end.line);
    for (qint64 row = m_rows.rowOf(begin.line); row <= last && selected.size() < longestCopy; ++row) {
        const qint64 line = m_rows.lineOf(row);
        const bool isUsual = line != begin.line && line != end.line && !m_unfolded.contains(line) && !m_characters.contains(line);
        if (isUsual) { // no layout needed
            selected += m_text.text(line) + u'\n';
            continue;
        }
        const LogRow &laidOut = rowAt(row);
        const int from = line == begin.line ? begin.column : 0;
        selected += line == end.line ? laidOut.copyText(from, end.column) : laidOut.copyText(from, laidOut.ownLength) + u'\n';
    }
    return selected;
}

/// Without a selection the current line: what a person who presses Ctrl+C on a marked line means.
void LogView::copy() const
{
    const QString selected = selectedText();
    QGuiApplication::clipboard()->setText(selected.isEmpty() ? m_text.text(m_currentLine) : selected);
}

void LogView::selectAll()
{
    if (rowCount() == 0)
        return;
    m_anchor = {m_rows.lineOf(0), 0};
    m_cursor = {m_rows.lineOf(rowCount() - 1), rowAt(rowCount() - 1).ownLength};
    viewport()->update();
}

} // namespace Trainyard
