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
};

constexpr std::array<StepTexts, allSetupSteps.size()> texts{{
    {QT_TRANSLATE_NOOP("SetupStep", "Platform"), QT_TRANSLATE_NOOP("SetupStep", "Platform and account"),
     QT_TRANSLATE_NOOP("SetupStep", "Where the job runs, and whether it can be reached.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Permissions"), QT_TRANSLATE_NOOP("SetupStep", "Permissions"),
     QT_TRANSLATE_NOOP("SetupStep", "Where the data lies and where the results go. Both are tried for real: read, write, delete.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Quota"), QT_TRANSLATE_NOOP("SetupStep", "Quota and resources"),
     QT_TRANSLATE_NOOP("SetupStep", "What there is to run on, and whether it is enough for this job.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Job"), QT_TRANSLATE_NOOP("SetupStep", "Job"),
     QT_TRANSLATE_NOOP("SetupStep", "Four decisions. Everything else has a sensible value behind “More settings”.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Dry-run"), QT_TRANSLATE_NOOP("SetupStep", "Dry-run"),
     QT_TRANSLATE_NOOP("SetupStep", "What would fail there fails here first, for free. Nothing in the job's folder is changed.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Upload"), QT_TRANSLATE_NOOP("SetupStep", "Upload"),
     QT_TRANSLATE_NOOP("SetupStep", "How code and data get to the platform.")},
    {QT_TRANSLATE_NOOP("SetupStep", "Review"), QT_TRANSLATE_NOOP("SetupStep", "Review and submit"),
     QT_TRANSLATE_NOOP("SetupStep", "What is started, what it costs, and what differs from the run before.")},
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

} // namespace Trainyard
