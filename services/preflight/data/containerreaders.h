#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/// Parquet: the marks at both ends and the footer's length. Troubles: TruncatedFile, DamagedFile, WrongContent, Empty.
FileReport readParquet(const QByteArray &path, const ReadContext &context);
/// TFRecord: the length of every record and both of its masked CRC-32C checksums.
FileReport readTfRecord(const QByteArray &path, const ReadContext &context);
/// safetensors: the header, and that the tensors lie in the file, next to each other, as large as their shapes say.
FileReport readSafetensors(const QByteArray &path, const ReadContext &context);

} // namespace Trainyard
