#pragma once

#include "models/common/units.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <optional>

namespace Trainyard {

/// How a worker ended, and what it left behind.
struct WorkerEnd
{
    enum class Kind {
        Done,        ///< it said `done`
        NotStarted,  ///< the program is not there or cannot be started
        MemoryLimit, ///< ended by us: over the limit of resident memory
        TimeLimit,   ///< ended by us: over the time limit
        Killed,      ///< SIGKILL that we did not send: wasOutOfMemory tells whether the kernel did
        Signal,      ///< any other signal
        ExitCode,    ///< ended by itself without `done`
        Cancelled
    };

    Kind kind = Kind::Done;
    int number = 0;        ///< the signal or the exit code
    QString lastMessage;   ///< the last line on its standard error, shortened
    int strangeLines = 0;  ///< lines on standard output that are no event, an unfinished last one included
    QString strangeLine;   ///< the first of them, shortened
    qint64 peakResidentBytes = 0;
    bool wasOutOfMemory = false; ///< the kernel ended a program for want of memory while this one ran
};

/**
 * One `trainyard-torch` process that answers JSON lines: its own process group, ended with this object or this program, watched for memory and time.
 *
 * start() or open() once; ended() exactly once, whatever happens, also after cancel(). Nothing here waits for the process.
 */
class TorchWorker final : public QObject
{
    Q_OBJECT
public:
    TorchWorker(QString program, QStringList arguments, QObject *parent = nullptr);
    ~TorchWorker() override;

    /// @p request goes to standard input. @p memoryLimitBytes bounds the resident memory; allocations far over it fail in the worker itself.
    void start(const QJsonObject &request, qint64 memoryLimitBytes, Milliseconds timeLimit);
    /// Starts it with its input left open: requests follow with send(), each one line. It waits, unwatched, while it has no deadline.
    void open(qint64 memoryLimitBytes);
    void send(const QJsonObject &request);
    void setDeadline(std::optional<Milliseconds> timeLimit);
    void cancel();
    /// Not set: it is not running.
    std::optional<qint64> processId() const;

Q_SIGNALS:
    void eventReceived(const QJsonObject &event);
    void ended(const Trainyard::WorkerEnd &end);

private:
    void readOutput();
    void readLine(const QByteArray &line);
    void noteStrangeLine(const QByteArray &line);
    void watchMemory();
    void stop(WorkerEnd::Kind kind);
    void killGroup();
    void handleFinished(int exitCode, QProcess::ExitStatus status);
    void finish();

    QString m_program;
    QStringList m_arguments;
    QProcess *m_process;
    QTimer m_memoryTimer;
    QTimer m_deadline;
    qint64 m_memoryLimitBytes = 0;
    std::optional<qint64> m_killsBefore; ///< of the kernel, for want of memory
    QByteArray m_unfinishedLine;
    bool m_isSkippingLine = false;
    QByteArray m_errorTail;
    std::optional<WorkerEnd::Kind> m_stoppedFor;
    bool m_saidDone = false;
    bool m_hasEnded = false;
    WorkerEnd m_end;
};

/// This machine's RAM, or the limit of the control group (container) we are in when that is lower.
qint64 hostMemoryBytes();

} // namespace Trainyard
