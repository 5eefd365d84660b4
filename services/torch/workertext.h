#pragma once

#include <QCoreApplication>

namespace Trainyard {

/// The translation context of everything that the dry-run's worker says.
struct WorkerText
{
    Q_DECLARE_TR_FUNCTIONS(Trainyard::WorkerText)
};

} // namespace Trainyard
