#pragma once

class QString;

namespace Trainyard {

/// Whether @p word is a sub-command (`check`, `submit`, ...) or one of `--help`, `-h`, `--version`, `-v`.
bool isCommand(const QString &word);

/// Runs the sub-command without a window (QCoreApplication; `chart` and `demo` make their own offscreen one). Answers the exit status.
int runCommandLine(int &argc, char **argv);

} // namespace Trainyard
