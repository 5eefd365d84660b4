#pragma once

#include <QString>

namespace Trainyard {

struct AppContext;

/// Versions, system, paths (home as ~), profiles, runs and the last errors, as text for a bug report. In English: it is read by developers.
QString diagnosticReport(const AppContext &context, const QStringList &messages);

/// @p text with everything that looks like a secret replaced: `key=...`, `token: ...`, user info in URLs; the home folder as ~.
QString redacted(const QString &text);

} // namespace Trainyard
