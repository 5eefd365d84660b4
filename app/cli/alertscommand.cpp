#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/runaccess.h"
#include "services/alerts/alertdelivery.h"
#include "services/alerts/alertjournal.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/credentials/keychainstore.h"
#include "services/records/runarchive.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QJsonArray>
#include <QNetworkAccessManager>

namespace Trainyard {

namespace {

QString now(const QString &text)
{
    return inLanguage(text, currentLanguage());
}

/// Tells one alert of the run's journal over every channel that nobody used for it yet.
int tell(const CommandCall &call, const QString &runFolder, const QString &cause)
{
    const AlertJournal journal(runFolder);
    const std::optional<Alert> alert = journal.alert(cause);
    if (!alert)
        return call.fail(Error{Error::Kind::NotFound, CliText::tr("The run in %1 rang for no %2.").arg(runFolder, cause), QString()});
    const Result<Run> run = readRecord(runFolder);
    const QString id = QFileInfo(runFolder).fileName();
    const AlertContent content{id, run && !run->name.isEmpty() ? run->name : id, runFolder, alert->event, alert->time, now(alert->message)};
    KeychainStore credentials;
    QNetworkAccessManager network;
    AlertDelivery delivery(AlertSettings::read(AppPaths::standard().home), credentials, network);
    int status = ExitFine;
    QEventLoop loop;
    QObject::connect(&delivery, &AlertDelivery::answered, &loop, [&](const QString &channel, bool isTold, const QString &answer) {
        journal.noteAnswer({cause, channel, answer});
        print(channel + QStringLiteral(": ") + answer);
        if (!isTold)
            status = ExitFailed;
    });
    QObject::connect(&delivery, &AlertDelivery::finished, &loop, &QEventLoop::quit);
    delivery.tell(content, [&](const QString &channel) { return journal.claim(cause, channel); });
    loop.exec();
    return status;
}

QJsonObject toldToJson(const AlertJournal &journal)
{
    QJsonArray alerts;
    for (const Alert &alert : journal.alerts()) {
        QJsonObject object = alert.toJson();
        object.insert(QStringLiteral("message"), now(alert.message));
        QJsonObject told;
        for (const AlertJournal::Told &each : journal.told()) {
            if (each.cause == alert.cause)
                told.insert(each.channel, each.answer);
        }
        object.insert(QStringLiteral("told"), told);
        alerts.append(object);
    }
    return {{QStringLiteral("alerts"), alerts}};
}

void printAlerts(const AlertJournal &journal)
{
    if (journal.alerts().isEmpty())
        print(CliText::tr("The run rang for nothing that Settings or its job ask for."));
    for (const Alert &alert : journal.alerts()) {
        print(alert.time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss  ")) + displayAlertEvent(alert.event) + QStringLiteral(": ") + now(alert.message));
        for (const AlertJournal::Told &told : journal.told()) {
            if (told.cause == alert.cause)
                print(QStringLiteral("    %1: %2").arg(told.channel, told.answer.isEmpty() ? CliText::tr("no answer yet") : told.answer));
        }
    }
}

} // namespace

int runAlerts(const QStringList &arguments)
{
    CommandCall call("alerts", CliText::tr("Lists what a run rang for, and how it was told: on the desktop, by the command, to the web address."));
    call.addPositional(QStringLiteral("RUN"), CliText::tr("A run's id, a unique beginning of it, `latest`, or a run's folder."));
    call.addValue(QStringLiteral("tell"), CliText::tr("Tells one of them, where nobody did; the run's supervisor calls it."), QStringLiteral("CAUSE"));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    QString folder = QFileInfo(call.positional(0)).absoluteFilePath();
    if (!QFileInfo(folder).isDir()) {
        RunAccess access;
        const Result<Run> run = access.find(call.positional(0));
        if (!run)
            return call.fail(run.error());
        folder = run->directory;
    }
    if (call.isSet(QStringLiteral("tell")))
        return tell(call, folder, call.value(QStringLiteral("tell")));
    if (call.wantsJson())
        printJson(toldToJson(AlertJournal(folder)));
    else
        printAlerts(AlertJournal(folder));
    return ExitFine;
}

} // namespace Trainyard
