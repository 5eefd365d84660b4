#pragma once

#include "models/job/logpattern.h"

#include <QList>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace Trainyard {

/// A number that a person marked in a line.
struct MarkedNumber
{
    QString line;
    qsizetype start = 0;
    qsizetype length = 0;

    QString text() const { return line.mid(start, length); }
    bool operator==(const MarkedNumber &) const = default;
};

/// The whole number at @p column of @p line, or the first one in a selection of @p length; nothing when there is none.
std::optional<MarkedNumber> markedNumber(const QString &line, qsizetype column, qsizetype length = 0);

/// What the metric may be called, by the words before the number: canonical names first.
struct NameProposal
{
    QStringList names; ///< never empty: `value` at last
    std::optional<Phase> phase;
};
NameProposal proposedNames(const MarkedNumber &number);

/**
 * The pattern for lines like the marked ones: the words right before the number stay, numbers, times and identifiers become what any of their kind is.
 * A step and an epoch that the line names become groups. More examples loosen what differs between them. It matches all of them at their marked places
 * wherever such a pattern exists.
 */
LogPattern learnPattern(const QList<MarkedNumber> &examples, const QString &name, std::optional<Phase> phase);

/// The lines that a pattern is tried on, as a person sees them; counted from 1. @c line is called in a worker.
struct TrialLines
{
    qint64 count = 0;
    std::function<QString(qint64 line)> line;
};

/// What a pattern does on a log.
struct PatternTrial
{
    struct Match
    {
        qint64 lineNumber = 0;
        MarkedNumber number;
        bool operator==(const Match &) const = default;
    };
    qint64 linesMatched = 0;
    qint64 linesTried = 0;
    QList<Match> first;      ///< at most 50
    std::vector<double> values; ///< of every match; of more than 100,000 the first
    bool isCutShort = false; ///< the time was over before the log was
};

/// Blocks, at most some @p patience: for a worker. @p isCancelled is asked between lines.
PatternTrial tryPattern(const LogPattern &pattern, const TrialLines &log, const std::function<bool()> &isCancelled = {},
                        std::chrono::milliseconds patience = std::chrono::seconds(5));

} // namespace Trainyard
