#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/**
 * JSON lines, or one JSON array of records (`.json`), streamed: each line is read as strictly as Python's json module does.
 *
 * Troubles: ByteOrderMark, Encoding, BadLine, OneDocument, MixedTypes, MissingKey (keys that nine records of ten have), MissingValue (a number that
 * is none), EmptySample, ChatShape, LabelOutOfRange, MissingFile and the other troubles of paths.
 */
FileReport readJsonLines(const QByteArray &path, const ReadContext &context);

/// Any JSON file: whether it is JSON at all.
FileReport readJson(const QByteArray &path, const ReadContext &context);

} // namespace Trainyard
