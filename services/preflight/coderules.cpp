#include "services/preflight/coderules.h"

#include "services/preflight/preflightpaths.h"
#include "services/preflight/secretrules.h"
#include "services/preflight/shellscripts.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CodeRules)
};

QStringList paths(const FileTree &tree)
{
    QStringList names;
    for (const TreeFile &file : tree.files)
        names.append(file.path);
    return names;
}

/// The file that was meant: other letter case, other folder, a misspelling.
QString nearestFile(const QString &wanted, const QStringList &files)
{
    for (const QString &file : files) {
        if (file.compare(wanted, Qt::CaseInsensitive) == 0)
            return file;
    }
    const QString name = wanted.section(u'/', -1);
    for (const QString &file : files) {
        if (file.section(u'/', -1).compare(name, Qt::CaseInsensitive) == 0)
            return file;
    }
    constexpr qsizetype mostCompared = 2000;
    return nearestWord(wanted, files.mid(0, mostCompared));
}

Finding missingDirectory(const PreflightContext &context, const QString &problem)
{
    const QDir parent(QFileInfo(codeDirectory(context)).path());
    const QString name = QFileInfo(codeDirectory(context)).fileName();
    QStringList others = parent.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    others.removeOne(name);
    const QString nearest = nearestWord(name, others);
    return errorFinding("code.missing-directory", context.document.place(QStringLiteral("code.directory")), problem,
                        nearest.isEmpty() ? Text::tr("Set code.directory to the folder that holds the script; paths start at the folder of job.yaml.")
                                          : Text::tr("Did you mean “%1”? Paths start at the folder of job.yaml.").arg(shownPath(context, parent.filePath(nearest))));
}

void checkEntry(const PreflightContext &context, const QString &directory, const FileTree &tree, CheckReport &report)
{
    const QString &entry = context.job().code.bootFile;
    if (entry.isEmpty())
        return;
    const Place place = context.document.place(QStringLiteral("code.boot_file"));
    const QStringList &suffixes = context.facts.bootFileSuffixes;
    const bool isStartable = std::any_of(suffixes.begin(), suffixes.end(), [&entry](const QString &suffix) { return entry.endsWith(suffix); });
    if (!isStartable) {
        report.findings.append(errorFinding("job.invalid-value", place,
                                            Text::tr("code.boot_file is “%1”, but this platform starts files ending in %2.").arg(entry, suffixes.join(QStringLiteral(", "))),
                                            Text::tr("Name a file of that kind, or start it with code.command.")));
    }
    const QString path = QDir::cleanPath(QDir(directory).absoluteFilePath(entry));
    if (!path.startsWith(directory + u'/')) {
        report.findings.append(errorFinding("code.missing-entry", place, Text::tr("The boot file %1 lies outside the code directory %2: it would not be sent along.")
                                                                             .arg(entry, context.job().code.directory),
                                            Text::tr("Move it into %1, or set code.directory to a folder that holds it.").arg(context.job().code.directory)));
    } else if (!QFileInfo(path).isFile()) {
        const QString nearest = nearestFile(entry, paths(tree));
        report.findings.append(errorFinding("code.missing-entry", place, Text::tr("The boot file %1 is not in the code directory %2.").arg(entry, context.job().code.directory),
                                            nearest.isEmpty() ? Text::tr("Set code.boot_file to the script, relative to %1.").arg(context.job().code.directory)
                                                              : Text::tr("Did you mean “%1”? Upper and lower case count.").arg(nearest)));
    }
}

void checkRequirements(const PreflightContext &context, const QString &directory, CheckReport &report)
{
    const QString &requirements = context.job().environment.requirements;
    if (requirements.isEmpty() || QFileInfo(QDir(directory).absoluteFilePath(requirements)).isFile())
        return;
    const QFileInfo besideJob(QDir(context.jobFolder).absoluteFilePath(requirements));
    report.findings.append(errorFinding("environment.requirements-missing", context.document.place(QStringLiteral("environment.requirements")),
                                        Text::tr("%1 is not in the code directory %2, so nothing would be installed.").arg(requirements, context.job().code.directory),
                                        besideJob.isFile() ? Text::tr("Move %1 from beside job.yaml into %2.").arg(requirements, context.job().code.directory)
                                                           : Text::tr("Put %1 into %2, or remove environment.requirements.").arg(requirements, context.job().code.directory)));
}

void checkLineEnds(const PreflightContext &context, const QString &directory, CheckReport &report)
{
    for (const QString &script : startedShellScripts(context.job(), directory)) {
        const QString problem = shellScriptProblem(directory + u'/' + script);
        if (!problem.isEmpty()) {
            report.findings.append(errorFinding("code.crlf-script", {shownPath(context, directory + u'/' + script), 1, QString()}, problem,
                                                Text::tr("Save %1 with Unix line ends (LF) and without byte-order mark.").arg(script)));
        }
    }
}

/// The folders right below the code directory (and files in it) that weigh most, heaviest first.
QStringList heaviestParts(const FileTree &tree)
{
    QHash<QString, qint64> weights;
    for (const TreeFile &file : tree.files)
        weights[file.path.section(u'/', 0, 0)] += file.bytes;
    QStringList parts = weights.keys();
    std::sort(parts.begin(), parts.end(), [&weights](const QString &a, const QString &b) { return weights[a] > weights[b]; });
    QStringList shown;
    for (const QString &part : parts.mid(0, 3))
        shown.append(Text::tr("%1 (%2)").arg(part, displaySize(weights[part])));
    return shown;
}

void checkSize(const PreflightContext &context, const QString &directory, const FileTree &tree, CheckReport &report)
{
    if (!context.facts.codeLimits)
        return;
    const CodeLimits &limits = *context.facts.codeLimits;
    const Place place{shownPath(context, directory), context.document.place(QStringLiteral("code.directory")).line, QStringLiteral("code.directory")};
    const QString heaviest = heaviestParts(tree).join(QStringLiteral(", "));
    const QString fix = Text::tr("Move data, weights and old results out of %1. Heaviest: %2.").arg(context.job().code.directory, heaviest);
    if (limits.maximumBytes && tree.bytes > *limits.maximumBytes) {
        report.findings.append(errorFinding("code.too-large", place, Text::tr("The code directory holds %1, the platform takes at most %2. Heaviest: %3.")
                                                                         .arg(displaySize(tree.bytes), displaySize(*limits.maximumBytes), heaviest), fix));
    } else if (limits.advisedBytes && tree.bytes > *limits.advisedBytes) {
        report.findings.append(warningFinding("code.too-large", place, Text::tr("The code directory holds %1; %2 are advised. Heaviest: %3.")
                                                                           .arg(displaySize(tree.bytes), displaySize(*limits.advisedBytes), heaviest), fix));
    }
    if (limits.files && tree.files.size() > *limits.files) {
        report.findings.append(errorFinding("code.too-large", place, Text::tr("The code directory holds %1 files, the platform takes at most %2.")
                                                                         .arg(tree.files.size()).arg(*limits.files),
                                            Text::tr("Move data and old results out of %1.").arg(context.job().code.directory)));
    }
}

} // namespace

CheckReport codeRules(const PreflightContext &context)
{
    CheckReport report;
    const Job::Code &code = context.job().code;
    if (code.directory.isEmpty())
        return report;
    const QString directory = codeDirectory(context);
    if (directory.isEmpty()) {
        report.notChecked.append({Text::tr("The code in %1").arg(code.directory), Text::tr("It lies on the platform, not on this machine.")});
        return report;
    }
    if (!QFileInfo(directory).isDir()) {
        report.findings.append(missingDirectory(context, QFileInfo::exists(directory) ? Text::tr("The code directory %1 is a file.").arg(code.directory)
                                                                                      : Text::tr("The code directory %1 does not exist.").arg(code.directory)));
        return report;
    }
    const FileTree tree = listFiles(directory);
    if (tree.files.isEmpty()) {
        report.findings.append(missingDirectory(context, Text::tr("The code directory %1 is empty.").arg(code.directory)));
        return report;
    }
    if (!tree.isComplete)
        report.notChecked.append({Text::tr("The rest of the code directory"), Text::tr("It holds more than %L1 files.").arg(tree.files.size())});
    checkEntry(context, directory, tree, report);
    checkRequirements(context, directory, report);
    checkLineEnds(context, directory, report);
    checkSize(context, directory, tree, report);
    report.findings += secretFindings(context, directory, tree);
    return report;
}

} // namespace Trainyard
