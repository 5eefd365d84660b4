#pragma once

#include "models/job/logpattern.h"

#include <QList>

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace Trainyard::Logs {

/**
 * A person's own patterns, applied to lines. On a line that one of them matches they win over everything that Trainyard would read there by itself.
 *
 * A line's first 4,096 characters count. A pattern that costs over a quarter of a millisecond a line, five seconds long, is switched off.
 */
class LogPatterns
{
public:
    /// Patterns that problemOf() finds fault with are left out.
    explicit LogPatterns(const QList<LogPattern> &patterns = {});

    bool isEmpty() const { return m_patterns.empty(); }
    /// The metrics of a line, one event for each phase; @p where gives line, offset and what is not in the line. @return whether a pattern matched.
    bool read(std::string_view text, const LogEvent &where, QList<LogEvent> &events);
    /// Names of those that were switched off.
    QStringList switchedOff() const;

private:
    struct Pattern
    {
        LogPattern source;
        QRegularExpression expression;
        int value = 0;
        int step = -1;
        int epoch = -1;
        int totalSteps = -1;
        int totalEpochs = -1;
        bool isLoss = false;
        bool isSwitchedOff = false;
        std::chrono::nanoseconds spent{0};
        qint64 lines = 0;

        QRegularExpressionMatch match(const QString &line);
    };

    static void addValue(const Pattern &pattern, double value, const QRegularExpressionMatch &match, const LogEvent &where, std::vector<LogEvent> &found);

    std::vector<Pattern> m_patterns;
};

/// The number at the start of @p text: as a log prints it, `1,234` and `nan` included.
std::optional<double> numberIn(const QString &text);

} // namespace Trainyard::Logs
