#include "services/alerts/webhookbody.h"

#include <QCoreApplication>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Trainyard {

QString AlertContent::text() const
{
    return QCoreApplication::translate("Alerts", "%1: %2. %3", "job, event, message").arg(jobName, displayAlertEvent(event), message).trimmed();
}

QByteArray webhookBody(const QUrl &url, const AlertContent &content)
{
    const QString host = url.host();
    QJsonObject body;
    if (host == "oapi.dingtalk.com"_L1 || host == "qyapi.weixin.qq.com"_L1) {
        body = {{u"msgtype"_s, u"text"_s}, {u"text"_s, QJsonObject{{u"content"_s, content.text()}}}};
    } else if (host == "open.feishu.cn"_L1 || host == "open.larksuite.com"_L1) {
        body = {{u"msg_type"_s, u"text"_s}, {u"content"_s, QJsonObject{{u"text"_s, content.text()}}}};
    } else {
        body = {{u"event"_s, alertEventToText(content.event)}, {u"run"_s, content.runId}, {u"job"_s, content.jobName}, {u"folder"_s, content.runFolder},
                {u"time"_s, content.time.toUTC().toString(Qt::ISODateWithMs)}, {u"message"_s, content.message}, {u"text"_s, content.text()}};
    }
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

} // namespace Trainyard
