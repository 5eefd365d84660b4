#pragma once

#include <QByteArray>
#include <QList>

#include <atomic>
#include <functional>

namespace Trainyard {

/// What a walk through a dataset comes by. Paths are the system's own bytes: a name need not be UTF-8.
struct WalkEntry
{
    enum class Kind { File, Folder, Special, BrokenLink, LinkLoop, Unreadable };

    Kind kind = Kind::File;
    QByteArray path;          ///< as it is opened: the root, a slash, the relative path
    qsizetype rootLength = 0; ///< bytes of @c path that are the root, with its slash
    qint64 bytes = 0;         ///< of a file
    qint64 modifiedNs = 0;
    qint64 changedNs = 0;     ///< of the inode: also a rename or a new owner
    quint64 inode = 0;

    QByteArray relativePath() const { return path.mid(rootLength); }
    QByteArray name() const { return path.mid(path.lastIndexOf('/') + 1); }
};

struct WalkVisitor
{
    std::function<void(const WalkEntry &)> entry;
    /// The names of one folder, at most 65,536 at a time; may be empty.
    std::function<void(const QByteArray &folder, const QList<QByteArray> &names)> folderListed;
};

/**
 * Everything at and below @p root (a folder or a file), folders in the order of their names (beyond 65,536 names: as the disk gives them), without
 * keeping a list of it. Hidden names and what tools leave behind (`__MACOSX`) are passed over. Links are followed, but never into a folder above, and
 * into the same folder four times at most, so that every walk ends. @p cancelled is asked at each entry.
 */
void walkDataset(const QByteArray &root, const std::atomic_bool &cancelled, const WalkVisitor &visitor);

} // namespace Trainyard
