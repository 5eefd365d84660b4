#include "widgets/common/startdoor.h"

#include "widgets/common/primarybutton.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace Trainyard {

namespace {
constexpr int iconSize = 24;
}

StartDoor::StartDoor(const QString &iconName, bool isFirst, QWidget *parent)
    : QFrame(parent)
    , m_iconName(iconName)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_button(isFirst ? new PrimaryButton(this) : new QPushButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setFont(Theme::sectionFont());
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_button->setAutoDefault(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_icon);
    head->addWidget(m_title, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_text, 1);
    layout->addSpacing(8);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    connect(m_button, &QPushButton::clicked, this, &StartDoor::activated);
    updateColors();
}

void StartDoor::setTexts(const QString &title, const QString &text, const QString &buttonText)
{
    m_title->setText(title);
    m_text->setText(text);
    m_button->setText(buttonText);
    m_button->setAccessibleDescription(title + QStringLiteral(": ") + text);
}

void StartDoor::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void StartDoor::updateColors()
{
    m_icon->setPixmap(Theme::icon(m_iconName, StatusColor::Info).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

} // namespace Trainyard
