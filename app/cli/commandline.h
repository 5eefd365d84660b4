#pragma once

class QString;

namespace Trainyard {

/// Whether @p argument, the first one of the program, is for the command line rather than the window: a sub-command, `--help`, `--version`,
/// or a word that is neither a file nor one of Qt's own options (then the nearest command is suggested).
bool isCommand(const QString &argument);

/// Runs the sub-command headless and answers the exit status: 0 fine, 1 the job has errors or failed, 2 the call or the file is unusable.
/// Makes its own application object; needs no display.
int runCommandLine(int &argc, char **argv);

} // namespace Trainyard
