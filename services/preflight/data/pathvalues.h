#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/// Whether a value of a list names a file: a path with a suffix that data has, no sentence and no address.
bool namesFile(QByteArrayView value);

/**
 * Checks one value of a list in @p listFolder. Troubles, with @p subject: WindowsSeparator, LocalPath, MissingFile.
 * Looked for beside the list, in the folders above it up to the input's root, and in what image lists usually leave out (`images`, `JPEGImages`, ...).
 */
void checkPathValue(QByteArrayView value, const QByteArray &listFolder, const ReadContext &context, qint64 line, const QString &subject, FileReport &report);

/// At the end of a list of @p count paths: where none is there, they start at another folder than this one, which is no fault.
void judgeMissingFiles(const QString &subject, qint64 count, FileReport &report);

} // namespace Trainyard
