#pragma once

#include <QString>

namespace Trainyard {

/**
 * Where Trainyard keeps its state, and where its programs are. TRAINYARD_HOME overrides the platform's data folder.
 *
 * Passed by value to whatever needs it; a test makes its own.
 */
struct AppPaths
{
    QString home;     ///< profiles.yaml, catalogue.yaml, trainyard.sqlite, runs/
    QString programs; ///< the folder of trainyard, trainyard-torch and trainyard-agent

    QString profilesFile() const { return home + QStringLiteral("/profiles.yaml"); }
    QString catalogueFile() const { return home + QStringLiteral("/catalogue.yaml"); }
    QString scanCacheFile() const { return home + QStringLiteral("/datascan.sqlite"); }
    QString databaseFile() const { return home + QStringLiteral("/trainyard.sqlite"); }
    QString runsFolder() const { return home + QStringLiteral("/runs"); }
    QString runFolder(const QString &runId) const { return runsFolder() + QLatin1Char('/') + runId; }
    QString slotsFolder() const { return home + QStringLiteral("/slots"); }
    QString torchProgram() const { return programs + QStringLiteral("/trainyard-torch"); }
    QString agentProgram() const { return programs + QStringLiteral("/trainyard-agent"); }

    /// From TRAINYARD_HOME or QStandardPaths, and the running program's own folder. Needs a QCoreApplication.
    static AppPaths standard();
};

} // namespace Trainyard
