#include "models/platform/profile.h"

#include "models/common/schemareader.h"
#include "models/common/schemawriter.h"
#include "models/common/yamltree.h"
#include "models/platform/platformfile.h"

#include <algorithm>

namespace Trainyard {

namespace {

using Type = SchemaKey::Type;

CodeLimits &codeLimits(Profile &profile)
{
    return profile.codeLimits ? *profile.codeLimits : profile.codeLimits.emplace();
}

SchemaKey choice(const char *path, const QStringList &choices)
{
    return {QLatin1String(path), Type::Choice, choices};
}

SchemaKey required(SchemaKey key)
{
    key.isRequired = true;
    return key;
}

const Schema &profileSchema()
{
    static const SchemaKey files = [] {
        SchemaKey key{QStringLiteral("code_limits.files"), Type::Integer};
        key.minimum = 1;
        return key;
    }();
    static const Schema schema{
        {
            schemaField<Profile>(required({QStringLiteral("name"), Type::Text}), [](Profile &profile) { return &profile.name; }),
            schemaField<Profile>(required(choice("platform", {QStringLiteral("local"), QStringLiteral("modelarts"), QStringLiteral("slurm")})),
                                 [](Profile &profile) { return &profile.platform; }),
            schemaField<Profile>(choice("network", {QStringLiteral("open"), QStringLiteral("closed")}), [](Profile &profile) { return &profile.network; }),
            schemaField<Profile>({QStringLiteral("injected_arguments"), Type::TextList}, [](Profile &profile) { return &profile.injectedArguments; }),
            schemaField<Profile>({QStringLiteral("provided_variables"), Type::TextList}, [](Profile &profile) { return &profile.providedVariables; }),
            schemaField<Profile>({QStringLiteral("code_limits"), Type::Mapping}, [](Profile &profile) { return sectionAccess(profile.codeLimits); }),
            schemaField<Profile>({QStringLiteral("code_limits.advised"), Type::Size}, [](Profile &profile) { return &codeLimits(profile).advisedBytes; }),
            schemaField<Profile>({QStringLiteral("code_limits.maximum"), Type::Size}, [](Profile &profile) { return &codeLimits(profile).maximumBytes; }),
            schemaField<Profile>(files, [](Profile &profile) { return &codeLimits(profile).files; }),
            schemaField<Profile>(choice("working_directory", {QStringLiteral("code"), QStringLiteral("other")}),
                                 [](Profile &profile) { return &profile.workingDirectory; }),
            schemaField<Profile>({QStringLiteral("scratch"), Type::TextList}, [](Profile &profile) { return &profile.scratch; }),
            schemaField<Profile>({QStringLiteral("interpreter"), Type::Text}, [](Profile &profile) { return &profile.interpreter; }),
        },
        [](void *profile) { return &static_cast<Profile *>(profile)->settings; }};
    return schema;
}

struct ProfileList
{
    QList<Profile> profiles;
};

const Schema &fileSchema()
{
    static const Schema schema{{schemaField<ProfileList>({QStringLiteral("profiles"), Type::MappingList},
                                                         [](ProfileList &list) { return listAccess(list.profiles); }, &profileSchema())}};
    return schema;
}

} // namespace

QString Profile::setting(QStringView key) const
{
    const auto found = std::find_if(settings.begin(), settings.end(), [key](const auto &entry) { return entry.first == key; });
    return found == settings.end() ? QString() : found->second;
}

ProfilesDocument readProfiles(const QByteArray &text, const QString &fileName)
{
    ProfileList list;
    ProfilesDocument document;
    document.findings = readPlatformFile(text, fileName, fileSchema(), &list);
    document.profiles = list.profiles;
    removeUnnamed(document.profiles, QStringLiteral("profiles"), fileName, document.findings);
    const bool hasLocal = std::any_of(document.profiles.begin(), document.profiles.end(), [](const Profile &profile) { return profile.name == u"local"; });
    if (!hasLocal) {
        Profile local;
        local.name = local.platform = QStringLiteral("local");
        document.profiles.prepend(local);
    }
    return document;
}

QByteArray writeProfiles(const QList<Profile> &profiles)
{
    ProfileList list{profiles};
    return writePlatformFile(fileSchema(), &list);
}

} // namespace Trainyard
