#include "services/preflight/preflight.h"

#include <algorithm>

namespace Trainyard {

namespace {

template<typename T>
std::optional<T> named(const QList<T> &entries, const QString &name)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&name](const T &entry) { return entry.name == name; });
    return found == entries.end() ? std::nullopt : std::optional<T>(*found);
}

} // namespace

std::optional<Flavor> PreflightContext::flavor() const
{
    return named(flavors, job().compute.flavor);
}

std::optional<Image> PreflightContext::image() const
{
    return named(images, job().environment.image);
}

CheckReport runStaticChecks(const PreflightContext &context)
{
    CheckReport report;
    report.findings = context.document.findings;
    return report;
}

} // namespace Trainyard
