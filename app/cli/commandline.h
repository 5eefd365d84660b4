#pragma once

class QString;

namespace Trainyard {

/// Whether @p word is a sub-command (`check`, `submit`, ...) or one of `help`, `--help`, `-h`, `--version`, `-v`.
bool isCommand(const QString &word);
/// Whether @p word, the program's first argument, looks like a sub-command that is not there: no option, no path, no file of that name.
bool isUnknownCommand(const QString &word);

/// Runs the sub-command headless and answers the exit status: 0 fine, 1 the job has errors or failed, 2 the call or the file is unusable.
/// Makes its own application object; needs no display. An unknown command is told, with the nearest one.
int runCommandLine(int &argc, char **argv);

} // namespace Trainyard
