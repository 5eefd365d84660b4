#include "services/preflight/launchtrace.h"

#include "services/preflight/shellcommands.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 longestScript = 1 << 20;

/// A program that is started: what, and the words behind it.
struct Start
{
    QString script;    ///< a .py or .sh file as written, or a module's name
    bool isModule = false;
    QString launcher;
    QList<ShellWord> arguments;
};

QString baseName(const QString &word)
{
    return word.section(u'/', -1);
}

bool isPython(const ShellWord &word)
{
    static const QRegularExpression pattern(u"^(?:python|pypy)[0-9.]*$"_s);
    static const QRegularExpression variable(u"^\\$\\{?(?:PYTHON|PY|PYTHON_BIN|PYTHON_EXE)"_s, QRegularExpression::CaseInsensitiveOption);
    return pattern.match(baseName(word.text)).hasMatch() || (!word.isLiteral && variable.match(word.text).hasMatch());
}

/// The words behind a launcher: its own options, then the script or module.
std::optional<Start> launched(const QList<ShellWord> &words, qsizetype at, const QString &launcher)
{
    for (qsizetype i = at; i < words.size(); ++i) {
        const QString &word = words[i].text;
        if ((word == "-m"_L1 || word == "--module"_L1) && i + 1 < words.size())
            return Start{words[i + 1].text, true, launcher, words.mid(i + 2)};
        if (!word.startsWith(u'-') && word.endsWith(".py"_L1))
            return Start{word, false, launcher, words.mid(i + 1)};
    }
    return std::nullopt;
}

std::optional<Start> pythonStart(const QList<ShellWord> &words, qsizetype at)
{
    static const QStringList launchers{u"torch.distributed.launch"_s, u"torch.distributed.run"_s, u"accelerate.commands.launch"_s, u"deepspeed.launcher.runner"_s};
    for (qsizetype i = at; i < words.size(); ++i) {
        const QString &word = words[i].text;
        if (word == "-c"_L1)
            return std::nullopt;
        if (word == "-m"_L1) {
            if (i + 1 >= words.size())
                return std::nullopt;
            const QString module = words[i + 1].text;
            if (launchers.contains(module))
                return launched(words, i + 2, u"torchrun"_s);
            static const QStringList tools{u"pip"_s, u"venv"_s, u"compileall"_s, u"zipfile"_s, u"ensurepip"_s};
            return tools.contains(module) ? std::nullopt : std::optional(Start{module, true, {}, words.mid(i + 2)});
        }
        if (word == "-W"_L1 || word == "-X"_L1)
            ++i;
        else if (!word.startsWith(u'-'))
            return word.endsWith(".py"_L1) ? std::optional(Start{word, false, {}, words.mid(i + 1)}) : std::nullopt;
    }
    return std::nullopt;
}

/// What a simple command starts, behind `exec`, `nohup`, `env A=b`, `srun -n 1` and the like.
std::optional<Start> startOf(const QList<ShellWord> &words)
{
    static const QStringList wrappers{u"exec"_s, u"nohup"_s, u"time"_s, u"env"_s, u"sudo"_s, u"srun"_s, u"nice"_s, u"stdbuf"_s, u"timeout"_s, u"numactl"_s, u"then"_s, u"do"_s,
                                      u"else"_s, u"if"_s, u"while"_s, u"!"_s, u"{"_s, u"command"_s, u"mpirun"_s, u"xvfb-run"_s, u"eval"_s, u"ionice"_s, u"unbuffer"_s};
    static const QRegularExpression assignment(u"^[A-Za-z_][A-Za-z0-9_]*\\+?="_s);
    bool isWrapped = false;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &word = words[i].text;
        const QString base = baseName(word);
        if (isPython(words[i]))
            return pythonStart(words, i + 1);
        if (base == "torchrun"_L1 || base == "deepspeed"_L1)
            return launched(words, i + 1, base);
        if (base == "accelerate"_L1 && i + 1 < words.size() && words[i + 1].text == "launch"_L1)
            return launched(words, i + 2, base);
        if (base == "bash"_L1 || base == "sh"_L1 || word == "source"_L1 || word == "."_L1) {
            for (qsizetype j = i + 1; j < words.size(); ++j) {
                if (words[j].text == "-c"_L1)
                    return std::nullopt;
                if (!words[j].text.startsWith(u'-'))
                    return Start{words[j].text, false, {}, words.mid(j + 1)};
            }
            return std::nullopt;
        }
        if (word.endsWith(".sh"_L1) || (word.endsWith(".py"_L1) && word.contains(u'/')))
            return isWrapped || i == 0 || assignment.match(words[i - 1].text).hasMatch() ? std::optional(Start{word, false, {}, words.mid(i + 1)}) : std::nullopt;
        isWrapped = isWrapped || wrappers.contains(base);
        if (!isWrapped && !assignment.match(word).hasMatch())
            return std::nullopt;
    }
    return std::nullopt;
}

class Tracer
{
public:
    Tracer(const Job &job, const QString &codeDirectory)
        : m_job(job)
        , m_root(codeDirectory)
    {
    }

    LaunchTrace trace()
    {
        m_trace.startFolder = QString();
        if (m_job.code.bootFile.endsWith(".py"_L1)) {
            m_trace.entry = QDir::cleanPath(m_job.code.bootFile);
        } else if (m_job.code.bootFile.endsWith(".sh"_L1)) {
            followScript(QDir::cleanPath(m_job.code.bootFile), 0);
        } else if (!m_job.code.command.isEmpty()) {
            followCommand();
        }
        return m_trace;
    }

private:
    struct Found
    {
        Start start;
        int line = 0;
        bool isLast = false; ///< the job's command: what is appended behind it goes here
        bool isExecuted = false; ///< by exec: it takes the place of the shell
    };

    bool exists(const QString &path) const { return QFileInfo(m_root + u'/' + path).isFile(); }

    /// The file that is meant, relative to the code directory; empty: it is not there, or its name is not known.
    QString resolved(const Start &start, const QString &scriptFolder) const
    {
        QString name = start.script;
        static const QRegularExpression ownFolder(u"^(?:\\$\\{?[A-Za-z_]*\\}?|\\$\\(.*(?:dirname|BASH_SOURCE|pwd).*\\)|\\$PWD)/"_s);
        const bool isBesideScript = name.contains(ownFolder);
        name.remove(ownFolder);
        if (name.contains(u'$') || name.startsWith(u'/'))
            return {};
        const QString folder = isBesideScript ? scriptFolder : m_trace.startFolder.value_or(scriptFolder);
        QStringList folders{folder, QString(), scriptFolder};
        if (start.isModule) {
            name.replace(u'.', u'/');
            for (const QString &base : folders) {
                const QString path = base.isEmpty() ? name : base + u'/' + name;
                for (const QString &candidate : QStringList{path + ".py"_L1, path + "/__main__.py"_L1}) {
                    if (exists(candidate))
                        return candidate;
                }
            }
            return {};
        }
        for (const QString &base : folders) {
            const QString path = QDir::cleanPath(base.isEmpty() ? name : base + u'/' + name);
            if (!path.startsWith(".."_L1) && exists(path))
                return path;
        }
        return {};
    }

    void noteVariables(const ShellCommand &command)
    {
        static const QRegularExpression assignment(u"^([A-Za-z_][A-Za-z0-9_]*)\\+?=(.*)$"_s, QRegularExpression::DotMatchesEverythingOption);
        static const QRegularExpression loopName(u"^[A-Za-z_][A-Za-z0-9_]*$"_s);
        for (const ShellWord &word : command.words) {
            const QRegularExpressionMatch match = assignment.match(word.text);
            if (match.hasMatch()) {
                m_trace.variables.append(match.captured(1));
                m_texts[match.captured(1)] += match.captured(2);
                if (carriesArguments(word.text))
                    m_carriers.insert(match.captured(1));
            }
        }
        const QString &first = command.words.first().text;
        if (first == "source"_L1 || first == "."_L1 || first == "conda"_L1 || first == "module"_L1)
            m_trace.mayBeAnyVariable = m_trace.preparesEnvironment = true;
        const bool installs = std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) { return word.text == "install"_L1; });
        m_trace.preparesEnvironment = m_trace.preparesEnvironment || installs;
        if (first == "export"_L1) {
            for (const ShellWord &word : command.words.mid(1)) {
                if (loopName.match(word.text).hasMatch())
                    m_trace.variables.append(word.text);
            }
        }
    }

    bool carriesArguments(const QString &text) const
    {
        static const QRegularExpression all(u"\\$(?:[@*]|\\{[@*])"_s);
        if (text.contains(all))
            return true;
        for (const QString &name : m_carriers) {
            const QRegularExpression variable(u"\\$(?:%1\\b|\\{%1[\\[}:@])"_s.arg(name));
            if (text.contains(variable))
                return true;
        }
        return false;
    }

    void changeFolder(const ShellCommand &command, const QString &scriptFolder)
    {
        if (command.words.first().text != "cd"_L1 && command.words.first().text != "pushd"_L1)
            return;
        const QString target = command.words.size() > 1 ? command.words[1].text : QString();
        static const QRegularExpression own(u"dirname|BASH_SOURCE|\\$0"_s);
        static const QRegularExpression variable(u"^\\$\\{?([A-Za-z_][A-Za-z0-9_]*)\\}?$"_s);
        const QString text = variable.match(target).hasMatch() ? m_texts.value(variable.match(target).captured(1)) : target;
        if (text.contains(own))
            m_trace.startFolder = text.contains(".."_L1) ? QDir::cleanPath(scriptFolder + "/.."_L1) : scriptFolder;
        else if (!text.contains(u'$') && !text.isEmpty() && !text.startsWith(u'/') && m_trace.startFolder)
            m_trace.startFolder = QDir::cleanPath(m_trace.startFolder->isEmpty() ? text : *m_trace.startFolder + u'/' + text);
        else
            m_trace.startFolder.reset();
        if (m_trace.startFolder == "."_L1)
            m_trace.startFolder = QString();
    }

    QList<Found> startsIn(const QList<ShellCommand> &commands, const QString &scriptFolder)
    {
        QList<Found> found;
        for (const ShellCommand &command : commands) {
            noteVariables(command);
            changeFolder(command, scriptFolder);
            const QString first = baseName(command.words.first().text);
            QStringList texts;
            for (const ShellWord &word : command.words)
                texts.append(word.text);
            static const QStringList copiers{u"cp"_s, u"mv"_s, u"rsync"_s, u"ln"_s, u"tar"_s, u"zip"_s, u"obsutil"_s, u"aws"_s, u"gsutil"_s, u"scp"_s};
            if (copiers.contains(first))
                m_trace.copied.append(texts.join(u' '));
            const bool isExecuted = command.words.first().text == "exec"_L1;
            const bool isLast = &command == &commands.last() && command.end != u'&' && command.end != u'|';
            if (std::optional<Start> start = startOf(command.words)) {
                const QString path = resolved(*start, scriptFolder);
                if (!path.isEmpty())
                    found.append({*start, command.line, isLast, isExecuted});
                continue;
            }
            static const QRegularExpression variable(u"^\\$\\{?([A-Za-z_][A-Za-z0-9_]*)"_s);
            const QString program = command.words.first().text == "eval"_L1 || command.words.first().text == "exec"_L1 ? command.words.value(1).text : command.words.first().text;
            const QString text = m_texts.value(variable.match(program).captured(1)); // CMD="python train.py"; $CMD
            for (const ShellCommand &inner : text.contains(".py"_L1) ? splitShell(QString(text).remove(u'(').remove(u')')) : QList<ShellCommand>()) {
                if (std::optional<Start> start = startOf(inner.words)) {
                    start->arguments += command.words.mid(1);
                    if (carriesArguments(text))
                        start->arguments.append({u"$@"_s, false});
                    found.append({*start, command.line, isLast, isExecuted});
                }
            }
        }
        return found;
    }

    /// The call that trains: one that is called so, or else any; of several, one that hands its arguments on.
    const Found *trainingCall(const QList<Found> &found, bool (Tracer::*forwards)(const Found &) const) const
    {
        static const QRegularExpression training(u"train|main|run|finetune|pretrain|fit"_s);
        const Found *best = nullptr;
        int bestRank = -1;
        for (const Found &call : found) {
            const int rank = (baseName(call.start.script).contains(training) ? 2 : 0) + ((this->*forwards)(call) ? 1 : 0);
            if (rank >= bestRank) {
                best = &call;
                bestRank = rank;
            }
        }
        return best;
    }

    bool handsOn(const Found &call) const
    {
        for (const ShellWord &word : call.start.arguments) {
            if (carriesArguments(word.text))
                return true;
        }
        return false;
    }
    bool getsAppended(const Found &call) const { return call.isLast || handsOn(call); }

    void take(const Found &call, const QString &scriptFolder, int depth)
    {
        const QString path = resolved(call.start, scriptFolder);
        if (!call.start.launcher.isEmpty())
            m_trace.launcher = call.start.launcher;
        if (path.endsWith(".sh"_L1) || path.endsWith(".bash"_L1)) {
            m_carriers.clear();
            followScript(path, depth + 1);
            return;
        }
        m_trace.entry = path.endsWith(".py"_L1) ? path : QString();
        for (const ShellWord &word : call.start.arguments) {
            static const QRegularExpression redirection(u"^[0-9]*[<>]|^&>"_s);
            if (word.text.contains(redirection))
                break;
            if (word.isLiteral)
                m_trace.words.append(word.text);
            else if (carriesArguments(word.text))
                continue;
            else if (word.text.startsWith("--"_L1) && word.text.contains(u'=') && !word.text.section(u'=', 0, 0).contains(u'$'))
                m_trace.words.append(word.text.section(u'=', 0, 0) + u"=\u0001"_s);
            else if (!m_trace.words.isEmpty() && m_trace.words.last().startsWith("--"_L1) && !m_trace.words.last().contains(u'=') && !word.text.contains("[@]"_L1)
                     && !word.text.contains(u'*'))
                m_trace.words.append(u"\u0001"_s); // a value that the shell makes
            else
                m_trace.hasUnknownWords = true;
        }
    }

    void followScript(const QString &path, int depth)
    {
        if (depth > 6)
            return;
        QFile file(m_root + u'/' + path);
        if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly))
            return;
        const QString folder = path.contains(u'/') ? path.section(u'/', 0, -2) : QString();
        const QList<ShellCommand> commands = splitShell(QString::fromUtf8(file.read(longestScript)));
        static const QRegularExpression takesApart(u"\\$(?:[1-9#]|\\{[1-9#])|\\$\\{#"_s);
        for (const ShellCommand &command : commands) {
            for (const ShellWord &word : command.words) {
                if (word.text == "shift"_L1 || word.text == "getopts"_L1 || word.text == "getopt"_L1 || (!word.isLiteral && word.text.contains(takesApart)))
                    m_trace.handlesArguments = true;
            }
        }
        const QList<Found> found = startsIn(commands, folder);
        const Found *call = trainingCall(found, &Tracer::handsOn);
        if (!call)
            return;
        const LaunchTrace::Fault fault{path, call->line, baseName(call->start.script)};
        if (!handsOn(*call) && !m_trace.handlesArguments)
            m_trace.notForwarded = fault;
        const bool handlesSignals = std::any_of(commands.begin(), commands.end(), [](const ShellCommand &command) { return command.words.first().text == "trap"_L1; });
        if (!call->isExecuted && !handlesSignals)
            m_trace.signalLost = fault;
        take(*call, folder, depth);
    }

    void followCommand()
    {
        const QList<Found> found = startsIn(splitShell(m_job.code.command.trimmed()), QString());
        const Found *call = trainingCall(found, &Tracer::getsAppended);
        if (!call)
            return;
        if (!getsAppended(*call))
            m_trace.notForwarded = LaunchTrace::Fault{QString(), 0, baseName(call->start.script)};
        take(*call, QString(), 0);
    }

    const Job &m_job;
    QString m_root;
    LaunchTrace m_trace;
    QHash<QString, QString> m_texts;
    QSet<QString> m_carriers;
};

} // namespace

LaunchTrace traceLaunch(const Job &job, const QString &codeDirectory)
{
    return Tracer(job, codeDirectory).trace();
}

} // namespace Trainyard
