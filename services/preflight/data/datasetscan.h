#pragma once

#include "services/preflight/data/datafile.h"

#include "models/preflight/finding.h"

#include <QHash>
#include <QMap>

#include <functional>

namespace Trainyard {

/// One kind of trouble in all files of an input.
struct TroubleGroup
{
    qint64 count = 0;  ///< files, or lines and records of them
    qint64 files = 0;
    QString value;     ///< of the first
    QList<Place> places; ///< the first ten
};

struct ScanRequest
{
    QString source;    ///< absolute; a folder or a file
    QString jobFolder; ///< absolute: places are relative to it
    ReadOptions options;
    QString cacheFile; ///< empty: nothing is kept
    int threads = 0;   ///< 0: one for each core
    qint64 knownFiles = 0; ///< what an earlier count told, for the time that is left; 0: not known
    qint64 knownBytes = 0;
};

struct ScanProgress
{
    qint64 files = 0;
    qint64 knownFiles = 0;
    double filesPerSecond = 0;
    std::optional<double> secondsLeft;
};

/// Two places that hold the same, or look the same.
struct LikePair
{
    Place first, second;
};

/// What a scan saw, before anybody calls it a fault: scanFindings() does.
struct ScanResult
{
    QMap<std::pair<Trouble, QString>, TroubleGroup> troubles; ///< by kind and subject
    qint64 files = 0;
    qint64 filesRead = 0;   ///< that have a reader
    qint64 filesFromCache = 0;
    qint64 bytes = 0;
    double seconds = 0;
    bool wasCancelled = false;

    QMap<ImageFacts::Mode, qint64> modes;
    QMap<ImageFacts::Mode, QList<Place>> modePlaces; ///< the first ten of each
    qint64 images = 0;
    QMap<QString, qint64> imageClasses; ///< of an image folder, in train or without splits
    std::pair<int, int> leastSize{0, 0}, mostSize{0, 0}; ///< width and height

    qint64 records = 0;
    QString target;
    QMap<QString, qint64> labels;
    bool hasMoreLabels = false;
    Place firstTable;

    qint64 copies = 0;   ///< files or records of a later split that an earlier one has
    QList<LikePair> copyPairs; ///< the first few
    qint64 lookalikes = 0;
    QList<LikePair> lookalikePairs;
    qint64 contradictions = 0; ///< the same image under two classes
    QList<LikePair> contradictionPairs;
};

/**
 * Reads every file of an input to its end: in parallel, at low priority, and only what the cache does not know. Blocks: call it from a worker thread,
 * one that may have a translator's scope. Memory does not grow with the number of files, but for 24 bytes for each image of a split.
 * @p progress is called in the calling thread, about five times a second.
 */
ScanResult scanDataset(const ScanRequest &request, const std::atomic_bool &cancelled, const std::function<void(const ScanProgress &)> &progress);

/// Reads one file as its format says; nothing: no reader for it.
using FileReader = FileReport (*)(const QByteArray &path, const ReadContext &context);
FileReader readerFor(const QByteArray &relativePath, const QString &format);

} // namespace Trainyard
