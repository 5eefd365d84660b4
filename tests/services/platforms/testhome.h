#pragma once

#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QThread>

namespace Trainyard {

/// A Trainyard home of its own with our programs, and a project folder beside it.
class TestHome
{
public:
    TestHome();
    /// Stops what still runs.
    ~TestHome();
    Q_DISABLE_COPY_MOVE(TestHome)

    AppPaths paths() const;
    QString projectFolder() const { return m_folder.filePath(QStringLiteral("project")); }
    QString path(const QString &relative) const { return m_folder.filePath(relative); }
    void write(const QString &relative, const QByteArray &text) const;
    QByteArray read(const QString &relative) const;

    /// A run folder and a request for a shell script: what the wizard's Review page would hand over. `$1` is nothing; output: `result`.
    SubmitRequest request(const QString &runId, const QByteArray &script) const;
    /// launch.json for a shell script, for tests of the agent alone. Answers the run's folder.
    QString makeLaunch(const QString &runId, const QByteArray &script, const QJsonObject &changes = {}) const;

private:
    QTemporaryDir m_folder;
};

/// Lets events run until @p future has its answer; a default value after 30 seconds.
template<typename T>
T await(const QFuture<T> &future)
{
    const QDeadlineTimer deadline(30'000);
    while (!future.isFinished() && !deadline.hasExpired()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QThread::msleep(2);
    }
    if (future.isFinished() && future.resultCount() > 0)
        return future.resultAt(0);
    return Error{Error::Kind::Timeout, QStringLiteral("no answer"), QString()};
}

} // namespace Trainyard
