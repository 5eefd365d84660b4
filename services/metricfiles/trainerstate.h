#pragma once

#include "services/metricfiles/metricsource.h"
#include "services/metricfiles/metrictags.h"

#include <QJsonArray>
#include <QStringList>

namespace Trainyard {

/**
 * The `trainer_state.json` of a Hugging Face Trainer: `log_history` is what it logged so far. Each checkpoint has a copy; the newest one counts.
 *
 * The file is rewritten as a whole, so what is caught half written is looked at again. A history that goes on differently (training was taken up at an
 * earlier checkpoint) is told as replaced.
 */
class TrainerState final : public MetricSource
{
public:
    void setFiles(const QStringList &paths) { m_paths = paths; }
    MetricFileNews poll(qint64 &budget) override;
    MetricFileNews finish() override;

private:
    QString newestFile() const;
    void takeHistory(const QJsonObject &state, MetricFileNews &news);
    QList<TimedEvent> eventsOf(const QJsonObject &entry, qint64 number, const LogEvent &totals);

    QStringList m_paths;
    QString m_path;
    qint64 m_size = -1;
    qint64 m_modifiedMs = 0;
    std::optional<Error> m_problem; ///< of the last look
    QJsonArray m_history;           ///< handed over
    MetricTags m_tags;
};

/// JSON as Python writes it: NaN, Infinity and -Infinity outside of strings become strings of these words.
QByteArray withoutBareNonFinite(const QByteArray &json);

} // namespace Trainyard
