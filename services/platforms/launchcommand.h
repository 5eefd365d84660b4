#pragma once

#include "models/job/job.h"
#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

namespace Trainyard {

/// Where things lie for the process that is started: absolute paths on its own machine.
struct LaunchPaths
{
    QString jobFolder;                  ///< what the job's relative paths start from
    QString codeDirectory;              ///< start folder; the run's copy of the code
    QHash<QString, QString> inputs;     ///< name -> path
    QHash<QString, QString> outputs;    ///< name -> path
    QString checkpointDirectory;        ///< resolved: an output's folder or a path; empty: none
    QString interpreter;                ///< for boot files: /usr/bin/python3
    QString torchProgram;               ///< for presets: .../trainyard-torch
};

/// For a run on this machine: inputs stay where they are, code and outputs lie in @p runFolder.
LaunchPaths localLaunchPaths(const Job &job, const QString &jobFolder, const QString &runFolder, const Profile &profile, const AppPaths &paths);

/// What is started: program, arguments and the variables set beside the inherited ones.
struct LaunchCommand
{
    QStringList arguments; ///< [0] is the program
    QList<std::pair<QString, QString>> environment;

    /// Quoted for a POSIX shell: what the Review page and the run's record show.
    QString toShellText() const;
    bool operator==(const LaunchCommand &) const = default;
};

/**
 * The very command line that the container gets: boot file, command or preset, then parameters, inputs and outputs in the job's order.
 *
 * `boot_file` *.py runs with the interpreter, *.sh with /bin/bash; `command` runs as `/bin/bash -c 'COMMAND "$@"'` so that the
 * arguments are appended as written; `preset` runs `trainyard-torch train --preset NAME`, and only it gets `--checkpoint_dir`,
 * `--checkpoint_every`, `--checkpoint_keep` and `--resume` (auto, never or a path) from the job's section.
 */
LaunchCommand buildLaunchCommand(const Job &job, const PlatformFacts &facts, const LaunchPaths &paths);

} // namespace Trainyard
