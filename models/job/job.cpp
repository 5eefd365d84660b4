#include "models/job/job.h"

#include <algorithm>

namespace Trainyard {

const Parameter *Job::parameter(QStringView parameterName) const
{
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter &entry) { return entry.name == parameterName; });
    return found == parameters.end() ? nullptr : &*found;
}

const JobOutput *Job::output(QStringView outputName) const
{
    const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const JobOutput &entry) { return entry.name == outputName; });
    return found == outputs.end() ? nullptr : &*found;
}

} // namespace Trainyard
