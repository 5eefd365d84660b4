#include "services/preflight/data/datasetwalk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr qsizetype namesAtOnce = 65'536;
constexpr int mostVisitsByLink = 4;
constexpr size_t deepestFolder = 200;

using FolderId = std::pair<dev_t, ino_t>;

struct CloseFolder
{
    void operator()(DIR *folder) const { closedir(folder); }
};

qint64 nanoseconds(const timespec &time)
{
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

bool isPassedOver(const char *name)
{
    return name[0] == '.' || qstrcmp(name, "__MACOSX") == 0;
}

class Walk
{
public:
    Walk(const QByteArray &root, const std::atomic_bool &cancelled, const WalkVisitor &visitor)
        : m_rootLength(root.endsWith('/') ? root.size() : root.size() + 1)
        , m_asksRights(geteuid() != 0)
        , m_cancelled(cancelled)
        , m_visitor(visitor)
    {
    }

    void look(const QByteArray &path)
    {
        struct stat own, target;
        if (lstat(path.constData(), &own) != 0) {
            if (errno == EACCES)
                tell(WalkEntry::Kind::Unreadable, path, {});
            return; // gone since the folder was listed
        }
        target = own;
        const bool isLink = S_ISLNK(own.st_mode);
        if (isLink && stat(path.constData(), &target) != 0)
            return tell(errno == EACCES ? WalkEntry::Kind::Unreadable : WalkEntry::Kind::BrokenLink, path, own);
        const bool isFolder = S_ISDIR(target.st_mode);
        if (!isFolder && !S_ISREG(target.st_mode))
            return tell(WalkEntry::Kind::Special, path, target);
        if (m_asksRights && access(path.constData(), isFolder ? R_OK | X_OK : R_OK) != 0)
            return tell(WalkEntry::Kind::Unreadable, path, target);
        if (!isFolder)
            return tell(WalkEntry::Kind::File, path, target);
        const FolderId id(target.st_dev, target.st_ino);
        const bool isAbove = std::find(m_above.begin(), m_above.end(), id) != m_above.end();
        if (isAbove || m_above.size() >= deepestFolder)
            return tell(WalkEntry::Kind::LinkLoop, path, own);
        if (isLink && ++m_visitsByLink[id] > mostVisitsByLink)
            return;
        tell(WalkEntry::Kind::Folder, path, target);
        m_above.push_back(id);
        walkFolder(path);
        m_above.pop_back();
    }

private:
    void walkFolder(const QByteArray &path)
    {
        const std::unique_ptr<DIR, CloseFolder> folder(opendir(path.constData()));
        if (!folder)
            return tell(WalkEntry::Kind::Unreadable, path, {});
        QList<QByteArray> names;
        bool isAtEnd = false;
        while (!isAtEnd && !m_cancelled) {
            names.clear();
            while (names.size() < namesAtOnce && !isAtEnd) {
                const dirent *next = readdir(folder.get());
                if (!next)
                    isAtEnd = true;
                else if (!isPassedOver(next->d_name))
                    names.append(QByteArray(next->d_name));
            }
            std::sort(names.begin(), names.end());
            if (m_visitor.folderListed)
                m_visitor.folderListed(path, names);
            for (const QByteArray &name : std::as_const(names)) {
                if (m_cancelled)
                    return;
                look(QByteArray(path + (path.endsWith('/') ? "" : "/") + name));
            }
        }
    }

    void tell(WalkEntry::Kind kind, const QByteArray &path, const struct stat &facts)
    {
        WalkEntry entry;
        entry.kind = kind;
        entry.path = path;
        const bool isRoot = path.size() < m_rootLength;
        entry.rootLength = !isRoot ? m_rootLength : kind == WalkEntry::Kind::Folder ? path.size() : path.lastIndexOf('/') + 1; // the root itself may be a file
        entry.bytes = kind == WalkEntry::Kind::File ? facts.st_size : 0;
        entry.modifiedNs = nanoseconds(facts.st_mtim);
        entry.changedNs = nanoseconds(facts.st_ctim);
        entry.inode = facts.st_ino;
        m_visitor.entry(entry);
    }

    const qsizetype m_rootLength;
    const bool m_asksRights; ///< root may read everything
    const std::atomic_bool &m_cancelled;
    const WalkVisitor &m_visitor;
    std::vector<FolderId> m_above;
    std::map<FolderId, int> m_visitsByLink;
};

} // namespace

void walkDataset(const QByteArray &root, const std::atomic_bool &cancelled, const WalkVisitor &visitor)
{
    if (!cancelled)
        Walk(root, cancelled, visitor).look(root);
}

} // namespace Trainyard
