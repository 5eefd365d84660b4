#include "widgets/monitor/patterndialog.h"

#include "widgets/common/statuslabel.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/valuesparkline.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

constexpr int typingPauseMs = 200;
constexpr int shownContext = 60; ///< characters before and behind the number

/// The line around its number, the number marked.
QString htmlOf(const PatternTrial::Match &match)
{
    const MarkedNumber &number = match.number;
    const qsizetype from = std::max<qsizetype>(0, number.start - shownContext);
    const auto escaped = [&](qsizetype start, qsizetype length) { return number.line.mid(start, length).toHtmlEscaped(); };
    return QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp; %3%4<b style=\"background:%5\">%6</b>%7<br>")
        .arg(Theme::color(StatusColor::Muted).name(), QString::number(match.lineNumber), from > 0 ? QStringLiteral("…") : QString(),
             escaped(from, number.start - from), Theme::color(StatusColor::Info).name(QColor::HexRgb) + QStringLiteral("40"), escaped(number.start, number.length),
             escaped(number.start + number.length, shownContext));
}

} // namespace

PatternDialog::PatternDialog(TrialLines log, const MarkedNumber &number, QWidget *parent)
    : QDialog(parent)
    , m_log(std::move(log))
    , m_explanation(new QLabel(this))
    , m_nameLabel(new QLabel(this))
    , m_name(new QComboBox(this))
    , m_phaseLabel(new QLabel(this))
    , m_phase(new QComboBox(this))
    , m_patternLabel(new QLabel(this))
    , m_pattern(new QLineEdit(this))
    , m_verdict(new StatusLabel(this))
    , m_preview(new ValueSparkline(this))
    , m_matches(new QTextBrowser(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this))
{
    build();
    const NameProposal proposal = proposedNames(number);
    m_name->addItems(proposal.names);
    m_name->setCurrentIndex(0);
    if (proposal.phase)
        m_phase->setCurrentIndex(int(*proposal.phase) + 1);
    retranslate();
    connect(m_name, &QComboBox::editTextChanged, this, &PatternDialog::rename);
    connect(m_phase, &QComboBox::currentIndexChanged, this, &PatternDialog::check);
    connect(m_pattern, &QLineEdit::textChanged, this, &PatternDialog::check);
    connect(&m_trialTimer, &QTimer::timeout, this, &PatternDialog::startTrial);
    connect(&m_trial, &QFutureWatcherBase::finished, this, &PatternDialog::showTrial);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT patternAccepted(pattern());
        accept();
    });
    addExample(number);
}

PatternDialog::~PatternDialog()
{
    if (m_cancelTrial)
        m_cancelTrial->store(true);
    m_trial.waitForFinished(); // asked between two lines: at once
}

void PatternDialog::build()
{
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_name->setEditable(true);
    m_phase->addItems({QString(), QString(), QString(), QString()});
    m_pattern->setFont(fixed);
    m_matches->setFont(fixed);
    m_matches->setLineWrapMode(QTextEdit::NoWrap);
    m_explanation->setWordWrap(true);
    m_trialTimer.setSingleShot(true);
    for (auto [label, field] : {std::pair<QLabel *, QWidget *>{m_nameLabel, m_name}, {m_phaseLabel, m_phase}, {m_patternLabel, m_pattern}})
        label->setBuddy(field);

    auto *fields = new QGridLayout;
    fields->setHorizontalSpacing(16);
    fields->addWidget(m_nameLabel, 0, 0);
    fields->addWidget(m_phaseLabel, 0, 1);
    fields->addWidget(m_name, 1, 0);
    fields->addWidget(m_phase, 1, 1);
    fields->addWidget(m_patternLabel, 2, 0, 1, 2);
    fields->addWidget(m_pattern, 3, 0, 1, 2);
    fields->setColumnStretch(0, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 16);
    layout->setSpacing(8);
    layout->addWidget(m_explanation);
    layout->addLayout(fields);
    layout->addWidget(m_verdict);
    layout->addWidget(m_preview);
    layout->addWidget(m_matches, 1);
    layout->addWidget(m_buttons);
    resize(760, 520);
}

void PatternDialog::addExample(const MarkedNumber &number)
{
    if (!m_examples.contains(number))
        m_examples.append(number);
    learn();
    retranslate();
}

LogPattern PatternDialog::pattern() const
{
    std::optional<Phase> phase;
    if (m_phase->currentIndex() > 0)
        phase = Phase(m_phase->currentIndex() - 1);
    return {m_name->currentText().trimmed(), phase, m_pattern->text()};
}

void PatternDialog::learn()
{
    m_groupName = m_name->currentText().trimmed();
    m_pattern->setText(learnPattern(m_examples, m_groupName, std::nullopt).pattern);
    check();
}

/// The group keeps the metric's name, also in a pattern that was typed.
void PatternDialog::rename()
{
    const QString name = m_name->currentText().trimmed();
    const QString fresh = learnPattern(m_examples, name, std::nullopt).pattern;
    const bool isTyped = m_pattern->text() != learnPattern(m_examples, m_groupName, std::nullopt).pattern;
    const QString group = fresh.contains(QStringLiteral("(?<value>")) ? QStringLiteral("value") : name;
    QString text = m_pattern->text();
    text.replace(QStringLiteral("(?<%1>").arg(m_groupName), QStringLiteral("(?<%1>").arg(group));
    m_groupName = name;
    m_pattern->setText(isTyped ? text : fresh);
    check();
}

void PatternDialog::check()
{
    const LogPattern wanted = pattern();
    const std::optional<LogPatternProblem> problem = problemOf(wanted);
    const bool isNamed = !wanted.name.isEmpty();
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(!problem && isNamed);
    if (m_cancelTrial)
        m_cancelTrial->store(true);
    if (!problem && isNamed)
        return m_trialTimer.start(typingPauseMs);
    m_trialTimer.stop();
    m_matches->clear();
    m_preview->setValues({});
    m_verdict->setStatus(StatusColor::Error, isNamed ? QString(problem->message + QLatin1Char(' ') + problem->fix) : tr("The metric needs a name."));
}

void PatternDialog::startTrial()
{
    m_cancelTrial = std::make_shared<std::atomic_bool>(false);
    m_verdict->setStatus(StatusColor::Muted, tr("Trying the pattern on the log…"));
    m_trial.setFuture(QtConcurrent::run([pattern = pattern(), log = m_log, cancel = m_cancelTrial] {
        return tryPattern(pattern, log, [&] { return cancel->load(); });
    }));
}

void PatternDialog::showTrial()
{
    if (m_trialTimer.isActive() || (m_cancelTrial && m_cancelTrial->load()))
        return;
    const PatternTrial trial = m_trial.result();
    const QLocale locale;
    const QString matched = locale.toString(trial.linesMatched);
    const QString tried = locale.toString(trial.linesTried);
    if (trial.linesMatched == 0)
        m_verdict->setStatus(StatusColor::Warning, tr("None of %1 lines matches.").arg(tried));
    else if (trial.isCutShort)
        m_verdict->setStatus(StatusColor::Info, tr("%1 of the first %2 lines match; the rest was not tried.").arg(matched, tried));
    else
        m_verdict->setStatus(StatusColor::Ok, tr("%1 of %2 lines match.").arg(matched, tried));
    m_preview->setValues(trial.values);
    QString html;
    for (const PatternTrial::Match &match : trial.first)
        html += htmlOf(match);
    m_matches->setHtml(html);
}

void PatternDialog::retranslate()
{
    setWindowTitle(tr("A number of the log as a metric"));
    m_explanation->setText(m_examples.size() > 1
                               ? tr("The pattern was made from %n marked numbers. Mark more in the log to loosen it, or change it by hand.", nullptr, int(m_examples.size()))
                               : tr("The pattern finds numbers like the marked one. Mark another in the log to loosen it, or change it by hand."));
    m_nameLabel->setText(tr("&Name of the metric"));
    m_phaseLabel->setText(tr("&Phase"));
    m_patternLabel->setText(tr("Pa&ttern (Perl-compatible regular expression)"));
    const QStringList phases{tr("Not said (train)"), tr("Train"), tr("Eval"), tr("Test")};
    for (int i = 0; i < phases.size(); ++i)
        m_phase->setItemText(i, phases.at(i));
    m_preview->setAccessibleName(tr("The values that were found, in the order of the log"));
    m_matches->setAccessibleName(tr("The first lines that match"));
}

void PatternDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        check();
    }
    QDialog::changeEvent(event);
}

} // namespace Trainyard
