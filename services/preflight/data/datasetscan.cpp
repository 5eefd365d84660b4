#include "services/preflight/data/datasetscan.h"

#include "services/preflight/data/boxreaders.h"
#include "services/preflight/data/datanames.h"
#include "services/preflight/data/datasetwalk.h"
#include "services/preflight/data/imagereader.h"
#include "services/preflight/data/likefiles.h"
#include "services/preflight/data/scancache.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFuture>
#include <QHash>
#include <QThread>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <algorithm>
#include <deque>

#include <sys/resource.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr qsizetype placesKept = 10;
constexpr size_t filesAheadPerThread = 16;
constexpr qint64 progressEveryMs = 200;

quint32 splitNumber(const QByteArray &relativePath)
{
    const QString split = splitOf(relativePath);
    return split == QLatin1String("train") ? 1 : split == QLatin1String("val") ? 2 : split == QLatin1String("test") ? 3 : 0;
}

/// The work in the background leaves the processor to whoever else wants it.
void lowerPriority()
{
    thread_local const bool isLowered = setpriority(PRIO_PROCESS, 0, 10) == 0;
    Q_UNUSED(isLowered)
}

class Scan
{
public:
    Scan(const ScanRequest &request, const std::atomic_bool &cancelled, const std::function<void(const ScanProgress &)> &progress)
        : m_request(request)
        , m_root(QFile::encodeName(request.source))
        , m_rootWithSlash(m_root.endsWith('/') ? m_root : m_root + '/')
        , m_jobFolder(request.jobFolder)
        , m_cancelled(cancelled)
        , m_progress(progress)
        , m_context{m_request.options, m_rootWithSlash, m_cancelled, m_bytesRead}
        , m_cache(request.cacheFile, request.options.fingerprint())
    {
        m_pool.setMaxThreadCount(request.threads > 0 ? request.threads : QThread::idealThreadCount());
        m_clock.start();
    }

    ScanResult run()
    {
        WalkVisitor visitor;
        visitor.entry = [this](const WalkEntry &entry) { take(entry); };
        walkDataset(m_root, m_cancelled, visitor);
        while (!m_pending.empty())
            mergeNext();
        tellProgress(true);
        if (!m_cancelled)
            compare();
        m_result.wasCancelled = m_cancelled;
        m_result.bytes = m_bytesRead;
        m_result.seconds = double(m_clock.nsecsElapsed()) / 1e9;
        return m_result;
    }

private:
    struct Pending
    {
        WalkEntry entry;
        std::optional<FileReport> known; ///< from the cache
        QFuture<FileReport> future;
    };

    void take(const WalkEntry &entry)
    {
        if (entry.kind != WalkEntry::Kind::File)
            return;
        ++m_result.files;
        const FileReader reader = readerFor(entry.relativePath(), m_request.options.format);
        if (!reader) {
            m_bytesRead += entry.bytes;
            return;
        }
        Pending pending{entry, m_cache.find(entry), {}};
        if (!pending.known) {
            pending.future = QtConcurrent::run(&m_pool, [reader, path = entry.path, this] {
                lowerPriority();
                return reader(path, m_context);
            });
        }
        m_pending.push_back(std::move(pending));
        while (m_pending.size() > filesAheadPerThread * size_t(m_pool.maxThreadCount()))
            mergeNext();
    }

    void mergeNext()
    {
        Pending &next = m_pending.front();
        while (!next.known && !next.future.isFinished()) {
            QThread::usleep(500);
            tellProgress();
        }
        const FileReport report = next.known ? *next.known : next.future.result();
        if (next.known) {
            ++m_result.filesFromCache;
            m_bytesRead += next.entry.bytes;
        } else if (!report.wasCancelled && !report.has(Trouble::Changed) && !report.has(Trouble::Unreadable)) {
            m_cache.insert(next.entry, report);
        }
        ++m_result.filesRead;
        merge(next.entry, report);
        m_pending.pop_front();
        tellProgress();
    }

    Place placeOf(const QByteArray &path, qint64 line = 0) const
    {
        return {m_jobFolder.relativeFilePath(shownName(path)), line > 0 ? std::optional(int(std::min<qint64>(line, INT_MAX))) : std::nullopt, QString()};
    }

    void merge(const WalkEntry &entry, const FileReport &report)
    {
        for (const FileTrouble &trouble : report.troubles) {
            TroubleGroup &group = m_result.troubles[{trouble.trouble, trouble.subject}];
            if (group.count == 0)
                group.value = trouble.value;
            group.count += trouble.count;
            ++group.files;
            for (const qint64 line : trouble.lines.isEmpty() ? QList<qint64>{0} : trouble.lines) {
                if (group.places.size() < placesKept)
                    group.places.append(placeOf(entry.path, line));
            }
        }
        if (m_request.options.format == QLatin1String("yolo"))
            lookForPartner(entry);
        if (report.image)
            mergeImage(entry, *report.image, report.contentHash);
        if (report.records)
            mergeRecords(entry, *report.records);
    }

    /// An image and its label file go together: by names, so that the cache knows nothing of it.
    void lookForPartner(const WalkEntry &entry)
    {
        const bool isImage = isImageName(entry.name());
        if (!isImage && !isYoloLabelName(entry.relativePath()))
            return;
        const QByteArray partner = yoloPartner(entry.path, isImage);
        bool isThere = isImage && access(partner.constData(), F_OK) == 0;
        for (const char *suffix : {".jpg", ".png", ".jpeg", ".JPG", ".bmp", ".webp", ".tif", ".tiff", ".PNG", ".JPEG"})
            isThere = isThere || (!isImage && access(QByteArray(partner + suffix).constData(), F_OK) == 0);
        if (isThere)
            return;
        TroubleGroup &group = m_result.troubles[{isImage ? Trouble::MissingLabel : Trouble::OrphanLabel, QString()}];
        ++group.count;
        ++group.files;
        if (group.places.size() < placesKept)
            group.places.append(placeOf(entry.path));
    }

    void mergeImage(const WalkEntry &entry, const ImageFacts &image, quint64 contentHash)
    {
        const std::pair size{image.width, image.height};
        m_result.leastSize = m_result.images == 0 ? size : std::pair{std::min(m_result.leastSize.first, size.first), std::min(m_result.leastSize.second, size.second)};
        m_result.mostSize = {std::max(m_result.mostSize.first, size.first), std::max(m_result.mostSize.second, size.second)};
        ++m_result.images;
        if (m_request.options.readsMasks && !image.values.isEmpty())
            return; // class numbers, no picture
        ++m_result.modes[image.mode];
        if (QList<Place> &places = m_result.modePlaces[image.mode]; places.size() < placesKept)
            places.append(placeOf(entry.path));
        const quint32 split = splitNumber(entry.relativePath());
        const quint64 name = stableHash(entry.path);
        quint32 group = 0;
        if (m_request.options.format == QLatin1String("image-folder")) {
            const QList<QByteArray> parts = entry.relativePath().split('/');
            const QByteArray className = parts.value(splitOf(parts.first()).isEmpty() ? 0 : 1);
            group = quint32(qHash(className, 0));
            m_underClasses.add(contentHash, name, split, group);
            if (split < 2)
                ++m_result.imageClasses[shownName(className)];
        }
        if (split == 0)
            return;
        m_ofSplits.add(contentHash, name, split, group);
        constexpr int leastSide = 64; // tiny pictures all look alike
        if (image.looks != 0 && std::min(image.width, image.height) >= leastSide)
            m_looks.add(image.looks, name, split, quint32(contentHash));
    }

    void mergeRecords(const WalkEntry &entry, const RecordFacts &facts)
    {
        if (m_result.records == 0)
            m_result.firstTable = placeOf(entry.path);
        m_result.records += facts.records;
        if (!facts.target.isEmpty())
            m_result.target = facts.target;
        for (auto it = facts.labels.begin(); it != facts.labels.end(); ++it)
            m_result.labels[it.key()] += it.value();
        m_result.hasMoreLabels = m_result.hasMoreLabels || facts.hasMoreLabels;
        const quint32 split = splitNumber(entry.relativePath());
        if (split == 0)
            return;
        m_tables.append(entry.path);
        for (const quint64 hash : facts.hashes)
            m_records.add(hash, quint64(m_tables.size() - 1), split, 0);
    }

    /// What is in two splits, and where: a second walk names the few whose names are asked for.
    void compare()
    {
        const LikeFiles::Answer copies = m_ofSplits.acrossSplits(), contradictions = m_underClasses.acrossClasses(), looks = m_looks.nearlyAcrossSplits(), records = m_records.acrossSplits();
        QHash<quint64, Place> names;
        for (const LikeFiles::Answer *answer : {&copies, &contradictions, &looks}) {
            for (const LikeFiles::Pair &pair : answer->pairs)
                names.insert(pair.first, {}), names.insert(pair.second, {});
        }
        if (!names.isEmpty()) {
            WalkVisitor visitor;
            visitor.entry = [&](const WalkEntry &entry) {
                if (const auto it = names.find(stableHash(entry.path)); it != names.end())
                    *it = placeOf(entry.path);
            };
            walkDataset(m_root, m_cancelled, visitor);
        }
        const auto named = [&names](const LikeFiles::Answer &answer) {
            QList<LikePair> pairs;
            for (const LikeFiles::Pair &pair : answer.pairs)
                pairs.append({names.value(pair.first), names.value(pair.second)});
            return pairs;
        };
        m_result.copies = copies.count + records.count;
        m_result.copyPairs = named(copies);
        for (const LikeFiles::Pair &pair : records.pairs)
            m_result.copyPairs.append({placeOf(m_tables[qsizetype(pair.first)]), placeOf(m_tables[qsizetype(pair.second)])});
        m_result.contradictions = contradictions.count;
        m_result.contradictionPairs = named(contradictions);
        m_result.lookalikes = looks.count;
        m_result.lookalikePairs = named(looks);
    }

    void tellProgress(bool isLast = false)
    {
        if (!m_progress || (!isLast && m_clock.elapsed() - m_lastProgressMs < progressEveryMs))
            return;
        m_lastProgressMs = m_clock.elapsed();
        const double seconds = double(m_lastProgressMs) / 1000.0;
        ScanProgress progress{m_result.files - qint64(m_pending.size()), m_request.knownFiles, 0, std::nullopt};
        progress.filesPerSecond = seconds > 0 ? double(progress.files) / seconds : 0;
        const double done = double(m_bytesRead) + 4096.0 * double(progress.files), all = double(m_request.knownBytes) + 4096.0 * double(m_request.knownFiles); // opening costs as much as 4 KiB
        if (all > 0 && done > 0 && seconds > 1)
            progress.secondsLeft = std::max(0.0, seconds * (all - done) / done);
        m_progress(progress);
    }

    const ScanRequest m_request;
    const QByteArray m_root, m_rootWithSlash;
    const QDir m_jobFolder;
    const std::atomic_bool &m_cancelled;
    const std::function<void(const ScanProgress &)> &m_progress;
    std::atomic<qint64> m_bytesRead = 0;
    const ReadContext m_context;
    ScanCache m_cache;
    QElapsedTimer m_clock;
    qint64 m_lastProgressMs = 0;
    ScanResult m_result;
    LikeFiles m_ofSplits, m_underClasses, m_looks, m_records;
    QList<QByteArray> m_tables;
    std::deque<Pending> m_pending;
    QThreadPool m_pool; ///< last: its end waits for the readers, which use all of the above
};

} // namespace

ScanResult scanDataset(const ScanRequest &request, const std::atomic_bool &cancelled, const std::function<void(const ScanProgress &)> &progress)
{
    return Scan(request, cancelled, progress).run();
}

} // namespace Trainyard
