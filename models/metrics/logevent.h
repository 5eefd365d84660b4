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

    qint64 line = 0; ///< from 1, counted by '\n'
    Kind kind = Kind::Metrics;
    // metrics
    std::optional<qint64> step;
    std::optional<double> epoch;
    std::optional<Phase> phase; ///< not set: not said
    QList<std::pair<QString, double>> values; ///< loss, accuracy, learning_rate, samples_per_second, ...
    // checkpoint
    QString path; ///< as printed; empty: not printed
    // failure
    QString code; ///< cuda_oom, nan_loss, ...

    std::optional<double> value(QStringView name) const;
    /// One object of the contract `trainyard parse-log`; not finite numbers are "nan", "inf", "-inf".
    QJsonObject toJson() const;
    bool operator==(const LogEvent &) const = default;
};

} // namespace Trainyard
