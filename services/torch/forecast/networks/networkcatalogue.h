#pragma once

#include <QStringList>

namespace Trainyard {

/// The names that `model.architecture` may have for a forecast.
QStringList forecastArchitectures();
/// The `model_type`s of a config.json that are forecast.
QStringList forecastModelTypes();

} // namespace Trainyard
