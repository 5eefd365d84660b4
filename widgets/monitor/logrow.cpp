#include "widgets/monitor/logrow.h"

#include "widgets/common/theme.h"
#include "widgets/monitor/ansipalette.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr int mostUpdates = 500;

/// The updates of a bar, oldest first, the present one last.
QList<StyledLine> updatesOf(const LogText &text, qint64 line, int characters)
{
    QList<StyledLine> lines;
    qint64 first = line;
    while (first > 1 && line - first < mostUpdates && text.kind(first - 1) == LineKind::InnerBar)
        --first;
    for (; first < line; ++first)
        lines.append(text.line(first, characters));
    const QList<StyledLine> updates = text.updates(line);
    lines.append(updates.size() > 1 ? updates : QList<StyledLine>{text.line(line, characters)});
    return lines.size() > mostUpdates ? lines.last(mostUpdates) : lines;
}

/// Colour by kind where the log has none of its own.
QColor textColor(LineKind kind, const QPalette &palette)
{
    switch (kind) {
    case LineKind::Error: return Theme::color(StatusColor::Error);
    case LineKind::Warning: return Theme::color(StatusColor::Warning);
    default: return palette.color(QPalette::Text);
    }
}

void addHighlights(QList<QTextLayout::FormatRange> &formats, const QString &text, const QRegularExpression &wanted)
{
    if (wanted.pattern().isEmpty())
        return;
    constexpr int mostHighlights = 1000;
    QColor color = Theme::color(StatusColor::Warning);
    color.setAlphaF(0.4F);
    QTextCharFormat format;
    format.setBackground(color);
    QRegularExpressionMatchIterator matches = wanted.globalMatch(text);
    while (matches.hasNext() && formats.size() < mostHighlights) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedLength() > 0)
            formats.append({int(match.capturedStart()), int(match.capturedLength()), format});
    }
}

void layOut(LogRow &row, int wrapWidth)
{
    QTextOption option;
    option.setWrapMode(wrapWidth > 0 ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    row.layout.setTextOption(option);
    row.layout.setCacheEnabled(true);
    const int lineHeight = QFontMetrics(row.layout.font()).height() + 1;
    constexpr qreal noEnd = 1e7;
    row.layout.beginLayout();
    for (QTextLine line = row.layout.createLine(); line.isValid(); line = row.layout.createLine()) {
        line.setLineWidth(wrapWidth > 0 ? wrapWidth : noEnd);
        line.setPosition(QPointF(0, row.textHeight));
        row.textHeight += lineHeight;
        row.width = std::max(row.width, int(std::ceil(line.naturalTextWidth())));
    }
    row.layout.endLayout();
    row.textHeight = std::max(row.textHeight, lineHeight);
}

} // namespace

QString LogRow::copyText(int from, int to) const
{
    QString text = layout.text().left(std::min(to, ownLength)).mid(from);
    return text.replace(QChar::LineSeparator, u'\n');
}

std::unique_ptr<LogRow> makeLogRow(const LogText &text, qint64 line, int characters, bool isUnfolded, const LogRowStyle &style)
{
    auto row = std::make_unique<LogRow>();
    row->line = line;
    row->kind = text.kind(line);
    const bool isBar = row->kind == LineKind::Bar || row->kind == LineKind::InnerBar;
    row->canFold = isBar && (text.kind(line - 1) == LineKind::InnerBar || text.updates(line).size() > 1);
    const QList<StyledLine> lines = row->canFold && isUnfolded ? updatesOf(text, line, characters) : QList<StyledLine>{text.line(line, characters)};
    const QColor color = textColor(row->kind, style.palette);
    QString shown;
    QList<QTextLayout::FormatRange> formats;
    for (const StyledLine &part : lines) {
        if (!shown.isEmpty())
            shown.append(QChar::LineSeparator);
        for (const StyledSpan &span : part.spans)
            formats.append({int(shown.size()) + span.start, span.length, ansiFormat(span.style, color, style.palette.color(QPalette::Base))});
        shown.append(part.text);
    }
    addHighlights(formats, shown, style.highlight);
    row->ownLength = int(shown.size());
    if (lines.last().hiddenBytes > 0) {
        row->linkStart = row->ownLength;
        shown += QCoreApplication::translate("LogRow", " … show more (%1 left)").arg(QLocale().formattedDataSize(lines.last().hiddenBytes));
        QTextCharFormat link;
        link.setForeground(style.palette.color(QPalette::Link));
        link.setFontUnderline(true);
        formats.append({row->linkStart, int(shown.size()) - row->linkStart, link});
    }
    row->layout.setText(shown);
    row->layout.setFont(style.font);
    row->layout.setFormats(formats);
    layOut(*row, style.wrapWidth);
    return row;
}

} // namespace Trainyard
