#include "services/records/runstore.h"

#include "services/agent/diskspace.h"
#include "services/agent/filelock.h"

#include <QAtomicInt>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <functional>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RunStore)
};

/// One entry a version; only ever append. Every statement runs once, in one transaction with the version's number.
const QList<QStringList> &migrations()
{
    static const QList<QStringList> list{
        {u"CREATE TABLE runs (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, name TEXT NOT NULL, profile TEXT NOT NULL, platform TEXT NOT NULL, "
         "flavor TEXT NOT NULL, project TEXT NOT NULL, job_file TEXT NOT NULL, directory TEXT NOT NULL, status TEXT NOT NULL, record TEXT NOT NULL, "
         "step INTEGER, total_steps INTEGER, epoch REAL, total_epochs REAL, best_metric_name TEXT NOT NULL, best_metric REAL, "
         "price_per_hour REAL, starred INTEGER NOT NULL, note TEXT NOT NULL)"_s,
         u"CREATE INDEX runs_by_time ON runs (created_at)"_s},
        {u"ALTER TABLE runs ADD COLUMN log_bytes_read INTEGER NOT NULL DEFAULT 0"_s}};
    return list;
}

/// SQLite's result codes, as QSqlError::nativeErrorCode() gives them; the low byte of an extended one.
enum SqliteCode { Busy = 5, Locked = 6, ReadOnly = 8, InputOutput = 10, Corrupt = 11, Full = 13, CannotOpen = 14, NotADatabase = 26 };

int codeOf(const QSqlError &error)
{
    return error.nativeErrorCode().toInt() & 0xff;
}

template<typename T>
QVariant toVariant(const std::optional<T> &value)
{
    return value ? QVariant::fromValue(*value) : QVariant();
}

template<typename T>
std::optional<T> fromVariant(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(value.value<T>());
}

QString jsonText(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject jsonObject(const QVariant &text)
{
    return QJsonDocument::fromJson(text.toString().toUtf8()).object();
}

/// A column's text is never NULL: an empty QString would be.
QString notNull(const QString &text)
{
    return text.isNull() ? u""_s : text;
}

const QString columns = u"id, created_at, name, profile, platform, flavor, project, job_file, directory, status, record, step, total_steps, epoch, "
                        "total_epochs, best_metric_name, best_metric, price_per_hour, starred, note, log_bytes_read"_s;

void bindRun(QSqlQuery &query, const Run &run)
{
    for (const QVariant &value :
         {QVariant(run.id), QVariant(run.createdAt.toUTC().toString(Qt::ISODateWithMs)), QVariant(notNull(run.name)), QVariant(notNull(run.profile)),
          QVariant(notNull(run.platform)), QVariant(notNull(run.flavor)), QVariant(notNull(run.project)), QVariant(notNull(run.jobFile)),
          QVariant(notNull(run.directory)), QVariant(jsonText(run.status.toJson())), QVariant(jsonText(run.record.toJson())), toVariant(run.step),
          toVariant(run.totalSteps), toVariant(run.epoch), toVariant(run.totalEpochs), QVariant(notNull(run.bestMetricName)), toVariant(run.bestMetric),
          toVariant(run.pricePerHour), QVariant(run.isStarred ? 1 : 0), QVariant(notNull(run.note)), QVariant(run.logBytesRead)})
        query.addBindValue(value);
}

Run runFrom(const QSqlQuery &query)
{
    int column = 0;
    const auto next = [&] { return query.value(column++); };
    Run run;
    run.id = next().toString();
    run.createdAt = QDateTime::fromString(next().toString(), Qt::ISODateWithMs);
    for (QString *text : {&run.name, &run.profile, &run.platform, &run.flavor, &run.project, &run.jobFile, &run.directory})
        *text = next().toString();
    run.status = RunStatus::fromJson(jsonObject(next())).value_or(RunStatus());
    run.record = RunRecord::fromJson(jsonObject(next()));
    run.step = fromVariant<qint64>(next());
    run.totalSteps = fromVariant<qint64>(next());
    run.epoch = fromVariant<double>(next());
    run.totalEpochs = fromVariant<double>(next());
    run.bestMetricName = next().toString();
    run.bestMetric = fromVariant<double>(next());
    run.pricePerHour = fromVariant<double>(next());
    run.isStarred = next().toBool();
    run.note = next().toString();
    run.logBytesRead = next().toLongLong();
    return run;
}

} // namespace

struct RunStore::Private
{
    QString file;
    QString connection;
    mutable bool isDamaged = false;
    std::unique_ptr<QTemporaryDir> copy; ///< what is open instead of a file that cannot be written
    std::optional<Error> fault;          ///< why it cannot

    QSqlDatabase database() const { return QSqlDatabase::database(connection, false); }

    Error errorOf(const QSqlError &fault) const
    {
        const QString detail = fault.text();
        const int code = codeOf(fault);
        // A full disk shows in many ways: also its companion files cannot grow.
        const bool isFull = code == Full || ((code == InputOutput || code == CannotOpen) && hasNoRoom(QFileInfo(file).path()));
        switch (isFull ? int(Full) : code) {
        case Busy:
        case Locked:
            return {Error::Kind::Conflict, Text::tr("The list of runs %1 is locked by another program for over 5 seconds. Try again.").arg(file), detail};
        case Full:
            return {Error::Kind::Io, Text::tr("The list of runs %1 cannot be written: the disk is full. Make room and try again.").arg(file), detail};
        case ReadOnly:
        case CannotOpen:
            return {Error::Kind::Io, Text::tr("The list of runs %1 cannot be written: check the rights of its folder, and that the disk is not read-only.").arg(file),
                    detail};
        case Corrupt:
        case NotADatabase:
            isDamaged = true;
            return {Error::Kind::Invalid, Text::tr("The list of runs %1 is damaged.").arg(file), detail};
        default: return {Error::Kind::Io, Text::tr("The list of runs %1 cannot be used: %2.").arg(file, fault.databaseText()), detail};
        }
    }

    Result<> execute(const QString &sql) const
    {
        QSqlQuery query(database());
        return query.exec(sql) ? success() : Result<>(errorOf(query.lastError()));
    }

    /// A statement that ends with the id of the row it changes. Errors: NotFound when there is no such row.
    Result<> change(const QString &sql, const QString &runId, const std::function<void(QSqlQuery &)> &bind) const
    {
        if (fault)
            return *fault;
        QSqlQuery query(database());
        if (!query.prepare(sql))
            return errorOf(query.lastError());
        if (bind)
            bind(query);
        query.addBindValue(runId);
        if (!query.exec())
            return errorOf(query.lastError());
        if (query.numRowsAffected() == 0)
            return Error{Error::Kind::NotFound, Text::tr("There is no run %1. `trainyard runs` lists them.").arg(runId), QString()};
        return success();
    }

    Result<QList<Run>> select(const QString &condition, const QVariantList &values) const
    {
        QSqlQuery query(database());
        query.setForwardOnly(true);
        if (!query.prepare(u"SELECT "_s + columns + u" FROM runs "_s + condition))
            return errorOf(query.lastError());
        for (const QVariant &value : values)
            query.addBindValue(value);
        if (!query.exec())
            return errorOf(query.lastError());
        QList<Run> runs;
        while (query.next())
            runs.append(runFrom(query));
        if (query.lastError().isValid())
            return errorOf(query.lastError());
        return runs;
    }

    Result<int> version() const
    {
        QSqlQuery query(database());
        if (!query.exec(u"PRAGMA user_version"_s) || !query.next())
            return errorOf(query.lastError());
        return query.value(0).toInt();
    }

    Result<> migrate() const
    {
        const int newest = int(migrations().size());
        const Result<int> before = version();
        if (!before)
            return before.error();
        if (*before > newest) {
            return Error{Error::Kind::Invalid, Text::tr("The list of runs %1 was written by a newer Trainyard. Use that one, or set TRAINYARD_HOME to another folder.").arg(file),
                         QString()};
        }
        if (*before == newest)
            return success();
        // Immediate: of two programs that both see an old file, one waits, and then finds the work done.
        if (const Result<> begun = execute(u"BEGIN IMMEDIATE"_s); !begun)
            return begun;
        const Result<int> current = version();
        Result<> done = current ? success() : Result<>(current.error());
        for (int step = current.value_or(newest); done && step < newest; ++step) {
            for (const QString &statement : migrations()[step]) {
                if (done)
                    done = execute(statement);
            }
            if (done)
                done = execute(u"PRAGMA user_version = %1"_s.arg(step + 1));
        }
        if (done)
            return execute(u"COMMIT"_s);
        const Result<> undone = execute(u"ROLLBACK"_s);
        return undone ? done : undone;
    }

    Result<> open() const
    {
        QSqlDatabase connected = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection);
        connected.setDatabaseName(copy ? copy->filePath(u"runs.sqlite"_s) : file);
        connected.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
        if (!connected.open())
            return errorOf(connected.lastError());
        for (const QString &pragma : {u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = NORMAL"_s}) {
            if (const Result<> set = execute(pragma); !set)
                return set;
        }
        if (const Result<> migrated = migrate(); !migrated)
            return migrated;
        const Result<QList<Run>> readable = select(u"LIMIT 1"_s, {}); // a file cut short shows here
        return readable ? success() : Result<>(readable.error());
    }

    /// Copies the file to where there is room, so that at least reading goes on.
    bool copyAside()
    {
        for (const QString &place : {QDir::tempPath(), u"/dev/shm"_s}) {
            copy = std::make_unique<QTemporaryDir>(QString(place + u"/trainyard-XXXXXX"_s));
            const QString target = copy->filePath(u"runs.sqlite"_s);
            QFile::copy(file + u"-wal"_s, target + u"-wal"_s);
            if (copy->isValid() && QFile::copy(file, target)) {
                for (const QString &name : {target, QString(target + u"-wal"_s)})
                    QFile::setPermissions(name, QFile::ReadOwner | QFile::WriteOwner);
                return true;
            }
        }
        return false;
    }

    void close() const
    {
        database().close();
        QSqlDatabase::removeDatabase(connection);
    }
};

RunStore::RunStore() : d(std::make_unique<Private>()) { }

RunStore::~RunStore()
{
    d->close();
}

namespace {

/// Keeps a damaged file and its companions under another name. Answers that name; empty: another program was faster, or it cannot be moved.
QString moveAside(const QString &file)
{
    const QString kept = file + u".damaged-"_s + QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s);
    for (const QString &suffix : {u"-wal"_s, u"-shm"_s})
        QFile::rename(file + suffix, kept + suffix);
    return QFile::rename(file, kept) ? kept : QString();
}

} // namespace

Result<std::unique_ptr<RunStore>> RunStore::open(const QString &databaseFile)
{
    static QAtomicInt number;
    if (!QDir().mkpath(QFileInfo(databaseFile).path())) {
        return Error{Error::Kind::Io, Text::tr("The folder %1 cannot be made. Choose another one with TRAINYARD_HOME.").arg(QFileInfo(databaseFile).path()),
                     QString()};
    }
    bool isDamaged = false;
    const auto openOnce = [&](const std::optional<Error> &fault) -> Result<std::unique_ptr<RunStore>> {
        std::unique_ptr<RunStore> store(new RunStore);
        store->d->file = databaseFile;
        store->d->connection = u"runs-%1"_s.arg(number.fetchAndAddRelaxed(1));
        if (fault && !store->d->copyAside())
            return *fault;
        store->d->fault = fault;
        const Result<> opened = store->d->open();
        isDamaged = store->d->isDamaged;
        if (!opened)
            return opened.error();
        return store;
    };
    Result<std::unique_ptr<RunStore>> store = openOnce(std::nullopt);
    if (!store && !isDamaged && store.error().kind == Error::Kind::Io && QFileInfo::exists(databaseFile))
        return openOnce(store.error());
    if (store || !isDamaged)
        return store;
    return setAside(databaseFile, store.error().detail);
}

Error RunStore::setAside(const QString &databaseFile, const QString &detail)
{
    const std::optional<FileLock> repair = FileLock::tryLock(databaseFile + u".repair"_s);
    const QString kept = repair ? moveAside(databaseFile) : QString();
    if (kept.isEmpty()) // another program is at it
        return {Error::Kind::Transient, Text::tr("The list of runs %1 is damaged and is being replaced. Try again.").arg(databaseFile), detail};
    return {Error::Kind::Invalid,
            Text::tr("The list of runs %1 was damaged. It is kept as %2; the list is made anew from the runs' folders, notes and stars are lost.")
                .arg(databaseFile, kept),
            detail};
}

std::optional<Error> RunStore::writeFault() const
{
    return d->fault;
}

Result<> RunStore::insert(const Run &run)
{
    if (d->fault)
        return *d->fault;
    QSqlQuery query(d->database());
    QStringList places;
    places.resize(columns.count(u',') + 1);
    places.fill(u"?"_s);
    if (!query.prepare(u"INSERT INTO runs (%1) VALUES (%2)"_s.arg(columns, places.join(u", "_s))))
        return d->errorOf(query.lastError());
    bindRun(query, run);
    return query.exec() ? success() : Result<>(d->errorOf(query.lastError()));
}

Result<> RunStore::update(const Run &run)
{
    QStringList assignments;
    for (const QString &column : columns.split(u", "_s))
        assignments.append(column + u" = ?"_s);
    return d->change(u"UPDATE runs SET %1 WHERE id = ?"_s.arg(assignments.join(u", "_s)), run.id, [&](QSqlQuery &query) { bindRun(query, run); });
}

Result<> RunStore::updateStatus(const QString &runId, const RunStatus &status)
{
    return d->change(u"UPDATE runs SET status = ? WHERE id = ?"_s, runId, [&](QSqlQuery &query) { query.addBindValue(jsonText(status.toJson())); });
}

Result<> RunStore::updateProgress(const Run &run)
{
    return d->change(u"UPDATE runs SET step = ?, total_steps = ?, epoch = ?, total_epochs = ?, best_metric_name = ?, best_metric = ?, log_bytes_read = ? WHERE id = ?"_s, run.id,
                     [&](QSqlQuery &query) {
                         query.addBindValue(toVariant(run.step));
                         query.addBindValue(toVariant(run.totalSteps));
                         query.addBindValue(toVariant(run.epoch));
                         query.addBindValue(toVariant(run.totalEpochs));
                         query.addBindValue(notNull(run.bestMetricName));
                         query.addBindValue(toVariant(run.bestMetric));
                         query.addBindValue(run.logBytesRead);
                     });
}

Result<> RunStore::setNote(const QString &runId, const QString &note)
{
    return d->change(u"UPDATE runs SET note = ? WHERE id = ?"_s, runId, [&](QSqlQuery &query) { query.addBindValue(notNull(note)); });
}

Result<> RunStore::setStarred(const QString &runId, bool starred)
{
    return d->change(u"UPDATE runs SET starred = ? WHERE id = ?"_s, runId, [&](QSqlQuery &query) { query.addBindValue(starred ? 1 : 0); });
}

Result<> RunStore::remove(const QString &runId)
{
    return d->change(u"DELETE FROM runs WHERE id = ?"_s, runId, {});
}

Result<QList<Run>> RunStore::runs() const
{
    return d->select(u"ORDER BY created_at DESC, id DESC"_s, {});
}

Result<Run> RunStore::run(const QString &idOrPrefix) const
{
    const bool isLatest = idOrPrefix == "latest"_L1;
    const Result<QList<Run>> found = isLatest ? d->select(u"ORDER BY created_at DESC, id DESC LIMIT 1"_s, {})
                                              : d->select(u"WHERE substr(id, 1, length(?)) = ? ORDER BY id LIMIT 20"_s, {idOrPrefix, idOrPrefix});
    if (!found)
        return found.error();
    if (found->isEmpty() || idOrPrefix.isEmpty()) {
        return Error{Error::Kind::NotFound,
                     isLatest ? Text::tr("There is no run yet.") : Text::tr("There is no run %1. `trainyard runs` lists them.").arg(idOrPrefix), QString()};
    }
    if (found->size() == 1 || found->first().id == idOrPrefix) // the exact one sorts first
        return found->first();
    QStringList ids;
    for (const Run &run : *found)
        ids.append(run.id);
    return Error{Error::Kind::Invalid, Text::tr("%1 begins several runs: %2. Write more of the one you mean.").arg(idOrPrefix, ids.mid(0, 5).join(u", "_s)),
                 QString()};
}

} // namespace Trainyard
