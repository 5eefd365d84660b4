#include "services/alerts/alertdelivery.h"

#include "services/alerts/desktopnotifier.h"
#include "services/common/async.h"

#include <QDBusPendingCallWatcher>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr int postTimeoutMs = 10'000;
constexpr auto commandTimeout = std::chrono::minutes(1);
constexpr int mostTries = 3;

const QString desktopChannel = u"desktop"_s;
const QString commandChannel = u"command"_s;
const QString webhookChannel = u"webhook"_s;

/// The first line of what the other side said, short enough to be shown.
QString excerpt(const QByteArray &said)
{
    const QString line = QString::fromUtf8(said.trimmed()).section(u'\n', 0, 0);
    return line.size() > 200 ? line.left(200) + u'…' : line;
}

/// Nothing of the message can have arrived.
bool wasNeverConnected(QNetworkReply::NetworkError error)
{
    return error == QNetworkReply::ConnectionRefusedError || error == QNetworkReply::HostNotFoundError
        || error == QNetworkReply::TemporaryNetworkFailureError;
}

/// Qt's own sentence would name the whole address, which is a secret.
QString networkReason(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError: return AlertDelivery::tr("it refuses the connection");
    case QNetworkReply::HostNotFoundError: return AlertDelivery::tr("there is no such host");
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError: return AlertDelivery::tr("it did not answer within ten seconds");
    case QNetworkReply::SslHandshakeFailedError: return AlertDelivery::tr("its certificate is not trusted here");
    case QNetworkReply::RemoteHostClosedError: return AlertDelivery::tr("it closed the connection");
    default: return AlertDelivery::tr("network error %1").arg(int(error));
    }
}

} // namespace

AlertDelivery::AlertDelivery(AlertSettings settings, CredentialStore &credentials, QNetworkAccessManager &network, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_credentials(credentials)
    , m_network(network)
{
}

void AlertDelivery::tell(const AlertContent &content, const Permission &mayUse)
{
    m_content = content;
    const std::pair<QString, bool> channels[] = {{desktopChannel, m_settings.notifiesDesktop && hasSessionBus()},
                                                 {commandChannel, !m_settings.command.isEmpty()},
                                                 {webhookChannel, m_settings.hasWebhook()}};
    for (const auto &[channel, isSet] : channels) {
        if (isSet && mayUse(channel))
            m_open.insert(channel);
    }
    const QSet<QString> used = m_open; // a channel may answer at once
    if (used.isEmpty())
        QTimer::singleShot(0, this, &AlertDelivery::finished);
    if (used.contains(desktopChannel))
        tellDesktop();
    if (used.contains(commandChannel))
        runCommand();
    if (used.contains(webhookChannel))
        readAddress();
}

void AlertDelivery::tellDesktop()
{
    const auto call = notifyDesktop(m_content.jobName + u": "_s + displayAlertEvent(m_content.event), m_content.message, isUrgent(m_content.event));
    auto *watcher = new QDBusPendingCallWatcher(*call, this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        answer(desktopChannel, !watcher->isError(), watcher->isError() ? tr("The desktop took no notification: %1").arg(watcher->error().message()) : tr("The desktop shows it."));
    });
}

void AlertDelivery::runCommand()
{
    auto *process = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TRAINYARD_EVENT"_s, alertEventToText(m_content.event));
    environment.insert(u"TRAINYARD_RUN"_s, m_content.runId);
    environment.insert(u"TRAINYARD_JOB"_s, m_content.jobName);
    environment.insert(u"TRAINYARD_MESSAGE"_s, m_content.message);
    environment.insert(u"TRAINYARD_RUN_FOLDER"_s, m_content.runFolder);
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setStandardInputFile(QProcess::nullDevice());
    connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            answer(commandChannel, false, tr("/bin/sh could not be started: %1.").arg(process->errorString()));
    });
    connect(process, &QProcess::finished, this, [this, process](int exitCode, QProcess::ExitStatus status) {
        const QString said = excerpt(process->readAll());
        if (status == QProcess::CrashExit)
            answer(commandChannel, false, tr("The command was ended by a signal, or because it took over a minute. It said: %1").arg(said));
        else if (exitCode != 0)
            answer(commandChannel, false, tr("The command ended with exit code %1. It said: %2").arg(exitCode).arg(said));
        else
            answer(commandChannel, true, said.isEmpty() ? tr("The command was run.") : tr("The command was run. It said: %1").arg(said));
        process->deleteLater();
    });
    QTimer::singleShot(commandTimeout, process, &QProcess::kill);
    process->start(u"/bin/sh"_s, {u"-c"_s, m_settings.command});
}

void AlertDelivery::readAddress()
{
    if (const QString address = qEnvironmentVariable(webhookVariable); !address.isEmpty())
        return post(address, mostTries);
    onFinished(m_credentials.read(webhookReference()), this, [this](const Result<QString> &address) {
        if (address)
            post(*address, mostTries);
        else
            answer(webhookChannel, false, address.error().message);
    });
}

void AlertDelivery::post(const QString &address, int triesLeft)
{
    const QUrl url(address, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "https"_L1 && url.scheme() != "http"_L1))
        return answer(webhookChannel, false, tr("The web address is none: it has to begin with https:// or http:// and a host.")); // the address itself is a secret
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("Trainyard/" TRAINYARD_VERSION));
    request.setTransferTimeout(postTimeoutMs);
    QNetworkReply *reply = m_network.post(request, webhookBody(url, m_content));
    connect(reply, &QNetworkReply::finished, this, [this, reply, address, triesLeft] { handleReply(reply, address, triesLeft); });
}

void AlertDelivery::handleReply(QNetworkReply *reply, const QString &address, int triesLeft)
{
    reply->deleteLater();
    if (wasNeverConnected(reply->error()) && triesLeft > 1) {
        QTimer::singleShot(m_retryDelay, this, [this, address, triesLeft] { post(address, triesLeft - 1); });
        return;
    }
    const QString host = reply->url().host();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QString said = excerpt(reply->readAll());
    if (status == 0)
        answer(webhookChannel, false, tr("%1 could not be reached: %2.").arg(host, networkReason(reply->error())));
    else if (status >= 300)
        answer(webhookChannel, false, tr("%1 refused it with HTTP %2. It said: %3").arg(host).arg(status).arg(said));
    else
        answer(webhookChannel, true, said.isEmpty() ? tr("%1 took it: HTTP %2.").arg(host).arg(status) : tr("%1 took it: HTTP %2. It said: %3").arg(host).arg(status).arg(said));
}

void AlertDelivery::answer(const QString &channel, bool isTold, const QString &text)
{
    if (!m_open.remove(channel))
        return;
    Q_EMIT answered(channel, isTold, text);
    if (m_open.isEmpty())
        Q_EMIT finished();
}

} // namespace Trainyard
