#pragma once

#include "models/result.h"

#include <QString>

#include <optional>

namespace Trainyard {

/// How far a job's setup was when its window was closed: what is no part of the job itself.
struct SetupState
{
    QString step; ///< as in Navigation::showSetup(); empty: never opened
    std::optional<double> parameters;
    std::optional<double> dataBytes;
    std::optional<double> hours;
    bool operator==(const SetupState &) const = default;
};

/// A missing or damaged file is the state of a job that was never opened.
SetupState readSetupState(const QString &stateFile, const QString &jobFile);
/// Keeps the latest hundred jobs.
Result<> writeSetupState(const QString &stateFile, const QString &jobFile, const SetupState &state);

} // namespace Trainyard
