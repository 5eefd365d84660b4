#pragma once

#include <QString>

namespace Trainyard {

/**
 * The process between agent and command: starts the command, waits for it, writes exit.json. It does nothing else, so nothing makes it end early,
 * and it outlives a killed agent, whose place it takes at the end. `trainyard-agent --keep RUNDIR` is it; only the agent starts it.
 *
 * It leads a session of its own and adopts the command's orphans, so that everything the command started stays findable below it. It keeps the
 * slot locks it inherited until all of that has ended. When command.json exists the command was started before: then it ends at once.
 */
int runKeeper(const QString &runFolder);

} // namespace Trainyard
