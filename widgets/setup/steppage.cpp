#include "widgets/setup/steppage.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>

namespace Trainyard {

namespace {
constexpr int mostFormWidth = 720;
constexpr int besideWidth = mostFormWidth + 360; // below that, checks stand under the form
} // namespace

StepPage::StepPage(SetupStep step, QWidget *form, QWidget *side, QWidget *parent)
    : QWizardPage(parent), m_step(step), m_heading(new QLabel), m_sentence(new MutedLabel), m_form(form), m_side(side)
{
    m_heading->setFont(Theme::sectionFont());
    auto *content = new QWidget;
    auto *contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(0, 0, 8, 0);
    contentLayout->setSpacing(4);
    contentLayout->addWidget(m_heading);
    contentLayout->addWidget(m_sentence);
    contentLayout->addSpacing(12);
    m_columns = new QBoxLayout(QBoxLayout::TopToBottom);
    m_columns->setSpacing(24);
    form->setMaximumWidth(mostFormWidth);
    m_columns->addWidget(form, 0, Qt::AlignTop);
    if (side)
        m_columns->addWidget(side, 0, Qt::AlignTop);
    contentLayout->addLayout(m_columns);
    contentLayout->addStretch();

    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    retranslate();
}

void StepPage::resizeEvent(QResizeEvent *event)
{
    QWizardPage::resizeEvent(event);
    if (!m_side)
        return;
    const bool isBeside = width() >= besideWidth;
    m_columns->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setStretch(0, isBeside ? 2 : 0);
    m_columns->setStretch(1, isBeside ? 1 : 0);
    m_side->setMaximumWidth(isBeside ? QWIDGETSIZE_MAX : mostFormWidth);
}

void StepPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWizardPage::changeEvent(event);
}

void StepPage::retranslate()
{
    m_heading->setText(setupStepHeading(m_step));
    m_sentence->setText(setupStepSentence(m_step));
    setAccessibleName(m_heading->text());
}

} // namespace Trainyard
