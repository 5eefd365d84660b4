#include "services/preflight/jobfieldrules.h"

#include "services/preflight/cardcapability.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(JobFieldRules)
};

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

/// Does what is written to this path (no output's name) outlive the job?
bool survives(const PlatformFacts &facts, const QString &path)
{
    if (isRemotePath(path))
        return true;
    switch (facts.survives) {
    case PlatformFacts::Survives::Everything:
        return true;
    case PlatformFacts::Survives::OutputsOnly:
        return false;
    case PlatformFacts::Survives::EverythingButScratch:
        return std::none_of(facts.scratch.begin(), facts.scratch.end(), [&path](const QString &folder) { return isBelow(QDir::cleanPath(path), folder); });
    }
    Q_UNREACHABLE();
}

bool isLongJob(const Job &job)
{
    return job.limits.maxDuration.value_or(Milliseconds(0)) >= std::chrono::hours(4);
}

/// Binary code runs on the same major number and a higher minor one; PTX (compute_NN) on everything newer.
bool runsOn(const QString &build, const ComputeCapability &card)
{
    const std::optional<ComputeCapability> code = capabilityOf(build);
    if (!code)
        return true; // unknown text: nothing to say
    if (build.startsWith(QLatin1String("compute_")))
        return std::pair(code->major, code->minor) <= std::pair(card.major, card.minor);
    return code->major == card.major && code->minor <= card.minor;
}

} // namespace

CheckReport inputRules(const PreflightContext &context)
{
    CheckReport report;
    for (qsizetype i = 0; i < context.job().inputs.size(); ++i) {
        const JobInput &input = context.job().inputs[i];
        if (input.source.isEmpty())
            continue;
        const QString key = QStringLiteral("inputs[%1].source").arg(i);
        const bool isElsewhere = isRemotePath(input.source) || (context.profile.platform != u"local" && QDir::isAbsolutePath(input.source));
        if (isElsewhere) {
            report.notChecked.append({Text::tr("The data of input %1").arg(input.name), Text::tr("%1 lies on the platform, not on this machine.").arg(input.source)});
        } else if (!QFileInfo::exists(QDir(context.jobFolder).absoluteFilePath(input.source))) {
            report.findings.append(errorFinding("data.missing-source", context.document.place(key),
                                                Text::tr("The data of input %1 is not there: %2 does not exist.").arg(input.name, input.source),
                                                Text::tr("Set %1 to the folder or file that holds the data. Paths start at the folder of job.yaml.").arg(key)));
        }
    }
    return report;
}

Findings checkpointRules(const PreflightContext &context)
{
    const Job &job = context.job();
    if (!job.checkpoints) {
        if (!job.compute.spot.value_or(false))
            return {};
        return {warningFinding("checkpoints.missing", context.document.place(QStringLiteral("compute.spot")),
                               Text::tr("A spot machine can be taken away at any time, and the job says nothing about checkpoints."),
                               Text::tr("Add a checkpoints section that names an output and a number of steps."))};
    }
    const QString &directory = job.checkpoints->directory;
    const QString key = QStringLiteral("checkpoints.directory");
    if (directory.isEmpty() || job.output(directory))
        return {};
    QStringList outputs;
    for (const JobOutput &output : job.outputs)
        outputs.append(output.name);
    if (!survives(context.facts, directory)) {
        const bool isExpensive = job.compute.spot.value_or(false) || isLongJob(job);
        const QString message = Text::tr("Checkpoints go to %1, which does not outlive the job on this platform.").arg(directory);
        const QString fix = Text::tr("Set %1 to an output: %2.").arg(key, outputs.join(QStringLiteral(", ")));
        return {isExpensive ? errorFinding("checkpoints.ephemeral", context.document.place(key), message, fix)
                            : warningFinding("checkpoints.ephemeral", context.document.place(key), message, fix)};
    }
    const QString nearest = directory.contains(u'/') ? QString() : nearestWord(directory, outputs);
    if (nearest.isEmpty() || editDistance(nearest, directory) > 2)
        return {};
    return {warningFinding("job.invalid-value", context.document.place(key),
                           Text::tr("%1 is “%2”, which is no output's name, so it is taken for a path.").arg(key, directory),
                           Text::tr("Did you mean the output “%1”?").arg(nearest))};
}

Findings limitRules(const PreflightContext &context)
{
    const Job &job = context.job();
    const std::optional<Flavor> flavor = context.flavor();
    if (!flavor || !flavor->pricePerHour || *flavor->pricePerHour <= 0 || !job.limits.maxCost || !job.limits.maxDuration)
        return {};
    const double pricePerHour = *flavor->pricePerHour * job.nodes();
    const double hoursPaid = *job.limits.maxCost / pricePerHour;
    const double hoursAllowed = double(job.limits.maxDuration->count()) / 3.6e6;
    if (hoursAllowed <= hoursPaid)
        return {};
    const auto number = [](double value) { return QString::number(value, 'f', 2); };
    const Milliseconds end(qint64(hoursPaid * 3.6e6));
    return {warningFinding("limits.cost-before-duration", context.document.place(QStringLiteral("limits.max_cost")),
                           Text::tr("max_cost %1 is used up after %2, before max_duration %3: the job costs %4 an hour.")
                               .arg(number(*job.limits.maxCost), displayDuration(end), displayDuration(*job.limits.maxDuration), number(pricePerHour)),
                           Text::tr("Set limits.max_cost to %1, or limits.max_duration to %2.").arg(number(pricePerHour * hoursAllowed), displayDuration(end)))};
}

Findings cardRules(const PreflightContext &context)
{
    const std::optional<Flavor> flavor = context.flavor();
    const std::optional<Image> image = context.image();
    if (!flavor || !flavor->accelerator || !image || image->architectures.isEmpty())
        return {};
    const QString &architecture = flavor->accelerator->architecture;
    const std::optional<ComputeCapability> card = capabilityOf(architecture);
    const auto runs = [&card](const QString &build) { return runsOn(build, *card); };
    if (!card || std::any_of(image->architectures.begin(), image->architectures.end(), runs))
        return {};
    return {errorFinding("environment.card-architecture", context.document.place(QStringLiteral("environment.image")),
                         Text::tr("The image %1 has code for %2, but the card of %3 (%4) is %5: no kernel would start.")
                             .arg(image->name, image->architectures.join(QStringLiteral(", ")), flavor->name, flavor->accelerator->type, architecture),
                         Text::tr("Choose an image built for %1, or a flavor with another card.").arg(architecture))};
}

Findings batchRules(const PreflightContext &context)
{
    const Job &job = context.job();
    const std::optional<Flavor> flavor = context.flavor();
    if (!job.training || !job.training->batchSize || (!flavor && !job.compute.flavor.isEmpty()))
        return {};
    const qint64 perDevice = *job.training->batchSize;
    const qint64 devices = qint64(flavor ? std::max(flavor->cards(), 1) : 1) * job.nodes();
    const qint64 accumulation = job.training->gradientAccumulation.value_or(1);
    for (const QString &name : {QStringLiteral("batch_size"), QStringLiteral("batch-size"), QStringLiteral("per_device_train_batch_size")}) {
        const Parameter *parameter = job.parameter(name);
        const qint64 given = parameter ? resolvedValues(job, *parameter).value(0).toLongLong() : 0;
        // A script may count a batch per device, over all devices, or for one update of the weights.
        if (given <= 0 || given == perDevice || given == perDevice * devices || given == perDevice * accumulation || given == perDevice * devices * accumulation)
            continue;
        const QString key = QStringLiteral("training.batch_size");
        return {warningFinding("training.global-batch", context.document.place(key),
                               Text::tr("%1 is %2, but the script gets %3 as %4: what the dry-run measures is not what runs.")
                                   .arg(key).arg(perDevice).arg(given).arg(name),
                               Text::tr("Write ${parameters.%1} as %2, so that they cannot differ.").arg(name, key))};
    }
    return {};
}

namespace {

/// The value of the first of @p options in a command line (`--a=1`, `--a 1`, hyphens and underscores alike), or an empty text.
QString optionValue(const QString &command, const QString &options)
{
    const QRegularExpression pattern(QStringLiteral("(?:^|\\s)--?(?:%1)(?:=|\\s+)[\"']?([^\\s\"']+)").arg(options));
    return pattern.match(command).captured(1);
}

void checkProcesses(const PreflightContext &context, const QString &command, const QString &launcher, Findings &findings)
{
    const std::optional<Flavor> flavor = context.flavor();
    if (!flavor || flavor->cards() == 0)
        return;
    const bool isPerNode = launcher != u"accelerate launch";
    const QString text = launcher == u"torchrun"       ? optionValue(command, QStringLiteral("nproc[-_]per[-_]node"))
                         : launcher == u"deepspeed"    ? optionValue(command, QStringLiteral("num_gpus"))
                                                       : optionValue(command, QStringLiteral("num[-_]processes"));
    bool isNumber = false;
    const int processes = text.toInt(&isNumber);
    const int wanted = isPerNode ? flavor->cards() : flavor->cards() * context.job().nodes();
    if (!isNumber || processes == wanted)
        return;
    findings.append(errorFinding("launch.process-count", context.document.place(QStringLiteral("code.command")),
                                 Text::tr("%1 starts %2 processes, but %3 has %4 cards for them.").arg(launcher).arg(processes).arg(flavor->name).arg(wanted),
                                 Text::tr("Start one process for each card: %1.").arg(wanted)));
}

} // namespace

Findings launchRules(const PreflightContext &context)
{
    const QString &command = context.job().code.command;
    static const QRegularExpression launcherWord(QStringLiteral("(?<![\\w./-])(torchrun|deepspeed|accelerate launch)(?=\\s)"));
    if (command.isEmpty() || command.count(launcherWord) != 1 || command.contains(QLatin1String("VISIBLE_DEVICES")))
        return {}; // several launches share the cards as they like
    Findings findings;
    checkProcesses(context, command, launcherWord.match(command).captured(1), findings);
    QString port = optionValue(command, QStringLiteral("master[-_]port|main_process_port"));
    if (port.isEmpty() && context.job().nodes() == 1)
        port = optionValue(command, QStringLiteral("rdzv[-_]endpoint")).section(u':', 1);
    if (port.toInt() > 0) {
        findings.append(warningFinding("launch.fixed-port", context.document.place(QStringLiteral("code.command")),
                                       Text::tr("The command fixes port %1: a second job on the same machine could not start.").arg(port),
                                       Text::tr("Leave the port out, or let the launcher choose: --standalone, or port 0.")));
    }
    return findings;
}

} // namespace Trainyard
