#include "services/preflight/preflight.h"

#include "services/preflight/argumentrules.h"
#include "services/preflight/coderules.h"
#include "services/preflight/datasetregistry.h"
#include "services/preflight/deepspeedrules.h"
#include "services/preflight/importrules.h"
#include "services/preflight/jobfieldrules.h"
#include "services/preflight/loaderrules.h"
#include "services/preflight/modelrules.h"
#include "services/preflight/namerules.h"
#include "services/preflight/pathrules.h"
#include "services/preflight/runtimerules.h"
#include "services/preflight/schedulerules.h"
#include "services/preflight/scriptanalysis.h"

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
    report.findings = context.document.findings + context.configuration;
    if (!context.document.isReadable)
        return report;
    const auto add = [&report](const CheckReport &part) {
        report.findings += part.findings;
        report.notChecked += part.notChecked;
    };
    add(nameRules(context));
    add(codeRules(context));
    add(inputRules(context));
    const ScriptAnalysis script = analyseScript(context);
    if (script.scan && !script.launch.preparesEnvironment)
        add(imageImportRules(context, *script.scan));
    if (const ScriptScan *files = script.files())
        report.findings += loaderRules(context, *files);
    add(argumentRules(context, script));
    add(pathRules(context, script));
    add(runtimeRules(context, script));
    add(modelRules(context, script));
    add({systemLibraryRules(context, script.files()) + deepSpeedRules(context, script) + scheduleRules(context, script) + datasetRegistryRules(context), {}});
    add({interpreterRules(context) + requirementRules(context) + checkpointRules(context) + limitRules(context) + cardRules(context) + batchRules(context) + launchRules(context), {}});
    return report;
}

} // namespace Trainyard
