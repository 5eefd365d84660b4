#include "widgets/common/helppanel.h"

#include "widgets/common/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

constexpr int panelWidth = 208;

QLabel *makeParagraph(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFont(Theme::helpFont());
    return label;
}

void setParagraph(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

HelpPanel::HelpPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(makeParagraph(this))
    , m_what(makeParagraph(this))
    , m_why(makeParagraph(this))
    , m_where(makeParagraph(this))
    , m_example(makeParagraph(this))
    , m_openPage(new QPushButton(this))
    , m_copy(new QPushButton(this))
{
    setFixedWidth(panelWidth);
    m_title->setFont(Theme::sectionFont());
    m_example->setFont(Theme::monospaceFont());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (QLabel *label : {m_title, m_what, m_why, m_where, m_example})
        layout->addWidget(label);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_openPage);
    buttons->addWidget(m_copy);
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addStretch();
    connect(m_openPage, &QPushButton::clicked, this, [this] { Q_EMIT openPageRequested(m_help.page); });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_help.example); });
    retranslate();
    setHelp({});
}

void HelpPanel::setHelp(const HelpText &help)
{
    m_help = help;
    m_title->setText(help.title.isEmpty() ? tr("What is this?") : help.title);
    setParagraph(m_what, help.what);
    setParagraph(m_why, help.why);
    setParagraph(m_where, help.where);
    setParagraph(m_example, help.example);
    m_openPage->setVisible(help.page.isValid());
    m_copy->setVisible(!help.example.isEmpty());
    setAccessibleName(m_title->text());
    setAccessibleDescription(help.what);
}

void HelpPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void HelpPanel::retranslate()
{
    m_openPage->setText(tr("Open page"));
    m_openPage->setToolTip(tr("Open this page of the platform's console in the browser"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy the example"));
    setHelp(m_help);
}

} // namespace Trainyard
