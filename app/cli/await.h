#pragma once

#include "services/common/async.h"

#include <QEventLoop>

namespace Trainyard {

/// The future's answer, or @p otherwise when it was cancelled. For the command line alone: it runs the event loop meanwhile.
template<typename T>
T await(const QFuture<T> &future, T otherwise)
{
    QEventLoop loop;
    QFutureWatcher<T> watcher;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(future);
    if (!future.isFinished())
        loop.exec();
    return future.resultCount() > 0 ? future.result() : otherwise;
}

template<typename T>
Result<T> await(const QFuture<Result<T>> &future)
{
    return await<Result<T>>(future, Error{Error::Kind::Cancelled, QString(), QString()});
}

} // namespace Trainyard
