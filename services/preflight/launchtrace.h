#pragma once

#include "models/job/job.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// From the job's entry to the Python script that is started, through shell scripts and launchers, by reading.
struct LaunchTrace
{
    struct Fault
    {
        QString file;  ///< relative to the code directory; empty: it is the job's command
        int line = 0;
        QString call;  ///< the script that is started: `train.py`
    };

    QString entry;             ///< relative to the code directory; empty: no Python script, or reading does not tell which
    QStringList words;         ///< arguments that the call has of its own, as far as they are texts
    bool hasUnknownWords = false;
    bool handlesArguments = false; ///< the shell takes the arguments apart itself: what arrives is not known
    std::optional<Fault> notForwarded; ///< a call on the way that drops the arguments
    std::optional<Fault> signalLost;   ///< a call on the way behind which a shell waits that hands no signal on: neither `exec` nor `trap`
    QStringList variables;     ///< set on the way, by the shell or a launcher
    bool mayBeAnyVariable = false; ///< what is set besides is not known (`source`)
    bool preparesEnvironment = false; ///< installs packages or changes to another environment first
    QStringList copied;        ///< shell commands that copy or move: `cp -r ckpt /out`
    std::optional<QString> startFolder; ///< relative to the code directory; nothing: not known
    QString launcher;          ///< torchrun, accelerate, deepspeed; empty: none
};

/// @p codeDirectory is absolute.
LaunchTrace traceLaunch(const Job &job, const QString &codeDirectory);

} // namespace Trainyard
