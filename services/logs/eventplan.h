#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/lineshape.h"

#include <QByteArray>
#include <QList>

#include <optional>
#include <string_view>
#include <vector>

namespace Trainyard::Logs {

struct LogContext;

/// A line of a known shape, in its context.
struct ShapedLine
{
    std::string_view text;
    const std::vector<ShapePart> &parts;
    const LogContext &context;
    qint64 number = 0;
    qint64 offset = 0;
};

/**
 * Which number of a line an event's number is, found by comparing lines of one shape with what was read from them.
 *
 * Everything that explains all lines seen so far stays possible: a number of the line times a scale, a share of two, a number of a header line before, or
 * always the same. Where several still are, they must agree on the next line, or that line is read itself, and then one explanation less is left.
 */
class NumberSource
{
public:
    /// The first line. @p numbers are the values of all parts.
    NumberSource(double value, const ShapedLine &line, const std::vector<double> &numbers);
    /// Another line. @return false: nothing explains both.
    bool narrow(double value, const ShapedLine &line, const std::vector<double> &numbers);

    /// @return false: the explanations disagree.
    bool evaluate(const ShapedLine &line, double &value) const;
    /// The same as JSON, as it is printed where that is JSON already.
    bool appendJson(const ShapedLine &line, QByteArray &json) const;

private:
    enum class Rule : uint8_t { Scaled, Negative, Share, Days, HeaderEpoch, HeaderTotal, Constant };
    struct Explanation
    {
        Rule rule = Rule::Constant;
        uint16_t part = 0;
        double factor = 1; ///< Scaled; of a Constant the value
    };

    static std::vector<Explanation> explain(double value, const ShapedLine &line, const std::vector<double> &numbers);
    static double apply(const Explanation &explanation, const ShapedLine &line);
    static double apply(const Explanation &explanation, const ShapedLine &line, const std::vector<double> &numbers);

    std::vector<Explanation> m_explanations;
};

/// The events of a shape's lines, all but their numbers.
class EventPlan
{
public:
    /// Compares a line with what was read from it. @return false: the events are not the line's numbers put into the same frame.
    bool learn(const ShapedLine &line, const QList<LogEvent> &events);

    bool isEmpty() const { return m_events.empty(); }
    bool hasStep() const { return m_hasStep; }
    /// Fills in the numbers of a line. @return false: the line must be read itself.
    bool fill(const ShapedLine &line);
    /// What fill() filled.
    const std::vector<LogEvent> &events() const { return m_filled; }
    /// As JSON lines. @return false, and nothing is appended: the line must be read itself.
    bool appendJson(const ShapedLine &line, QByteArray &json) const;

private:
    struct Frame
    {
        std::optional<NumberSource> step;
        std::optional<NumberSource> totalSteps;
        std::optional<NumberSource> epoch;
        std::optional<NumberSource> totalEpochs;
        std::vector<NumberSource> values;
        std::vector<std::pair<size_t, QByteArray>> jsonValues; ///< by name: the value's index and its key as JSON
        QByteArray jsonPhase;
    };

    void start(const ShapedLine &line, const QList<LogEvent> &events, const std::vector<double> &numbers);
    bool narrow(Frame &frame, const LogEvent &known, const LogEvent &event, const ShapedLine &line, const std::vector<double> &numbers) const;
    bool isFrame(const ShapedLine &line, const QList<LogEvent> &events) const;

    std::vector<Frame> m_events;
    std::vector<LogEvent> m_filled;
    bool m_hasStep = false;
    bool m_isStarted = false;
};

} // namespace Trainyard::Logs
