#include "widgets/setup/codeblock.h"

#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr std::chrono::seconds copiedShownFor{2};

/// The arguments as they stand in @p command, quotes and all; what lies between quotes is not cut.
QStringList argumentsIn(const QString &command)
{
    QStringList arguments{QString()};
    QChar quote;
    for (qsizetype i = 0; i < command.size(); ++i) {
        const QChar c = command.at(i);
        if (c == u' ' && quote.isNull()) {
            arguments.append(QString());
            continue;
        }
        arguments.last().append(c);
        if (c == u'\\' && quote != u'\'' && i + 1 < command.size())
            arguments.last().append(command.at(++i));
        else if (c == quote)
            quote = QChar();
        else if (quote.isNull() && (c == u'\'' || c == u'"'))
            quote = c;
    }
    return arguments;
}

/// Lines of at most @p columns, as long as their arguments allow it; an option keeps its value.
QString wrapCommand(const QString &command, int columns)
{
    QString text, line;
    const QStringList arguments = argumentsIn(command);
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QString part = arguments.at(i);
        const bool hasValue = part.startsWith(u'-') && !part.contains(u'=') && i + 1 < arguments.size() && !arguments.at(i + 1).startsWith(u'-');
        if (hasValue)
            part += u' ' + arguments.at(++i);
        if (line.isEmpty()) {
            line = part;
        } else if (line.size() + 1 + part.size() + 2 <= columns) {
            line += u' ' + part;
        } else {
            text += line + QStringLiteral(" \\\n");
            line = QStringLiteral("  ") + part;
        }
    }
    return text + line;
}
}

CodeBlock::CodeBlock(QWidget *parent)
    : QFrame(parent), m_text(new QLabel(this)), m_copy(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_text->setFont(Theme::monospaceFont());
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_copy->setAutoRaise(true);
    m_copy->setIcon(Theme::icon(QStringLiteral("copy")));
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(text());
        m_copy->setIcon(Theme::icon(QStringLiteral("check")));
        QTimer::singleShot(copiedShownFor, m_copy, [this] { m_copy->setIcon(Theme::icon(QStringLiteral("copy"))); });
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    retranslate();
}

void CodeBlock::setText(const QString &text)
{
    m_whole = text;
    m_isCommand = false;
    showText();
}

void CodeBlock::setCommand(const QString &command)
{
    m_whole = command;
    m_isCommand = true;
    showText();
}

void CodeBlock::showText()
{
    const QFontMetrics metrics = m_text->fontMetrics();
    const int columns = m_text->contentsRect().width() / std::max(1, metrics.horizontalAdvance(u'm'));
    m_text->setText(m_isCommand ? wrapCommand(m_whole, columns) : m_whole);
    m_text->setAccessibleName(m_whole);
}

void CodeBlock::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (m_isCommand)
        showText();
}

void CodeBlock::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void CodeBlock::retranslate()
{
    m_copy->setToolTip(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy"));
}

} // namespace Trainyard
