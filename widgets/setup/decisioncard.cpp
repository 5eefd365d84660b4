#include "widgets/setup/decisioncard.h"

#include "widgets/common/theme.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/form.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

namespace Trainyard {

DecisionCard::DecisionCard(Form *form, QWidget *parent)
    : QFrame(parent), m_form(form), m_toggle(new QToolButton(this)), m_title(new QLabel(this)), m_summary(new SentenceLabel(this))
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_title->setFont(Theme::sectionFont());
    m_toggle->setAutoRaise(true);
    m_toggle->setCheckable(true);
    connect(m_toggle, &QToolButton::clicked, this, &DecisionCard::setOpen);

    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_toggle);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 12);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_summary);
    layout->addWidget(form);
    layout->addStretch();
    setOpen(true);
}

void DecisionCard::setTitle(const QString &title)
{
    m_title->setText(title);
    m_toggle->setAccessibleName(title);
    refresh();
}

QString DecisionCard::title() const
{
    return m_title->text();
}

void DecisionCard::refresh()
{
    const QList<FieldBox *> fields = m_form->fields();
    const auto wrong = std::find_if(fields.cbegin(), fields.cend(), [](const FieldBox *box) { return box->hasProblem(); });
    if (wrong != fields.cend())
        m_summary->setSentence((*wrong)->hasError() ? StatusColor::Error : StatusColor::Warning, (*wrong)->problemText());
    else
        m_summary->setSentence(m_form->isDecided() ? StatusColor::Ok : StatusColor::Muted, m_form->summary());
    m_toggle->setToolTip(isOpen() ? tr("Close this card") : tr("Change this decision"));
    m_toggle->setIcon(Theme::icon(isOpen() ? QStringLiteral("chevron-up") : QStringLiteral("edit")));
}

void DecisionCard::setOpen(bool isOpen)
{
    m_toggle->setChecked(isOpen);
    m_form->setVisible(isOpen);
    m_summary->setVisible(!isOpen);
    refresh();
}

bool DecisionCard::isOpen() const
{
    return m_toggle->isChecked();
}

void DecisionCard::mousePressEvent(QMouseEvent *event)
{
    if (isOpen() || event->button() != Qt::LeftButton)
        return QFrame::mousePressEvent(event);
    setOpen(true);
    m_form->setFocus();
}

} // namespace Trainyard
