#pragma once

#include <QCoreApplication>

namespace Trainyard {

/// The sentences of the dry-run: `DryRunText::tr("...")`.
class DryRunText
{
    Q_DECLARE_TR_FUNCTIONS(DryRun)
};

} // namespace Trainyard
