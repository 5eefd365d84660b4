#pragma once

#include "models/result.h"
#include "models/run/run.h"

#include <QList>

#include <memory>
#include <optional>

namespace Trainyard {

/**
 * The runs, in trainyard.sqlite (Qt Sql, WAL, migrations). One object per thread; several processes may have the file open at once.
 *
 * Errors: Io (disk full, no permission), Conflict (locked for over 5 s), Invalid (a newer schema; a damaged file: kept beside under the name in
 * the message, and the next open() makes a new one).
 */
class RunStore
{
public:
    /// On a full or read-only disk a copy is opened: it can be read, and writing answers what writeFault() tells.
    static Result<std::unique_ptr<RunStore>> open(const QString &databaseFile);
    ~RunStore();
    /// Keeps a damaged file under another name, so that the next open() makes a new one; what was done, as an error that says so.
    static Error setAside(const QString &databaseFile, const QString &detail);

    std::optional<Error> writeFault() const;

    Result<> insert(const Run &run);
    /// All columns. Errors of this and all below: NotFound for an unknown id.
    Result<> update(const Run &run);
    /// Single columns: another window may be changing the others.
    Result<> updateStatus(const QString &runId, const RunStatus &status);
    Result<> updateProgress(const Run &run);
    Result<> setNote(const QString &runId, const QString &note);
    Result<> setStarred(const QString &runId, bool starred);
    Result<> remove(const QString &runId);
    /// Newest first.
    Result<QList<Run>> runs() const;
    /// By id, by a unique prefix of it, or by `latest`. Errors: NotFound; Invalid for an ambiguous prefix.
    Result<Run> run(const QString &idOrPrefix) const;

private:
    RunStore();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
