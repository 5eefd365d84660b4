#include "services/dryrun/contextcollector.h"

#include "services/common/async.h"
#include "services/platforms/platformregistry.h"

#include <algorithm>
#include <memory>

namespace Trainyard {

namespace {

/// The catalogue's entries replace those of the same name.
template<typename T>
QList<T> merged(QList<T> base, const QList<T> &own)
{
    for (const T &entry : own) {
        const auto same = std::find_if(base.begin(), base.end(), [&entry](const T &other) { return other.name == entry.name; });
        if (same == base.end())
            base.append(entry);
        else
            *same = entry;
    }
    return base;
}

} // namespace

QFuture<PreflightContext> collectContext(const JobDocument &document, const QString &jobFolder, PlatformRegistry &registry)
{
    PreflightContext context;
    context.document = document;
    context.jobFolder = jobFolder;
    const CatalogueDocument catalogue = registry.catalogue();
    context.flavors = catalogue.flavors;
    context.images = catalogue.images;
    const ProfilesDocument profiles = registry.profiles();
    context.configuration = profiles.findings + catalogue.findings;
    for (const Profile &known : profiles.profiles)
        context.profileNames.append(known.name);
    const std::optional<Profile> profile = registry.profile(document.job.profileOrDefault());
    Platform *platform = profile ? registry.platform(profile->platform) : nullptr;
    if (profile)
        context.profile = *profile;
    if (!platform)
        return readyFuture(context);
    context.facts = registry.facts(*profile);

    auto promise = std::make_shared<QPromise<PreflightContext>>();
    promise->start();
    onFinished(platform->queryFlavors(*profile), platform, [promise, context, catalogue, platform](const Result<QList<Flavor>> &flavors) mutable {
        context.flavors = merged(flavors.value_or({}), catalogue.flavors);
        onFinished(platform->queryImages(context.profile), platform, [promise, context, catalogue](const Result<QList<Image>> &images) mutable {
            context.images = merged(images.value_or({}), catalogue.images);
            promise->addResult(context);
            promise->finish();
        });
    });
    return promise->future();
}

} // namespace Trainyard
