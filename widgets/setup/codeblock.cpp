#include "widgets/setup/codeblock.h"

#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace Trainyard {

namespace {
constexpr std::chrono::seconds copiedShownFor{2};
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
    m_text->setText(text);
    m_text->setAccessibleName(text);
}

QString CodeBlock::text() const
{
    return m_text->text();
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
