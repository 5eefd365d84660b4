#pragma once

#include "models/metrics/logevent.h"

#include <QRegularExpression>
#include <QString>

#include <optional>

namespace Trainyard {

/**
 * One metric that a person's own pattern finds in log lines.
 *
 * The pattern is a Perl-compatible regular expression. Its group `value`, or the one of the metric's name, is the number; the groups `step`, `epoch`,
 * `total_steps` and `total_epochs` say where it stands: `it=(?<step>\d+).*objective (?<loss>[-+.\deE]+)`.
 */
struct LogPattern
{
    QString name;                ///< of the metric: loss, or one of its own
    std::optional<Phase> phase;  ///< not set: the line does not say, so it is training
    QString pattern;
    bool operator==(const LogPattern &) const = default;
};

/// What is wrong with a pattern; both sentences are translated.
struct LogPatternProblem
{
    QString message;
    QString fix;
    std::optional<qsizetype> offset; ///< the character of the pattern where it lies
};
std::optional<LogPatternProblem> problemOf(const LogPattern &pattern);

/// Ready to match, with a limit on the work for one line: a pattern that tries without end finds nothing there.
QRegularExpression compiledPattern(const LogPattern &pattern);

/// The group of @p expression that holds the number of the metric @p name: its number, -1: there is none.
int valueGroup(const QRegularExpression &expression, const QString &name);

/// `NAME=REGEX`, or a regex alone whose group gives the name.
LogPattern logPatternFromText(const QString &text);

} // namespace Trainyard
