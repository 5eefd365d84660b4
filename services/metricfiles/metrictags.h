#pragma once

#include "models/metrics/logevent.h"

#include <QHash>
#include <QSet>

#include <memory>

namespace Trainyard {

namespace Logs {
class MetricNames;
}

/// What a name in a metric file stands for.
struct MetricTag
{
    enum class Role { Metric, Step, Epoch, WallTime, Ignored };

    Role role = Role::Metric;
    QString name;                ///< canonical, or its own
    std::optional<Phase> phase;
    double scale = 1;            ///< to seconds, to bytes
    bool isLoss = false;
    bool isResult = false;       ///< a canonical name, or one that tells how training goes
    bool stepsAreEpochs = false; ///< Keras: the step of `epoch_loss` is its epoch
};

/**
 * Gives the tags of event files and the columns of tables the names that logs have: `train/loss`, `Loss/train`, `eval/accuracy`, `lr-AdamW`.
 *
 * No two tags of one file become one series: the second keeps the whole of its tag for a name.
 */
class MetricTags
{
public:
    /// @p phase: of the folder that the file lies in; a phase in the tag itself wins. @p prefix stands before every name.
    explicit MetricTags(std::optional<Phase> phase = std::nullopt, QString prefix = QString());
    ~MetricTags();
    MetricTags(MetricTags &&) noexcept;
    MetricTags &operator=(MetricTags &&) noexcept;

    /// Of a tag in an event file: everything there is a metric, but for the names of step and epoch.
    const MetricTag &ofTag(const QByteArray &tag);
    /// Of a table's column or a key in JSON: also names of times and of what is no metric.
    const MetricTag &ofColumn(const QByteArray &name);

private:
    MetricTag resolved(const QByteArray &printed, bool isColumn);
    void makeUnique(MetricTag &tag, const QByteArray &printed);

    std::unique_ptr<Logs::MetricNames> m_names;
    std::optional<Phase> m_phase;
    QString m_prefix;
    QHash<QByteArray, MetricTag> m_known;
    QSet<QString> m_taken; ///< phase and name
};

} // namespace Trainyard
