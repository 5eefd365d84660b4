#include "services/preflight/jobparameters.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

std::optional<qint64> GivenParameter::number() const
{
    bool isWhole = false;
    const qint64 whole = value.toLongLong(&isWhole);
    return isWhole ? std::optional(whole) : std::nullopt;
}

bool GivenParameter::isOn() const
{
    const QString word = value.toLower();
    return word.isEmpty() || word == "true"_L1 || word == "1"_L1 || word == "yes"_L1 || word == "on"_L1;
}

std::optional<GivenParameter> givenParameter(const PreflightContext &context, const QStringList &names)
{
    const Job &job = context.job();
    for (const QString &name : names) {
        const auto found = std::find_if(job.parameters.begin(), job.parameters.end(),
                                        [&name](const Parameter &parameter) { return QString(parameter.name).replace(u'-', u'_') == name; });
        if (found != job.parameters.end())
            return GivenParameter{found->name, resolvedValues(job, *found).value(0), context.document.place(u"parameters."_s + found->name)};
    }
    return std::nullopt;
}

} // namespace Trainyard
