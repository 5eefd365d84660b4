#include "app/window/diagnosticreport.h"

#include "app/appcontext.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMap>
#include <QRegularExpression>
#include <QScreen>
#include <QSysInfo>
#include <QThread>

namespace Trainyard {

namespace {

const QString hidden = QStringLiteral("(hidden)");

/// A profile's settings that tell where, never who.
bool isHarmless(const QString &key)
{
    static const QStringList harmless{QStringLiteral("endpoint"), QStringLiteral("region"), QStringLiteral("partition"), QStringLiteral("host")};
    return harmless.contains(key);
}

QStringList systemLines()
{
    QStringList lines{
        QStringLiteral("Trainyard %1").arg(QLatin1String(TRAINYARD_VERSION)),
        QStringLiteral("Qt %1 (built with %2), platform %3").arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR), QGuiApplication::platformName()),
        QStringLiteral("System: %1, kernel %2, %3, %4 CPUs")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion(), QSysInfo::currentCpuArchitecture())
            .arg(QThread::idealThreadCount()),
        QStringLiteral("Language: %1").arg(QLocale().name()),
    };
    for (const char *name : {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"}) {
        if (qEnvironmentVariableIsSet(name))
            lines << QStringLiteral("  %1=%2").arg(QLatin1String(name), qEnvironmentVariable(name));
    }
    for (const QScreen *screen : QGuiApplication::screens()) {
        lines << QStringLiteral("Screen: %1x%2, scale %3")
                     .arg(screen->size().width()).arg(screen->size().height()).arg(screen->devicePixelRatio());
    }
    return lines;
}

QStringList pathLines(const AppPaths &paths)
{
    QStringList lines{QStringLiteral("Data: %1").arg(paths.home), QStringLiteral("Programs: %1").arg(paths.programs)};
    for (const QString &program : {paths.torchProgram(), paths.agentProgram()})
        lines << QStringLiteral("  %1: %2").arg(QFileInfo(program).fileName(), QFileInfo(program).isExecutable() ? QStringLiteral("there") : QStringLiteral("MISSING"));
    const QFileInfo database(paths.databaseFile());
    lines << QStringLiteral("Database: %1").arg(database.exists() ? QStringLiteral("%1 bytes").arg(database.size()) : QStringLiteral("none yet"));
    return lines;
}

QStringList profileLines(const PlatformRegistry &platforms)
{
    const ProfilesDocument document = platforms.profiles();
    QStringList lines;
    for (const Profile &profile : document.profiles) {
        lines << QStringLiteral("Profile %1: %2").arg(profile.name, profile.platform);
        for (const auto &[key, value] : profile.settings)
            lines << QStringLiteral("  %1: %2").arg(key, isHarmless(key) ? value : hidden);
    }
    for (const Finding &finding : document.findings)
        lines << QStringLiteral("  profiles.yaml: %1").arg(finding.message);
    return lines;
}

QStringList runLines(const QList<Run> &runs)
{
    constexpr int shownRuns = 5;
    QMap<QString, int> counts;
    for (const Run &run : runs)
        ++counts[runStateToText(run.status.state)];
    QStringList lines{QStringLiteral("Runs: %1").arg(runs.size())};
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        lines << QStringLiteral("  %1: %2").arg(it.key()).arg(it.value());
    for (const Run &run : runs.mid(0, shownRuns)) {
        lines << QStringLiteral("  %1 %2 %3 %4").arg(run.id, run.platform, runStateToText(run.status.state), exitReasonToText(run.status.exitReason));
        if (!run.status.message.isEmpty())
            lines << QStringLiteral("    ") + run.status.message;
    }
    return lines;
}

} // namespace

QString redacted(const QString &text)
{
    static const QRegularExpression assignment(
        QStringLiteral("(?i)([\\w-]*(?:secret|token|passw(?:or)?d|access[_-]?key|api[_-]?key|authorization|credential)[\\w-]*[\"']?\\s*[=:]\\s*)"
                       "(?:(?:bearer|basic)\\s+)?(\"[^\"]*\"|'[^']*'|[^\\s,;&]+)"));
    static const QRegularExpression flag(
        QStringLiteral("(?i)(--?[\\w-]*(?:secret|token|passw(?:or)?d|access[_-]?key|api[_-]?key)[\\w-]*\\s+)(\\S+)"));
    static const QRegularExpression userInfo(QStringLiteral("(\\w://)[^/@\\s]+@"));
    QString result = text;
    result.replace(assignment, QStringLiteral("\\1") + hidden);
    result.replace(flag, QStringLiteral("\\1") + hidden);
    result.replace(userInfo, QStringLiteral("\\1") + hidden + QLatin1Char('@'));
    if (QDir::homePath() != QLatin1String("/"))
        result.replace(QDir::homePath(), QLatin1String("~"));
    return result;
}

QString diagnosticReport(const AppContext &context, const QStringList &messages)
{
    QStringList lines{QStringLiteral("Diagnostic report, %1").arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODate)), QString()};
    lines << systemLines() << QString() << pathLines(context.paths) << QString() << profileLines(context.platforms) << QString()
          << runLines(context.runs.runs()) << QString() << QStringLiteral("Last messages: %1").arg(messages.size());
    for (const QString &message : messages)
        lines << QStringLiteral("  ") + message;
    return redacted(lines.join(QLatin1Char('\n'))) + QLatin1Char('\n');
}

} // namespace Trainyard
