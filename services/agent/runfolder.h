#pragma once

#include <QString>

namespace Trainyard {

/// The files of one run's folder; docs/architecture.md tells who writes which.
struct RunFolder
{
    QString path; ///< absolute

    QString file(const char *name) const { return path + QLatin1Char('/') + QLatin1String(name); }
    QString jobFile() const { return file("job.yaml"); }
    QString codeFolder() const { return file("code"); }
    QString outputFolder(const QString &name) const { return file("outputs/") + name; }
    QString launchFile() const { return file("launch.json"); }
    QString logFile() const { return file("train.log"); }
    QString samplesFile() const { return file("samples.jsonl"); }
    QString statusFile() const { return file("status.json"); }
    QString stopFile() const { return file("stop.json"); }
    QString agentLogFile() const { return file("agent.log"); }
    QString recordFile() const { return file("record.json"); }
    QString commandFile() const { return file("command.json"); } ///< the keeper's: which process the command is
    QString exitFile() const { return file("exit.json"); }       ///< the keeper's: how the command ended
    QString submitLock() const { return file("submit.lock"); }   ///< held while a submit fills the folder
    QString agentLock() const { return file("agent.lock"); }     ///< held by the agent while it lives
    QString keeperLock() const { return file("keeper.lock"); }   ///< held by the keeper while it lives
};

} // namespace Trainyard
