#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

enum class Phase { Train, Eval, Test };

QString phaseToText(Phase phase); ///< `train`, `eval`, `test`
std::optional<Phase> phaseFromText(QStringView text);

/// What a log says, line by line. Canonical names and units: docs/adding-a-log-format.md.
struct LogEvent
{
    enum class Kind { Metrics, Checkpoint, Failure };

    qint64 line = 0;   ///< from 1, counted by '\n'
    qint64 offset = 0; ///< byte of the log at which that line ended: with a run's samples this gives its wall time
    Kind kind = Kind::Metrics;
    // metrics
    std::optional<qint64> step;
    std::optional<qint64> totalSteps;  ///< the 470 of `step 268/470`; not part of the contract's JSON, like the next
    std::optional<double> epoch;
    std::optional<double> totalEpochs; ///< the 5 of `epoch 3/5`
    std::optional<Phase> phase; ///< not set: not said
    QList<std::pair<QString, double>> values; ///< loss, accuracy, learning_rate, samples_per_second, ...
    // checkpoint
    QString path; ///< as printed; empty: not printed
    // failure
    QString code; ///< cuda_oom, nan_loss, ...
    QString text; ///< the line as printed, its first 300 characters; not part of the contract's JSON

    std::optional<double> value(QStringView name) const;
    /// One object of the contract `trainyard parse-log`; not finite numbers are "nan", "inf", "-inf".
    QJsonObject toJson() const;
    bool operator==(const LogEvent &) const = default;
};

} // namespace Trainyard
