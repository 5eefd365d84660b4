#include "services/diagnosis/rundigester.h"

namespace Trainyard {

void RunDigester::addSamples(const QList<Sample> &samples)
{
    for (const Sample &sample : samples) {
        m_clock.add(sample);
        m_series.addSample(sample);
    }
}

void RunDigester::addLog(const QByteArray &data, qint64 arrivalMs)
{
    m_chunks.append(m_indexer.feed(data));
    addEvents(m_reader.feed(data), arrivalMs);
}

void RunDigester::finish()
{
    addEvents(m_reader.finish(), 0);
}

void RunDigester::addEvents(const QList<LogEvent> &events, qint64 arrivalMs)
{
    const auto timeOf = [&](qint64 offset) {
        const qint64 known = m_clock.timeAt(offset);
        return known > 0 ? known : arrivalMs;
    };
    m_series.addEvents(events, timeOf);
    m_progress.addEvents(events, timeOf);
}

RunDigester::Output RunDigester::take()
{
    return {std::exchange(m_chunks, {}), m_series.takeAdded()};
}

RunEvidence RunDigester::evidence(const RunStatus &status, const Job &job, const QDateTime &now) const
{
    RunEvidence evidence{status, m_series, m_progress, now, std::nullopt, std::nullopt, nullptr, std::nullopt};
    if (job.checkpoints)
        evidence.checkpointEverySteps = job.checkpoints->everySteps;
    if (job != Job())
        evidence.job = &job;
    evidence.exception = m_reader.exception();
    return evidence;
}

QList<Diagnosis> RunDigester::diagnose(const RunStatus &status, const Job &job, const QDateTime &now) const
{
    return Trainyard::diagnose(evidence(status, job, now));
}

QList<PointJudgement> RunDigester::judgePoints(const RunStatus &status, const Job &job, const QDateTime &now) const
{
    return judgeFivePoints(evidence(status, job, now));
}

} // namespace Trainyard
