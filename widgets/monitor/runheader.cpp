#include "widgets/monitor/runheader.h"

#include "models/run/runforecast.h"
#include "widgets/common/elidedlabel.h"
#include "widgets/common/statuslabel.h"
#include "widgets/monitor/stripcatalog.h"
#include "widgets/monitor/ticks.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard {

namespace {

StatusColor colorOf(RunState state)
{
    switch (state) {
    case RunState::Queued: return StatusColor::Muted;
    case RunState::Starting:
    case RunState::Running: return StatusColor::Info;
    case RunState::Stopping: return StatusColor::Warning;
    case RunState::Done: return StatusColor::Ok;
    case RunState::Failed:
    case RunState::Lost: return StatusColor::Error;
    case RunState::Stopped: return StatusColor::Warning;
    }
    Q_UNREACHABLE();
}

QString pointName(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return RunHeader::tr("environment");
    case DryRunPoint::Data: return RunHeader::tr("data");
    case DryRunPoint::Memory: return RunHeader::tr("memory");
    case DryRunPoint::Loss: return RunHeader::tr("loss");
    case DryRunPoint::Artifacts: return RunHeader::tr("artifacts");
    }
    Q_UNREACHABLE();
}

StatusColor colorOf(PointJudgement::State state)
{
    switch (state) {
    case PointJudgement::State::Pending: return StatusColor::Muted;
    case PointJudgement::State::Passed: return StatusColor::Ok;
    case PointJudgement::State::Failed: return StatusColor::Error;
    }
    Q_UNREACHABLE();
}

} // namespace

QString remainingText(const RemainingTime &remaining)
{
    struct Unit
    {
        qint64 ms;
        QString range;
        QString single;
    };
    const std::array units{Unit{3600000, RunHeader::tr("%1–%2 h left"), RunHeader::tr("about %1 h left")},
                           Unit{60000, RunHeader::tr("%1–%2 min left"), RunHeader::tr("about %1 min left")},
                           Unit{1000, RunHeader::tr("%1–%2 s left"), RunHeader::tr("about %1 s left")}};
    const auto fits = [&](const Unit &unit) { return remaining.highMs >= 2 * unit.ms; };
    const auto found = std::find_if(units.begin(), units.end(), fits);
    const Unit &unit = found == units.end() ? units.back() : *found;
    const auto low = qint64(std::floor(double(remaining.lowMs) / double(unit.ms)));
    const auto high = std::max<qint64>(1, qint64(std::ceil(double(remaining.highMs) / double(unit.ms))));
    return low > 0 && low < high ? unit.range.arg(low).arg(high) : unit.single.arg(high);
}

RunHeader::RunHeader(QWidget *parent)
    : QWidget(parent)
    , m_firstRow(new QHBoxLayout)
    , m_name(new ElidedLabel(this))
    , m_state(new StatusLabel(this))
    , m_position(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_eta(new QLabel(this))
    , m_forecast(new ElidedLabel(this))
    , m_best(new ElidedLabel(this))
    , m_stopButton(new QToolButton(this))
    , m_stages(new QLabel(this))
    , m_message(new QLabel(this))
{
    m_name->setFont(Theme::sectionFont());
    m_name->hide();
    m_state->setColored(true);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setFixedHeight(10);
    m_bar->setMinimumWidth(80);
    m_bar->setMaximumWidth(360);

    auto *menu = new QMenu(m_stopButton);
    m_stopNow = menu->addAction(QString(), this, [this] { confirmStop(false); });
    m_stopAfterCheckpoint = menu->addAction(QString(), this, [this] { confirmStop(true); });
    m_stopButton->setMenu(menu);
    m_stopButton->setPopupMode(QToolButton::InstantPopup);
    m_stopButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stopButton->setIcon(Theme::icon(QStringLiteral("stop")));

    m_firstRow->setContentsMargins(0, 0, 0, 0);
    m_firstRow->setSpacing(16);
    m_firstRow->addWidget(m_name);
    m_firstRow->addWidget(m_state);
    m_firstRow->addWidget(m_position);
    m_firstRow->addWidget(m_bar, 1);
    m_firstRow->addWidget(m_eta);
    m_firstRow->addWidget(m_forecast);
    m_firstRow->addWidget(m_best);
    m_firstRow->addStretch(1);
    m_folderButton = addEndButton(QStringLiteral("folder"), RunWish::OpenFolder);
    m_templateButton = addEndButton(QStringLiteral("template"), RunWish::SaveAsTemplate);
    m_sameButton = addEndButton(QStringLiteral("data"), RunWish::SameWithMyData);
    m_againButton = addEndButton(QStringLiteral("rerun"), RunWish::RunAgain);
    m_firstRow->addWidget(m_stopButton);

    auto *secondRow = new QHBoxLayout;
    secondRow->setContentsMargins(0, 0, 0, 0);
    secondRow->setSpacing(16);
    secondRow->addWidget(m_stages);
    secondRow->addStretch(1);
    for (size_t i = 0; i < allDryRunPoints.size(); ++i) {
        m_pointLabels.append(new StatusLabel(this));
        secondRow->addWidget(m_pointLabels.last());
    }

    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(m_firstRow);
    layout->addLayout(secondRow);
    layout->addWidget(m_message);
    retranslate();
}

QPushButton *RunHeader::addEndButton(const QString &iconName, RunWish wish)
{
    auto *button = new QPushButton(Theme::icon(iconName), QString(), this);
    connect(button, &QPushButton::clicked, this, [this, wish] { Q_EMIT wished(wish); });
    m_firstRow->addWidget(button);
    return button;
}

void RunHeader::setRun(const Run &run)
{
    m_run = run;
    m_hasRun = true;
    update();
}

void RunHeader::setLogName(const QString &name, const QString &formatName)
{
    m_run = Run();
    m_run.name = name;
    m_hasRun = false;
    m_formatName = formatName;
    update();
}

void RunHeader::setProgress(const RunProgress &progress)
{
    m_progress = progress;
    update();
}

void RunHeader::setLimits(const Job::Limits &limits)
{
    m_limits = limits;
    update();
}

void RunHeader::setPoints(const QList<PointJudgement> &points)
{
    m_points = points;
    updatePoints();
}

void RunHeader::setStopModes(bool canStop, bool canStopAfterCheckpoint)
{
    m_canStop = canStop;
    m_canStopAfterCheckpoint = canStopAfterCheckpoint;
    update();
}

void RunHeader::setNow(const QDateTime &now)
{
    m_now = now;
    updateStages();
    updateForecast();
}

void RunHeader::setNameVisible(bool isVisible)
{
    m_name->setVisible(isVisible);
}

void RunHeader::update()
{
    const RunState state = m_run.status.state;
    const bool hasEnded = !m_hasRun || isFinal(state);
    m_name->setText(m_run.name);
    if (m_hasRun)
        m_state->setStatus(colorOf(state), displayRunState(state));
    else
        m_state->setStatus(StatusColor::Info, m_formatName.isEmpty() ? tr("Log file") : tr("Log file, read as %1").arg(m_formatName));
    m_position->setText(progressText());
    const std::optional<double> fraction = m_progress.fraction();
    m_bar->setVisible(fraction && !hasEnded);
    m_bar->setValue(int(fraction.value_or(0) * 1000));
    m_eta->setText(etaText());
    m_eta->setVisible(!hasEnded && !m_eta->text().isEmpty());
    updateForecast();

    const std::optional<BestMetric> best = m_progress.best();
    m_best->setVisible(best && hasEnded);
    if (best) {
        const QString name = StripCatalog::title(best->name).toLower();
        m_best->setText(best->step ? tr("best %1 %2 at step %3").arg(name, displayNumber(best->value), QLocale().toString(*best->step))
                                   : tr("best %1 %2").arg(name, displayNumber(best->value)));
    }
    for (QPushButton *button : {m_folderButton, m_templateButton, m_sameButton, m_againButton})
        button->setVisible(m_hasRun && hasEnded);
    m_stopButton->setVisible(m_hasRun && !hasEnded && m_canStop);
    m_stopButton->setEnabled(state != RunState::Stopping);
    m_stopAfterCheckpoint->setVisible(m_canStopAfterCheckpoint);
    m_message->setText(m_run.status.message);
    m_message->setVisible(m_hasRun && !m_run.status.message.isEmpty() && state != RunState::Done);
    updateStages();
    updatePoints();
}

QString RunHeader::progressText() const
{
    const QLocale locale;
    QStringList parts;
    const bool hasEnded = m_hasRun && isFinal(m_run.status.state);
    if (m_progress.epoch() && !(hasEnded && m_progress.step())) { // at the end the row has buttons: the step alone
        const auto number = [](double value) { return QString::number(value, 'g', 4); }; // 3, not 3.000; 0.17
        const QString epoch = number(*m_progress.epoch());
        parts.append(m_progress.totalEpochs() ? tr("epoch %1/%2").arg(epoch, number(*m_progress.totalEpochs())) : tr("epoch %1").arg(epoch));
    }
    if (m_progress.step()) {
        const QString step = locale.toString(*m_progress.step());
        parts.append(m_progress.totalSteps() ? tr("step %1/%2").arg(step, locale.toString(*m_progress.totalSteps())) : tr("step %1").arg(step));
    }
    return parts.join(QStringLiteral("   "));
}

QString RunHeader::etaText() const
{
    const std::optional<RemainingTime> remaining = m_progress.remaining();
    return remaining ? remainingText(*remaining) : QString();
}

/// When it ends and what it costs until then; in the warning colour where a limit ends it before.
void RunHeader::updateForecast()
{
    const std::optional<RemainingTime> remaining = m_progress.remaining();
    const auto forecast = m_hasRun && remaining && m_now.isValid() ? forecastRun(m_run, m_limits, *remaining, m_now) : std::nullopt;
    m_forecast->setVisible(forecast.has_value());
    if (!forecast)
        return;
    const bool isLimited = forecast->duration == RunForecast::Limit::Reaches || forecast->cost == RunForecast::Limit::Reaches;
    QPalette palette = this->palette();
    if (isLimited)
        palette.setColor(QPalette::WindowText, Theme::color(StatusColor::Warning));
    m_forecast->setPalette(palette);
    m_forecast->setText(forecastText(*forecast));
}

/// queued 0:04 > starting 0:02 > running 6:31; the stage that the run is in is bold.
void RunHeader::updateStages()
{
    m_stages->setVisible(m_hasRun);
    if (!m_hasRun)
        return;
    const RunStatus &status = m_run.status;
    const QDateTime queued = status.queuedAt.isValid() ? status.queuedAt : m_run.createdAt;
    const QDateTime end = status.finishedAt.isValid() ? status.finishedAt : m_now;
    const auto clock = [](const QDateTime &from, const QDateTime &to) {
        return from.isValid() && to.isValid() ? clockText(double(from.msecsTo(to)) / 1000) : QString();
    };
    QStringList stages;
    const auto add = [&](const QString &name, const QString &time, bool isCurrent) {
        const QString text = time.isEmpty() ? name : name + QLatin1Char(' ') + time;
        stages.append(isCurrent ? QStringLiteral("<b>%1</b>").arg(text) : text);
    };
    const bool hasStarted = status.startedAt.isValid();
    add(tr("queued"), clock(queued, hasStarted ? status.startedAt : end), status.state == RunState::Queued);
    if (status.state == RunState::Starting && !hasStarted)
        add(tr("starting"), QString(), true);
    if (hasStarted)
        add(tr("running"), clock(status.startedAt, end), status.state == RunState::Running || status.state == RunState::Starting);
    if (status.state == RunState::Stopping || isFinal(status.state)) {
        const QString time = isFinal(status.state) && status.finishedAt.isValid() ? status.finishedAt.toLocalTime().toString(QStringLiteral("HH:mm:ss")) : QString();
        add(displayRunState(status.state).toLower(), time, true);
    }
    m_stages->setText(stages.join(QStringLiteral(" › ")));
}

void RunHeader::updatePoints()
{
    for (qsizetype i = 0; i < m_pointLabels.size(); ++i) {
        StatusLabel *label = m_pointLabels.at(i);
        label->setVisible(m_hasRun);
        const DryRunPoint point = allDryRunPoints[size_t(i)];
        const auto found = std::find_if(m_points.cbegin(), m_points.cend(), [&](const PointJudgement &judgement) { return judgement.point == point; });
        const bool isKnown = found != m_points.cend();
        label->setStatus(colorOf(isKnown ? found->state : PointJudgement::State::Pending), pointName(point));
        label->setToolTip(isKnown ? found->evidence : tr("The run has not proven this yet."));
        label->setAccessibleDescription(label->toolTip());
    }
}

QString RunHeader::stopQuestion(bool afterCheckpoint) const
{
    const std::optional<Milliseconds> used = m_run.duration(m_now);
    const QString usedText = used ? displayDuration(*used) : displayDuration(Milliseconds(0));
    const QList<CheckpointMark> &checkpoints = m_progress.checkpoints();
    QString consequence = tr("It has written no checkpoint: everything it learned is lost.");
    if (!checkpoints.isEmpty() && checkpoints.last().timeMs > 0) {
        const Milliseconds age(std::max<qint64>(0, m_now.toMSecsSinceEpoch() - checkpoints.last().timeMs));
        consequence = tr("Its last checkpoint is %1 old; what it learned since is lost.").arg(displayDuration(age));
    } else if (!checkpoints.isEmpty()) {
        consequence = tr("What it learned since its last checkpoint is lost.");
    }
    if (afterCheckpoint)
        consequence = tr("It goes on until it has written its next checkpoint; nothing is lost.");
    return tr("Stop run %1? It has used %2. %3").arg(m_run.name, usedText, consequence);
}

void RunHeader::confirmStop(bool afterCheckpoint)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Stop run"), stopQuestion(afterCheckpoint), QMessageBox::NoButton, this);
    question->setObjectName(QStringLiteral("stopQuestion"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *stop = question->addButton(tr("&Stop"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("&Keep running"), QMessageBox::RejectRole));
    connect(stop, &QPushButton::clicked, this,
            [this, afterCheckpoint] { Q_EMIT wished(afterCheckpoint ? RunWish::StopAfterCheckpoint : RunWish::StopNow); });
    question->open();
}

void RunHeader::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void RunHeader::retranslate()
{
    m_stopButton->setText(tr("S&top"));
    m_stopNow->setText(tr("&Now"));
    m_stopAfterCheckpoint->setText(tr("&After the next checkpoint"));
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_folderButton->setText(tr("&Outputs"));
    m_folderButton->setToolTip(tr("Opens the folder with what the run wrote."));
    m_templateButton->setText(tr("Save as te&mplate"));
    m_templateButton->setToolTip(tr("Keeps this definition for new jobs."));
    m_sameButton->setText(tr("Same with my &data"));
    m_sameButton->setToolTip(tr("Keeps environment, flavor and outputs; asks only for code and data."));
    m_againButton->setText(tr("&Run again"));
    m_againButton->setToolTip(tr("Shows what changed since this run, then starts it again."));
    update();
}

} // namespace Trainyard
