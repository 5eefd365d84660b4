#pragma once

#include "models/metrics/metricseriesset.h"
#include "models/metrics/runprogress.h"
#include "models/run/logtext.h"
#include "services/diagnosis/diagnosis.h"
#include "services/logs/logformat.h"
#include "services/metricfiles/metricsource.h"

#include <QSet>

namespace Trainyard {

/**
 * Turns a run's log and samples into what the monitor shows: lines, points, progress, and what is so about the run.
 *
 * Samples come before the log bytes they are about, where they are there already: they give each log line its time. One thread at a time.
 */
class RunDigester
{
public:
    /// What came out since the last take().
    struct Output
    {
        LogChunk log;               ///< the index; the text stays where it is
        QList<MetricBatch> batches; ///< one for each series with new points
    };

    RunDigester() = default;
    /// @p patterns: a person's own, see LogReader.
    explicit RunDigester(const QList<LogPattern> &patterns) : m_reader(patterns) {}

    void addSamples(const QList<Sample> &samples);
    /// @p arrivalMs: the time of a line that no sample has seen yet, milliseconds since the epoch; 0: not known, the log is read afterwards.
    void addLog(const QByteArray &data, qint64 arrivalMs = 0);
    /// What metric files say beside the log: a series that the log gives already stays the log's. @p nowMs: the time of what has none; 0: not known.
    void addMetricFiles(const QList<TimedEvent> &events, qint64 nowMs = 0);
    /// Of a file without text: each event becomes a line of the log, too, so that there is something to read and to point at.
    /// Answers with these lines.
    QByteArray listMetricFiles(const QList<TimedEvent> &events);
    /// The end of the log: what was held back of its last line.
    void finish();
    /// Where the next addLog() begins.
    qint64 logOffset() const { return m_indexer.offset(); }
    qint64 completeLines() const { return m_indexer.completeLines(); }

    Output take();
    const MetricSeriesSet &series() const { return m_series; }
    const RunProgress &progress() const { return m_progress; }
    QString formatName() const { return m_reader.formatName(); }

    QList<Diagnosis> diagnose(const RunStatus &status, const Job &job, const QDateTime &now) const;
    QList<PointJudgement> judgePoints(const RunStatus &status, const Job &job, const QDateTime &now) const;

private:
    void addEvents(const QList<LogEvent> &events, qint64 arrivalMs);
    QList<LogEvent> withoutFileSeries(QList<LogEvent> events) const;
    void addTimed(const QList<TimedEvent> &events, qint64 nowMs);
    RunEvidence evidence(const RunStatus &status, const Job &job, const QDateTime &now) const;

    LogReader m_reader;
    LogIndexer m_indexer;
    MetricSeriesSet m_series;
    RunProgress m_progress;
    SampleClock m_clock;
    qint64 m_listedLines = 0;
    QSet<SeriesKey> m_fileSeries; ///< that a metric file gives; phase not said counts as train
};

} // namespace Trainyard
