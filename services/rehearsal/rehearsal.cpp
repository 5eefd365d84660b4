#include "services/rehearsal/rehearsal.h"

#include "services/agent/runfolder.h"
#include "services/platforms/launchcommand.h"
#include "services/preflight/preflightpaths.h"
#include "services/records/codearchive.h"
#include "services/rehearsal/inputslice.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Rehearsal)
};

class Stage
{
public:
    Stage(const PreflightContext &context, const AppPaths &paths, const RehearsalLimits &limits, QString scratch, const std::atomic_bool &cancelled,
          const std::function<void(const QString &)> &progress)
        : m_context(context)
        , m_paths(paths)
        , m_limits(limits)
        , m_scratch(std::move(scratch))
        , m_cancelled(cancelled)
        , m_progress(progress)
    {
    }

    Rehearsal rehearse()
    {
        Rehearsal rehearsal;
        m_progress(Text::tr("Preparing a copy of the script and a part of the data"));
        if (const Result<> sliced = sliceInputs(rehearsal); !sliced) {
            rehearsal.error = sliced.error();
            return rehearsal;
        }
        const RunFolder first{m_scratch + u"/first"_s};
        if (const Result<> prepared = prepare(first); !prepared) {
            rehearsal.error = prepared.error();
            return rehearsal;
        }
        rehearsal.first = start(first, m_limits, Text::tr("Rehearsing the script: %1 of %2 losses seen"));
        if (!canResume(rehearsal.first))
            return rehearsal;
        const RunFolder second{m_scratch + u"/second"_s};
        const Result<> prepared = prepare(second);
        QDir(second.file("outputs")).removeRecursively();
        if (!prepared || !QDir().rename(first.file("outputs"), second.file("outputs")))
            return rehearsal;
        RehearsalLimits shorter = m_limits;
        shorter.steps = 3;
        shorter.time = m_limits.time / 2;
        rehearsal.second = start(second, shorter, Text::tr("Starting it again from its checkpoint: %1 of %2 losses seen"));
        return rehearsal;
    }

private:
    const Job &job() const { return m_context.job(); }

    Result<> sliceInputs(Rehearsal &rehearsal)
    {
        for (const JobInput &input : job().inputs) {
            if (isRemotePath(input.source))
                return Error{Error::Kind::Unavailable, Text::tr("The input %1 lies on the platform: there is no data here to rehearse with.").arg(input.name), QString()};
            const QString source = QDir::cleanPath(QDir(m_context.jobFolder).absoluteFilePath(input.source));
            const Result<InputSlice> slice = sliceInput(source, input.format, m_scratch + u"/inputs/"_s + input.name, [this] { return m_cancelled.load(); });
            if (!slice)
                return slice.error();
            m_inputs.insert(input.name, slice->path);
            if (!slice->isCopy)
                m_readOnly.append(slice->path);
            rehearsal.isOnPart = rehearsal.isOnPart || slice->isPart;
        }
        return success();
    }

    Result<> prepare(const RunFolder &folder) const
    {
        QDir().mkpath(folder.path);
        for (const JobOutput &output : job().outputs)
            QDir().mkpath(folder.outputFolder(output.name));
        for (const QString &name : {u"home"_s, u"tmp"_s, u"slots"_s})
            QDir().mkpath(m_scratch + u'/' + name);
        return copyCode(selectCode(job(), m_context.jobFolder, m_paths.runsFolder()), folder.codeFolder(), [this] { return m_cancelled.load(); });
    }

    LaunchFile launchFor(const RunFolder &folder) const
    {
        LaunchPaths paths = localLaunchPaths(job(), m_context.jobFolder, folder.path, m_context.profile, m_paths);
        paths.inputs = m_inputs;
        if (!job().checkpoints || !job().output(job().checkpoints->directory))
            paths.checkpointDirectory.clear(); // a place of the platform: nothing is written there from here
        const LaunchCommand command = buildLaunchCommand(job(), m_context.facts, paths);
        LaunchFile launch;
        launch.arguments = command.arguments;
        // What a cloud machine has not: caches of earlier downloads. Packages of the person's own stay.
        launch.environment = {{u"HOME"_s, m_scratch + u"/home"_s}, {u"TMPDIR"_s, m_scratch + u"/tmp"_s}, {u"XDG_CACHE_HOME"_s, m_scratch + u"/home/.cache"_s},
                              {u"PYTHONUSERBASE"_s, qEnvironmentVariable("PYTHONUSERBASE", QDir::homePath() + u"/.local"_s)}};
        launch.environment += command.environment;
        launch.workingDirectory = folder.codeFolder();
        launch.flavor = u"rehearsal"_s;
        launch.slotsFolder = m_scratch + u"/slots"_s;
        launch.maxDuration = m_limits.time + std::chrono::seconds(20); // when we are gone, it still ends
        launch.grace = std::chrono::seconds(3);
        launch.readOnly = m_readOnly;
        launch.checkpointDirectory = paths.checkpointDirectory;
        launch.alerts = QStringList(); // nobody wants to be told of a rehearsal
        launch.isolatesNetwork = true;
        launch.fileBytes = m_limits.diskBytes;
        if (m_limits.memoryBytes > 0)
            launch.memoryBytes = m_limits.memoryBytes; // looking once a second is too slow for some
        return launch;
    }

    RehearsalRun start(const RunFolder &folder, const RehearsalLimits &limits, const QString &sentence) const
    {
        m_progress(sentence.arg(0).arg(limits.steps));
        return runRehearsal(launchFor(folder), folder.path, m_paths, limits, m_cancelled, [&](int losses) { m_progress(sentence.arg(losses).arg(limits.steps)); });
    }

    /// Was it ended in the middle of training, with something saved, by a job that wants to go on?
    bool canResume(const RehearsalRun &first) const
    {
        const bool wasInterrupted = first.end == RehearsalRun::End::EnoughSteps || first.end == RehearsalRun::End::Time;
        return wasInterrupted && !first.saved.isEmpty() && job().checkpoints && job().checkpoints->resume != "never"_L1;
    }

    const PreflightContext &m_context;
    const AppPaths &m_paths;
    const RehearsalLimits &m_limits;
    QString m_scratch;
    const std::atomic_bool &m_cancelled;
    const std::function<void(const QString &)> &m_progress;
    QHash<QString, QString> m_inputs;
    QStringList m_readOnly;
};

} // namespace

QString rehearsalObstacle(const PreflightContext &context)
{
    if (!context.job().code.preset.isEmpty())
        return Text::tr("The job has no script of its own.");
    if (codeDirectory(context).isEmpty())
        return Text::tr("The code does not lie on this machine.");
    return {};
}

Rehearsal rehearse(const PreflightContext &context, const AppPaths &paths, const RehearsalLimits &limits, const QString &scratch, const std::atomic_bool &cancelled,
                   const std::function<void(const QString &)> &progress)
{
    return Stage(context, paths, limits, scratch, cancelled, progress).rehearse();
}

} // namespace Trainyard
