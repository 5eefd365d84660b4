#pragma once

#include "models/preflight/finding.h"

#include <QString>

#include <optional>

namespace Trainyard {

/// What the description of a YOLO dataset (`data.yaml`) says, and what is wrong with it.
struct YoloDescription
{
    std::optional<qint64> classes;
    Findings findings; ///< data.class-names, data.missing-file, data.bad-line
};

/// The first YAML file of @p folder that names classes; nothing to say where there is none. Places are relative to @p jobFolder.
YoloDescription readYoloDescription(const QString &folder, const QString &jobFolder);

} // namespace Trainyard
