#include "services/preflight/importrules.h"

#include "services/preflight/launchtrace.h"
#include "services/preflight/packagecatalogue.h"
#include "services/preflight/preflightpaths.h"
#include "services/preflight/pythonscript.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QVersionNumber>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ImportRules)
};

struct ImportPlace
{
    ScriptImport import;
    Place place;
};

Place placeIn(const PreflightContext &context, const ScriptFile &file, int line)
{
    return {shownPath(context, codeDirectory(context) + u'/' + file.path), line, QString()};
}

/// The first place of each module outside the standard library; a sure import wins over a deferred one. Optional ones are left out.
QList<ImportPlace> neededImports(const PreflightContext &context, const ScriptScan &scan)
{
    QList<ImportPlace> needed;
    for (const ScriptFile &file : scan.files) {
        for (const ScriptImport &import : file.imports) {
            if (import.isOptional || import.isStandard)
                continue;
            const auto known = std::find_if(needed.begin(), needed.end(), [&import](const ImportPlace &other) { return other.import.module == import.module; });
            const ImportPlace here{import, placeIn(context, file, import.line)};
            if (known == needed.end())
                needed.append(here);
            else if (known->import.isDeferred && !import.isDeferred)
                *known = here;
        }
    }
    return needed;
}

/// An import in a function fails only when that runs: a warning.
Finding missingPackage(const ImportPlace &needed, const QString &message, const QString &fix)
{
    return needed.import.isDeferred ? warningFinding("environment.missing-package", needed.place, message, fix)
                                    : errorFinding("environment.missing-package", needed.place, message, fix);
}

Requirements requirementsOf(const PreflightContext &context)
{
    QFile file(QDir(codeDirectory(context)).absoluteFilePath(context.job().environment.requirements));
    if (context.job().environment.requirements.isEmpty() || !QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return parseRequirements(file.read(1 << 20));
}

Findings missingInImage(const PreflightContext &context, const ScriptScan &scan, const Image &image, QList<NotChecked> &notChecked)
{
    const PackageCatalogue &catalogue = PackageCatalogue::bundled();
    const Requirements requirements = requirementsOf(context);
    QStringList installed;
    QStringList unknown;
    for (const Requirement &requirement : requirements.packages) {
        const QString right = catalogue.rightName(requirement.name); // the wrong name is a finding of its own
        installed.append(right.isEmpty() ? requirement.name : right);
        if (!catalogue.isKnown(installed.last()))
            unknown.append(installed.last());
    }
    QSet<QString> available = catalogue.withDependencies(installed);
    for (const Requirement &package : parseRequirements(image.packages.join(u'\n').toUtf8()).packages)
        available.insert(PackageCatalogue::normalized(package.name));
    Findings findings;
    for (const ImportPlace &needed : neededImports(context, scan)) {
        const QStringList providers = catalogue.providersOf(needed.import.module);
        const bool isThere = std::any_of(providers.begin(), providers.end(),
                                         [&available](const QString &provider) { return available.contains(PackageCatalogue::normalized(provider)); });
        if (isThere)
            continue;
        if (!unknown.isEmpty() || requirements.hasUnreadable) {
            notChecked.append({Text::tr("Whether the module %1 is installed").arg(needed.import.module),
                               unknown.isEmpty() ? Text::tr("The requirements name files or addresses that may bring it.")
                                                 : Text::tr("What %1 brings along is not known here.").arg(unknown.join(QStringLiteral(", ")))});
            continue;
        }
        findings.append(missingPackage(needed, Text::tr("The script imports %1, but neither the image %2 nor the requirements bring it.").arg(needed.import.module, image.name),
                                       Text::tr("Add %1 to the requirements file.").arg(providers.first())));
    }
    return findings;
}

/// Syntax and modules that the image's Python does not have.
Findings pythonVersionFindings(const PreflightContext &context, const ScriptScan &scan, const QString &version)
{
    struct ModuleLife
    {
        const char *module;
        const char *since;
        const char *until; ///< gone from this version on
    };
    // docs.python.org, "What's New" of each version.
    static constexpr ModuleLife lives[] = {{"tomllib", "3.11", ""}, {"zoneinfo", "3.9", ""}, {"graphlib", "3.9", ""}, {"distutils", "", "3.12"},
                                           {"imp", "", "3.12"},     {"asyncore", "", "3.12"}, {"asynchat", "", "3.12"}, {"smtpd", "", "3.12"}};
    const QVersionNumber image = QVersionNumber::fromString(version);
    Findings findings;
    for (const ScriptFile &file : scan.files) {
        if (file.newerLine && file.isSure) {
            findings.append(errorFinding("environment.python-version", placeIn(context, file, *file.newerLine),
                                         Text::tr("“%1” needs Python %2, but the image has %3.").arg(file.newerWhat, file.newerVersion, version),
                                         Text::tr("Choose an image with Python %1 or newer, or write it in the older form.").arg(file.newerVersion)));
        }
        for (const ScriptImport &import : file.imports) {
            const auto life = std::find_if(std::begin(lives), std::end(lives), [&import](const ModuleLife &entry) { return import.module == QLatin1String(entry.module); });
            if (life == std::end(lives) || import.isOptional || import.isDeferred)
                continue;
            const QString since = QLatin1String(life->since), until = QLatin1String(life->until);
            if (!since.isEmpty() && image < QVersionNumber::fromString(since)) {
                findings.append(errorFinding("environment.python-version", placeIn(context, file, import.line),
                                             Text::tr("The module %1 is there from Python %2 on, but the image has %3.").arg(import.module, since, version),
                                             Text::tr("Choose an image with Python %1 or newer.").arg(since)));
            } else if (!until.isEmpty() && image >= QVersionNumber::fromString(until)) {
                findings.append(errorFinding("environment.python-version", placeIn(context, file, import.line),
                                             Text::tr("The module %1 is gone from Python %2 on, and the image has %3.").arg(import.module, until, version),
                                             Text::tr("Choose an image with a Python below %1, or replace the module.").arg(until)));
            }
        }
    }
    return findings;
}

bool hasScript(const PreflightContext &context, const QString &entry)
{
    return !entry.isEmpty() && !codeDirectory(context).isEmpty() && QFileInfo(codeDirectory(context) + u'/' + entry).isFile();
}

void addIncomplete(const ScriptScan &scan, CheckReport &report)
{
    if (!scan.isComplete)
        report.notChecked.append({Text::tr("The imports of the remaining modules"), Text::tr("The script has more than %n modules of its own.", nullptr, int(scan.files.size()))});
}

} // namespace

QString profileInterpreter(const Profile &profile)
{
    return profile.interpreter.isEmpty() ? QStringLiteral("/usr/bin/python3") : profile.interpreter;
}

Findings interpreterRules(const PreflightContext &context)
{
    if (context.profile.platform != u"local" || !context.job().code.bootFile.endsWith(QLatin1String(".py")))
        return {};
    const QString interpreter = profileInterpreter(context.profile);
    if (!QStandardPaths::findExecutable(interpreter).isEmpty())
        return {};
    return {errorFinding("environment.interpreter", context.document.place(QStringLiteral("code.boot_file")),
                         Text::tr("The Python of the profile %1, %2, is not on this machine or cannot be executed.").arg(context.profile.name, interpreter),
                         Text::tr("Set “interpreter” of the profile %1 in profiles.yaml to a Python 3 of this machine, such as /usr/bin/python3.").arg(context.profile.name))};
}

Findings requirementRules(const PreflightContext &context)
{
    if (codeDirectory(context).isEmpty())
        return {};
    const PackageCatalogue &catalogue = PackageCatalogue::bundled();
    const QString path = shownPath(context, QDir(codeDirectory(context)).absoluteFilePath(context.job().environment.requirements));
    Findings findings;
    for (const Requirement &requirement : requirementsOf(context).packages) {
        const QString right = catalogue.rightName(requirement.name);
        if (!right.isEmpty()) {
            findings.append(errorFinding("environment.wrong-package-name", {path, requirement.line, QString()},
                                         Text::tr("“%1” is the name of the import; the package is called %2.").arg(requirement.name, right),
                                         Text::tr("Write %1 instead of %2.").arg(right, requirement.name)));
        }
    }
    return findings;
}

Findings systemLibraryRules(const PreflightContext &context, const ScriptScan *scan)
{
    const std::optional<Image> image = context.image();
    if (!image || !image->systemPackages)
        return {};
    const PackageCatalogue &catalogue = PackageCatalogue::bundled();
    QList<std::pair<QString, Place>> packages; // what is used, and where that is said
    const QString requirementsPath = shownPath(context, QDir(codeDirectory(context)).absoluteFilePath(context.job().environment.requirements));
    QSet<QString> required;
    for (const Requirement &requirement : requirementsOf(context).packages) {
        packages.append({requirement.name, {requirementsPath, requirement.line, QString()}});
        required.insert(PackageCatalogue::normalized(requirement.name));
    }
    QSet<QString> installed;
    for (const Requirement &package : parseRequirements(image->packages.join(u'\n').toUtf8()).packages)
        installed.insert(PackageCatalogue::normalized(package.name));
    for (const ImportPlace &needed : scan ? neededImports(context, *scan) : QList<ImportPlace>()) {
        const QStringList providers = catalogue.providersOf(needed.import.module);
        const bool isRequired = std::any_of(providers.begin(), providers.end(), [&required](const QString &provider) { return required.contains(PackageCatalogue::normalized(provider)); });
        const auto provider = std::find_if(providers.begin(), providers.end(), [&installed](const QString &name) { return installed.contains(PackageCatalogue::normalized(name)); });
        if (!isRequired && provider != providers.end())
            packages.append({*provider, needed.place});
    }
    Findings findings;
    for (const auto &[name, place] : std::as_const(packages)) {
        QStringList missing;
        for (const QStringList &names : catalogue.systemLibrariesOf(name)) {
            if (std::none_of(names.begin(), names.end(), [&image](const QString &library) { return image->systemPackages->contains(library); }))
                missing.append(names.first());
        }
        if (missing.isEmpty())
            continue;
        const QString listed = missing.join(QStringLiteral(", "));
        const QString normal = PackageCatalogue::normalized(name);
        findings.append(warningFinding("environment.system-library", place, Text::tr("%1 needs %2, which the image %3 does not have: its import would fail.").arg(name, listed, image->name),
                                       normal.startsWith(QLatin1String("opencv-")) ? Text::tr("Use %1: it needs no graphics libraries.").arg(normal + QLatin1String("-headless"))
                                                                                   : Text::tr("Choose an image that has %1, or install it before the script starts.").arg(listed)));
    }
    return findings;
}

std::optional<Result<ScriptScan>> scanJobScript(const PreflightContext &context, const QString &entry)
{
    if (!hasScript(context, entry))
        return std::nullopt;
    const std::optional<Image> image = context.image();
    return scanScript(profileInterpreter(context.profile), codeDirectory(context), entry, image ? image->python : QString());
}

CheckReport imageImportRules(const PreflightContext &context, const Result<ScriptScan> &scan)
{
    CheckReport report;
    const std::optional<Image> image = context.image();
    if (!image)
        return report;
    if (!scan) {
        report.notChecked.append({Text::tr("The script's imports"), scan.error().message});
        return report;
    }
    addIncomplete(*scan, report);
    for (const ScriptFile &file : scan->files) {
        if (file.errorLine) // the image's Python may read what this one cannot
            report.notChecked.append({Text::tr("The imports of %1").arg(file.path), Text::tr("Python %1 here cannot read its line %2: %3.").arg(scan->python).arg(*file.errorLine).arg(file.errorMessage)});
    }
    if (!image->packages.isEmpty())
        report.findings += missingInImage(context, *scan, *image, report.notChecked);
    if (!image->python.isEmpty())
        report.findings += pythonVersionFindings(context, *scan, image->python);
    return report;
}

CheckReport checkImports(const PreflightContext &context)
{
    CheckReport report;
    const LaunchTrace launch = traceLaunch(context.job(), codeDirectory(context));
    const QString &entry = launch.entry;
    if (!hasScript(context, entry) || launch.preparesEnvironment)
        return report;
    const QString interpreter = profileInterpreter(context.profile);
    const Result<ScriptScan> scan = scanScript(interpreter, codeDirectory(context), entry);
    if (!scan) {
        report.notChecked.append({Text::tr("The script's imports"), scan.error().message});
        return report;
    }
    addIncomplete(*scan, report);
    for (const ScriptFile &file : scan->files) {
        if (file.errorLine && file.isSure) {
            report.findings.append(errorFinding("code.syntax-error", placeIn(context, file, *file.errorLine),
                                                Text::tr("Python %1 cannot read line %2 of %3: %4.").arg(scan->python).arg(*file.errorLine).arg(file.path, file.errorMessage),
                                                Text::tr("Correct the line, or choose an interpreter that knows its syntax.")));
        }
    }
    const QList<ImportPlace> needed = neededImports(context, *scan);
    QStringList modules;
    for (const ImportPlace &entry : needed)
        modules.append(entry.import.module);
    const Result<QStringList> missing = missingModules(interpreter, modules);
    if (!missing) {
        report.notChecked.append({Text::tr("Whether the imported modules are installed"), missing.error().message});
        return report;
    }
    for (const ImportPlace &entry : needed) {
        if (missing->contains(entry.import.module)) {
            const QString provider = PackageCatalogue::bundled().providersOf(entry.import.module).first();
            report.findings.append(missingPackage(entry, Text::tr("The script imports %1, but %2 does not have it.").arg(entry.import.module, interpreter),
                                                  Text::tr("Install the package %1 for this interpreter, or choose another interpreter in Settings.").arg(provider)));
        }
    }
    return report;
}

} // namespace Trainyard
