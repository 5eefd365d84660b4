#pragma once

#include "models/common/units.h"
#include "models/result.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace Trainyard {

/// launch.json: everything the agent needs to run one command. Paths are absolute.
struct LaunchFile
{
    struct Collected
    {
        QString name; ///< of the output
        QString from;
        QString to;   ///< a path that must not exist yet
        bool operator==(const Collected &) const = default;
    };

    QStringList arguments; ///< [0] is the program, looked up in PATH
    QList<std::pair<QString, QString>> environment;
    QString workingDirectory;

    QString flavor;
    int slotCount = 1;    ///< how many runs of this flavor may run at once
    QString slotsFolder;  ///< where the locks are
    QStringList cards;    ///< accelerators to choose from, by NVML's UUID
    int cardsNeeded = 0;  ///< more than 0: that many cards are the slot, slotCount does not count
    int cpus = 0;         ///< of the flavor: what 100 % of CPU is; 0: all of this machine

    std::optional<Milliseconds> maxDuration;
    std::optional<Milliseconds> stopWhenIdle;
    std::optional<double> maxCost;
    std::optional<double> pricePerHour;
    Milliseconds grace = std::chrono::seconds(10); ///< between SIGTERM and SIGKILL

    Milliseconds hangAfter = std::chrono::minutes(1); ///< shortest stillness that is told of
    std::optional<QStringList> alerts; ///< events to tell of, in place of what the person chose for all runs

    QStringList readOnly;
    QString checkpointDirectory;
    std::optional<qint64> checkpointEverySteps;
    bool checkpointsOnSignal = false; ///< `"checkpoint_signal": "SIGUSR1"`: the command then writes a checkpoint and ends
    QList<Collected> collect;

    bool isolatesNetwork = false; ///< the command reaches nothing but its own localhost, where the system allows that
    std::optional<qint64> memoryBytes; ///< of data for each of its processes: a larger request fails
    std::optional<qint64> fileBytes;   ///< for each file that it writes

    QJsonObject toJson() const;
    /// Errors: Invalid, with the key at fault.
    static Result<LaunchFile> fromJson(const QJsonObject &object);
    /// Errors: also those of readFile().
    static Result<LaunchFile> read(const QString &path);
    bool operator==(const LaunchFile &) const = default;
};

/// The object in a JSON file. Errors: those of readFile(); Invalid for text that is no JSON object (empty, cut short).
Result<QJsonObject> readJsonFile(const QString &path);
Result<> writeJsonFile(const QString &path, const QJsonObject &object);

} // namespace Trainyard
