#include "services/preflight/pathrules.h"

#include "services/preflight/pathuses.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(PathRules)
};

using Kind = ScriptValue::Kind;
using Origin = ScriptValue::Origin;
using Survives = PlatformFacts::Survives;

bool isBelow(const QString &path, const QString &folder)
{
    const QString clean = QDir::cleanPath(path), base = QDir::cleanPath(folder);
    return base == "."_L1 ? !clean.startsWith(u'/') : clean == base || clean.startsWith(base + u'/');
}

bool isBelowAny(const QString &path, const QStringList &folders)
{
    return std::any_of(folders.begin(), folders.end(), [&path](const QString &folder) { return isBelow(path, folder); });
}

bool isWindowsPath(const QString &path)
{
    static const QRegularExpression drive(u"^(?:[A-Za-z]:[\\\\/]|\\\\\\\\[A-Za-z0-9])"_s);
    return drive.match(path).hasMatch();
}

/// A folder of a person's own computer.
bool looksLocal(const QString &path)
{
    static const QRegularExpression home(u"^(?:/home/[^/]+/|/Users/[^/]+/|/mnt/[a-z]/|/media/[^/]+/|/run/media/|/Volumes/|~[A-Za-z0-9_]*/[^.])"_s);
    return isWindowsPath(path) || home.match(path).hasMatch();
}

/// What several files are saved into: the first folders of an absolute path, the first of a relative one.
QString savedFolder(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    return clean.startsWith(u'/') ? clean.section(u'/', 0, 2) : clean.contains(u'/') ? clean.section(u'/', 0, 0) : u"."_s;
}

class PathCheck
{
public:
    PathCheck(const PreflightContext &context, const ScriptAnalysis &script)
        : m_context(context)
        , m_script(script)
        , m_directory(codeDirectory(context))
    {
        if (script.reading)
            m_uses = pathUses(script.reading->calls);
    }

    CheckReport check()
    {
        checkJobPaths();
        checkLocalPaths();
        checkSaves();
        checkReads();
        checkConfigurations();
        return m_report;
    }

private:
    Place placeOf(const QString &file, int line) const { return {shownPath(m_context, m_directory + u'/' + file), line, QString()}; }

    /// Is a path that looks like one of this computer none where the job runs?
    bool isLost(const QString &path) const
    {
        if (!looksLocal(path) || isBelowAny(path, m_context.facts.ownFolders))
            return false;
        if (m_context.facts.survives == Survives::OutputsOnly || isWindowsPath(path))
            return true;
        const QString here = path.startsWith("~/"_L1) ? QDir::homePath() + path.mid(1) : path;
        return !QFileInfo::exists(QDir::cleanPath(here)) && !QFileInfo::exists(QFileInfo(here).path()); // runs here, or shares this computer's folders
    }

    void checkJobPaths()
    {
        for (const Parameter &parameter : m_context.job().parameters) {
            for (const QString &value : resolvedValues(m_context.job(), parameter)) {
                if (isLost(value))
                    addLocal(m_context.document.place(u"parameters."_s + parameter.name), {}, value);
            }
        }
        for (const auto &[name, value] : m_context.job().environmentVariables) {
            if (isLost(value))
                addLocal(m_context.document.place(u"environment_variables."_s + name), {}, value);
        }
    }

    void addLocal(const Place &place, const QList<Place> &places, const QString &path)
    {
        const QString message = isWindowsPath(path) ? Text::tr("%1 is a path of Windows; the job runs on Linux.").arg(path) : Text::tr("%1 is a folder of this computer, and is not there where the job runs.").arg(path);
        const Finding finding = errorFinding("paths.local", place, message, Text::tr("Take the path from an argument, and give the data to the job as an input."));
        m_report.findings.append(places.size() > 1 ? atPlaces(finding, places) : finding);
    }

    static bool isHarmless(const PathUse &use)
    {
        static const QRegularExpression talk(u"print|log|warn|info|debug|error|help|exit|format|write$|add_argument|sys\\.path|append|insert"_s);
        return use.kind == PathUse::Kind::Other && use.call->callee.contains(talk);
    }

    void checkLocalPaths()
    {
        QStringList tested; // `if os.path.exists("/home/me")`: the script knows that it may not be there
        for (const PathUse &use : std::as_const(m_uses)) {
            if (use.kind == PathUse::Kind::Test && use.call->name() != "makedirs"_L1 && use.call->name() != "mkdir"_L1)
                tested.append(use.path.text);
        }
        QHash<QString, QList<Place>> places;
        QStringList order;
        for (const PathUse &use : std::as_const(m_uses)) {
            const ScriptValue &path = use.path;
            if (!path.isLiteralPath() || use.call->isUnreached || isHarmless(use) || !isLost(path.text))
                continue;
            const bool isTested = std::any_of(tested.begin(), tested.end(), [&path](const QString &text) { return !text.isEmpty() && (path.text.startsWith(text) || text.startsWith(path.text)); });
            const Place place = path.line > 0 ? placeOf(path.file, path.line) : placeOf(use.call->file, use.call->line);
            if (isTested || places[path.text].contains(place))
                continue;
            if (places[path.text].isEmpty())
                order.append(path.text);
            places[path.text].append(place);
        }
        for (const QString &path : std::as_const(order))
            addLocal(places[path].first(), places[path], path);
    }

    /// A saved path that will be gone: what the code itself says, and no output is below it.
    bool isOutside(const ScriptValue &path) const
    {
        if (!path.is(Kind::Text) || path.origin == Origin::Output || path.origin == Origin::Input || path.origin == Origin::Environment || path.text.isEmpty())
            return false;
        if (path.origin == Origin::Parameter && path.originName.isEmpty())
            return false;
        if (isRemotePath(path.text) || path.text.startsWith("/dev/"_L1))
            return false;
        for (const JobOutput &output : m_context.job().outputs) {
            if (isBelow(path.text, output.destination))
                return false;
        }
        if (m_context.facts.survives == Survives::EverythingButScratch)
            return path.origin != Origin::OwnFile && isBelowAny(path.text, m_context.facts.scratch);
        return true;
    }

    /// Does a later copy bring it to an output (or to where nobody knows)?
    bool isCopied(const QString &path) const
    {
        const auto isRelated = [&path](const ScriptValue &source) {
            return !source.is(Kind::Text) || isBelow(path, source.text) || isBelow(source.text, path) || isBelow(QFileInfo(path).path(), QFileInfo(source.text).path());
        };
        for (const PathUse &use : m_uses) {
            if (use.kind == PathUse::Kind::Copy && isRelated(use.path) && !isOutside(use.target))
                return true;
            static const QRegularExpression other(u"upload|sync|archive|system$|subprocess|Popen|run$|put_file|put_object|copy_to|fput"_s);
            if (use.kind != PathUse::Kind::Other || !use.call->callee.contains(other))
                continue;
            QString text = use.path.text;
            for (const ScriptValue &item : use.path.items)
                text += u' ' + item.text;
            if (text.contains(QDir::cleanPath(path).section(u'/', -1)) || text.contains(QDir::cleanPath(path).section(u'/', 0, 0) + u'/') || (use.path.is(Kind::Unknown)))
                return true;
        }
        return std::any_of(m_script.launch.copied.begin(), m_script.launch.copied.end(), [&path](const QString &command) {
            const QString first = QDir::cleanPath(path).section(u'/', 0, path.startsWith(u'/') ? 2 : 0);
            return command.contains(first) || command.contains(u'$');
        });
    }

    bool isReadAgain(const QString &path) const
    {
        return std::any_of(m_uses.begin(), m_uses.end(), [&path](const PathUse &use) {
            const bool isReader = use.kind == PathUse::Kind::Read || (use.kind == PathUse::Kind::Other && use.call->name().contains("load"_L1));
            return isReader && use.path.is(Kind::Text) && use.path.origin != Origin::Input && QDir::cleanPath(use.path.text) == QDir::cleanPath(path);
        });
    }

    void checkSaves()
    {
        if (m_context.facts.survives == Survives::Everything)
            return;
        bool isModelSafe = false, isAnythingSafe = false;
        for (const PathUse &use : std::as_const(m_uses)) {
            const bool isModel = use.kind == PathUse::Kind::SaveModel;
            const bool namesNothing = use.call->arguments.isEmpty() && use.call->keywords.isEmpty() && use.path.is(Kind::Unknown); // trainer.save_model()
            if (use.call->isUnreached || (!isModel && use.kind != PathUse::Kind::SaveOther) || namesNothing || isOutside(use.path))
                continue;
            isModelSafe = isModelSafe || isModel;
            isAnythingSafe = true;
        }
        QHash<QString, QList<Place>> places;
        QList<const PathUse *> firsts;
        for (const PathUse &use : std::as_const(m_uses)) {
            const bool isModel = use.kind == PathUse::Kind::SaveModel;
            if (use.call->isUnreached || (!isModel && use.kind != PathUse::Kind::SaveOther) || !isOutside(use.path) || isCopied(use.path.text))
                continue;
            const bool isScratch = isBelowAny(use.path.text, m_context.facts.scratch);
            if (isReadAgain(use.path.text) && isAnythingSafe)
                continue;
            if (!isModel && (isAnythingSafe || isScratch)) // a cache, a log beside the result
                continue;
            const QString folder = savedFolder(use.path.text);
            const Place place = placeOf(use.call->file, use.call->line);
            if (places[folder].isEmpty())
                firsts.append(&use);
            if (!places[folder].contains(place))
                places[folder].append(place);
        }
        for (const PathUse *use : std::as_const(firsts)) {
            const QString &path = use->path.text;
            const QString folder = savedFolder(path);
            QStringList outputs;
            for (const JobOutput &output : m_context.job().outputs)
                outputs.append(output.name);
            const QString message = Text::tr("%1 saves to %2, which is in none of the job's outputs: it would be lost when the job ends.").arg(use->call->name(), path);
            const QString fix = Text::tr("Save below the path that the output %1 gives to the script, or copy it there at the end.").arg(outputs.join(u", "_s));
            const Finding finding = isModelSafe ? warningFinding("paths.outside-output", places[folder].first(), message, fix)
                                                : errorFinding("paths.outside-output", places[folder].first(), message, fix);
            m_report.findings.append(places[folder].size() > 1 ? atPlaces(finding, places[folder]) : finding);
        }
    }

    /// Where else below the code directory a relative path would be found.
    QString elsewhere(const QString &path) const
    {
        const ScriptScan *files = m_script.files();
        QStringList folders;
        for (const ScriptFile &file : files->files)
            folders.append(file.path.contains(u'/') ? file.path.section(u'/', 0, -2) : QString());
        folders.append(QString());
        for (const QString &folder : std::as_const(folders)) {
            const QString file = QDir::cleanPath(m_directory + u'/' + folder + u'/' + path);
            if (file.startsWith(m_directory + u'/') && QFileInfo(file).isFile())
                return QDir(m_directory).relativeFilePath(file);
        }
        return {};
    }

    bool isWritten(const QString &path) const
    {
        return std::any_of(m_uses.begin(), m_uses.end(), [&path](const PathUse &use) {
            static const QRegularExpression maker(u"download|extract|write|save|dump|unpack|prepare|create|system$|subprocess|mkdir|makedirs"_s);
            const bool writes = use.kind == PathUse::Kind::SaveModel || use.kind == PathUse::Kind::SaveOther || (use.kind != PathUse::Kind::Read && use.call->callee.contains(maker));
            return writes && use.path.is(Kind::Text) && (isBelow(path, use.path.text) || isBelow(use.path.text, path));
        });
    }

    void checkReads()
    {
        QSet<QString> told;
        for (const PathUse &use : std::as_const(m_uses)) {
            const ScriptValue &path = use.path;
            if (use.kind != PathUse::Kind::Read || !path.isLiteralPath() || path.isPartial || use.call->isUnreached || use.call->isGuarded || told.contains(path.text))
                continue;
            const Place place = path.line > 0 ? placeOf(path.file, path.line) : placeOf(use.call->file, use.call->line);
            static const QRegularExpression windows(u"^[\\w. -]+(?:\\\\[\\w. -]+)+$"_s);
            if (windows.match(path.text).hasMatch()) {
                told.insert(path.text);
                m_report.findings.append(errorFinding("paths.windows-separator", place, Text::tr("%1 is written with backslashes, which are no folders on Linux.").arg(path.text),
                                                      Text::tr("Write / instead, or use pathlib.")));
                continue;
            }
            if (path.text.startsWith(u'/') || path.text.startsWith(u'~') || isRemotePath(path.text) || isWindowsPath(path.text))
                continue;
            const QString other = elsewhere(path.text);
            const bool startsHere = m_context.facts.startsInCodeDirectory && m_script.launch.startFolder;
            if (other.isEmpty() || isWritten(path.text) || (startsHere && !fileInCode(m_context, m_script, path).isEmpty()))
                continue;
            told.insert(path.text);
            if (startsHere && m_context.facts.startsInCodeDirectory) {
                m_report.findings.append(errorFinding("paths.relative", place, Text::tr("%1 is looked for in the start folder of the job, but it lies in %2.").arg(path.text, other),
                                                      Text::tr("Anchor it at the script: Path(__file__).parent / \"%1\".").arg(QFileInfo(other).fileName())));
            } else {
                m_report.findings.append(warningFinding("paths.relative", place, Text::tr("%1 is relative, and the job may start in another folder than the code's.").arg(path.text),
                                                        Text::tr("Anchor it at the script: Path(__file__).parent / \"%1\".").arg(QFileInfo(other).fileName())));
            }
        }
    }

    /// YAML and JSON of the code directory that the script reads.
    void checkConfigurations()
    {
        if (!m_script.reading)
            return;
        const bool usesPyYaml = std::any_of(m_script.reading->calls.begin(), m_script.reading->calls.end(),
                                            [](const ScriptCall &call) { return call.callee.startsWith("yaml."_L1) && call.callee.contains("load"_L1); });
        QSet<QString> seen;
        for (const PathUse &use : std::as_const(m_uses)) {
            const QString file = use.call->isUnreached || use.kind == PathUse::Kind::SaveOther || use.kind == PathUse::Kind::Test ? QString() : fileInCode(m_context, m_script, use.path);
            const bool isYaml = file.endsWith(".yaml"_L1) || file.endsWith(".yml"_L1);
            if (file.isEmpty() || seen.contains(file) || !(isYaml || file.endsWith(".json"_L1) || file.endsWith(".toml"_L1)))
                continue;
            seen.insert(file);
            checkConfiguration(file, isYaml && usesPyYaml);
        }
    }

    void checkConfiguration(const QString &path, bool isPyYaml)
    {
        QFile file(path);
        if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
            return;
        const QStringList lines = QString::fromUtf8(file.read(1 << 20)).split(u'\n');
        static const QRegularExpression value(u"[:=]\\s*[\"']?([^\"'#]+?)[\"']?\\s*,?\\s*(?:#.*)?$"_s);
        static const QRegularExpression number(u":\\s+([+-]?[0-9]+[eE][+-]?[0-9]+|[+-]?[0-9]+\\.[0-9]*[eE][0-9]+)\\s*(?:#.*)?$"_s);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QString line = lines[i].trimmed();
            if (line.startsWith(u'#'))
                continue;
            const Place place{shownPath(m_context, path), int(i) + 1, QString()};
            const QString text = value.match(line).captured(1);
            if (isLost(text))
                addLocal(place, {}, text);
            const QRegularExpressionMatch match = number.match(lines[i]);
            if (isPyYaml && match.hasMatch()) {
                m_report.findings.append(warningFinding("config.number-as-text", place, Text::tr("PyYAML reads %1 as text, not as a number: it wants a dot and a sign in it.").arg(match.captured(1)),
                                                        Text::tr("Write it as 1.0e-4, or convert it with float() in the script.")));
            }
        }
    }

    const PreflightContext &m_context;
    const ScriptAnalysis &m_script;
    QString m_directory;
    QList<PathUse> m_uses;
    CheckReport m_report;
};

} // namespace

CheckReport pathRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    return PathCheck(context, script).check();
}

} // namespace Trainyard
