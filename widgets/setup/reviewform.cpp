#include "widgets/setup/reviewform.h"

#include "widgets/common/theme.h"
#include "widgets/setup/codeblock.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace Trainyard {

ReviewForm::ReviewForm(QWidget *parent)
    : QWidget(parent), m_verdict(new SentenceLabel(this)), m_reasonRow(new QWidget(this)), m_reasonLabel(new QLabel), m_reason(new QLineEdit),
      m_command(new CodeBlock), m_cost(new QLabel), m_driftRows(new QWidget), m_driftLayout(new QVBoxLayout(m_driftRows)), m_submit(new CodeBlock),
      m_yamlButton(new QToolButton(this)), m_yaml(new CodeBlock(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto *reasonLayout = new QVBoxLayout(m_reasonRow);
    reasonLayout->setContentsMargins(0, 4, 0, 0);
    reasonLayout->setSpacing(4);
    reasonLayout->addWidget(m_reasonLabel);
    reasonLayout->addWidget(m_reason);
    m_reasonLabel->setWordWrap(true);
    m_reasonLabel->setBuddy(m_reason);
    m_reason->setObjectName(QStringLiteral("overrideReason"));
    connect(m_reason, &QLineEdit::textChanged, this, &ReviewForm::overrideReasonChanged);
    layout->addWidget(m_verdict);
    layout->addWidget(m_reasonRow);
    m_cost->setWordWrap(true);
    m_driftLayout->setContentsMargins(0, 0, 0, 0);
    m_commandTitle = addSection(m_command);
    m_costTitle = addSection(m_cost);
    m_driftTitle = addSection(m_driftRows);
    m_submitTitle = addSection(m_submit);
    m_yamlButton->setCheckable(true);
    m_yamlButton->setAutoRaise(true);
    m_yamlButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_yaml->hide();
    m_yamlButton->setIcon(Theme::icon(QStringLiteral("chevron-right")));
    connect(m_yamlButton, &QToolButton::toggled, this, [this](bool isOpen) {
        m_yaml->setVisible(isOpen);
        m_yamlButton->setIcon(Theme::icon(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
    });
    layout->addSpacing(12);
    layout->addWidget(m_yamlButton, 0, Qt::AlignLeft);
    layout->addWidget(m_yaml);
    retranslate();
}

QLabel *ReviewForm::addSection(QWidget *content)
{
    auto *title = new QLabel;
    title->setFont(Theme::sectionFont());
    auto *box = static_cast<QVBoxLayout *>(layout());
    box->addSpacing(12);
    box->addWidget(title);
    box->addWidget(content);
    return title;
}

void ReviewForm::setReview(const Review &review)
{
    if (m_review == review)
        return;
    m_review = review;
    m_command->setCommand(review.commandLine);
    m_cost->setText(review.costText);
    m_submit->setCommand(review.submitCommand);
    m_yaml->setText(review.yaml);
    showDrift();
}

void ReviewForm::setDryRun(const std::optional<DryRunReport> &report, const QString &overrideReason)
{
    m_report = report;
    if (!overrideReason.isEmpty())
        m_reason->setText(overrideReason);
    showDryRun();
}

QString ReviewForm::overrideReason() const
{
    return m_report && m_report->verdict == Verdict::Fail ? m_reason->text().trimmed() : QString();
}

void ReviewForm::showDryRun()
{
    const bool isFailed = m_report && m_report->verdict == Verdict::Fail;
    m_reasonRow->setVisible(isFailed);
    if (!m_report) {
        m_verdict->setSentence(StatusColor::Muted, tr("Not dry-run yet: what would fail there fails here first, in half a minute."));
        return;
    }
    const int errors = countOf(m_report->allFindings(), Severity::Error), warnings = countOf(m_report->allFindings(), Severity::Warning);
    if (isFailed)
        m_verdict->setSentence(StatusColor::Error, tr("The dry-run failed. Problems that would stop the run: %1.").arg(errors));
    else if (m_report->verdict == Verdict::Warn)
        m_verdict->setSentence(StatusColor::Warning, tr("The dry-run passed. Warnings: %1.").arg(warnings));
    else
        m_verdict->setSentence(StatusColor::Ok, tr("The dry-run passed."));
}

void ReviewForm::showDrift()
{
    while (QLayoutItem *entry = m_driftLayout->takeAt(0)) {
        delete entry->widget();
        delete entry;
    }
    const bool wasRun = !m_review.comparedWith.isEmpty();
    m_driftTitle->setVisible(wasRun);
    m_driftRows->setVisible(wasRun);
    const auto addLine = [this](StatusColor status, const QString &text) {
        auto *label = new SentenceLabel;
        label->setSentence(status, text);
        m_driftLayout->addWidget(label);
    };
    if (!wasRun)
        return;
    m_driftTitle->setText(tr("Since run %1").arg(m_review.comparedWith));
    if (m_review.drift.isEmpty())
        addLine(StatusColor::Ok, tr("Definition, environment and code are the same."));
    for (const QString &difference : std::as_const(m_review.drift))
        addLine(StatusColor::Info, difference);
}

void ReviewForm::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ReviewForm::retranslate()
{
    m_commandTitle->setText(tr("What is started"));
    m_costTitle->setText(tr("Cost"));
    m_submitTitle->setText(tr("The same as a command"));
    m_yamlButton->setText(tr("The job's file"));
    m_reasonLabel->setText(tr("To submit all the same, say why. The reason is kept in the run's record."));
    m_reason->setPlaceholderText(tr("The finding is known and harmless because…"));
    m_reason->setAccessibleName(tr("Reason"));
    showDryRun();
    showDrift();
}

} // namespace Trainyard
