#include "widgets/setup/dryrunsummary.h"

#include "widgets/common/theme.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace Trainyard {

namespace {

StatusColor colorOf(PointStatus status)
{
    switch (status) {
    case PointStatus::Pass: return StatusColor::Ok;
    case PointStatus::Warn: return StatusColor::Warning;
    case PointStatus::Fail: return StatusColor::Error;
    case PointStatus::Skipped: return StatusColor::Muted;
    }
    Q_UNREACHABLE();
}

/// Before the first dry-run: what each point will prove.
QString promise(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return DryRunSummary::tr("Environment: the command, its interpreter and its code are there and start.");
    case DryRunPoint::Data: return DryRunSummary::tr("Data: the layout is right, and images can really be decoded.");
    case DryRunPoint::Memory: return DryRunSummary::tr("Memory: one real step fits the flavor.");
    case DryRunPoint::Loss: return DryRunSummary::tr("Loss: a few real steps give finite numbers that fall.");
    case DryRunPoint::Artifacts: return DryRunSummary::tr("Artifacts: a checkpoint is written, read back and resumed from.");
    }
    Q_UNREACHABLE();
}

QString pointName(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return DryRunSummary::tr("Environment");
    case DryRunPoint::Data: return DryRunSummary::tr("Data");
    case DryRunPoint::Memory: return DryRunSummary::tr("Memory");
    case DryRunPoint::Loss: return DryRunSummary::tr("Loss");
    case DryRunPoint::Artifacts: return DryRunSummary::tr("Artifacts");
    }
    Q_UNREACHABLE();
}

QString evidence(const PointResult &result)
{
    QString text = result.detail;
    for (const Finding &finding : result.findings) {
        if (finding.severity == Severity::Error || text.isEmpty())
            text = finding.message;
        if (finding.severity == Severity::Error)
            break;
    }
    return text.isEmpty() ? pointName(result.point) : DryRunSummary::tr("%1: %2", "a point of the dry-run: what it found").arg(pointName(result.point), text);
}

} // namespace

DryRunSummary::DryRunSummary(QWidget *parent)
    : QWidget(parent), m_job(new QLabel(this)), m_verdict(new QLabel(this)), m_start(new QPushButton(this)), m_open(new QPushButton(this))
{
    m_job->setWordWrap(true);
    m_job->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_verdict->setFont(Theme::sectionFont());
    m_start->setIcon(Theme::icon(QStringLiteral("play")));
    connect(m_start, &QPushButton::clicked, this, &DryRunSummary::startRequested);
    connect(m_open, &QPushButton::clicked, this, &DryRunSummary::openRequested);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_job);
    layout->addSpacing(8);
    layout->addWidget(m_verdict);
    for (qsizetype i = 0; i < qsizetype(allDryRunPoints.size()); ++i) {
        m_points.append(new SentenceLabel);
        layout->addWidget(m_points.last());
    }
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_start);
    buttons->addWidget(m_open);
    buttons->addStretch();
    layout->addSpacing(8);
    layout->addLayout(buttons);
    retranslate();
}

void DryRunSummary::setJobLines(const QStringList &lines)
{
    m_job->setText(lines.join(u'\n'));
    m_job->setVisible(!lines.isEmpty());
}

void DryRunSummary::setReport(const std::optional<DryRunReport> &report)
{
    m_report = report;
    retranslate();
}

void DryRunSummary::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void DryRunSummary::retranslate()
{
    for (qsizetype i = 0; i < m_points.size(); ++i) {
        if (m_report && i < m_report->points.size())
            m_points.at(i)->setSentence(colorOf(m_report->points.at(i).status), evidence(m_report->points.at(i)));
        else
            m_points.at(i)->setSentence(StatusColor::Muted, promise(allDryRunPoints.at(size_t(i))));
    }
    if (!m_report) {
        m_verdict->setText(tr("What the dry-run proves, in about half a minute"));
        m_start->setText(tr("Run dry-run"));
    } else {
        const QString seconds = QLocale().toString(m_report->seconds, 'f', 0);
        m_verdict->setText(m_report->verdict == Verdict::Fail   ? tr("The dry-run failed after %1 s").arg(seconds)
                           : m_report->verdict == Verdict::Warn ? tr("The dry-run passed with warnings in %1 s").arg(seconds)
                                                                : tr("The dry-run passed in %1 s").arg(seconds));
        m_start->setText(tr("Run it again"));
    }
    m_open->setText(tr("Show the evidence"));
    m_open->setVisible(m_report.has_value());
}

} // namespace Trainyard
