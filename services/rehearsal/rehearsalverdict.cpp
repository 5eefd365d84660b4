#include "services/rehearsal/rehearsalverdict.h"

#include "models/common/units.h"
#include "services/diagnosis/failurecauses.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RehearsalVerdict)
};

using End = RehearsalRun::End;
using Survives = PlatformFacts::Survives;

/// The point that a failure of the log belongs to.
DryRunPoint pointOfFailure(const QString &code)
{
    static const QStringList data{u"file_not_found"_s, u"corrupt_image"_s, u"object_storage_access_denied"_s, u"object_storage_not_found"_s, u"label_out_of_range"_s, u"key_error"_s};
    static const QStringList memory{u"cuda_oom"_s, u"npu_oom"_s, u"host_oom"_s, u"dataloader_worker_killed"_s};
    static const QStringList loss{u"nan_loss"_s, u"shape_mismatch"_s, u"device_side_assert"_s};
    static const QStringList artifacts{u"disk_full"_s, u"read_only_filesystem"_s, u"checkpoint_mismatch"_s};
    return data.contains(code) ? DryRunPoint::Data
        : memory.contains(code) ? DryRunPoint::Memory
        : loss.contains(code) ? DryRunPoint::Loss
        : artifacts.contains(code) ? DryRunPoint::Artifacts : DryRunPoint::Environment;
}

const char *failureCode(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return "environment.rehearsal-failed";
    case DryRunPoint::Data: return "data.rehearsal-failed";
    case DryRunPoint::Memory: return "memory.rehearsal-failed";
    case DryRunPoint::Loss: return "training.rehearsal-failed";
    case DryRunPoint::Artifacts: return "checkpoints.rehearsal-failed";
    }
    Q_UNREACHABLE();
}

class Judge
{
public:
    Judge(const Rehearsal &rehearsal, const PreflightContext &context)
        : m_rehearsal(rehearsal)
        , m_first(rehearsal.first)
        , m_context(context)
    {
    }

    RehearsalVerdict judge()
    {
        if (m_rehearsal.error) {
            notChecked(m_rehearsal.error->message);
        } else if (m_first.end == End::Cancelled) {
            notChecked(Text::tr("The dry-run was cancelled."));
        } else if (m_first.failed()) {
            judgeFailure(m_first);
        } else if (m_first.end == End::Memory || m_first.end == End::Disk) {
            judgeLimit();
        } else {
            pass(DryRunPoint::Environment, Text::tr("The script starts here and ran for %1.").arg(displayDuration(m_first.duration)));
            judgeLoss();
            pass(DryRunPoint::Memory, Text::tr("The script needed at most %1 of this machine's memory.").arg(displaySize(m_first.peakResidentBytes)));
            judgeArtifacts();
            judgeResume();
        }
        judgeStrayWrites();
        return m_verdict;
    }

private:
    void pass(DryRunPoint point, const QString &detail) { m_verdict.points.append({point, PointStatus::Pass, detail, {}}); }
    void notChecked(const QString &why) { m_verdict.notChecked.append({Text::tr("The script itself, run for a few steps"), why}); }

    QString lastWords(const RehearsalRun &run) const
    {
        if (run.exception)
            return run.exception->text;
        if (!run.failures.isEmpty())
            return run.failures.last().text;
        return run.lastLines.isEmpty() || run.lastLines.last().isEmpty() ? run.status.message : run.lastLines.last().trimmed().left(300);
    }

    /// The last line of the script's own that a traceback names.
    Place placeOfTraceback(const RehearsalRun &run) const
    {
        static const QRegularExpression frame(u"File \"[^\"]*/(?:first|second)/code/([^\"]+)\", line ([0-9]+)"_s);
        Place place{shownPath(m_context, codeDirectory(m_context) + u'/' + m_context.job().code.bootFile), std::nullopt, QString()};
        for (const QString &line : run.lastLines) {
            if (const auto match = frame.match(line); match.hasMatch())
                place = {shownPath(m_context, codeDirectory(m_context) + u'/' + match.captured(1)), match.captured(2).toInt(), QString()};
        }
        return place;
    }

    void judgeFailure(const RehearsalRun &run)
    {
        const QString code = run.failures.isEmpty() ? QString() : run.failures.last().code;
        const bool isLocal = m_context.profile.platform == "local"_L1;
        const bool isOfThisMachine = code == "module_not_found"_L1 || code == "cuda_driver_too_old"_L1 || code == "cuda_no_kernel_image"_L1
            || (run.exception && run.exception->text.contains(QRegularExpression(u"CUDA|NPU|nccl|No module named|GPU"_s)));
        if (!isLocal && isOfThisMachine)
            return notChecked(Text::tr("It needs what this machine does not have: %1").arg(lastWords(run)));
        if (code == "hub_download_failed"_L1 && run.wasOffline) {
            m_verdict.findings.append(warningFinding("network.hub-download", placeOfTraceback(run),
                                                     Text::tr("In the rehearsal, without network, the script stopped because it wants to download something: %1").arg(lastWords(run)),
                                                     Text::tr("Give the files to the job as an input, and load them from that path.")));
            return notChecked(Text::tr("The rehearsal has no network, and the script stopped at a download."));
        }
        const DryRunPoint point = pointOfFailure(code);
        const std::optional<FailureCause> cause = failureCause(code);
        m_verdict.findings.append(errorFinding(failureCode(point), placeOfTraceback(run), Text::tr("In the rehearsal the script ended with an error: %1").arg(lastWords(run)),
                                               cause ? cause->fix : Text::tr("Read the last lines of its output, correct the script, and check again.")));
    }

    void judgeLimit()
    {
        const bool isMemory = m_first.end == End::Memory;
        m_verdict.findings.append(warningFinding(isMemory ? "memory.rehearsal-failed" : "checkpoints.rehearsal-failed", placeOfTraceback(m_first),
                                                 isMemory ? Text::tr("The rehearsal was ended because the script took %1 of memory here.").arg(displaySize(m_first.peakResidentBytes))
                                                          : Text::tr("The rehearsal was ended because the script had filled the scratch folder."),
                                                 isMemory ? Text::tr("Rehearse with a smaller batch, or on a machine with more memory.") : Text::tr("Save less often, or keep fewer files.")));
    }

    void judgeLoss()
    {
        const auto notFinite = std::find_if(m_first.losses.begin(), m_first.losses.end(), [](double loss) { return !std::isfinite(loss); });
        if (m_first.losses.isEmpty()) {
            m_verdict.findings.append(warningFinding("logs.no-metric", placeOfTraceback(m_first),
                                                     m_first.lines == 0 ? Text::tr("In %1 the script printed nothing: the monitor would have nothing to show.").arg(displayDuration(m_first.duration))
                                                                        : Text::tr("The script printed %n lines, and none with a loss: the monitor would have no curve.", nullptr, int(m_first.lines)),
                                                     Text::tr("Print the loss with its step, and flush: print(f\"step {step} loss {loss:.4f}\", flush=True).")));
        } else if (notFinite != m_first.losses.end()) {
            m_verdict.findings.append(warningFinding("training.loss-diverged", m_context.document.place(u"parameters"_s),
                                                     Text::tr("In the rehearsal the loss became %1 at its line %2.").arg(std::isnan(*notFinite) ? u"nan"_s : u"inf"_s).arg(notFinite - m_first.losses.begin() + 1),
                                                     Text::tr("Use a smaller learning rate, and look for broken values in the data.")));
        } else {
            pass(DryRunPoint::Loss, Text::tr("The script's own loss went from %1 to %2 in %3 lines.").arg(m_first.losses.first(), 0, 'g', 4).arg(m_first.losses.last(), 0, 'g', 4).arg(m_first.losses.size()));
            pass(DryRunPoint::Data, m_rehearsal.isOnPart ? Text::tr("The script reads a part of its data.") : Text::tr("The script reads its data."));
        }
    }

    void judgeArtifacts()
    {
        const QStringList &saved = m_rehearsal.second ? m_rehearsal.second->saved : m_first.saved;
        if (!saved.isEmpty())
            pass(DryRunPoint::Artifacts, Text::tr("The script saved %n files in its outputs, such as %1.", nullptr, int(saved.size())).arg(saved.first()));
        else if (m_first.end == End::ByItself && !m_context.job().outputs.isEmpty())
            m_verdict.findings.append(warningFinding("checkpoints.not-written", m_context.document.place(u"outputs"_s), Text::tr("The script came to its end in the rehearsal, and its outputs are empty."),
                                                     Text::tr("Save the result below the path of an output.")));
        else
            m_verdict.notChecked.append({Text::tr("Whether the script saves into its outputs"), Text::tr("It saved nothing within %1.").arg(displayDuration(m_first.duration))});
    }

    void judgeResume()
    {
        const auto &checkpoints = m_context.job().checkpoints;
        if (!checkpoints || checkpoints->resume == "never"_L1)
            return;
        const QString what = Text::tr("Whether the script goes on from its checkpoint");
        if (!m_rehearsal.second) {
            m_verdict.notChecked.append({what, m_first.end == End::ByItself ? Text::tr("It came to its end before it could be interrupted.") : Text::tr("No checkpoint was there when it was interrupted.")});
            return;
        }
        const RehearsalRun &again = *m_rehearsal.second;
        if (again.failed())
            return judgeFailure(again);
        const bool tellsPosition = (m_first.firstStep && again.firstStep) || (m_first.firstEpoch && again.firstEpoch);
        if (!tellsPosition || again.end == End::Cancelled) {
            m_verdict.notChecked.append({what, Text::tr("Its lines tell no step and no epoch.")});
            return;
        }
        const bool wentOn = (m_first.firstStep && again.firstStep && *again.firstStep > *m_first.firstStep) || (m_first.firstEpoch && again.firstEpoch && *again.firstEpoch > *m_first.firstEpoch);
        const QString position = again.firstStep ? Text::tr("step %1").arg(*again.firstStep) : Text::tr("epoch %1").arg(*again.firstEpoch);
        if (wentOn) {
            m_verdict.disproved.append(u"checkpoints.resume-unused"_s);
            return pass(DryRunPoint::Artifacts, Text::tr("Interrupted and started again, it went on at %1.").arg(position));
        }
        const QString message = Text::tr("Interrupted and started again, the script began anew at %1, although its outputs held what it had saved.").arg(position);
        const QString fix = Text::tr("Load model, optimizer and step from the newest checkpoint at the start of the script.");
        const Place place = m_context.document.place(u"checkpoints.resume"_s);
        m_verdict.findings.append(m_context.job().compute.spot.value_or(false) ? errorFinding("checkpoints.not-resumed", place, message, fix) : warningFinding("checkpoints.not-resumed", place, message, fix));
    }

    void judgeStrayWrites()
    {
        QStringList paths;
        for (const QString &path : m_first.strayInCode)
            paths.append(shownPath(m_context, codeDirectory(m_context) + u'/' + path));
        paths += m_first.strayElsewhere;
        if (paths.isEmpty())
            return;
        QList<Place> places;
        for (const QString &path : std::as_const(paths))
            places.append({path, std::nullopt, QString()});
        const QString message = Text::tr("In the rehearsal the script wrote %n files outside its outputs, such as %1.", nullptr, int(paths.size())).arg(paths.first());
        if (m_context.facts.survives == Survives::Everything) {
            m_verdict.findings.append(atPlaces(infoFinding("paths.outside-output", places.first(), message, Text::tr("On other platforms these would be lost.")), places));
        } else {
            m_verdict.findings.append(atPlaces(warningFinding("paths.outside-output", places.first(), message + u' ' + Text::tr("They are lost when the job ends."),
                                                              Text::tr("Save what is needed below the path of an output.")), places));
        }
    }

    const Rehearsal &m_rehearsal;
    const RehearsalRun &m_first;
    const PreflightContext &m_context;
    RehearsalVerdict m_verdict;
};

} // namespace

RehearsalVerdict judgeRehearsal(const Rehearsal &rehearsal, const PreflightContext &context)
{
    return Judge(rehearsal, context).judge();
}

QJsonObject rehearsalToJson(const Rehearsal &rehearsal)
{
    if (rehearsal.error)
        return {};
    const RehearsalRun &run = rehearsal.first;
    QJsonArray losses;
    for (double loss : run.losses)
        losses.append(std::isfinite(loss) ? QJsonValue(loss) : QJsonValue(std::isnan(loss) ? u"nan"_s : loss > 0 ? u"inf"_s : u"-inf"_s));
    QJsonObject object{{u"seconds"_s, double(run.duration.count()) / 1000.0},
                       {u"loss"_s, losses},
                       {u"peak_resident_bytes"_s, run.peakResidentBytes},
                       {u"offline"_s, run.wasOffline},
                       {u"part_of_data"_s, rehearsal.isOnPart},
                       {u"saved"_s, QJsonArray::fromStringList(run.saved)},
                       {u"outside_outputs"_s, QJsonArray::fromStringList(run.strayInCode + run.strayElsewhere)}};
    if (rehearsal.second && rehearsal.second->firstStep)
        object.insert(u"resumed_at_step"_s, *rehearsal.second->firstStep);
    return object;
}

} // namespace Trainyard
