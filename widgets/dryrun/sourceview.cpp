#include "widgets/dryrun/sourceview.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QTextBlock>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr int linesAround = 3;
constexpr int longestLine = 300;
}

SourceView::SourceView(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(Theme::monospaceFont());
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Source"));
}

void SourceView::setSource(const QString &text, int line)
{
    const QStringList lines = text.split(u'\n');
    const int first = std::max(1, line - linesAround);
    const int last = std::min(int(lines.size()), line + linesAround);
    QStringList shown;
    for (int number = first; number <= last; ++number)
        shown.append(QStringLiteral("%1  %2").arg(number, 5).arg(lines[number - 1].left(longestLine)));
    m_markedBlock = line - first;
    setPlainText(shown.join(u'\n'));
    setFixedHeight(fontMetrics().lineSpacing() * int(shown.size()) + 2 * int(document()->documentMargin()) + 2 * frameWidth());
    mark();
}

void SourceView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        mark();
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Source"));
    QPlainTextEdit::changeEvent(event);
}

void SourceView::mark()
{
    const QTextBlock block = document()->findBlockByNumber(m_markedBlock);
    if (!block.isValid())
        return setExtraSelections({});
    QTextEdit::ExtraSelection selection;
    selection.cursor = QTextCursor(block);
    QColor colour = Theme::color(StatusColor::Warning);
    colour.setAlpha(60);
    selection.format.setBackground(colour);
    selection.format.setProperty(QTextFormat::FullWidthSelection, true);
    setExtraSelections({selection});
}

} // namespace Trainyard
