#pragma once

#include <QString>

class QDir;

namespace Trainyard {

struct DataCheck;
struct JobDocument;

/**
 * The layout that image-folder trainers want: `train`, `val` (also `valid`, `validation`) and `test` with one folder per class, or, without
 * splits, the class folders in the root. Appends what is wrong, and the class names, to @p check. @p key is that of the input's source.
 */
void checkImageFolder(const JobDocument &document, const QString &key, const QString &path, const QDir &jobFolder, DataCheck &check);

} // namespace Trainyard
