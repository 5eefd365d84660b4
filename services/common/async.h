#pragma once

#include "models/result.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>

#include <utility>

namespace Trainyard {

/**
 * Calls @p handler once in @p receiver's thread with the future's result; never when @p receiver died or the future was cancelled
 * without a result. Returns the watcher (a child of the receiver), for progress.
 *
 * QFuture::then(context, ...) is left alone: in Qt 6.4.2 a dead receiver aborts a debug build.
 */
template<typename T, typename Handler>
QFutureWatcher<T> *onFinished(const QFuture<T> &future, QObject *receiver, Handler handler)
{
    auto *watcher = new QFutureWatcher<T>(receiver);
    QObject::connect(watcher, &QFutureWatcherBase::finished, receiver, [watcher, handler = std::move(handler)]() mutable {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            handler(watcher->future().resultAt(0));
    });
    watcher->setFuture(future);
    return watcher;
}

/// A future that has its answer already.
template<typename T>
QFuture<T> readyFuture(T value)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(value));
    promise.finish();
    return promise.future();
}

} // namespace Trainyard
