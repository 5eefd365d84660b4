#pragma once

#include "models/job/job.h"
#include "models/platform/flavor.h"
#include "models/platform/profile.h"
#include "models/result.h"
#include "models/run/run.h"

#include <QFuture>
#include <QObject>

#include <memory>

namespace Trainyard {

/// What a platform has; all false until known. Whoever asks for a capability that is false gets Error::Kind::Unavailable.
struct PlatformCapabilities
{
    bool account = false;     ///< checkAccount says something about an account
    bool permissions = false;
    bool flavors = false;
    bool images = false;
    bool quota = false;
    bool upload = false;      ///< data has to be brought there first
    bool submit = false;
    bool stop = false;
    bool stopAfterCheckpoint = false;
    bool logStream = false;
    bool metricStream = false;
    bool release = false;
    bool operator==(const PlatformCapabilities &) const = default;
};

/// Facts of a platform that checks go by (rule 8: a check never has a platform's name in it). A profile overrides them.
struct PlatformFacts
{
    enum class ArgumentStyle { Blank, EqualSign }; ///< `--name value`, `--name=value`
    enum class Survives { Everything, OutputsOnly, EverythingButScratch };

    ArgumentStyle argumentStyle = ArgumentStyle::Blank;
    Survives survives = Survives::Everything;
    QStringList scratch;
    QStringList ownFolders;        ///< of the platform itself, though they look like a person's: /home/ma-user
    QStringList injectedArguments;
    QStringList providedVariables; ///< may end in `*`: SLURM_*
    QStringList bootFileSuffixes{QStringLiteral(".py"), QStringLiteral(".sh")};
    QString network;               ///< open, closed, or empty
    std::optional<CodeLimits> codeLimits;
    bool startsInCodeDirectory = true;
    bool operator==(const PlatformFacts &) const = default;
};

/// One row of a check page: account, permission, device, disk space.
struct CheckItem
{
    enum class State { Ok, Warning, Problem, NotChecked, NotNeeded };

    QString id;        ///< stable: `account.key`, `permission.data.read`, ...
    QString title;     ///< what was checked; translated
    State state = State::NotChecked;
    QString sentence;  ///< what came out, with its values
    QString whatToDo;  ///< for a Problem
    QString administratorMessage; ///< who, which right, on what, why; empty: nobody else can help
    QString key;       ///< job key the row belongs to, if any
    bool operator==(const CheckItem &) const = default;
};

/// One line of the quota table. Hours are card-hours (nodes x cards x hours); for a flavor without cards, node-hours.
struct QuotaItem
{
    QString flavor;
    QString type;                     ///< accelerator or `CPU`
    std::optional<int> total;
    std::optional<int> available;
    QString state;                    ///< translated: available, busy, none
    std::optional<double> hoursLeft;  ///< not set: unlimited or unknown
    bool isUnlimited = false;
    bool operator==(const QuotaItem &) const = default;
};

/// Everything a platform needs to start one run. The run's folder exists and holds job.yaml.
struct SubmitRequest
{
    Run run;
    Job job;
    Profile profile;
    Flavor flavor;
    QString jobFolder; ///< absolute: what the job's relative paths start from
};

/// A run's log, streamed from a byte offset. Stream state is not run state.
class LogStream : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    /// Delivers everything from @p offset on, then what is added. May be called again after failed().
    virtual void start(qint64 offset) = 0;
    /// Whoever cannot keep up asks the stream to wait; one that cannot goes on.
    virtual void setPaused(bool /*isPaused*/) {}
    /// The file on this machine that holds the same bytes at the same offsets; empty: there is none.
    virtual QString filePath() const { return {}; }
Q_SIGNALS:
    /// In order, without gap or overlap; @p offset is that of the first byte. At most some ten a second.
    void dataReceived(const QByteArray &data, qint64 offset);
    /// Everything there is now was delivered.
    void caughtUp(qint64 offset);
    /// The log was cut or replaced: forget what was received, the stream starts again at 0.
    void restarted();
    void failed(const Trainyard::Error &error);
};

/// A run's machine samples, streamed.
class SampleStream : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void start() = 0;
Q_SIGNALS:
    void samplesAdded(const QList<Trainyard::Sample> &samples);
    void failed(const Trainyard::Error &error);
};

/**
 * Where jobs run. One folder and one line in platformregistry.cpp each; tests/services/platforms/platformcontract.h is the suite
 * that every implementation passes.
 *
 * All answers are asynchronous; cancel a future to give up. Nothing here blocks the calling thread.
 */
class Platform : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual QString id() const = 0;          ///< local, modelarts, slurm
    virtual QString displayName() const = 0; ///< translated
    virtual PlatformCapabilities capabilities() const = 0;
    virtual PlatformFacts facts() const = 0;

    /// "Test connection": each row says which of wrong key, account incomplete, service not enabled, no network it is. What @p job does
    /// not need (a Python, for a preset) is NotNeeded; without a job everything counts as wanted.
    virtual QFuture<Result<QList<CheckItem>>> checkAccount(const Profile &profile, const Job &job = {}) = 0;
    /// Probes each right for real: reads the data place, writes and deletes in the output place.
    virtual QFuture<Result<QList<CheckItem>>> checkPermissions(const Profile &profile, const Job &job, const QString &jobFolder) = 0;
    virtual QFuture<Result<QList<Flavor>>> queryFlavors(const Profile &profile) = 0;
    virtual QFuture<Result<QList<Image>>> queryImages(const Profile &profile) = 0;
    virtual QFuture<Result<QList<QuotaItem>>> queryQuota(const Profile &profile, const QList<Flavor> &flavors) = 0;

    /// Starts a run; the same run id is never started twice. The answer is its status right after.
    virtual QFuture<Result<RunStatus>> submit(const SubmitRequest &request) = 0;
    virtual QFuture<Result<RunStatus>> queryStatus(const Run &run) = 0;
    enum class StopMode { Now, AfterCheckpoint };
    /// Answers when the wish was accepted, not when the run has ended. A run that has ended already is no error.
    virtual QFuture<Result<>> stop(const Run &run, StopMode mode) = 0;
    /// Frees what a finished run still holds. A run that is not finished: Conflict.
    virtual QFuture<Result<>> release(const Run &run) = 0;

    virtual std::unique_ptr<LogStream> openLog(const Run &run) = 0;
    virtual std::unique_ptr<SampleStream> openSamples(const Run &run) = 0;
};

} // namespace Trainyard
