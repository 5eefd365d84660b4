#pragma once

#include "services/preflight/scriptreading.h"

namespace Trainyard {

/// What the script does with a path.
struct PathUse
{
    enum class Kind { SaveModel, SaveOther, Read, Copy, Test, Other };
    Kind kind = Kind::Other;
    ScriptValue path;
    ScriptValue target; ///< of a copy
    const ScriptCall *call = nullptr;
};

/// Every path of the script's calls, in their order.
QList<PathUse> pathUses(const QList<ScriptCall> &calls);

} // namespace Trainyard
