#include "widgets/setup/setupfooter.h"

#include "widgets/common/theme.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace Trainyard {

SetupFooter::SetupFooter(QWidget *parent)
    : QWidget(parent), m_back(new QPushButton), m_next(new QPushButton), m_close(new QPushButton), m_help(new QToolButton), m_saved(new SentenceLabel)
{
    m_back->setIcon(Theme::icon(QStringLiteral("arrow-left")));
    m_next->setIcon(Theme::icon(QStringLiteral("arrow-right")));
    m_next->setLayoutDirection(Qt::RightToLeft); // the arrow behind the word
    m_help->setIcon(Theme::icon(QStringLiteral("help")));
    m_help->setAutoRaise(true);
    m_help->setFocusPolicy(Qt::NoFocus);
    connect(m_back, &QPushButton::clicked, this, [this] { Q_EMIT moveRequested(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { Q_EMIT moveRequested(1); });
    connect(m_close, &QPushButton::clicked, this, &SetupFooter::closeRequested);
    connect(m_help, &QToolButton::clicked, this, &SetupFooter::helpRequested);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    buttons->addSpacing(8);
    buttons->addWidget(m_close);
    buttons->addWidget(m_saved, 1);
    buttons->addStretch();
    buttons->addWidget(m_help);
    auto *layout = new QVBoxLayout(this);
    const int wizardMargin = style()->pixelMetric(QStyle::PM_LayoutLeftMargin); // QWizard's own around its pages
    layout->setContentsMargins(wizardMargin, 0, wizardMargin, 0);
    layout->addWidget(makeConflictRow());
    layout->addLayout(buttons);
    retranslate();
}

QWidget *SetupFooter::makeConflictRow()
{
    m_conflict = new QWidget;
    m_conflictText = new SentenceLabel;
    m_reload = new QPushButton;
    m_overwrite = new QPushButton;
    connect(m_reload, &QPushButton::clicked, this, &SetupFooter::reloadRequested);
    connect(m_overwrite, &QPushButton::clicked, this, &SetupFooter::overwriteRequested);
    auto *layout = new QHBoxLayout(m_conflict);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_conflictText, 1);
    layout->addWidget(m_reload);
    layout->addWidget(m_overwrite);
    m_conflict->hide();
    return m_conflict;
}

void SetupFooter::setEnds(bool isFirst, bool isLast)
{
    m_back->setEnabled(!isFirst);
    m_next->setEnabled(!isLast);
}

void SetupFooter::setSaved(const QDateTime &time)
{
    m_savedAt = time;
    m_saveProblem.clear();
    retranslate();
}

void SetupFooter::setSaveProblem(const QString &message)
{
    m_saveProblem = message;
    retranslate();
}

void SetupFooter::setConflict(bool isInConflict)
{
    m_conflict->setVisible(isInConflict);
}

void SetupFooter::clear()
{
    m_savedAt = {};
    m_saveProblem.clear();
    setConflict(false);
    retranslate();
}

void SetupFooter::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SetupFooter::retranslate()
{
    m_back->setText(tr("&Back"));
    m_next->setText(tr("&Next"));
    m_close->setText(tr("Save and c&lose"));
    m_close->setToolTip(tr("Everything is kept: open the job again and go on where you stopped"));
    m_help->setToolTip(tr("Fold or unfold the help (F1)"));
    m_help->setAccessibleName(tr("Help"));
    m_conflictText->setSentence(StatusColor::Warning, tr("The job's file was changed by another program. Nothing was overwritten."));
    m_reload->setText(tr("Use the file"));
    m_reload->setToolTip(tr("Take what is in the file; what was typed here is one Undo away"));
    m_overwrite->setText(tr("Keep mine"));
    m_overwrite->setToolTip(tr("Write what is shown here over the file"));
    if (!m_saveProblem.isEmpty())
        m_saved->setSentence(StatusColor::Error, m_saveProblem);
    else
        m_saved->setSentence(StatusColor::Ok, m_savedAt.isValid() ? tr("saved %1").arg(m_savedAt.toString(QStringLiteral("HH:mm:ss"))) : QString());
    m_saved->setVisible(!m_saveProblem.isEmpty() || m_savedAt.isValid());
}

} // namespace Trainyard
