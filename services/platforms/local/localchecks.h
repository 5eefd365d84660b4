#pragma once

#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

#include <functional>

namespace Trainyard {

/// What an interpreter said of itself.
struct InterpreterProbe
{
    QString python;   ///< `3.11.2`; empty: it did not run, see error
    QString torch;    ///< `1.13.1`; empty: not there for it
    QString torchCuda; ///< `12.1`; empty: built without
    QString error;    ///< one sentence
};

/// Starts @p interpreter once. Import: torch is really imported, which may take seconds; Installed: only its version is read.
enum class TorchProbe { Installed, Import };
InterpreterProbe probeInterpreter(const QString &interpreter, TorchProbe depth, const std::function<bool()> &isCanceled = {});

/// Does the job run Python of the person's own? Not known without a job: yes.
bool needsPython(const Job &job);

/// Rows of the account page of this machine: folder, disk space, interpreter, torch, programs, keychain.
QList<CheckItem> checkMachine(const Profile &profile, const Job &job, const AppPaths &paths, const std::function<bool()> &isCanceled);

/// Rows of the permissions page: every input is really read, in every output place a file is really written and deleted.
QList<CheckItem> checkLocalPermissions(const Job &job, const QString &jobFolder);

} // namespace Trainyard
