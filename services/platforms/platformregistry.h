#pragma once

#include "models/platform/profile.h"
#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

#include <map>
#include <memory>

namespace Trainyard {

/// The platforms there are, by id; the profiles and the catalogue that the person configured.
class PlatformRegistry
{
public:
    explicit PlatformRegistry(AppPaths paths);
    ~PlatformRegistry();

    QStringList platformIds() const;
    /// nullptr for an unknown id.
    Platform *platform(const QString &id) const;

    /// profiles.yaml and catalogue.yaml are read again at each call: they are small, and another window may have changed them. A file that is
    /// there and cannot be read is a finding too.
    ProfilesDocument profiles() const;
    CatalogueDocument catalogue() const;
    /// `local` always exists.
    std::optional<Profile> profile(const QString &name) const;
    /// Errors: Io; Conflict, and nothing is overwritten, where the file has faults: what cannot be read would be lost.
    Result<> saveProfiles(const QList<Profile> &profiles) const;

    /// The platform's facts with the profile's overrides.
    PlatformFacts facts(const Profile &profile) const;

private:
    AppPaths m_paths;
    std::map<QString, std::unique_ptr<Platform>> m_platforms;
};

} // namespace Trainyard
