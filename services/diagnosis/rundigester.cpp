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
    m_indexer.feed(data);
    addEvents(m_reader.feed(data), arrivalMs);
}

void RunDigester::finish()
{
    addEvents(m_reader.finish(), 0);
}

namespace {

SeriesKey keyOf(const LogEvent &event, const QString &name)
{
    return {name, event.phase.value_or(Phase::Train)};
}

/// `step 10  epoch 0.5  eval  loss 0.4123`
QByteArray lineOf(const LogEvent &event)
{
    QStringList parts;
    if (event.step)
        parts.append(QStringLiteral("step %1").arg(*event.step));
    if (event.epoch)
        parts.append(QStringLiteral("epoch %1").arg(*event.epoch));
    if (event.phase)
        parts.append(phaseToText(*event.phase));
    for (const auto &[name, value] : event.values)
        parts.append(QStringLiteral("%1 %2").arg(name).arg(value));
    return parts.join(QStringLiteral("  ")).toUtf8() + '\n';
}

} // namespace

void RunDigester::addMetricFiles(const QList<TimedEvent> &events, qint64 nowMs)
{
    QList<TimedEvent> own;
    for (TimedEvent timed : events) {
        LogEvent &event = timed.event;
        event.line = 0; // no line of the log
        event.values.removeIf([&](const std::pair<QString, double> &value) {
            const SeriesKey key = keyOf(event, value.first);
            const bool isOfLog = !m_fileSeries.contains(key)
                && (m_series.series(key) || (key.phase == Phase::Train && m_series.series(value.first, std::nullopt)));
            if (!isOfLog)
                m_fileSeries.insert(key);
            return isOfLog;
        });
        if (event.kind == LogEvent::Kind::Metrics && !event.values.isEmpty())
            own.append(timed);
    }
    addTimed(own, nowMs);
}

QByteArray RunDigester::listMetricFiles(const QList<TimedEvent> &events)
{
    QByteArray text;
    QList<TimedEvent> listed = events;
    for (TimedEvent &timed : listed) {
        if (timed.event.kind == LogEvent::Kind::Metrics) {
            text += lineOf(timed.event);
            ++m_listedLines;
        }
        timed.event.line = m_listedLines;
    }
    m_indexer.feed(text);
    addTimed(listed, 0);
    return text;
}

void RunDigester::addTimed(const QList<TimedEvent> &events, qint64 nowMs)
{
    for (const TimedEvent &timed : events) {
        const auto timeOf = [&](qint64) { return timed.timeMs > 0 ? timed.timeMs : nowMs; };
        m_series.addEvents({timed.event}, timeOf);
        m_progress.addEvents({timed.event}, timeOf);
    }
}

void RunDigester::addEvents(const QList<LogEvent> &events, qint64 arrivalMs)
{
    const auto timeOf = [&](qint64 offset) {
        const qint64 known = m_clock.timeAt(offset);
        return known > 0 ? known : arrivalMs;
    };
    if (m_fileSeries.isEmpty())
        m_series.addEvents(events, timeOf);
    else
        m_series.addEvents(withoutFileSeries(events), timeOf);
    m_progress.addEvents(events, timeOf);
}

/// A series that a metric file began stays that file's: two sources would draw every point twice.
QList<LogEvent> RunDigester::withoutFileSeries(QList<LogEvent> events) const
{
    for (LogEvent &event : events)
        event.values.removeIf([&](const std::pair<QString, double> &value) { return m_fileSeries.contains(keyOf(event, value.first)); });
    return events;
}

RunDigester::Output RunDigester::take()
{
    return {m_indexer.take(), m_series.takeAdded()};
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
