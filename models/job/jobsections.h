#pragma once

#include "models/job/job.h"

#include <QByteArray>

namespace Trainyard {

/// The text of each top-level key of job.yaml, in the order of the contract; keys without a value are left out.
QList<std::pair<QString, QByteArray>> jobSections(const Job &job);
/// Does an empty line stand above this key?
bool startsParagraph(const QString &sectionKey);

} // namespace Trainyard
