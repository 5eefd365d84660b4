#include "widgets/setup/setupstep.h"

#include "models/common/enumtext.h"

#include <QCoreApplication>

namespace Trainyard {

namespace {

constexpr EnumText stepNames{std::array{std::pair{SetupStep::Platform, "platform"}, std::pair{SetupStep::Permissions, "permissions"},
                                        std::pair{SetupStep::Quota, "quota"}, std::pair{SetupStep::Job, "job"}, std::pair{SetupStep::DryRun, "dry-run"},
                                        std::pair{SetupStep::Upload, "upload"}, std::pair{SetupStep::Review, "review"}}};

struct StepTexts
{
    const char *title;
    const char *heading;
    const char *sentence;
    const char *help;
};

constexpr std::array<StepTexts, allSetupSteps.size()> texts{{
    {QT_TRANSLATE_NOOP("SetupStep", "Platform"), QT_TRANSLATE_NOOP("SetupStep", "Platform and account"),
     QT_TRANSLATE_NOOP("SetupStep", "Where the job runs, and whether it can be reached."),
     QT_TRANSLATE_NOOP("SetupStep", "A profile is chosen once and used by many jobs. On this machine nothing has to be set up: the checks look at disk space, at Trainyard's programs and, where a script needs it, at Python.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Permissions"), QT_TRANSLATE_NOOP("SetupStep", "Permissions"),
     QT_TRANSLATE_NOOP("SetupStep", "Where the data lies and where the results go. Both are tried for real: read, write, delete."),
     QT_TRANSLATE_NOOP("SetupStep", "Most runs that fail in their first minute cannot read their data or write their result. Here a file is really read, and a small one written and deleted again.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Quota"), QT_TRANSLATE_NOOP("SetupStep", "Quota and resources"),
     QT_TRANSLATE_NOOP("SetupStep", "What there is to run on, and whether it is enough for this job."),
     QT_TRANSLATE_NOOP("SetupStep", "Hours are card-hours: 8 cards for 1 h use 8. The three figures are estimates; what was measured fills them by itself.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Job"), QT_TRANSLATE_NOOP("SetupStep", "Job"),
     QT_TRANSLATE_NOOP("SetupStep", "Four decisions. Everything else has a sensible value behind “More settings”."),
     QT_TRANSLATE_NOOP("SetupStep", "A card closes to one line when it is decided, and opens again with a click. Ctrl+Z takes any change back.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Dry-run"), QT_TRANSLATE_NOOP("SetupStep", "Dry-run"),
     QT_TRANSLATE_NOOP("SetupStep", "What would fail there fails here first, for free. Nothing in the job's folder is changed."),
     QT_TRANSLATE_NOOP("SetupStep", "It reads your data, trains a few real steps and writes a checkpoint, all in a scratch folder. Its verdict decides whether the run can be submitted.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Upload"), QT_TRANSLATE_NOOP("SetupStep", "Upload"),
     QT_TRANSLATE_NOOP("SetupStep", "How code and data get to the platform."),
     QT_TRANSLATE_NOOP("SetupStep", "On a rented machine, code and data travel before the run starts. On this one there is nothing to bring anywhere.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Review"), QT_TRANSLATE_NOOP("SetupStep", "Review and submit"),
     QT_TRANSLATE_NOOP("SetupStep", "What is started, what it costs, and what differs from the run before."),
     QT_TRANSLATE_NOOP("SetupStep", "The run's folder keeps this job, its code, the versions and the log, so that it can be repeated. RUN in a path stands for the run's own id.")},
}};

QString translated(const char *text)
{
    return QCoreApplication::translate("SetupStep", text);
}

} // namespace

QString setupStepName(SetupStep step)
{
    return stepNames.toText(step);
}

std::optional<SetupStep> setupStepFromName(const QString &name)
{
    return stepNames.fromText(name);
}

QString setupStepTitle(SetupStep step)
{
    return translated(texts.at(size_t(step)).title);
}

QString setupStepHeading(SetupStep step)
{
    return translated(texts.at(size_t(step)).heading);
}

QString setupStepSentence(SetupStep step)
{
    return translated(texts.at(size_t(step)).sentence);
}

QString setupStepHelp(SetupStep step)
{
    return translated(texts.at(size_t(step)).help);
}

} // namespace Trainyard
