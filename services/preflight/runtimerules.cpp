#include "services/preflight/runtimerules.h"

#include "services/preflight/downloads.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RuntimeRules)
};

using Kind = ScriptValue::Kind;

class RuntimeCheck
{
public:
    RuntimeCheck(const PreflightContext &context, const ScriptAnalysis &script)
        : m_context(context)
        , m_script(script)
        , m_directory(codeDirectory(context))
        , m_calls(script.reading->calls)
    {
    }

    CheckReport check()
    {
        checkVariables();
        checkDownloads();
        checkTrackers();
        checkDevice();
        checkPorts();
        checkResume();
        return m_report;
    }

private:
    Place placeOf(const ScriptCall &call) const { return {shownPath(m_context, m_directory + u'/' + call.file), call.line, QString()}; }

    /// One finding for each name, with every place.
    template<typename Make>
    void addGrouped(const QList<std::pair<QString, Place>> &named, const Make &make)
    {
        QStringList order;
        QHash<QString, QList<Place>> places;
        for (const auto &[name, place] : named) {
            if (!order.contains(name))
                order.append(name);
            if (!places[name].contains(place))
                places[name].append(place);
        }
        for (const QString &name : std::as_const(order)) {
            const Finding finding = make(name, places[name].first());
            m_report.findings.append(places[name].size() > 1 ? atPlaces(finding, places[name]) : finding);
        }
    }

    QStringList setByScript() const
    {
        QStringList names;
        for (const ScriptCall &call : m_calls) {
            if (call.callee == "os.environ.set"_L1 || call.callee == "os.environ.setdefault"_L1)
                names.append(call.argument(0).text);
            if (call.callee == "os.environ.update"_L1) {
                names += call.argument(0).keys;
                for (const auto &[name, value] : call.keywords)
                    names.append(name);
            }
        }
        return names;
    }

    bool isSet(const QString &name, const QStringList &own) const
    {
        static const QStringList always{u"HOME"_s, u"PATH"_s, u"PWD"_s, u"USER"_s, u"SHELL"_s, u"LANG"_s, u"HOSTNAME"_s, u"TMPDIR"_s, u"PYTHONPATH"_s, u"LD_LIBRARY_PATH"_s, u"PYTHONUNBUFFERED"_s};
        static const QStringList byLauncher{u"RANK"_s, u"LOCAL_RANK"_s, u"WORLD_SIZE"_s, u"MASTER_ADDR"_s, u"MASTER_PORT"_s, u"LOCAL_WORLD_SIZE"_s, u"GROUP_RANK"_s,
                                            u"NODE_RANK"_s, u"ROLE_RANK"_s, u"ROLE_WORLD_SIZE"_s, u"GROUP_WORLD_SIZE"_s, u"CROSS_RANK"_s, u"CROSS_SIZE"_s};
        if (always.contains(name) || own.contains(name) || m_script.launch.variables.contains(name))
            return true;
        if (!m_script.launch.launcher.isEmpty() && (byLauncher.contains(name) || name.startsWith("TORCHELASTIC_"_L1) || name.startsWith("ACCELERATE_"_L1)))
            return true;
        const Job &job = m_context.job();
        const bool byJob = std::any_of(job.environmentVariables.begin(), job.environmentVariables.end(), [&name](const auto &variable) { return variable.first == name; })
            || std::any_of(job.inputs.begin(), job.inputs.end(), [&name](const JobInput &input) { return input.pass == PassMode::Environment && input.name == name; })
            || std::any_of(job.outputs.begin(), job.outputs.end(), [&name](const JobOutput &output) { return output.pass == PassMode::Environment && output.name == name; });
        const QStringList &provided = m_context.facts.providedVariables;
        return byJob || std::any_of(provided.begin(), provided.end(), [&name](const QString &pattern) {
                   return pattern.endsWith(u'*') ? name.startsWith(QStringView(pattern).chopped(1)) : pattern == name;
               });
    }

    void checkVariables()
    {
        if (m_script.launch.mayBeAnyVariable)
            return;
        const QStringList own = setByScript();
        QList<std::pair<QString, Place>> unset;
        for (const ScriptCall &call : m_calls) {
            const ScriptValue name = call.argument(0);
            if (call.callee != "os.environ.read"_L1 || name.isPartial || call.isGuarded || call.isUnreached || isSet(name.text, own))
                continue;
            unset.append({name.text, placeOf(call)});
        }
        addGrouped(unset, [](const QString &name, const Place &place) {
            return errorFinding("environment.variable-unset", place, Text::tr("The script reads the variable %1, which nobody sets: it would stop with KeyError.").arg(name),
                                Text::tr("Set %1 under environment_variables, or give it a default: os.environ.get(\"%1\", ...).").arg(name));
        });
    }

    bool isOffline(const QStringList &variables) const
    {
        static const QStringList on{u"1"_s, u"true"_s, u"offline"_s, u"disabled"_s, u"dryrun"_s, u"yes"_s, u"on"_s, u"local"_s};
        for (const auto &[name, value] : m_context.job().environmentVariables) {
            if (variables.contains(name) && on.contains(value.toLower()))
                return true;
        }
        return std::any_of(m_calls.begin(), m_calls.end(), [&](const ScriptCall &call) {
            return call.callee.startsWith("os.environ.set"_L1) && variables.contains(call.argument(0).text) && on.contains(call.argument(1).text.toLower());
        });
    }

    void checkDownloads()
    {
        const bool isClosed = m_context.facts.network == "closed"_L1;
        const bool isHubOffline = isOffline({u"HF_HUB_OFFLINE"_s, u"TRANSFORMERS_OFFLINE"_s, u"HF_DATASETS_OFFLINE"_s});
        const auto isLocalFile = [this](const QString &path) { return QFileInfo::exists(m_directory + u'/' + path); };
        QList<std::pair<QString, Place>> sure, perhaps;
        for (const ScriptCall &call : m_calls) {
            const std::optional<QString> what = call.isUnreached ? std::nullopt : downloadOf(call, isLocalFile);
            if (!what || (isHubOffline && (call.name() == "from_pretrained"_L1 || call.name() == "load_dataset"_L1)))
                continue;
            (call.isGuarded ? perhaps : sure).append({*what, placeOf(call)});
        }
        const QString fix = Text::tr("Download it once here, give it to the job as an input, and load it from that path.");
        addGrouped(sure, [&](const QString &name, const Place &place) {
            return isClosed ? errorFinding("network.hub-download", place, Text::tr("The script downloads %1 when it runs, but the profile has no way out to the internet.").arg(name), fix)
                            : warningFinding("network.hub-download", place, Text::tr("The script downloads %1 when it runs: slow, paid for, and it may fail.").arg(name), fix);
        });
        addGrouped(perhaps, [&](const QString &name, const Place &place) {
            return infoFinding("network.hub-download", place, Text::tr("Under a condition the script downloads %1 when it runs.").arg(name), fix);
        });
    }

    void checkTrackers()
    {
        struct Tracker
        {
            QString name;
            QStringList variables;
            QString fix;
        };
        static const QList<Tracker> trackers{{u"wandb"_s, {u"WANDB_MODE"_s, u"WANDB_DISABLED"_s}, u"WANDB_MODE: offline"_s},
                                             {u"swanlab"_s, {u"SWANLAB_MODE"_s}, u"SWANLAB_MODE: local"_s},
                                             {u"comet_ml"_s, {u"COMET_OFFLINE"_s, u"COMET_MODE"_s}, u"COMET_MODE: disabled"_s},
                                             {u"neptune"_s, {u"NEPTUNE_MODE"_s}, u"NEPTUNE_MODE: offline"_s},
                                             {u"clearml"_s, {u"CLEARML_OFFLINE_MODE"_s}, u"CLEARML_OFFLINE_MODE: \"1\""_s},
                                             {u"mlflow"_s, {}, QString()}};
        QList<std::pair<QString, Place>> online;
        for (const ScriptCall &call : m_calls) {
            const QString name = call.isUnreached || call.isGuarded ? QString() : trackerOf(call);
            const auto tracker = std::find_if(trackers.begin(), trackers.end(), [&name](const Tracker &entry) { return entry.name == name; });
            if (tracker != trackers.end() && !isOffline(tracker->variables))
                online.append({name, placeOf(call)});
        }
        addGrouped(online, [&](const QString &name, const Place &place) {
            const auto tracker = std::find_if(trackers.begin(), trackers.end(), [&name](const Tracker &entry) { return entry.name == name; });
            return warningFinding("network.tracker", place, m_context.facts.network == "closed"_L1 ? Text::tr("%1 wants to reach its server, but the profile has no way out to the internet.").arg(name)
                                                                                                  : Text::tr("%1 wants to reach its server and a login: without them the job stops or waits.").arg(name),
                                  tracker->fix.isEmpty() ? Text::tr("Keep its records in a folder below an output.") : Text::tr("Set %1 under environment_variables.").arg(tracker->fix));
        });
    }

    /// A call that needs a CUDA card, whatever happened before.
    static bool needsCuda(const ScriptCall &call)
    {
        static const QStringList harmless{u"torch.cuda.is_available"_s, u"torch.cuda.device_count"_s, u"torch.cuda.manual_seed"_s, u"torch.cuda.manual_seed_all"_s, u"torch.cuda.empty_cache"_s,
                                          u"torch.cuda.is_bf16_supported"_s, u"torch.cuda.amp.GradScaler"_s, u"torch.cuda.amp.autocast"_s, u"torch.cuda.amp.custom_fwd"_s};
        const auto isCuda = [](const ScriptValue &value) {
            return value.is(Kind::Text) && value.origin <= ScriptValue::Origin::Parameter && (value.text == "cuda"_L1 || value.text.startsWith("cuda:"_L1));
        };
        if (call.callee.startsWith("torch.cuda."_L1))
            return !harmless.contains(call.callee);
        if (call.name() == "cuda"_L1 && call.callee != "torch.cuda"_L1)
            return true;
        const QString name = call.name();
        if ((name == "to"_L1 || call.callee == "torch.device"_L1) && isCuda(call.argument(0, "device"_L1)))
            return true;
        if (name == "init_process_group"_L1 && call.argument(0, "backend"_L1).text == "nccl"_L1)
            return true;
        const ScriptValue *device = call.keyword("device"_L1);
        return device && isCuda(*device);
    }

    bool importsAdapter() const
    {
        for (const ScriptFile &file : m_script.files()->files) {
            for (const ScriptImport &import : file.imports) {
                if (import.module == "torch_npu"_L1 || import.module == "mindspore"_L1 || import.module == "deepspeed_npu"_L1)
                    return true;
            }
        }
        return false;
    }

    /// torch_npu.contrib.transfer_to_npu: every call of CUDA goes to the NPU.
    bool redirectsCuda() const
    {
        bool redirects = false;
        for (const ScriptFile &file : m_script.files()->files) {
            if (!file.tree)
                continue;
            visitNodes(*file.tree, [&redirects](const SyntaxNode &node) {
                redirects = redirects || node.text.contains("transfer_to_npu"_L1);
                return !redirects;
            });
        }
        return redirects;
    }

    void checkDevice()
    {
        const std::optional<Flavor> flavor = m_context.flavor();
        if (!flavor)
            return;
        static const QRegularExpression npu(u"ascend|npu|(?:^|\\D)(?:910|310)"_s, QRegularExpression::CaseInsensitiveOption);
        const bool isNpu = flavor->accelerator && flavor->accelerator->type.contains(npu);
        if (flavor->accelerator && !isNpu)
            return;
        QList<Place> places;
        QString first;
        for (const ScriptCall &call : m_calls) {
            if (call.isGuarded || call.isUnreached || !needsCuda(call) || places.contains(placeOf(call)))
                continue;
            if (places.isEmpty())
                first = call.name() == "cuda"_L1 ? u".cuda()"_s : call.callee.startsWith(u'?') ? call.callee.mid(1) : call.callee;
            places.append(placeOf(call));
        }
        if (places.isEmpty() || (isNpu && redirectsCuda()))
            return;
        const Finding finding = isNpu ? errorFinding("environment.cuda-on-npu", places.first(),
                                                     importsAdapter() ? Text::tr("%1 asks for a CUDA card, but %2 has %3.").arg(first, flavor->name, flavor->accelerator->type)
                                                                      : Text::tr("%1 asks for a CUDA card, but %2 has %3, and the script never imports torch_npu.").arg(first, flavor->name, flavor->accelerator->type),
                                                     Text::tr("Import torch_npu and use .npu() and \"npu\", or import torch_npu.contrib.transfer_to_npu."))
                                      : errorFinding("environment.cuda-without-gpu", places.first(), Text::tr("%1 asks for a CUDA card, but the flavor %2 has none.").arg(first, flavor->name),
                                                     Text::tr("Choose the device at run time: \"cuda\" if torch.cuda.is_available() else \"cpu\"."));
        m_report.findings.append(places.size() > 1 ? atPlaces(finding, places) : finding);
    }

    void checkPorts()
    {
        static const QRegularExpression address(u"^tcp://[^:]+:([1-9][0-9]*)$"_s);
        QList<std::pair<QString, Place>> ports;
        for (const ScriptCall &call : m_calls) {
            if (call.isGuarded || call.isUnreached)
                continue;
            const ScriptValue value = call.argument(1), method = call.argument(1, "init_method"_L1);
            if (call.callee == "os.environ.set"_L1 && call.argument(0).text == "MASTER_PORT"_L1 && value.text.toInt() > 0 && value.origin == ScriptValue::Origin::Code)
                ports.append({value.text, placeOf(call)});
            else if (call.name() == "init_process_group"_L1 && address.match(method.text).hasMatch() && !method.isPartial)
                ports.append({address.match(method.text).captured(1), placeOf(call)});
        }
        addGrouped(ports, [](const QString &port, const Place &place) {
            return warningFinding("launch.fixed-port", place, Text::tr("The script fixes port %1: a second job on the same machine could not start.").arg(port),
                                  Text::tr("Use os.environ.setdefault, or let torchrun choose the port."));
        });
    }

    /// Does the script load a state at all?
    void checkResume()
    {
        const auto &checkpoints = m_context.job().checkpoints;
        if (!checkpoints || checkpoints->resume == "never"_L1 || !m_script.reading->isComplete || m_script.launch.entry.isEmpty())
            return;
        static const QRegularExpression loader(u"load|restore|resume|from_checkpoint|fit$|Trainer"_s);
        const bool loads = std::any_of(m_calls.begin(), m_calls.end(), [](const ScriptCall &call) {
            static const QRegularExpression data(u"load_dataset|DataLoader|yaml|json|download|load_data$|from_pretrained"_s);
            const ScriptValue *resume = call.keyword("resume_from_checkpoint"_L1);
            const ScriptValue *path = call.keyword("ckpt_path"_L1);
            const bool isTold = (resume && resume->truth() != std::optional(false)) || (path && !path->is(Kind::None));
            return isTold || (call.callee.contains(loader) && !call.callee.contains(data));
        });
        if (loads)
            return;
        const Place place = m_context.document.place(u"checkpoints.resume"_s);
        const QString message = Text::tr("checkpoints.resume is on, but nothing in the script loads a checkpoint: a restarted run would begin anew.");
        const QString fix = Text::tr("Load model, optimizer and step from the newest checkpoint at the start, or set checkpoints.resume to never.");
        m_report.findings.append(m_context.job().compute.spot.value_or(false) ? errorFinding("checkpoints.resume-unused", place, message, fix)
                                                                             : warningFinding("checkpoints.resume-unused", place, message, fix));
    }

    const PreflightContext &m_context;
    const ScriptAnalysis &m_script;
    QString m_directory;
    const QList<ScriptCall> &m_calls;
    CheckReport m_report;
};

} // namespace

CheckReport runtimeRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    return script.reading && script.files() ? RuntimeCheck(context, script).check() : CheckReport();
}

} // namespace Trainyard
