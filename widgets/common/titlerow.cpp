#include "widgets/common/titlerow.h"

#include "widgets/common/actionbutton.h"
#include "widgets/common/elidedlabel.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/page.h"
#include "widgets/common/primarybutton.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QPainter>

namespace Trainyard {

namespace {
constexpr int rowHeight = 48;
constexpr int reasonWidth = 360;
}

TitleRow::TitleRow(QWidget *parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_reason(new MutedLabel(this))
    , m_secondaryLayout(new QHBoxLayout)
    , m_primary(new PrimaryButton(this))
{
    setFixedHeight(rowHeight);
    m_title->setFont(Theme::titleFont());
    m_reason->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_reason->setMaximumWidth(reasonWidth);
    m_secondaryLayout->setSpacing(8);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 0, 24, 1);
    layout->setSpacing(8);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_reason, 1);
    layout->addLayout(m_secondaryLayout);
    m_primary->setObjectName(QStringLiteral("primaryButton"));
    layout->addWidget(m_primary);
    connect(m_primary, &PrimaryButton::clicked, this, [this] {
        if (m_page && m_page->primaryAction())
            m_page->primaryAction()->trigger();
    });
}

void TitleRow::setPage(Page *page)
{
    if (m_page)
        m_page->disconnect(this);
    m_page = page;
    if (page)
        connect(page, &Page::chromeChanged, this, &TitleRow::updateContent);
    updateContent();
}

void TitleRow::updateContent()
{
    const QAction *primary = m_page ? m_page->primaryAction() : nullptr;
    m_title->setText(m_page ? m_page->title() : QString());
    setSecondaryActions(m_page ? m_page->secondaryActions() : QList<QAction *>());
    m_primary->setVisible(primary && primary->isVisible());
    const bool hasReason = primary && !primary->isEnabled() && !m_page->primaryDisabledReason().isEmpty();
    m_reason->setVisible(hasReason);
    m_reason->setText(hasReason ? m_page->primaryDisabledReason() : QString());
    if (!primary)
        return;
    m_primary->setText(primary->text());
    m_primary->setEnabled(primary->isEnabled());
    m_primary->setAccessibleName(primary->iconText());
    m_primary->setAccessibleDescription(m_reason->text());
    m_primary->setToolTip(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
}

void TitleRow::setSecondaryActions(const QList<QAction *> &actions)
{
    // Only when they differ: a button must not vanish under the click that changed its text.
    if (actions == m_secondaryActions)
        return;
    m_secondaryActions = actions;
    while (QLayoutItem *item = m_secondaryLayout->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (QAction *action : actions)
        m_secondaryLayout->addWidget(new ActionButton(action, this));
}

void TitleRow::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, height() - 1, width(), 1), Theme::lineColor());
}

} // namespace Trainyard
