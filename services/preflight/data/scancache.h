#pragma once

#include "services/preflight/data/filereport.h"

#include <QString>

#include <memory>

namespace Trainyard {

struct WalkEntry;

/**
 * What earlier scans told, by path, size, times and inode: one SQLite file in Trainyard's home. A cache and nothing else: where it cannot be opened or
 * written, scans work without. Used by one thread.
 */
class ScanCache
{
public:
    /// @p fingerprint: of all options that change what a reader says. An empty @p file: no cache.
    ScanCache(const QString &file, quint64 fingerprint);
    ~ScanCache();
    Q_DISABLE_COPY_MOVE(ScanCache)

    std::optional<FileReport> find(const WalkEntry &entry);
    /// Kept for good within two seconds, or with the destructor.
    void insert(const WalkEntry &entry, const FileReport &report);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
