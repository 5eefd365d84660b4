#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QElapsedTimer>

#include <functional>

namespace Trainyard {

/// The JSON lines that `trainyard-torch dry-run` answers (docs/architecture.md), one function each.
class DryRunEvents
{
public:
    using Sink = std::function<void(const QJsonObject &event)>;
    explicit DryRunEvents(Sink sink) : m_sink(std::move(sink)) {}

    /// @p fraction 0..1 of the whole dry-run. At most some ten a second go out; the same activity is not repeated sooner.
    void progress(const QString &activity, double fraction);
    void loss(const QList<double> &values);
    void point(const PointResult &point);
    void memory(const QJsonObject &memory);
    void throughput(const QJsonObject &throughput);
    void notChecked(const NotChecked &entry);
    void done();

private:
    Sink m_sink;
    QElapsedTimer m_sinceProgress;
    QString m_activity;
};

} // namespace Trainyard
