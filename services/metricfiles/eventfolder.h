#pragma once

#include "services/metricfiles/metricsource.h"
#include "services/metricfiles/metrictags.h"
#include "services/metricfiles/recordframes.h"
#include "services/metricfiles/summaryevent.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace Trainyard {

/**
 * TensorBoard's event files of one folder, read as one run: a restart begins a new file, and what it writes again replaces what the earlier
 * files say from that step on, as TensorBoard itself shows it.
 *
 * What was handed over cannot be taken back: when a new file goes back behind it, isReplaced is told, and everything comes again.
 */
class EventFolder final : public MetricSource
{
public:
    explicit EventFolder(std::optional<Phase> phase = std::nullopt, const QString &prefix = QString());
    ~EventFolder() override;

    /// The files there are now, in any order; those already known go on.
    void setFiles(const QStringList &paths);
    MetricFileNews poll(qint64 &budget) override;
    MetricFileNews finish() override;

private:
    struct File;

    void readStarts(MetricFileNews &news);
    void readStart(File &file, MetricFileNews &news);
    bool goesBehindWhatWasTold(const File &file) const;
    void readFile(size_t index, qint64 &budget, MetricFileNews &news);
    void take(size_t index, const SummaryEvent &event, qint64 end, MetricFileNews &news);
    void addScalar(const TaggedScalar &scalar, const SummaryEvent &event, qint64 end, MetricFileNews &news);
    void setEpochOf(qint64 step, double epoch, MetricFileNews &news);
    bool isPurged(size_t index, const QByteArray &tag, qint64 step) const;
    void tellDamage(File &file, MetricFileNews &news);
    void startAgain();

    std::optional<Phase> m_phase;
    QString m_prefix;
    std::unique_ptr<MetricTags> m_tags;
    std::vector<std::unique_ptr<File>> m_files; ///< oldest first
    QHash<QByteArray, qint64> m_lastStep;       ///< told of each tag
    std::optional<double> m_epoch;              ///< that a tag `epoch` told last
    qint64 m_records = 0;
    bool m_lossWasLost = false;
};

} // namespace Trainyard
