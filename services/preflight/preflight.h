#pragma once

#include "models/job/jobdocument.h"
#include "models/platform/profile.h"
#include "models/preflight/finding.h"
#include "services/platforms/platform.h"

namespace Trainyard {

/// Everything a rule may look at. Rules are free functions: context in, findings out; they never change anything on disk.
struct PreflightContext
{
    JobDocument document;
    QString jobFolder; ///< absolute
    Profile profile;
    QStringList profileNames; ///< those there are, for "did you mean"
    PlatformFacts facts;
    QList<Flavor> flavors; ///< the platform's and the catalogue's
    QList<Image> images;
    Findings configuration; ///< of profiles.yaml and catalogue.yaml

    const Job &job() const { return document.job; }
    std::optional<Flavor> flavor() const;
    std::optional<Image> image() const;
};

/// The static checks of `trainyard check`: seconds, no LibTorch, no data contents.
CheckReport runStaticChecks(const PreflightContext &context);

} // namespace Trainyard
