#pragma once

#include <QString>
#include <QStringList>

namespace Trainyard {

/// Every code that a finding can have. docs/findings.md has the same in a table.
QStringList findingCodes();

/// "Explain this": what the code means, why it matters and what usually helps, in two to four translated sentences. Empty for an unknown code.
QString explanation(const QString &code);

} // namespace Trainyard
