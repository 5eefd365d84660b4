#include "services/preflight/deepspeedrules.h"

#include "services/preflight/jobparameters.h"
#include "services/preflight/modelfiles.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(DeepSpeedRules)
};

const QStringList optionNames{u"deepspeed"_s, u"deepspeed_config"_s, u"ds_config"_s, u"deepspeed_config_file"_s};

/// The configuration that the script is given: by the job, on the command line, or by its own code.
std::optional<JsonFile> configurationOf(const PreflightContext &context, const ScriptAnalysis &script)
{
    const auto inCode = [&](const QString &name) {
        ScriptValue path = ScriptValue::of(ScriptValue::Kind::Text, name);
        return fileInCode(context, script, path);
    };
    QStringList paths;
    if (const auto given = givenParameter(context, optionNames))
        paths.append(inCode(given->value));
    for (qsizetype i = 0; i < script.launch.words.size(); ++i) {
        const QString &word = script.launch.words[i];
        if (word.startsWith("--"_L1) && optionNames.contains(word.section(u'=', 0, 0).mid(2).replace(u'-', u'_')))
            paths.append(inCode(word.contains(u'=') ? word.section(u'=', 1) : script.launch.words.value(i + 1)));
    }
    for (const ScriptCall &call : script.reading ? script.reading->calls : QList<ScriptCall>()) {
        if (call.isUnreached || call.isGuarded)
            continue;
        for (QLatin1StringView name : {"config"_L1, "config_params"_L1, "deepspeed"_L1, "hf_ds_config"_L1, "deepspeed_plugin"_L1}) {
            const ScriptValue *value = call.keyword(name);
            if (value && value->text.endsWith(".json"_L1))
                paths.append(fileInCode(context, script, *value));
        }
    }
    for (const QString &path : std::as_const(paths)) {
        if (path.isEmpty())
            continue;
        if (const auto file = readJsonFile(context, path); file && (file->object.contains("train_batch_size"_L1) || file->object.contains("train_micro_batch_size_per_gpu"_L1)))
            return file;
    }
    return std::nullopt;
}

/// Training processes over all nodes; nothing: the flavor is not known, or the launcher is told something that is not a number.
std::optional<qint64> processesOf(const PreflightContext &context)
{
    const std::optional<Flavor> flavor = context.flavor();
    if (!flavor || flavor->cards() == 0)
        return std::nullopt;
    qint64 tensor = 1;
    if (const auto &training = context.job().training; training && training->parallel)
        tensor = qint64(training->parallel->tensor.value_or(1)) * training->parallel->pipeline.value_or(1);
    const qint64 processes = qint64(flavor->cards()) * context.job().nodes();
    return processes % tensor == 0 ? std::optional(processes / tensor) : std::nullopt;
}

Finding disagreement(const JsonFile &file, const QString &message, const QString &fix)
{
    return errorFinding("training.global-batch", file.place(file.object.contains("train_batch_size"_L1) ? u"train_batch_size"_s : u"train_micro_batch_size_per_gpu"_s), message, fix);
}

} // namespace

Findings deepSpeedRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    const std::optional<JsonFile> file = configurationOf(context, script);
    if (!file)
        return {};
    Findings findings;
    const std::optional<qint64> global = file->number(u"train_batch_size"_s);
    const std::optional<qint64> micro = file->number(u"train_micro_batch_size_per_gpu"_s);
    const std::optional<qint64> accumulation = file->number(u"gradient_accumulation_steps"_s);
    const std::optional<qint64> processes = processesOf(context);
    if (global && processes && micro.value_or(1) > 0 && accumulation.value_or(1) > 0) {
        const qint64 product = micro.value_or(1) * accumulation.value_or(1) * *processes;
        if (micro && accumulation && product != *global) {
            findings.append(disagreement(*file, Text::tr("train_batch_size is %1, but %2 samples per card x %3 accumulation steps x %4 processes make %5: DeepSpeed stops at its start.")
                                                    .arg(*global).arg(*micro).arg(*accumulation).arg(*processes).arg(product),
                                         Text::tr("Set train_batch_size to %1, or change one of the three.").arg(product)));
        } else if (!(micro && accumulation) && *global % product != 0) {
            findings.append(disagreement(*file, Text::tr("train_batch_size is %1, which cannot be divided by %2 (what is set, for %3 processes): DeepSpeed stops at its start.")
                                                    .arg(*global).arg(product).arg(*processes),
                                         Text::tr("Set train_batch_size to a multiple of %1.").arg(product)));
        }
    }
    const auto against = [&](const QStringList &names, const QString &key, const std::optional<qint64> &configured) {
        const std::optional<GivenParameter> given = givenParameter(context, names);
        const std::optional<qint64> value = given ? given->number() : std::nullopt;
        if (!value || !configured || *value == *configured)
            return;
        findings.append(errorFinding("training.global-batch", file->place(key),
                                     Text::tr("%1 is %2 in %3, but the job passes %4 %5: the Trainer refuses two values that differ.").arg(key).arg(*configured).arg(file->shown, given->name).arg(*value),
                                     Text::tr("Write \"auto\" for %1, so that the job decides.").arg(key)));
    };
    against({u"per_device_train_batch_size"_s}, u"train_micro_batch_size_per_gpu"_s, micro);
    if (givenParameter(context, {u"per_device_train_batch_size"_s}))
        against({u"gradient_accumulation_steps"_s}, u"gradient_accumulation_steps"_s, accumulation);
    return findings;
}

} // namespace Trainyard
