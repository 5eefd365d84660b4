#pragma once

#include "services/alerts/alert.h"

#include <QByteArray>
#include <QUrl>

namespace Trainyard {

/// What is told of an alert, in one language.
struct AlertContent
{
    QString runId;
    QString jobName;
    QString runFolder;
    AlertEvent event = AlertEvent::Done;
    QDateTime time;
    QString message;

    /// One line: job, event, message.
    QString text() const;
};

/**
 * The JSON that is posted: `event`, `run`, `job`, `folder`, `time`, `message`, and `text` as Slack, Mattermost and the like show it. The robots of
 * DingTalk, WeCom and Feishu get the shape that they take.
 */
QByteArray webhookBody(const QUrl &url, const AlertContent &content);

} // namespace Trainyard
