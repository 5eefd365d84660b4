#pragma once

#include "models/result.h"

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace Trainyard {

/// What `trainyard-torch dry-run` is asked on standard input (docs/architecture.md).
struct DryRunRequest
{
    QString jobFile;
    QString jobFolder;
    QString scratch;                 ///< everything is written below
    int steps = 20;
    double maxSeconds = 60;
    QHash<QString, QString> inputs;  ///< name -> absolute path; what does not lie on this machine is missing
    QHash<QString, QString> outputs; ///< name -> absolute path below scratch
    std::optional<qint64> ramBytes;  ///< of the flavor, when it computes on its CPUs

    /// Errors: Invalid, what is missing or of the wrong kind.
    static Result<DryRunRequest> fromJson(const QByteArray &text);
};

} // namespace Trainyard
