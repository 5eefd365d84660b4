#include "widgets/common/emptystate.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/primarybutton.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace Trainyard {

namespace {
constexpr int iconSize = 48;
constexpr int textWidth = 420;
}

EmptyState::EmptyState(const QString &iconName, QWidget *parent)
    : QWidget(parent)
    , m_iconName(iconName)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_sentence(new MutedLabel(this))
    , m_button(new PrimaryButton(this))
{
    m_title->setFont(Theme::sectionFont());
    m_sentence->setAlignment(Qt::AlignHCenter);
    m_sentence->setFixedWidth(textWidth);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addSpacing(8);
    layout->addWidget(m_title, 0, Qt::AlignHCenter);
    layout->addWidget(m_sentence, 0, Qt::AlignHCenter);
    layout->addSpacing(8);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    m_button->hide();
    updateIcon();
    connect(m_button, &QAbstractButton::clicked, this, &EmptyState::activated);
}

void EmptyState::setTexts(const QString &title, const QString &sentence, const QString &buttonText)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_sentence->setFixedHeight(m_sentence->heightForWidth(textWidth)); // the layout would ask for its height at the page's width
    m_button->setText(buttonText);
    m_button->setAccessibleDescription(sentence);
    m_button->setVisible(!buttonText.isEmpty());
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

void EmptyState::updateIcon()
{
    m_icon->setPixmap(Theme::icon(m_iconName, StatusColor::Muted).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

} // namespace Trainyard
