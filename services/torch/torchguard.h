#pragma once

#include "models/result.h"

#include <QStringList>

#include <c10/util/Exception.h>

#include <new>
#include <utility>

namespace Trainyard {

/// The one line of an exception's @p text that tells the reason.
inline QString reasonIn(const std::string &text)
{
    const QStringList lines = QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts);
    const bool isTraceback = text.find("Traceback of TorchScript") != std::string::npos; // its reason comes last
    return (isTraceback ? lines.last() : lines.value(0)).trimmed();
}

/**
 * Runs @p work, which returns a Result, and turns what LibTorch throws into an Error: exceptions end in the file that calls the library.
 *
 * @p message makes the sentence for people from the reason; an allocation that failed is Resource, everything else @p kind.
 */
template<typename Work, typename Message>
auto guarded(Work work, Message message, Error::Kind kind = Error::Kind::Invalid) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return Error{Error::Kind::Resource, message(QStringLiteral("out of memory")), QString()};
    } catch (const c10::Error &error) {
        const QString reason = reasonIn(error.what_without_backtrace());
        const bool isOutOfMemory = reason.contains(QLatin1String("allocate memory")) || reason.contains(QLatin1String("allocation limit"));
        return Error{isOutOfMemory ? Error::Kind::Resource : kind, message(reason), QString::fromUtf8(error.what())};
    } catch (const std::exception &error) {
        return Error{kind, message(reasonIn(error.what())), QString::fromUtf8(error.what())};
    }
}

} // namespace Trainyard
