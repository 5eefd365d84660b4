#include "services/preflight/schedulerules.h"

#include "services/preflight/jobparameters.h"
#include "services/preflight/preflightpaths.h"
#include "services/preflight/trainingsamples.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ScheduleRules)
};

/// How many updates of the weights the job makes, and how that comes about, as a sentence.
struct TotalSteps
{
    qint64 steps = 0;
    QString because;
};

bool isSpotOrLong(const Job &job)
{
    return job.compute.spot.value_or(false) || job.limits.maxDuration.value_or(Milliseconds(0)) >= std::chrono::hours(4);
}

/// Does a loader of the script leave out a last batch that is not full?
bool dropsLast(const ScriptAnalysis &script)
{
    const auto drops = [](const ScriptCall &call) {
        const ScriptValue *drop = call.keyword("drop_last"_L1);
        return drop && drop->truth() == true;
    };
    return script.reading && std::any_of(script.reading->calls.begin(), script.reading->calls.end(), drops);
}

std::optional<TotalSteps> totalSteps(const PreflightContext &context, const ScriptAnalysis &script)
{
    static const QStringList stepNames{u"max_steps"_s, u"total_steps"_s, u"num_steps"_s, u"train_steps"_s, u"num_train_steps"_s, u"max_train_steps"_s, u"max_iters"_s, u"total_iters"_s, u"train_iters"_s};
    if (const auto given = givenParameter(context, stepNames); given && given->number().value_or(0) > 0)
        return TotalSteps{*given->number(), Text::tr("%1 is %2").arg(given->name).arg(*given->number())};

    const auto epochs = givenParameter(context, {u"epochs"_s, u"num_epochs"_s, u"num_train_epochs"_s, u"max_epochs"_s, u"n_epochs"_s, u"train_epochs"_s});
    bool isNumber = false;
    const double rounds = epochs ? epochs->value.toDouble(&isNumber) : 0;
    const auto &training = context.job().training;
    const auto given = givenParameter(context, {u"batch_size"_s, u"per_device_train_batch_size"_s, u"train_batch_size"_s});
    const qint64 batch = training && training->batchSize ? *training->batchSize : given ? given->number().value_or(0) : 0;
    if (!isNumber || rounds <= 0 || batch <= 0)
        return std::nullopt;
    const std::optional<TrainingSamples> samples = countTrainingSamples(context);
    const std::optional<Flavor> flavor = context.flavor();
    if (!samples || (!flavor && !context.job().compute.flavor.isEmpty()))
        return std::nullopt;
    const qint64 accumulation = training ? training->gradientAccumulation.value_or(1) : 1;
    const qint64 processes = script.launch.launcher.isEmpty() || !flavor ? 1 : qint64(std::max(1, flavor->cards())) * context.job().nodes();
    const qint64 atOnce = batch * accumulation * processes;
    const qint64 perEpoch = dropsLast(script) ? samples->count / atOnce : (samples->count + atOnce - 1) / atOnce;
    return TotalSteps{qint64(double(perEpoch) * rounds),
                      Text::tr("%1 samples in batches of %2, %3 times over").arg(samples->count).arg(atOnce).arg(epochs->value)};
}

void checkInterval(const PreflightContext &context, const ScriptAnalysis &script, Findings &findings)
{
    const auto &checkpoints = context.job().checkpoints;
    if (!checkpoints || !checkpoints->everySteps)
        return;
    const std::optional<TotalSteps> total = totalSteps(context, script);
    if (!total || total->steps <= 0 || *checkpoints->everySteps <= total->steps)
        return;
    const Place place = context.document.place(u"checkpoints.every_steps"_s);
    const QString message = Text::tr("The first checkpoint would come at step %1, but the job has %2 steps (%3): nothing is saved before the end.").arg(*checkpoints->everySteps).arg(total->steps).arg(total->because);
    const QString fix = Text::tr("Set checkpoints.every_steps to %1 or less.").arg(std::max<qint64>(1, total->steps / 4));
    findings.append(isSpotOrLong(context.job()) ? errorFinding("checkpoints.too-late", place, message, fix) : warningFinding("checkpoints.too-late", place, message, fix));
}

/// The script saves when it is told to stop, and a shell keeps that from it.
void checkSignal(const PreflightContext &context, const ScriptAnalysis &script, Findings &findings)
{
    if (!script.launch.signalLost || !script.reading)
        return;
    const auto handler = std::find_if(script.reading->calls.begin(), script.reading->calls.end(), [](const ScriptCall &call) {
        return call.callee == "signal.signal"_L1 && (call.argument(0).text.endsWith("SIGTERM"_L1) || call.argument(0).text.contains("SIGUSR"_L1));
    });
    if (handler == script.reading->calls.end())
        return;
    const LaunchTrace::Fault &fault = *script.launch.signalLost;
    findings.append(warningFinding("checkpoints.signal-lost", {shownPath(context, codeDirectory(context) + u'/' + fault.file), fault.line, QString()},
                                   Text::tr("%1 saves when it gets %2, but the shell script that starts it does not hand signals on: it would be ended without saving.")
                                       .arg(fault.call, handler->argument(0).text.section(u'.', -1)),
                                   Text::tr("Start it with exec, or catch the signal in the shell with trap and hand it on.")));
}

/// `if i < start: continue` at the head of a loop over batches: they are all read again.
void checkSkipping(const PreflightContext &context, const ScriptAnalysis &script, Findings &findings)
{
    const auto &checkpoints = context.job().checkpoints;
    if (!checkpoints || checkpoints->resume == "never"_L1 || !script.files())
        return;
    static const QRegularExpression start(u"resume|start|skip|done|completed|trained"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression loader(u"loader|dataset|batches|_dl$|data_iter"_s, QRegularExpression::CaseInsensitiveOption);
    for (const ScriptFile &file : script.files()->files) {
        if (!file.tree || !file.isSure)
            continue;
        visitNodes(*file.tree, [&](const SyntaxNode &node) {
            if (!node.is("For"_L1))
                return true;
            const SyntaxNode &iterated = node.at("iter"_L1);
            const QList<SyntaxNode> &arguments = iterated.list("args"_L1);
            const bool counts = iterated.is("Call"_L1) && iterated.at("func"_L1).text == "enumerate"_L1 && !arguments.isEmpty();
            const QList<SyntaxNode> &body = node.list("body"_L1);
            if (!counts || !arguments.first().text.contains(loader) || body.isEmpty() || !body.first().is("If"_L1))
                return true;
            const SyntaxNode &test = body.first().at("test"_L1);
            const QList<SyntaxNode> &inside = body.first().list("body"_L1);
            const QList<SyntaxNode> &against = test.list("comparators"_L1);
            if (test.is("Compare"_L1) && test.operators.startsWith("Lt"_L1) && against.size() == 1 && against.first().text.contains(start) && !inside.isEmpty() && inside.last().is("Continue"_L1)) {
                findings.append(warningFinding("checkpoints.slow-resume", {shownPath(context, codeDirectory(context) + u'/' + file.path), node.line, QString()},
                                               Text::tr("After a restart the loop reads every batch that was trained already, only to skip it: the card waits for that."),
                                               Text::tr("Let the sampler start later: accelerate's skip_first_batches, or a sampler with the remaining indices.")));
            }
            return true;
        });
    }
}

/// Processes that wrote a checkpoint of one file for each of them; 0: its files do not tell.
int processesOfCheckpoint(const QString &folder)
{
    static const QRegularExpression rank(u"^(?:bf16_|fp16_)?zero_pp_rank_([0-9]+)_mp_rank_[0-9]+_optim_states\\.pt$"_s);
    static const QRegularExpression world(u"_world_size_([0-9]+)_rank_[0-9]+\\."_s);
    QSet<int> ranks;
    qsizetype files = 0;
    for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext() && files < 20'000; ++files) {
        const QString name = it.nextFileInfo().fileName();
        if (const auto match = world.match(name); match.hasMatch())
            return match.captured(1).toInt();
        if (const auto match = rank.match(name); match.hasMatch())
            ranks.insert(match.captured(1).toInt());
    }
    return int(ranks.size());
}

void checkWorldSize(const PreflightContext &context, Findings &findings)
{
    QString path;
    Place place;
    if (const auto &checkpoints = context.job().checkpoints; checkpoints && checkpoints->resume != "auto"_L1 && checkpoints->resume != "never"_L1 && !checkpoints->resume.isEmpty()) {
        path = checkpoints->resume;
        place = context.document.place(u"checkpoints.resume"_s);
    } else if (const auto given = givenParameter(context, {u"resume_from_checkpoint"_s, u"resume_from"_s, u"resume"_s, u"load_checkpoint"_s})) {
        path = given->value;
        place = given->place;
    }
    const std::optional<Flavor> flavor = context.flavor();
    if (path.isEmpty() || isRemotePath(path) || !flavor || flavor->cards() == 0)
        return;
    QString folder = QDir(context.jobFolder).absoluteFilePath(path);
    if (!QFileInfo(folder).isDir())
        folder = codeDirectory(context) + u'/' + path;
    const int written = QFileInfo(folder).isDir() ? processesOfCheckpoint(folder) : 0;
    const int processes = flavor->cards() * context.job().nodes();
    if (written == 0 || written == processes)
        return;
    findings.append(errorFinding("checkpoints.world-size", place,
                                 Text::tr("The checkpoint %1 was written by %2 processes, one part each, but the job has %3: its optimizer states cannot be loaded.").arg(path).arg(written).arg(processes),
                                 Text::tr("Use %1 cards, or convert the checkpoint first (DeepSpeed: ds_to_universal).").arg(written)));
}

} // namespace

Findings scheduleRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    Findings findings;
    checkInterval(context, script, findings);
    checkSignal(context, script, findings);
    checkSkipping(context, script, findings);
    checkWorldSize(context, findings);
    return findings;
}

} // namespace Trainyard
