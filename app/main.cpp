#include "app/appcontext.h"
#include "app/cli/commandline.h"
#include "app/cli/console.h"
#include "app/window/mainwindow.h"
#include "app/window/messagelog.h"
#include "app/window/settingscontroller.h"
#include "app/window/startup.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <cstdio>

using namespace Trainyard;

namespace {

/// What the person's command line says first: a word that is no option, or `--help` and its like. Empty: the window.
QString firstWord(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const QString word = QString::fromLocal8Bit(argv[i]);
        if (isCommand(word) || (i == 1 && isUnknownCommand(word)))
            return word;
        if (!word.startsWith(QLatin1Char('-')))
            return QString();
    }
    return QString();
}

/// Qt would abort; a sentence is better.
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

int refuse(const QString &sentence)
{
    printMessage(QStringLiteral("trainyard: ") + sentence);
    if (QCoreApplication::arguments().contains(QLatin1String("--json")))
        printJson({{QStringLiteral("error"), sentence}});
    return ExitUnusable;
}

int refuseWithoutDisplay(int &argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    useLanguage(Preferences(AppPaths::standard()).effectiveLanguage());
    return refuse(QCoreApplication::translate("Main", "There is no display for the window. \"trainyard --help\" lists the commands that need none."));
}

bool namesPlatform(int argc, char **argv)
{
    return std::any_of(argv, argv + argc, [](const char *word) { return qstrcmp(word, "-platform") == 0; });
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(QStringLiteral("trainyard"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    if (!firstWord(argc, argv).isEmpty())
        return runCommandLine(argc, argv);
    if (!hasDisplay() && !namesPlatform(argc, argv))
        return refuseWithoutDisplay(argc, argv);

    keepMessages();
    QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Trainyard"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.trainyard.Trainyard"));
    QCommandLineParser parser;
    const QCommandLineOption measureOption(QStringLiteral("measure-start"));
    parser.addOption(measureOption);

    AppContext context(AppPaths::standard());
    useLanguage(context.preferences.effectiveLanguage());
    if (!parser.parse(QApplication::arguments()))
        return refuse(parser.errorText());
    Theme::setSystemDark(context.preferences.systemDark());
    Theme::apply(application, SettingsController::storedTheme(context));
    QApplication::setWindowIcon(Theme::applicationIcon());

    MainWindow window(context);
    const FirstPaint firstPaint(window);
    QObject::connect(&firstPaint, &FirstPaint::happened, &window, [&](qint64 milliseconds) {
        if (parser.isSet(measureOption)) {
            std::printf("%lld\n", static_cast<long long>(milliseconds));
            return window.close(), void();
        }
        window.startServices();
        if (!parser.positionalArguments().isEmpty())
            window.navigation().openPath(parser.positionalArguments().first());
    });
    window.show();
    return QApplication::exec();
}
