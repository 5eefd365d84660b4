#include "services/platforms/platformregistry.h"

#include "services/common/files.h"
#include "services/platforms/factsonlyplatform.h"
#include "services/platforms/local/localplatform.h"
#include "services/platforms/platformfacts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(PlatformRegistry)
};

/// A file that is not there is no fault: there is nothing of one's own yet.
Findings unreadable(const QString &file, const Error &error)
{
    if (error.kind == Error::Kind::NotFound)
        return {};
    return {errorFinding("job.unreadable", {file, std::nullopt, QString()}, error.message, Text::tr("Check the rights of the file."))};
}

} // namespace

PlatformRegistry::PlatformRegistry(AppPaths paths) : m_paths(std::move(paths))
{
    const auto add = [this](std::unique_ptr<Platform> platform) { m_platforms.emplace(platform->id(), std::move(platform)); };
    add(std::make_unique<LocalPlatform>(m_paths));
    add(std::make_unique<FactsOnlyPlatform>(u"modelarts"_s, u"ModelArts"_s));
    add(std::make_unique<FactsOnlyPlatform>(u"slurm"_s, u"Slurm"_s));
}

PlatformRegistry::~PlatformRegistry() = default;

QStringList PlatformRegistry::platformIds() const
{
    QStringList ids;
    for (const auto &[id, platform] : m_platforms)
        ids.append(id);
    return ids;
}

Platform *PlatformRegistry::platform(const QString &id) const
{
    const auto found = m_platforms.find(id);
    return found == m_platforms.end() ? nullptr : found->second.get();
}

ProfilesDocument PlatformRegistry::profiles() const
{
    const Result<QByteArray> text = readFile(m_paths.profilesFile());
    ProfilesDocument document;
    if (text)
        document = readProfiles(*text, m_paths.profilesFile());
    else
        document.findings = unreadable(m_paths.profilesFile(), text.error());
    const auto isLocal = [](const Profile &profile) { return profile.name == "local"_L1; };
    if (std::none_of(document.profiles.begin(), document.profiles.end(), isLocal)) {
        Profile local;
        local.name = u"local"_s;
        local.platform = u"local"_s;
        document.profiles.prepend(local);
    }
    return document;
}

CatalogueDocument PlatformRegistry::catalogue() const
{
    const Result<QByteArray> text = readFile(m_paths.catalogueFile());
    return text ? readCatalogue(*text, m_paths.catalogueFile()) : CatalogueDocument{{}, {}, unreadable(m_paths.catalogueFile(), text.error())};
}

std::optional<Profile> PlatformRegistry::profile(const QString &name) const
{
    const QList<Profile> known = profiles().profiles;
    const auto found = std::find_if(known.begin(), known.end(), [&](const Profile &profile) { return profile.name == name; });
    return found == known.end() ? std::nullopt : std::optional(*found);
}

Result<> PlatformRegistry::saveProfiles(const QList<Profile> &profiles) const
{
    for (const Finding &finding : this->profiles().findings) {
        if (finding.severity == Severity::Error) {
            return Error{Error::Kind::Conflict, Text::tr("%1 has faults, so nothing was saved in it: %2 Correct the file first.").arg(m_paths.profilesFile(), finding.message),
                         finding.code};
        }
    }
    return writeFileAtomically(m_paths.profilesFile(), writeProfiles(profiles));
}

PlatformFacts PlatformRegistry::facts(const Profile &profile) const
{
    const Platform *owner = platform(profile.platform);
    return withProfile(owner ? owner->facts() : PlatformFacts(), profile);
}

} // namespace Trainyard
