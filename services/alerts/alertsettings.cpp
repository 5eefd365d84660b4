#include "services/alerts/alertsettings.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

QString settingsFile(const QString &home)
{
    return home + u"/settings.ini"_s;
}

} // namespace

AlertSettings AlertSettings::read(const QString &home)
{
    const QSettings file(settingsFile(home), QSettings::IniFormat);
    AlertSettings settings;
    if (file.contains(u"alerts/events"_s))
        settings.events = *alertEventsFromTexts(file.value(u"alerts/events"_s).toStringList());
    settings.notifiesDesktop = file.value(u"alerts/desktop"_s, true).toBool();
    settings.command = file.value(u"alerts/command"_s).toString();
    settings.webhookHost = file.value(u"alerts/webhook_host"_s).toString();
    return settings;
}

Result<> AlertSettings::write(const QString &home) const
{
    QSettings file(settingsFile(home), QSettings::IniFormat);
    QStringList texts;
    for (const AlertEvent event : events)
        texts.append(alertEventToText(event));
    if (texts.isEmpty())
        texts.append(u"none"_s); // an empty list would be read as not set
    file.setValue(u"alerts/events"_s, texts);
    file.setValue(u"alerts/desktop"_s, notifiesDesktop);
    file.setValue(u"alerts/command"_s, command);
    file.setValue(u"alerts/webhook_host"_s, webhookHost);
    file.sync();
    if (file.status() == QSettings::NoError)
        return success();
    return Error{Error::Kind::Io, QCoreApplication::translate("Alerts", "%1 could not be written: the choice is lost when the window closes.").arg(settingsFile(home)), QString()};
}

bool AlertSettings::hasWebhook() const
{
    return !webhookHost.isEmpty() || !qEnvironmentVariableIsEmpty(webhookVariable);
}

bool AlertSettings::hasChannel() const
{
    return !command.isEmpty() || hasWebhook() || (notifiesDesktop && hasSessionBus());
}

QString webhookReference()
{
    return u"alerts/webhook"_s;
}

bool hasSessionBus()
{
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
        || (!qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR") && QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + u"/bus"_s));
}

} // namespace Trainyard
