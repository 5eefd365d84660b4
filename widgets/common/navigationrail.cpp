#include "widgets/common/navigationrail.h"

#include "widgets/common/railbutton.h"
#include "widgets/common/theme.h"

#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace Trainyard {

NavigationRail::NavigationRail(QWidget *parent)
    : QWidget(parent)
    , m_top(new QVBoxLayout)
    , m_bottom(new QVBoxLayout)
    , m_buttons(new QButtonGroup(this))
{
    setFixedWidth(RailButton::buttonWidth + 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 1, 4);
    layout->setSpacing(0);
    layout->addLayout(m_top);
    layout->addStretch();
    layout->addLayout(m_bottom);
    m_top->setSpacing(2);
    connect(m_buttons, &QButtonGroup::idClicked, this, &NavigationRail::activated);
}

void NavigationRail::addEntry(int id, const QString &iconName, bool atBottom)
{
    auto *button = new RailButton(iconName, this);
    m_buttons->addButton(button, id);
    (atBottom ? m_bottom : m_top)->addWidget(button);
}

void NavigationRail::setEntryText(int id, const QString &text, const QString &toolTip)
{
    if (RailButton *entry = button(id)) {
        entry->setText(text);
        entry->setToolTip(toolTip);
        entry->setAccessibleName(text);
    }
}

void NavigationRail::setBadge(int id, int count, bool isError, const QString &description)
{
    if (RailButton *entry = button(id)) {
        entry->setBadge(count, isError);
        entry->setAccessibleDescription(description);
    }
}

void NavigationRail::setCurrent(int id)
{
    if (RailButton *entry = button(id)) {
        entry->setChecked(true);
    } else if (QAbstractButton *checked = m_buttons->checkedButton()) {
        m_buttons->setExclusive(false);
        checked->setChecked(false);
        m_buttons->setExclusive(true);
    }
}

int NavigationRail::current() const
{
    return m_buttons->checkedId();
}

void NavigationRail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Midlight));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), Theme::lineColor());
}

RailButton *NavigationRail::button(int id) const
{
    return static_cast<RailButton *>(m_buttons->button(id));
}

} // namespace Trainyard
