#pragma once

#include "services/alerts/alertsettings.h"
#include "services/alerts/webhookbody.h"
#include "services/credentials/credentialstore.h"

#include <QObject>
#include <QSet>

#include <functional>

class QNetworkAccessManager;
class QNetworkReply;

namespace Trainyard {

/**
 * Tells one alert over every channel that the person set up: the desktop, a command of theirs, a web address.
 *
 * All at once; each answers by answered(), then finished() comes once. The command runs in /bin/sh with TRAINYARD_EVENT, TRAINYARD_RUN,
 * TRAINYARD_JOB, TRAINYARD_MESSAGE and TRAINYARD_RUN_FOLDER in its environment, for a minute at most. An address that could not be connected to is tried
 * again twice; one that may have received the message never is.
 */
class AlertDelivery final : public QObject
{
    Q_OBJECT

public:
    /// May a channel (`desktop`, `command`, `webhook`) be used? Asked just before it is.
    using Permission = std::function<bool(const QString &channel)>;

    /// @p credentials and @p network must outlive the delivery.
    AlertDelivery(AlertSettings settings, CredentialStore &credentials, QNetworkAccessManager &network, QObject *parent = nullptr);

    void tell(const AlertContent &content, const Permission &mayUse = [](const QString &) { return true; });
    /// Between two tries to connect; for tests.
    void setRetryDelay(std::chrono::milliseconds delay) { m_retryDelay = delay; }

Q_SIGNALS:
    /// @p answer: a sentence, with what the other side said.
    void answered(const QString &channel, bool isTold, const QString &answer);
    void finished();

private:
    void tellDesktop();
    void runCommand();
    void readAddress();
    void post(const QString &address, int triesLeft);
    void handleReply(QNetworkReply *reply, const QString &address, int triesLeft);
    void answer(const QString &channel, bool isTold, const QString &text);

    AlertSettings m_settings;
    CredentialStore &m_credentials;
    QNetworkAccessManager &m_network;
    AlertContent m_content;
    QSet<QString> m_open; ///< channels that have not answered
    std::chrono::milliseconds m_retryDelay{3000};
};

} // namespace Trainyard
