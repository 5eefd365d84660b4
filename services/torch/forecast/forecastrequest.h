#pragma once

#include "models/platform/flavor.h"
#include "models/result.h"

#include <QByteArray>

#include <optional>

namespace Trainyard {

/// One line that `trainyard-torch forecast` is asked on standard input (docs/architecture.md).
struct ForecastRequest
{
    qint64 id = 0;
    QString jobFile;                      ///< absolute; what paths and places are named after
    std::optional<QByteArray> jobText;    ///< the unsaved job of a form, instead of the file's content
    QString jobFolder;                    ///< absolute; the job's paths start here
    bool isQuick = false;                 ///< the card's memory alone: no search, no suggestions
    std::optional<qint64> capacityBytes;  ///< usable memory of one card; not set: the flavor's
    QString imageFramework;               ///< `pytorch 2.1.0`; empty: not known
    QString imageCuda;
    std::optional<Flavor> flavor;         ///< the job's own; not set: none, or without accelerator
    QList<Flavor> flavors;                ///< all of the profile

    /// Errors: Invalid, what is missing or of the wrong kind. The number is read whenever there is one: see idOf().
    static Result<ForecastRequest> fromJson(const QByteArray &line);
    /// The request's number, so that even a broken request is answered by name.
    static std::optional<qint64> idOf(const QByteArray &line);
};

} // namespace Trainyard
