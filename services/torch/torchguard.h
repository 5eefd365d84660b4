#pragma once

#include "models/result.h"

#include <c10/util/Exception.h>

#include <new>
#include <utility>

namespace Trainyard {

/**
 * Runs @p work, which returns a Result, and turns what LibTorch throws into an Error: exceptions end in the file that calls the library.
 *
 * @p message makes the sentence for people from the reason; an allocation that failed is Resource, everything else @p kind.
 */
template<typename Work, typename Message>
auto guarded(Work work, Message message, Error::Kind kind = Error::Kind::Invalid) -> decltype(work())
{
    const auto firstLine = [](const std::string &text) { return QString::fromStdString(text.substr(0, text.find('\n'))).trimmed(); };
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return Error{Error::Kind::Resource, message(QStringLiteral("out of memory")), QString()};
    } catch (const c10::Error &error) {
        const QString reason = firstLine(error.what_without_backtrace());
        const bool isOutOfMemory = reason.contains(QLatin1String("allocate memory")) || reason.contains(QLatin1String("allocation limit"));
        return Error{isOutOfMemory ? Error::Kind::Resource : kind, message(reason), QString::fromUtf8(error.what())};
    } catch (const std::exception &error) {
        return Error{kind, message(firstLine(error.what())), QString::fromUtf8(error.what())};
    }
}

} // namespace Trainyard
