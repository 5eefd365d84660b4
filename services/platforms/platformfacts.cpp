#include "services/platforms/platformfacts.h"

#include "models/common/enumtext.h"
#include "services/common/files.h"

#include <QCoreApplication>

#include <yaml-cpp/yaml.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

using Style = PlatformFacts::ArgumentStyle;
using Survives = PlatformFacts::Survives;
constexpr EnumText styleTexts{std::array{std::pair{Style::Blank, "blank"}, std::pair{Style::EqualSign, "equal-sign"}}};
constexpr EnumText survivesTexts{std::array{std::pair{Survives::Everything, "everything"}, std::pair{Survives::OutputsOnly, "outputs-only"},
                                            std::pair{Survives::EverythingButScratch, "everything-but-scratch"}}};

QString toText(const YAML::Node &node)
{
    return node && node.IsScalar() ? QString::fromStdString(node.Scalar()) : QString();
}

QStringList toTexts(const YAML::Node &node)
{
    QStringList texts;
    for (const YAML::Node &entry : node)
        texts.append(toText(entry));
    return texts;
}

Error faultAt(const char *key)
{
    return {Error::Kind::Invalid,
            QCoreApplication::translate("PlatformFacts", "A built-in platform file has no usable %1. Install Trainyard again.").arg(QLatin1String(key)),
            QString()};
}

} // namespace

Result<PlatformFacts> readPlatformFacts(const QByteArray &yaml)
try {
    const YAML::Node root = YAML::Load(yaml.toStdString());
    PlatformFacts facts;
    const auto style = styleTexts.fromText(toText(root["argument_style"]));
    if (!style)
        return faultAt("argument_style");
    facts.argumentStyle = *style;
    const auto survives = survivesTexts.fromText(toText(root["survives"]));
    if (!survives)
        return faultAt("survives");
    facts.survives = *survives;
    facts.scratch = toTexts(root["scratch"]);
    facts.ownFolders = toTexts(root["own_folders"]);
    facts.injectedArguments = toTexts(root["injected_arguments"]);
    facts.providedVariables = toTexts(root["provided_variables"]);
    facts.bootFileSuffixes = toTexts(root["boot_file_suffixes"]);
    facts.network = toText(root["network"]);
    facts.startsInCodeDirectory = toText(root["working_directory"]) != "other"_L1;
    if (const YAML::Node limits = root["code_limits"]) {
        facts.codeLimits = CodeLimits{parseSize(toText(limits["advised"])), parseSize(toText(limits["maximum"])), std::nullopt};
        if (limits["files"])
            facts.codeLimits->files = limits["files"].as<int>();
    }
    return facts;
} catch (const YAML::Exception &fault) {
    return Error{Error::Kind::Invalid, faultAt("YAML").message, QString::fromLocal8Bit(fault.what())};
}

PlatformFacts builtInFacts(const QString &platformId)
{
    const Result<QByteArray> text = readFile(u":/platforms/"_s + platformId + u".yaml"_s);
    if (!text)
        return {};
    return readPlatformFacts(*text).value_or(PlatformFacts()); // a test reads each of them
}

PlatformFacts withProfile(PlatformFacts facts, const Profile &profile)
{
    if (!profile.network.isEmpty())
        facts.network = profile.network;
    facts.injectedArguments += profile.injectedArguments;
    facts.providedVariables += profile.providedVariables;
    if (profile.codeLimits)
        facts.codeLimits = profile.codeLimits;
    if (!profile.workingDirectory.isEmpty())
        facts.startsInCodeDirectory = profile.workingDirectory != "other"_L1;
    if (profile.scratch)
        facts.scratch = *profile.scratch;
    return facts;
}

} // namespace Trainyard
