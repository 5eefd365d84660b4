#pragma once

#include <QString>

namespace Trainyard {

/// ~/Trainyard: where the sample and the drafts for people's own scripts are made.
QString projectsFolder();

struct SampleFolder
{
    QString directory;
    bool exists = false; ///< the sample is there already: its job.yaml is opened as it is
    QString jobFile() const { return directory + QStringLiteral("/job.yaml"); }
    bool operator==(const SampleFolder &) const = default;
};

/// The sample's folder below @p projects: the one that is there, or a free name (fashion-mnist, fashion-mnist-2, ...). A folder that holds
/// anything else is left alone.
SampleFolder findSampleFolder(const QString &projects);

} // namespace Trainyard
