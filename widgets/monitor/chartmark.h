#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/// Something that happened in a run, told by a mark on the x axis.
struct ChartMark
{
    enum class Kind { Checkpoint, Evaluation, Warning, Stage };

    Kind kind = Kind::Checkpoint;
    QString text;     ///< a sentence for the person who points at it
    qint64 line = 0;  ///< log line it leads to; 0: none
    std::optional<qint64> step;
    std::optional<double> epoch;
    qint64 timeMs = 0; ///< milliseconds since the epoch; 0: not known
    bool operator==(const ChartMark &) const = default;
};

/// A mark where it stands on the present axis.
struct PlacedMark
{
    double x = 0;
    ChartMark mark;
};

} // namespace Trainyard
