#pragma once

#include "models/metrics/metricseries.h"
#include "services/metricfiles/metricfilekind.h"
#include "services/metricfiles/metricsource.h"

#include <QElapsedTimer>
#include <QHash>
#include <QMap>
#include <QStringList>

#include <memory>
#include <vector>

namespace Trainyard {

/**
 * Follows one metric file, or all that lie in a folder and below: event files, trainer_state.json, tables, JSON lines, output of nvidia-smi.
 *
 * Event files of one folder are one run. A sub-folder named `train`, `validation` or the like gives its phase; of several runs the oldest keeps the
 * plain names, those of the others begin with their folder. Where two files give the same series, the first one found counts. The search is bounded
 * (six levels, 5,000 entries, 64 sources) and repeated every few seconds. Blocks on the disk: not for the GUI thread. One thread at a time.
 */
class MetricFileFollower
{
public:
    /// @p searchEveryMs: how often a folder is searched again; 0: at each poll().
    explicit MetricFileFollower(const QString &fileOrFolder, int searchEveryMs = 5000);
    ~MetricFileFollower();

    /// What is new, at most some 8 MiB of the files. After isReplaced everything handed over so far is to be forgotten.
    MetricFileNews poll();
    /// Nothing more is written: what was held back, and what is wrong at the files' ends.
    MetricFileNews finish();
    bool hasSources() const { return !m_sources.empty(); }

private:
    struct Source
    {
        QString id; ///< run folder, or file
        std::unique_ptr<MetricSource> reader;
    };

    void search();
    void addSources(const QStringList &paths);
    void addEventFolder(const QString &folder, const QStringList &files);
    MetricSource *known(const QString &id) const;
    void add(const QString &id, std::unique_ptr<MetricSource> reader);
    void keepOwnSeries(const QString &sourceId, MetricFileNews &news);

    QString m_root;
    bool m_isFolder;
    int m_searchEveryMs;
    QElapsedTimer m_sinceSearch;
    std::vector<Source> m_sources;
    QHash<QString, MetricFileKind> m_kinds; ///< of files that were looked at
    QHash<QString, qint64> m_looked;        ///< size of those that were no metric file, when they were looked at
    QStringList m_runs;                     ///< labels of the runs, in order of appearance
    QHash<SeriesKey, QString> m_owners;     ///< which source gives a series
};

/// All of a file or folder as it is now. Errors: what could not be opened; Invalid when there is no metric in it.
Result<MetricFileNews> readMetricFiles(const QString &fileOrFolder);

} // namespace Trainyard
