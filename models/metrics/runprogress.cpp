#include "models/metrics/runprogress.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard {

namespace {

/// What a run is judged by, most telling first.
constexpr std::array judgedBy{"map50_95", "accuracy", "f1", "loss"};

int rankOf(QStringView name, Phase phase)
{
    for (size_t i = 0; i < judgedBy.size(); ++i) {
        if (name == QLatin1String(judgedBy[i]))
            return int(judgedBy.size() - i) + (phase == Phase::Train ? 0 : 10);
    }
    return 0;
}

} // namespace

bool largerIsBetter(QStringView metricName)
{
    static constexpr std::array words{"acc",  "f1",    "auc",  "map", "precision", "recall",    "reward",
                                      "bleu", "rouge", "dice", "iou", "score",     "per_second"};
    static constexpr std::array notWords{"loss", "err", "wer"};
    const auto isIn = [&](const char *word) { return metricName.contains(QLatin1String(word), Qt::CaseInsensitive); };
    return std::any_of(words.begin(), words.end(), isIn) && std::none_of(notWords.begin(), notWords.end(), isIn);
}

void RunProgress::addEvents(const QList<LogEvent> &events, const std::function<qint64(qint64)> &timeOf)
{
    for (const LogEvent &event : events) {
        const qint64 timeMs = timeOf ? timeOf(event.offset) : 0;
        switch (event.kind) {
        case LogEvent::Kind::Metrics: addMetrics(event, timeMs); break;
        case LogEvent::Kind::Checkpoint: m_checkpoints.append(CheckpointMark{event.line, event.path, m_step, m_epoch, timeMs}); break;
        case LogEvent::Kind::Failure:
            if (std::none_of(m_failures.cbegin(), m_failures.cend(), [&](const LogEvent &known) { return known.code == event.code; }))
                m_failures.append(event);
            break;
        }
    }
}

void RunProgress::addMetrics(const LogEvent &event, qint64 timeMs)
{
    noteBest(event);
    if (event.phase.value_or(Phase::Train) != Phase::Train)
        return;
    if (event.step && m_step && *event.step < *m_step && event.epoch && m_epoch && *event.epoch > *m_epoch)
        m_stepsRestarted = true;
    if (event.step)
        m_step = event.step;
    if (event.totalSteps)
        m_totalSteps = event.totalSteps;
    if (event.epoch) {
        m_epoch = event.epoch;
        if (!m_firstEpoch)
            m_firstEpoch = event.epoch;
    }
    if (event.totalEpochs)
        m_totalEpochs = event.totalEpochs;
    if (const std::optional<double> done = fraction(); done && timeMs > 0)
        m_pace.add(timeMs, *done);
}

void RunProgress::noteBest(const LogEvent &event)
{
    const Phase phase = event.phase.value_or(Phase::Train);
    for (const auto &[name, value] : event.values) {
        const int rank = rankOf(name, phase);
        if (rank == 0 || rank < m_bestRank || !std::isfinite(value))
            continue;
        const bool isBetter = rank > m_bestRank || (largerIsBetter(name) ? value > m_best->value : value < m_best->value);
        if (!isBetter)
            continue;
        m_best = BestMetric{name, phase, value, event.step ? event.step : m_step, event.line};
        m_bestRank = rank;
    }
}

bool RunProgress::stepsStartAgainEachEpoch() const
{
    if (m_stepsRestarted)
        return true;
    // In the first epoch only the position tells: step 300 of 400 in epoch 1 of 5 cannot be a count over the whole run.
    const double epochsDone = *m_epoch - *m_firstEpoch + 1;
    return double(*m_step) / double(*m_totalSteps) > epochsDone / *m_totalEpochs + 0.05;
}

std::optional<double> RunProgress::fraction() const
{
    const bool knowsSteps = m_step && m_totalSteps && *m_totalSteps > 0;
    const bool knowsEpochs = m_epoch && m_totalEpochs && *m_totalEpochs > 0;
    if (knowsSteps && knowsEpochs && stepsStartAgainEachEpoch()) {
        const double before = std::floor(*m_epoch) - (m_firstEpoch == 0 ? 0 : 1);
        return std::clamp((before + double(*m_step) / double(*m_totalSteps)) / *m_totalEpochs, 0.0, 1.0);
    }
    if (knowsSteps)
        return std::clamp(double(*m_step) / double(*m_totalSteps), 0.0, 1.0);
    if (knowsEpochs)
        return std::clamp(*m_epoch / *m_totalEpochs, 0.0, 1.0);
    return std::nullopt;
}

std::optional<RemainingTime> RunProgress::remaining() const
{
    const std::optional<double> done = fraction();
    return done ? m_pace.remaining(*done) : std::nullopt;
}

} // namespace Trainyard
