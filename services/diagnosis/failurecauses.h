#pragma once

#include <QString>

#include <optional>

namespace Trainyard {

/// What a failure code of the log means, in sentences for people (translated).
struct FailureCause
{
    QString cause;
    QString fix;
    QString jobKey; ///< the key of job.yaml that the fix touches; empty: none
};

/// Not set for a code the table does not know. Every code of the log contract has an entry.
std::optional<FailureCause> failureCause(const QString &code);

/// Every code of the table, sorted.
QStringList failureCodes();

} // namespace Trainyard
