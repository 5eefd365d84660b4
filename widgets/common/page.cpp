#include "widgets/common/page.h"

#include <QAction>
#include <QEvent>

namespace Trainyard {

Page::Page(QWidget *parent)
    : QWidget(parent)
{
}

void Page::focusFirst()
{
    if (QWidget *next = nextInFocusChain(); next && isAncestorOf(next))
        next->setFocus(Qt::OtherFocusReason);
}

void Page::setTitle(const QString &title)
{
    m_title = title;
    Q_EMIT chromeChanged();
}

void Page::setPrimaryAction(QAction *action)
{
    m_primaryAction = action;
    if (action)
        connect(action, &QAction::changed, this, &Page::chromeChanged);
    Q_EMIT chromeChanged();
}

void Page::setSecondaryActions(const QList<QAction *> &actions)
{
    m_secondaryActions = actions;
    Q_EMIT chromeChanged();
}

void Page::setPrimaryDisabledReason(const QString &reason)
{
    m_primaryDisabledReason = reason;
    Q_EMIT chromeChanged();
}

void Page::setBadge(int count, bool isError)
{
    m_badgeCount = count;
    m_isBadgeError = isError;
    Q_EMIT chromeChanged();
}

void Page::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        Q_EMIT languageChanged();
    }
    QWidget::changeEvent(event);
}

} // namespace Trainyard
