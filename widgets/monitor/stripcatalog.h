#pragma once

#include "models/metrics/metricseries.h"
#include "widgets/monitor/chartstrip.h"

namespace Trainyard {

/// Which strip a metric belongs to, how the strip is called, and what colour a series always has.
namespace StripCatalog {

/// `loss`, `accuracy`, `throughput`, `utilisation`, `memory`, `disk`; any other metric is a strip of its own.
QString stripOf(const QString &metricName);
/// Time left and the like: part of the log's progress, not of its curves.
bool isProgress(const QString &metricName);
/// Position among the strips: the fixed ones, the run's own metrics, the disk.
int rank(const QString &stripId);
bool isOwnMetric(const QString &stripId);
/// A training metric is smoothed; a schedule, samples and the few points of an evaluation are drawn as they are.
bool isNoisy(const SeriesKey &key);
StripSpec spec(const QString &stripId);
QString title(const QString &stripId);
/// Unit of a strip that shows @p metricName.
QString unitText(const QString &stripId, const QString &metricName);
/// What a series is called within its strip: train, eval, CPU, GPU; GPU 0 and GPU 1 where there are several.
QString seriesLabel(const SeriesKey &key, bool hasSeveralDevices = false);
QColor seriesColor(const SeriesKey &key);
/// "Waiting for the first loss", without the time.
QString waitingText(const QString &stripId);
/// "This run logged no loss."
QString missingText(const QString &stripId);

} // namespace StripCatalog

} // namespace Trainyard
