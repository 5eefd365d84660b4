#include "services/diagnosis/diagnosis.h"

#include "services/diagnosis/failurecauses.h"
#include "services/diagnosis/jobkeys.h"
#include "services/diagnosis/seriesjudgement.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

using Kind = Diagnosis::Kind;

QString number(double value)
{
    return QLocale().toString(value, 'g', 4);
}

Diagnosis make(const char *id, Kind kind, Diagnosis::Place place, const QString &sentence)
{
    Diagnosis diagnosis;
    diagnosis.id = QLatin1String(id);
    diagnosis.kind = kind;
    diagnosis.place = place;
    diagnosis.sentence = sentence;
    return diagnosis;
}

struct Pace
{
    const MetricSeries *series = nullptr;
    bool isTime = false; ///< seconds per step: larger is slower
    const char *name = "";
};

/// Looks at one run, place by place.
class RunDoctor
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)

public:
    explicit RunDoctor(const RunEvidence &evidence)
        : m_evidence(evidence)
    {
    }

    QList<Diagnosis> lookAtEverything() const;

private:
    QList<Diagnosis> lookAtLog() const;
    QList<Diagnosis> lookAtUtilisation() const;
    QList<Diagnosis> lookAtThroughput() const;
    QList<Diagnosis> lookAtCheckpoints() const;
    QList<Diagnosis> lookAtLoss() const;
    Diagnosis ofFailure(const LogEvent &failure) const;
    std::optional<Diagnosis> ofException() const;
    void sayMissingModule(Diagnosis &diagnosis, const QString &module) const;
    void sayLostLoss(Diagnosis &diagnosis) const;
    QString keyFor(const QString &wanted) const { return changeableKey(m_evidence.job, wanted); }
    QList<Diagnosis> lookAtSaves() const;
    Pace pace() const;

    const RunEvidence &m_evidence;
};

// ---- log

/// The module's name, where the line has it: `No module named 'timm'`.
QString moduleNamedIn(const QString &line)
{
    static const QRegularExpression pattern(QStringLiteral("No module named '?([\\w.]+)"));
    return pattern.match(line).captured(1);
}

Diagnosis RunDoctor::ofFailure(const LogEvent &failure) const
{
    const std::optional<FailureCause> cause = failureCause(failure.code);
    Diagnosis diagnosis = make("", Kind::Wrong, Diagnosis::Place::Log, cause ? cause->cause : tr("The log tells of a failure (%1).").arg(failure.code));
    diagnosis.id = QLatin1String("failure.") + failure.code;
    diagnosis.evidence = failure.text.isEmpty() ? tr("Log line %1 says so.").arg(failure.line)
                                                : tr("Log line %1: %2").arg(QString::number(failure.line), failure.text);
    diagnosis.line = failure.line;
    if (cause) {
        diagnosis.action = cause->fix;
        diagnosis.jobKey = keyFor(cause->jobKey);
    }
    diagnosis.disproof = tr("The run went on after that line and its steps still rise.");
    if (failure.code == QLatin1String("nan_loss"))
        sayLostLoss(diagnosis);
    else if (failure.code == QLatin1String("module_not_found"))
        sayMissingModule(diagnosis, moduleNamedIn(failure.text));
    return diagnosis;
}

void RunDoctor::sayMissingModule(Diagnosis &diagnosis, const QString &module) const
{
    const Job *job = m_evidence.job;
    const bool hasImage = job && !job->environment.image.isEmpty() && job->profileOrDefault() != u"local";
    if (!module.isEmpty())
        diagnosis.sentence = tr("The script imports the Python module %1, which is not installed where it runs.").arg(module);
    if (job && !hasImage) {
        diagnosis.action = tr("Install the package that brings it (its name may differ from the module's) for the Python interpreter of the profile, "
                              "or choose another interpreter there.");
        diagnosis.jobKey.clear();
    }
}

/// A run that has ended cannot be stopped any more.
void RunDoctor::sayLostLoss(Diagnosis &diagnosis) const
{
    if (!isFinal(m_evidence.status.state))
        return;
    diagnosis.sentence = tr("The loss was no longer a number: from there on the run learnt nothing, and its result is of no use.");
    diagnosis.action = tr("Start again from the last good checkpoint with a lower learning rate or gradient clipping; with fp16 try bf16. Check the "
                          "data for empty or huge values.");
    diagnosis.disproof = tr("The values after that line are numbers again.");
}

/// The exception that ended the run, where it is none of the known failures.
std::optional<Diagnosis> RunDoctor::ofException() const
{
    const std::optional<LogEvent> &exception = m_evidence.exception;
    const bool isBareLog = !m_evidence.job && m_evidence.status.state == RunState::Done;
    if (!exception || !(isBareLog || m_evidence.status.state == RunState::Failed))
        return std::nullopt;
    Diagnosis diagnosis = make("log.exception", Kind::Wrong, Diagnosis::Place::Log, tr("The script ended with an exception: %1").arg(exception->text));
    diagnosis.evidence = tr("Log line %1 says so.").arg(exception->line);
    diagnosis.line = exception->line;
    diagnosis.action = tr("Read the traceback above that line upwards: its last entry in your own code is the place.");
    diagnosis.disproof = tr("The script caught it and went on.");
    return diagnosis;
}

QList<Diagnosis> RunDoctor::lookAtLog() const
{
    const std::optional<Diagnosis> exception = ofException();
    QList<Diagnosis> failures;
    for (const LogEvent &failure : m_evidence.progress.failures()) {
        if (!exception || failure.code != u"child_failed") // the launcher's word says less than the exception
            failures.append(ofFailure(failure));
    }
    if (!failures.isEmpty())
        return failures;
    if (exception)
        return {*exception};
    if (m_evidence.status.state == RunState::Failed) {
        Diagnosis diagnosis
            = make("log.no-cause", Kind::Wrong, Diagnosis::Place::Log, tr("The run failed, and its log names no cause that Trainyard knows."));
        diagnosis.evidence = m_evidence.status.message;
        diagnosis.action = tr("Read the last lines of the log.");
        diagnosis.disproof = tr("An error stands in the log that this list does not show.");
        return {diagnosis};
    }
    if (m_evidence.status.state == RunState::Stopped || m_evidence.status.state == RunState::Lost) {
        Diagnosis diagnosis = make("log.cut-short", Kind::Waiting, Diagnosis::Place::Log,
                                   m_evidence.status.state == RunState::Stopped ? tr("The run was stopped before its end; its log tells of no error.")
                                                                                : tr("The end of the run was not seen; its log tells of no error."));
        diagnosis.evidence = m_evidence.status.message;
        return {diagnosis};
    }
    const bool hasMetrics = !m_evidence.series.keys().isEmpty();
    if (!hasMetrics && !isFinal(m_evidence.status.state))
        return {make("log.waiting", Kind::Waiting, Diagnosis::Place::Log, tr("The log has told nothing to judge by yet."))};
    return {make("log.clean", Kind::Healthy, Diagnosis::Place::Log, tr("The log tells of no error."))};
}

// ---- utilisation

QList<Diagnosis> RunDoctor::lookAtUtilisation() const
{
    const MetricSeries *card = m_evidence.series.series(u"gpu_utilization_percent", std::nullopt);
    const MetricSeries *npu = m_evidence.series.series(u"npu_utilization_percent", std::nullopt);
    const bool hasCard = card || npu;
    const MetricSeries *series = card ? card : npu ? npu : m_evidence.series.series(u"cpu_percent", std::nullopt);
    constexpr qsizetype window = 60; // samples: about a minute
    if (!series || series->size() < window)
        return {make("utilisation.waiting", Kind::Waiting, Diagnosis::Place::Utilisation,
                     tr("Too few samples of the machine yet: a minute of them is needed."))};
    const double level = medianOfLast(*series, window);
    const QString figure = tr("Median of the last minute: %1 %.").arg(number(level));
    // Below these a device mostly waits; the margin is wide, since short steps and evaluations dip.
    const double low = hasCard ? 30 : 20;
    const bool isLow = level < low && !isFinal(m_evidence.status.state) && trainingSeries(m_evidence.series, u"loss");
    if (!isLow) {
        Diagnosis diagnosis = make("utilisation.busy", Kind::Healthy, Diagnosis::Place::Utilisation,
                                   hasCard ? tr("The card is busy.") : tr("The processor is busy; this run uses no card."));
        if (level < low)
            diagnosis.sentence = tr("Nothing suggests that the machine waits.");
        diagnosis.evidence = figure;
        return {diagnosis};
    }
    Diagnosis diagnosis = make("utilisation.low", Kind::Slow, Diagnosis::Place::Utilisation,
                               hasCard ? tr("The card waits most of the time.") : tr("The processor waits most of the time."));
    diagnosis.evidence = figure;
    diagnosis.action = tr("Most often loading data is too slow: use more loading workers, read from local storage, or decode the data beforehand.");
    diagnosis.jobKey = keyFor(QStringLiteral("parameters"));
    diagnosis.disproof = tr("Steps become no faster when the data is replaced by one batch kept in memory.");
    return {diagnosis};
}

// ---- throughput

Pace RunDoctor::pace() const
{
    for (const char *name : {"samples_per_second", "tokens_per_second", "tokens_per_second_per_device", "steps_per_second"}) {
        if (const MetricSeries *series = trainingSeries(m_evidence.series, QString::fromLatin1(name)))
            return {series, false, name};
    }
    return {trainingSeries(m_evidence.series, u"step_time_seconds"), true, "step_time_seconds"};
}

QList<Diagnosis> RunDoctor::lookAtThroughput() const
{
    const Pace pace = this->pace();
    constexpr qsizetype enough = 20;
    if (!pace.series || pace.series->size() < enough) {
        if (isFinal(m_evidence.status.state))
            return {make("throughput.unknown", Kind::Waiting, Diagnosis::Place::Throughput,
                         tr("The log names no throughput, or too rarely to judge it."))};
        return {make("throughput.waiting", Kind::Waiting, Diagnosis::Place::Throughput, tr("The throughput is judged from its twentieth value on."))};
    }
    const Drift drift = driftOf(*pace.series);
    const double ratio = pace.isTime ? drift.before / drift.now : drift.now / drift.before;
    const QString figure = tr("%1: median %2 in the last values, %3 in the best stretch before.")
                               .arg(QLatin1String(pace.name), number(drift.now), number(drift.before));
    constexpr double slowed = 0.6; // a third slower is weather; well below that is a change
    if (ratio < slowed && !isFinal(m_evidence.status.state)) {
        Diagnosis diagnosis = make("throughput.fell", Kind::Slow, Diagnosis::Place::Throughput, tr("Training has become much slower than it was."));
        diagnosis.evidence = figure;
        diagnosis.action = tr("Look at what changed at that time: another job on the machine, a longer sequence length, a save or an evaluation "
                              "under way, a hot card.");
        diagnosis.disproof = tr("The throughput comes back by itself within a few minutes.");
        return {diagnosis};
    }
    Diagnosis diagnosis = make("throughput.steady", Kind::Healthy, Diagnosis::Place::Throughput, tr("The throughput is steady."));
    diagnosis.evidence = figure;
    return {diagnosis};
}

// ---- checkpoints

QList<Diagnosis> RunDoctor::lookAtSaves() const
{
    const QList<CheckpointMark> &saves = m_evidence.progress.checkpoints();
    const std::optional<qint64> every = m_evidence.checkpointEverySteps;
    const CheckpointMark &last = saves.last();
    Diagnosis diagnosis = make("checkpoints.saved", Kind::Healthy, Diagnosis::Place::Checkpoints, tr("Checkpoints saved: %1.").arg(saves.size()));
    diagnosis.evidence = last.path.isEmpty() ? tr("The last one in log line %1.").arg(last.line)
                                             : tr("The last one in log line %1: %2").arg(QString::number(last.line), last.path);
    diagnosis.line = last.line;
    const std::optional<qint64> behind
        = m_evidence.progress.step() && last.step ? std::optional(*m_evidence.progress.step() - *last.step) : std::nullopt;
    const bool isOverdue = every && behind && *behind > 2 * *every + 1 && m_evidence.status.state == RunState::Running;
    if (isOverdue) {
        diagnosis.id = QStringLiteral("checkpoints.overdue");
        diagnosis.kind = Kind::Wrong;
        diagnosis.sentence = tr("The last checkpoint is %1 steps old, though one is due every %2 steps.").arg(*behind).arg(*every);
        diagnosis.action = tr("Check the free space at the output's place and the script's settings for saving.");
        diagnosis.jobKey = keyFor(QStringLiteral("checkpoints"));
        diagnosis.disproof = tr("A newer file lies in the checkpoint folder.");
    }
    return {diagnosis};
}

QList<Diagnosis> RunDoctor::lookAtCheckpoints() const
{
    if (!m_evidence.progress.checkpoints().isEmpty())
        return lookAtSaves();
    const std::optional<qint64> every = m_evidence.checkpointEverySteps;
    const std::optional<qint64> step = m_evidence.progress.step();
    const bool isMissing = every && step && *step > 2 * *every;
    if (isMissing) {
        Diagnosis diagnosis = make("checkpoints.none", Kind::Wrong, Diagnosis::Place::Checkpoints,
                                   tr("No checkpoint has been saved, though one is due every %1 steps.").arg(*every));
        const bool hasEnded = isFinal(m_evidence.status.state);
        diagnosis.evidence = hasEnded ? tr("The run ended at step %1.").arg(*step) : tr("The run is at step %1.").arg(*step);
        diagnosis.action = hasEnded
            ? tr("It cannot be resumed. Check before the next run that the script takes the checkpoint settings of the job and saves to its output.")
            : tr("Check that the script takes the checkpoint settings of the job and saves to its output; a run that is interrupted now "
                 "starts from nothing.");
        diagnosis.jobKey = keyFor(QStringLiteral("checkpoints"));
        diagnosis.disproof = tr("A file lies in the checkpoint folder: the script saves without saying so in its log.");
        return {diagnosis};
    }
    if (isFinal(m_evidence.status.state))
        return {make("checkpoints.unknown", Kind::Waiting, Diagnosis::Place::Checkpoints, tr("The log tells of no checkpoint."))};
    return {make("checkpoints.waiting", Kind::Waiting, Diagnosis::Place::Checkpoints,
                 every ? tr("The first checkpoint is due at step %1.").arg(*every) : tr("No checkpoint so far."))};
}

// ---- loss

QList<Diagnosis> RunDoctor::lookAtLoss() const
{
    const MetricSeries *loss = trainingSeries(m_evidence.series, u"loss");
    if (!loss)
        return m_evidence.series.keys().isEmpty()
            ? QList<Diagnosis>() : QList<Diagnosis>{make("loss.unknown", Kind::Waiting, Diagnosis::Place::Loss, tr("The log tells of no loss."))};
    const bool isReported = std::any_of(m_evidence.progress.failures().cbegin(), m_evidence.progress.failures().cend(),
                                        [](const LogEvent &event) { return event.code == QLatin1String("nan_loss"); });
    if (loss->notFinite() > 0 && !isReported) {
        Diagnosis diagnosis
            = make("loss.nan", Kind::Wrong, Diagnosis::Place::Loss, tr("The loss is no longer a number: from here on the run learns nothing."));
        diagnosis.action = failureCause(QStringLiteral("nan_loss"))->fix;
        diagnosis.jobKey = keyFor(QStringLiteral("learning_rate"));
        sayLostLoss(diagnosis);
        return {diagnosis};
    }
    switch (isFinal(m_evidence.status.state) ? trendOfAll(*loss) : trendOf(*loss)) {
    case Trend::TooFew:
        return {make("loss.waiting", Kind::Waiting, Diagnosis::Place::Loss,
                     isFinal(m_evidence.status.state) ? tr("The loss has too few values, or moves too little, to see a trend.")
                                                      : tr("The loss is judged from its thirtieth value on."))};
    case Trend::Falling: {
        Diagnosis diagnosis = make("loss.falls", Kind::Healthy, Diagnosis::Place::Loss, tr("The loss falls."));
        diagnosis.evidence = tr("From %1 to %2.").arg(number(loss->values().front()), number(*loss->last()));
        return {diagnosis};
    }
    case Trend::Settled: return {make("loss.settled", Kind::Healthy, Diagnosis::Place::Loss, tr("The loss has fallen and settled."))};
    case Trend::Flat: {
        Diagnosis diagnosis = make("loss.flat", Kind::Wrong, Diagnosis::Place::Loss, tr("The loss has not fallen since the start."));
        diagnosis.evidence = tr("%1 values, all between %2 and %3.")
                                 .arg(QString::number(loss->size()), number(loss->minimum().value_or(0)), number(loss->maximum().value_or(0)));
        diagnosis.action = tr("Try to overfit one batch: if that fails too, look for a learning rate that is zero or far too high, frozen layers, or "
                              "labels that do not belong to their samples.");
        diagnosis.jobKey = keyFor(QStringLiteral("learning_rate"));
        diagnosis.disproof = tr("The run has just started its warm-up, and the loss falls afterwards.");
        return {diagnosis};
    }
    case Trend::Diverging: {
        Diagnosis diagnosis = make("loss.diverges", Kind::Wrong, Diagnosis::Place::Loss, tr("The loss rises far above where it was."));
        diagnosis.evidence = tr("Its best was %1, now it is %2.").arg(number(loss->minimum().value_or(0)), number(*loss->last()));
        diagnosis.action = isFinal(m_evidence.status.state)
            ? tr("Go back to the checkpoint before the rise, and lower the learning rate or clip gradients.")
            : tr("Stop, go back to the checkpoint before the rise, and lower the learning rate or clip gradients.");
        diagnosis.jobKey = keyFor(QStringLiteral("learning_rate"));
        diagnosis.disproof = tr("It is a spike: within some dozen steps the loss is back.");
        return {diagnosis};
    }
    }
    Q_UNREACHABLE();
}

QList<Diagnosis> RunDoctor::lookAtEverything() const
{
    if (!m_evidence.status.startedAt.isValid() && m_evidence.status.state == RunState::Queued)
        return {make("run.queued", Kind::Waiting, Diagnosis::Place::Log, tr("The run waits for its turn."))};
    return lookAtLog() + lookAtUtilisation() + lookAtThroughput() + lookAtCheckpoints() + lookAtLoss();
}

/// lupdate sees the context of a class at this level only.
struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
};

} // namespace

QList<Diagnosis> diagnose(const RunEvidence &evidence)
{
    return RunDoctor(evidence).lookAtEverything();
}

OverallDiagnosis overallDiagnosis(const QList<Diagnosis> &diagnoses)
{
    const auto has = [&diagnoses](const auto &holds) { return std::any_of(diagnoses.cbegin(), diagnoses.cend(), holds); };
    const auto hasKind = [&has](Kind kind) { return has([kind](const Diagnosis &diagnosis) { return diagnosis.kind == kind; }); };
    if (hasKind(Kind::Wrong))
        return {Kind::Wrong, Text::tr("Something is wrong")};
    if (hasKind(Kind::Slow))
        return {Kind::Slow, Text::tr("It runs, but slowly")};
    if (has([](const Diagnosis &diagnosis) { return diagnosis.id == u"log.cut-short"; }))
        return {Kind::Waiting, Text::tr("Cut short; nothing wrong until then")};
    if (has([](const Diagnosis &diagnosis) { return diagnosis.kind == Kind::Healthy && diagnosis.place == Diagnosis::Place::Loss; }))
        return {Kind::Healthy, Text::tr("All is well")};
    return {Kind::Waiting, hasKind(Kind::Healthy) ? Text::tr("Nothing wrong so far") : Text::tr("Nothing to judge yet")};
}

} // namespace Trainyard
