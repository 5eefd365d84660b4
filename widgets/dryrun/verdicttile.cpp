#include "widgets/dryrun/verdicttile.h"

#include "models/common/units.h"
#include "widgets/common/elidedlabel.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace Trainyard {

VerdictTile::VerdictTile(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_word(new QLabel(this))
    , m_sentence(new ElidedLabel(this))
{
    setFrameShape(QFrame::StyledPanel);
    setFixedHeight(48);
    setMinimumWidth(180);
    QFont bold = m_word->font();
    bold.setBold(true);
    m_word->setFont(bold);
    m_sentence->setFont(Theme::helpFont());
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_word);
    texts->addWidget(m_sentence);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_icon);
    layout->addLayout(texts, 1);
    setPending();
}

void VerdictTile::setPending()
{
    m_report.reset();
    m_isRunning = false;
    refresh();
}

void VerdictTile::setRunning(const QString &activity)
{
    m_isRunning = true;
    m_text = activity;
    refresh();
}

void VerdictTile::setReport(const DryRunReport &report, bool wasCancelled, const QString &overrideReason)
{
    m_report = report;
    m_isRunning = false;
    m_wasCancelled = wasCancelled;
    m_text = overrideReason;
    refresh();
}

void VerdictTile::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QFrame::changeEvent(event);
}

void VerdictTile::refresh()
{
    if (m_isRunning)
        return display(Theme::icon(QStringLiteral("running"), StatusColor::Info), tr("Running"), m_text);
    if (!m_report)
        return display(Theme::icon(QStringLiteral("waiting"), StatusColor::Muted), tr("No verdict yet"), tr("It takes about half a minute."));
    const QString duration = displayDuration(Milliseconds(qint64(m_report->seconds * 1000)));
    if (m_wasCancelled)
        return display(Theme::statusIcon(StatusColor::Muted), tr("Cancelled"), tr("What was found until then stays here."));
    const Findings findings = m_report->allFindings();
    const int skipped = m_report->skippedPoints();
    switch (m_report->verdict) {
    case Verdict::Pass:
        if (skipped > 0)
            return display(Theme::statusIcon(StatusColor::Ok), tr("Pass, as far as checked"), tr("Points not checked: %1. It can be submitted. %2").arg(skipped).arg(duration));
        return display(Theme::statusIcon(StatusColor::Ok), tr("Pass"), tr("Ready to submit. %1").arg(duration));
    case Verdict::Warn: {
        const int warnings = countOf(findings, Severity::Warning);
        const QString sentence = skipped > 0 ? tr("To look at: %1. Points not checked: %2. It can be submitted. %3").arg(warnings).arg(skipped).arg(duration)
                                             : tr("To look at: %1. It can be submitted. %2").arg(warnings).arg(duration);
        return display(Theme::statusIcon(StatusColor::Warning), tr("Pass with warnings"), sentence);
    }
    case Verdict::Fail:
        if (!m_text.isEmpty())
            return display(Theme::statusIcon(StatusColor::Warning), tr("Fail, ignored with a reason"), m_text);
        return display(Theme::statusIcon(StatusColor::Error), tr("Fail"), tr("To fix: %1. %2").arg(countOf(findings, Severity::Error)).arg(duration));
    }
}

void VerdictTile::display(const QIcon &icon, const QString &word, const QString &sentence)
{
    m_icon->setPixmap(icon.pixmap(QSize(24, 24), devicePixelRatioF()));
    m_word->setText(word);
    m_sentence->setText(sentence);
    setAccessibleName(tr("Verdict: %1").arg(word));
    setAccessibleDescription(sentence);
}

} // namespace Trainyard
