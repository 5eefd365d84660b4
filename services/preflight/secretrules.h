#pragma once

#include "services/preflight/preflightpaths.h"

namespace Trainyard {

/// Keys and passwords in the code that would be sent along. Code: code.secret, one per file; never says the value, not even in part.
Findings secretFindings(const PreflightContext &context, const QString &directory, const FileTree &tree);

/// The lines (from 1) of @p text that hold a secret: a value with the look of one under a name that says so, a private key, a login in an address.
QList<int> secretLines(const QByteArray &text);

} // namespace Trainyard
