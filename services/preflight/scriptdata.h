#pragma once

#include "services/preflight/data/datafile.h"
#include "services/preflight/data/scripthints.h"
#include "services/preflight/pythonscript.h"
#include "services/preflight/preflight.h"

namespace Trainyard {

/// What the script does with its data, as far as its syntax trees tell. @p scan null: there is none.
ScriptHints scriptHints(const PreflightContext &context, const ScriptScan *scan);

/// What the job says of the data of @p input.
ReadOptions readOptions(const PreflightContext &context, const JobInput &input, const ScriptHints &hints);

} // namespace Trainyard
