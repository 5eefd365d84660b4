#include "services/preflight/datasetregistry.h"

#include "services/preflight/jobparameters.h"
#include "services/preflight/modelfiles.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(DatasetRegistry)
};

/// The folder of the registry: an input or a parameter called dataset_dir, else `data` in the code directory.
QString registryFolder(const PreflightContext &context)
{
    for (const JobInput &input : context.job().inputs) {
        if (input.name == "dataset_dir"_L1)
            return isRemotePath(input.source) ? QString() : QDir(context.jobFolder).absoluteFilePath(input.source);
    }
    const std::optional<GivenParameter> given = givenParameter(context, {u"dataset_dir"_s});
    return QDir(codeDirectory(context)).absoluteFilePath(given ? given->value : u"data"_s);
}

} // namespace

Findings datasetRegistryRules(const PreflightContext &context)
{
    const std::optional<GivenParameter> given = givenParameter(context, {u"dataset"_s});
    const QString folder = given && !codeDirectory(context).isEmpty() ? registryFolder(context) : QString();
    const std::optional<JsonFile> registry = folder.isEmpty() ? std::nullopt : readJsonFile(context, folder + u"/dataset_info.json"_s);
    if (!registry)
        return {};
    Findings findings;
    for (const QString &part : given->value.split(u',', Qt::SkipEmptyParts)) {
        const QString name = part.trimmed();
        if (!registry->object.contains(name)) {
            const QString nearest = nearestWord(name, registry->object.keys());
            findings.append(errorFinding("data.unknown-dataset", given->place, Text::tr("%1 knows no dataset “%2”.").arg(registry->shown, name),
                                         nearest.isEmpty() ? Text::tr("Add “%1” to %2.").arg(name, registry->shown) : Text::tr("Did you mean “%1”? Otherwise add “%2” to %3.").arg(nearest, name, registry->shown)));
            continue;
        }
        const QString file = registry->object.value(name).toObject().value("file_name"_L1).toString();
        if (!file.isEmpty() && !QFileInfo::exists(folder + u'/' + file)) {
            findings.append(errorFinding("data.unknown-dataset", registry->place(name), Text::tr("The dataset “%1” is in the file %2, which is not in %3.").arg(name, file, shownPath(context, folder)),
                                         Text::tr("Copy the file there, or correct file_name of “%1”.").arg(name)));
        }
    }
    return findings;
}

} // namespace Trainyard
