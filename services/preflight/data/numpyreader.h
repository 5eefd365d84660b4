#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/**
 * `.npy` and `.npz`: header, length, and every number. Troubles: TruncatedFile, DamagedFile, ObjectArray, ArrayShape, ArrayType, MissingValue,
 * LabelOutOfRange (of a list of whole numbers that is named like labels).
 */
FileReport readNumpy(const QByteArray &path, const ReadContext &context);

} // namespace Trainyard
