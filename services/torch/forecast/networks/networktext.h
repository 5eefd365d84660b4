#pragma once

#include <QCoreApplication>

namespace Trainyard {

/// The translation context of what is said about model descriptions and architectures.
struct NetworkText
{
    Q_DECLARE_TR_FUNCTIONS(Trainyard::NetworkText)
};

} // namespace Trainyard
