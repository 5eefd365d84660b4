#pragma once

#include <QString>

#include <array>
#include <optional>

namespace Trainyard {

/// The steps of the wizard, in order; the number is QWizard's page id.
enum class SetupStep { Platform, Permissions, Quota, Job, DryRun, Upload, Review };
inline constexpr std::array allSetupSteps{SetupStep::Platform, SetupStep::Permissions, SetupStep::Quota, SetupStep::Job,
                                          SetupStep::DryRun,   SetupStep::Upload,      SetupStep::Review};

/// How far a step is.
enum class StepState { Open, Done, Warning, Problem, NotNeeded };

QString setupStepName(SetupStep step); ///< `platform`, `dry-run`, ...: as in Navigation::showSetup()
std::optional<SetupStep> setupStepFromName(const QString &name);
QString setupStepTitle(SetupStep step);    ///< translated: the step list's word
QString setupStepHeading(SetupStep step);  ///< translated: the page's heading
QString setupStepSentence(SetupStep step); ///< translated: what the page is for
QString setupStepHelp(SetupStep step);     ///< translated: good to know, for the help panel

} // namespace Trainyard
