#include "widgets/monitor/stripcatalog.h"

#include "widgets/common/theme.h"

#include <QCoreApplication>

#include <array>

namespace Trainyard::StripCatalog {

namespace {

struct Entry
{
    const char *metric;
    const char *strip;
    const char *unit; ///< of the metric, as the gutter shows it
};

constexpr std::array entries{
    Entry{"loss", "loss", ""},
    Entry{"accuracy", "accuracy", ""},
    Entry{"accuracy_top5", "accuracy", ""},
    Entry{"samples_per_second", "throughput", QT_TRANSLATE_NOOP("StripCatalog", "samples/s")},
    Entry{"tokens_per_second", "throughput", QT_TRANSLATE_NOOP("StripCatalog", "tokens/s")},
    Entry{"tokens_per_second_per_device", "throughput", QT_TRANSLATE_NOOP("StripCatalog", "tokens/s/card")},
    Entry{"steps_per_second", "throughput", QT_TRANSLATE_NOOP("StripCatalog", "steps/s")},
    Entry{"cpu_percent", "utilisation", "%"},
    Entry{"gpu_utilization_percent", "utilisation", "%"},
    Entry{"resident_bytes", "memory", "GiB"},
    Entry{"gpu_memory_bytes", "memory", "GiB"},
    Entry{"read_bytes_per_second", "disk", "B/s"},
    Entry{"write_bytes_per_second", "disk", "B/s"},
};
constexpr std::array order{"loss", "accuracy", "throughput", "utilisation", "memory"};
constexpr int ownMetricRank = int(order.size());
constexpr int diskRank = ownMetricRank + 1;

QString translated(const char *text)
{
    return QCoreApplication::translate("StripCatalog", text);
}

/// `gpu_memory_bytes.1` is `gpu_memory_bytes` of card 1.
QString baseName(const QString &metricName)
{
    return metricName.section(QLatin1Char('.'), 0, 0);
}

const Entry *entryOf(const QString &metricName)
{
    for (const Entry &entry : entries) {
        if (baseName(metricName) == QLatin1String(entry.metric))
            return &entry;
    }
    return nullptr;
}

} // namespace

QString stripOf(const QString &metricName)
{
    const Entry *entry = entryOf(metricName);
    return entry ? QLatin1String(entry->strip) : metricName;
}

bool isProgress(const QString &metricName)
{
    return metricName == QLatin1String("eta_seconds") || metricName == QLatin1String("elapsed_seconds");
}

int rank(const QString &stripId)
{
    for (size_t i = 0; i < order.size(); ++i) {
        if (stripId == QLatin1String(order[i]))
            return int(i);
    }
    return stripId == QLatin1String("disk") ? diskRank : ownMetricRank;
}

bool isOwnMetric(const QString &stripId)
{
    return rank(stripId) == ownMetricRank;
}

bool isNoisy(const SeriesKey &key)
{
    return key.phase.value_or(Phase::Train) == Phase::Train && key.name != QLatin1String("learning_rate") && !spec(stripOf(key.name)).hasGapsByTime;
}

StripSpec spec(const QString &stripId)
{
    StripSpec spec;
    spec.id = stripId;
    if (stripId == QLatin1String("loss"))
        spec.weight = 2;
    if (stripId == QLatin1String("utilisation")) {
        spec.unit = ValueUnit::Percent;
        spec.top = 100;
    }
    if (stripId == QLatin1String("memory"))
        spec.unit = ValueUnit::Bytes;
    spec.hasGapsByTime = stripId == QLatin1String("utilisation") || stripId == QLatin1String("memory") || stripId == QLatin1String("disk");
    spec.startsAtZero = spec.hasGapsByTime || stripId == QLatin1String("throughput");
    return spec;
}

QString title(const QString &stripId)
{
    static constexpr std::array titles{
        QT_TRANSLATE_NOOP("StripCatalog", "Loss"),        QT_TRANSLATE_NOOP("StripCatalog", "Accuracy"),
        QT_TRANSLATE_NOOP("StripCatalog", "Throughput"),  QT_TRANSLATE_NOOP("StripCatalog", "Utilisation"),
        QT_TRANSLATE_NOOP("StripCatalog", "Memory")};
    const int position = rank(stripId);
    if (position < int(titles.size()))
        return translated(titles[size_t(position)]);
    if (position == diskRank)
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Disk"));
    if (stripId == QLatin1String("learning_rate"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Learning rate"));
    if (stripId == QLatin1String("grad_norm"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Gradient norm"));
    if (stripId == QLatin1String("perplexity"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Perplexity"));
    return stripId;
}

QString unitText(const QString &stripId, const QString &metricName)
{
    const Entry *entry = entryOf(metricName);
    if (stripId == QLatin1String("utilisation"))
        return QStringLiteral("%");
    if (stripId == QLatin1String("memory"))
        return QStringLiteral("GiB");
    return entry && *entry->unit ? translated(entry->unit) : QString();
}

QString seriesLabel(const SeriesKey &key, bool hasSeveralDevices)
{
    const QString base = baseName(key.name);
    const QString device = key.name.mid(base.size() + 1);
    if (base == QLatin1String("cpu_percent"))
        return QStringLiteral("CPU");
    if (base == QLatin1String("resident_bytes"))
        return QStringLiteral("RAM");
    if (base.startsWith(QLatin1String("gpu_")))
        return device.isEmpty() ? (hasSeveralDevices ? QStringLiteral("GPU 0") : QStringLiteral("GPU")) : QStringLiteral("GPU ") + device;
    if (base == QLatin1String("read_bytes_per_second"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "read"));
    if (base == QLatin1String("write_bytes_per_second"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "written"));
    QString label = translated(QT_TRANSLATE_NOOP("StripCatalog", "train"));
    if (key.phase == Phase::Eval)
        label = translated(QT_TRANSLATE_NOOP("StripCatalog", "eval"));
    if (key.phase == Phase::Test)
        label = translated(QT_TRANSLATE_NOOP("StripCatalog", "test"));
    return base == QLatin1String("accuracy_top5") ? label + QStringLiteral(" @5") : label;
}

QColor seriesColor(const SeriesKey &key)
{
    const QString base = baseName(key.name);
    if (base == QLatin1String("gpu_utilization_percent") || base == QLatin1String("gpu_memory_bytes"))
        return Theme::seriesColor(1 + key.name.mid(base.size() + 1).toInt() % 5);
    if (base == QLatin1String("write_bytes_per_second"))
        return Theme::seriesColor(1);
    if (base == QLatin1String("accuracy_top5"))
        return Theme::seriesColor(key.phase == Phase::Eval ? 4 : 3);
    if (stripOf(base) == QLatin1String("throughput"))
        return Theme::seriesColor(2);
    switch (key.phase.value_or(Phase::Train)) {
    case Phase::Train: return Theme::seriesColor(0);
    case Phase::Eval: return Theme::seriesColor(1);
    case Phase::Test: return Theme::seriesColor(2);
    }
    Q_UNREACHABLE();
}

QString waitingText(const QString &stripId)
{
    if (stripId == QLatin1String("loss"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Waiting for the first loss: no step yet"));
    if (stripId == QLatin1String("accuracy"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Waiting for the first accuracy"));
    if (stripId == QLatin1String("throughput"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "Waiting for a line with samples/s or tokens/s"));
    return translated(QT_TRANSLATE_NOOP("StripCatalog", "Waiting for the first sample of the machine"));
}

QString missingText(const QString &stripId)
{
    if (stripId == QLatin1String("loss"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "The log has no line with a loss."));
    if (stripId == QLatin1String("accuracy"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "The log has no line with an accuracy."));
    if (stripId == QLatin1String("throughput"))
        return translated(QT_TRANSLATE_NOOP("StripCatalog", "The log has no line with samples/s or tokens/s."));
    return translated(QT_TRANSLATE_NOOP("StripCatalog", "There are no samples of the machine."));
}

} // namespace Trainyard::StripCatalog
