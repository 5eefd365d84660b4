#include "services/preflight/data/scancache.h"

#include "services/preflight/data/datasetwalk.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

namespace Trainyard {

namespace {

constexpr int version = 1;                       ///< of what the readers say: another one makes all of it void
constexpr qint64 largestCache = qint64(1) << 30; ///< then it starts anew
constexpr qint64 commitEveryMs = 2000;

} // namespace

struct ScanCache::Private
{
    QString connection;
    quint64 fingerprint = 0;
    QSqlDatabase database;
    std::unique_ptr<QSqlQuery> select, insert;
    QElapsedTimer sinceCommit;
    bool isInTransaction = false;

    bool open(const QString &file);
    qint64 stampOf(const WalkEntry &entry) const;
    void commit();
};

bool ScanCache::Private::open(const QString &file)
{
    QDir().mkpath(QFileInfo(file).absolutePath());
    if (QFileInfo(file).size() > largestCache) {
        for (const char *suffix : {"", "-wal", "-shm"})
            QFile::remove(file + QLatin1String(suffix));
    }
    database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
    database.setDatabaseName(file);
    database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=2000"));
    if (!database.open())
        return false;
    QSqlQuery query(database);
    query.exec(QStringLiteral("PRAGMA journal_mode = WAL"));
    query.exec(QStringLiteral("PRAGMA synchronous = NORMAL"));
    if (query.exec(QStringLiteral("PRAGMA user_version")) && query.next() && query.value(0).toInt() != version) {
        query.finish();
        query.exec(QStringLiteral("DROP TABLE IF EXISTS reports"));
        query.exec(QStringLiteral("PRAGMA user_version = %1").arg(version));
    }
    query.finish();
    if (!query.exec(QStringLiteral("CREATE TABLE IF NOT EXISTS reports (path INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, report BLOB NOT NULL)")))
        return false;
    select = std::make_unique<QSqlQuery>(database);
    insert = std::make_unique<QSqlQuery>(database);
    select->setForwardOnly(true);
    return select->prepare(QStringLiteral("SELECT stamp, report FROM reports WHERE path = ?"))
        && insert->prepare(QStringLiteral("INSERT OR REPLACE INTO reports (path, stamp, report) VALUES (?, ?, ?)"));
}

qint64 ScanCache::Private::stampOf(const WalkEntry &entry) const
{
    const qint64 facts[] = {entry.bytes, entry.modifiedNs, entry.changedNs, qint64(entry.inode), qint64(fingerprint)};
    return qint64(fastHash(QByteArrayView(reinterpret_cast<const char *>(facts), sizeof facts)));
}

void ScanCache::Private::commit()
{
    if (isInTransaction)
        database.commit();
    isInTransaction = false;
}

ScanCache::ScanCache(const QString &file, quint64 fingerprint)
    : d(std::make_unique<Private>())
{
    d->connection = QStringLiteral("datascan-%1").arg(quintptr(d.get()), 0, 16);
    d->fingerprint = fingerprint;
    if (file.isEmpty() || !d->open(file))
        d->select.reset();
}

ScanCache::~ScanCache()
{
    d->commit();
    d->select.reset();
    d->insert.reset();
    d->database = QSqlDatabase();
    if (QSqlDatabase::contains(d->connection))
        QSqlDatabase::removeDatabase(d->connection);
}

std::optional<FileReport> ScanCache::find(const WalkEntry &entry)
{
    if (!d->select)
        return std::nullopt;
    d->select->bindValue(0, qint64(stableHash(entry.path)));
    if (!d->select->exec() || !d->select->next())
        return std::nullopt;
    const bool isSame = d->select->value(0).toLongLong() == d->stampOf(entry);
    const QByteArray bytes = isSame ? d->select->value(1).toByteArray() : QByteArray();
    d->select->finish();
    return isSame ? FileReport::fromBytes(bytes) : std::nullopt;
}

void ScanCache::insert(const WalkEntry &entry, const FileReport &report)
{
    if (!d->select)
        return;
    if (!d->isInTransaction) {
        d->isInTransaction = d->database.transaction();
        d->sinceCommit.start();
    }
    d->insert->bindValue(0, qint64(stableHash(entry.path)));
    d->insert->bindValue(1, d->stampOf(entry));
    d->insert->bindValue(2, report.toBytes());
    d->insert->exec();
    if (d->sinceCommit.elapsed() > commitEveryMs)
        d->commit();
}

} // namespace Trainyard
