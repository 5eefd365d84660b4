#pragma once

#include "services/logs/eventplan.h"
#include "services/logs/linereader.h"
#include "services/logs/lineshape.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace Trainyard::Logs {

/// What is known of the lines of one shape, read in one state of the reader.
struct KnownLines
{
    std::string shape;
    size_t state = 0;
    bool endsLine = false;
    bool isHopeless = false; ///< its lines are always read
    int learned = 0;
    quint64 uses = 0;
    LineReader::Reading reading; ///< but for the text: that is where `timePart` says
    bool hasTime = false;
    int timePart = -1; ///< the timestamp begins `timeDistance` behind the end of this part, -1: of the line's start
    size_t timeDistance = 0;
    EventPlan plan;

    bool isReady() const { return !isHopeless && learned >= 2; }
    std::string_view timeText(const ShapedLine &line) const;
};

/**
 * Reads lines as LineReader does, but lines of a shape that it saw being read a few times only put their numbers into the plan found then.
 *
 * LineReader is right: whenever a plan cannot be sure, and after 8, 64, 512, ... uses in any case, the line is read and the plan compared with it. Bounded.
 */
class RepeatedLines
{
public:
    explicit RepeatedLines(LineReader &reader)
        : m_reader(reader)
    {
    }

    /// Takes a line whose plan is known: @p use(plan, line) tells the events, or answers false and tells none.
    /// @return false: nothing was taken, the line is to be read and then given to learn().
    template<typename Use>
    bool take(const LineShape &shape, const ShapedLine &line, bool endsLine, Use &&use)
    {
        m_current = find(shape, endsLine);
        if (!m_current || !m_current->isReady() || mustCompare(*m_current) || holdsFailureNumber(line))
            return false;
        std::optional<double> seconds;
        if (!m_reader.mayTakeRepeated(m_current->reading, line.text, m_current->timeText(line), seconds) || !use(m_current->plan, line))
            return false;
        m_reader.takeRepeated(m_current->reading, seconds, m_current->plan.hasStep());
        return true;
    }

    /// After take() refused the line and the reader has read it: compares.
    void learn(const ShapedLine &line);

private:
    KnownLines *find(const LineShape &shape, bool endsLine);
    static bool mustCompare(KnownLines &known);
    static bool holdsFailureNumber(const ShapedLine &line);

    LineReader &m_reader;
    std::unordered_map<uint64_t, std::unique_ptr<KnownLines>> m_known;
    std::vector<uint64_t> m_seenOnce = std::vector<uint64_t>(4096, 0);
    KnownLines *m_current = nullptr; ///< of the line in hand; nullptr: not to be learned
};

} // namespace Trainyard::Logs
