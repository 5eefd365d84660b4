#include "app/cli/commandline.h"

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "models/common/units.h"
#include "services/common/preferences.h"

#include <QApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <memory>

namespace Trainyard {

namespace {

struct Command
{
    const char *name;
    const char *summary;
    int (*run)(const QStringList &arguments);
    bool draws = false; ///< makes pictures: needs widgets, never a screen
};

constexpr std::array commands{
    Command{"init", QT_TRANSLATE_NOOP("CommandLine", "makes a ready sample project in a new folder"), runInit},
    Command{"check", QT_TRANSLATE_NOOP("CommandLine", "reads a job and its code for what would fail, in seconds"), runCheck},
    Command{"dry-run", QT_TRANSLATE_NOOP("CommandLine", "checks everything with a few real steps and gives a verdict"), runDryRun},
    Command{"forecast", QT_TRANSLATE_NOOP("CommandLine", "tells the accelerator memory a job will need"), runForecast},
    Command{"submit", QT_TRANSLATE_NOOP("CommandLine", "starts a run and prints its id"), runSubmit},
    Command{"runs", QT_TRANSLATE_NOOP("CommandLine", "lists the runs"), runRuns},
    Command{"show", QT_TRANSLATE_NOOP("CommandLine", "shows one run"), runShow},
    Command{"logs", QT_TRANSLATE_NOOP("CommandLine", "prints a run's log"), runLogs},
    Command{"metrics", QT_TRANSLATE_NOOP("CommandLine", "prints what a run's log and its machine told"), runMetrics},
    Command{"alerts", QT_TRANSLATE_NOOP("CommandLine", "lists what a run rang for, and how it was told"), runAlerts},
    Command{"stop", QT_TRANSLATE_NOOP("CommandLine", "stops a run"), runStop},
    Command{"parse-log", QT_TRANSLATE_NOOP("CommandLine", "reads any training log and prints its events"), runParseLog},
    Command{"chart", QT_TRANSLATE_NOOP("CommandLine", "draws a run or a log into a PNG file"), runChart, true},
    Command{"demo", QT_TRANSLATE_NOOP("CommandLine", "walks the whole route on the sample project, with pictures"), runDemo, true},
};

const Command *find(const QString &name)
{
    for (const Command &command : commands) {
        if (name == QLatin1String(command.name))
            return &command;
    }
    return nullptr;
}

bool isHelp(const QString &argument)
{
    return argument == QLatin1String("--help") || argument == QLatin1String("-h") || argument == QLatin1String("help");
}

bool isVersion(const QString &argument)
{
    return argument == QLatin1String("--version") || argument == QLatin1String("-v");
}

/// The offscreen platform warns of what it cannot do for a screen: nothing that a person could act on.
void printOnlyFailures(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        printMessage(message);
}

int printHelp()
{
    print(CliText::tr("Trainyard takes a training job from set-up to a finished run.\n"));
    QList<QStringList> rows{{QStringLiteral("trainyard"), CliText::tr("opens the workbench")},
                            {QStringLiteral("trainyard JOB.yaml"), CliText::tr("opens a job in the workbench")}};
    for (const Command &command : commands)
        rows.append({QStringLiteral("trainyard ") + QLatin1String(command.name), CliText::tr(command.summary)});
    printTable(rows);
    print(u'\n' + CliText::tr("`trainyard COMMAND --help` shows what a command takes. Exit status: 0 fine, 1 the job has errors or failed, 2 the call or the file is unusable."));
    return ExitFine;
}

int refuse(const QString &argument, bool wantsJson)
{
    QStringList names;
    for (const Command &command : commands)
        names.append(QLatin1String(command.name));
    const QString nearest = nearestWord(argument, names);
    const QString message = nearest.isEmpty() ? CliText::tr("%1 is no command of trainyard. `trainyard --help` lists them.").arg(argument)
                                              : CliText::tr("%1 is no command of trainyard. Did you mean %2?").arg(argument, nearest);
    printMessage(message);
    if (wantsJson)
        printJson({{QStringLiteral("error"), message}});
    return ExitUnusable;
}

} // namespace

bool isCommand(const QString &word)
{
    return find(word) || isHelp(word) || isVersion(word);
}

bool isUnknownCommand(const QString &word)
{
    const bool isWord = !word.isEmpty() && !word.startsWith(u'-') && !word.contains(u'/') && !word.contains(u'.');
    return isWord && !isCommand(word) && !QFileInfo::exists(word);
}

int runCommandLine(int &argc, char **argv)
{
    // Options may stand before the command: `trainyard --json check job.yaml`.
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words.append(QString::fromLocal8Bit(argv[i]));
    const auto found = std::find_if(words.begin(), words.end(), isCommand);
    const QString name = found == words.end() ? words.value(0) : *found;
    const Command *command = find(name);
    std::unique_ptr<QCoreApplication> application;
    if (command && command->draws) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler(printOnlyFailures);
        application = std::make_unique<QApplication>(argc, argv);
    } else {
        application = std::make_unique<QCoreApplication>(argc, argv);
    }
    QCoreApplication::setApplicationName(QStringLiteral("trainyard"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    useLanguage(Preferences(AppPaths::standard()).effectiveLanguage());

    QStringList arguments = QCoreApplication::arguments().mid(1);
    arguments.move(arguments.indexOf(name), 0);
    if (isVersion(name)) {
        print(QStringLiteral("trainyard " TRAINYARD_VERSION));
        return ExitFine;
    }
    if (isHelp(name))
        return printHelp();
    return command ? statusOfOutput(command->run(arguments)) : refuse(name, arguments.contains(QLatin1String("--json")));
}

} // namespace Trainyard
