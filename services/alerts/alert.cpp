#include "services/alerts/alert.h"

#include "models/common/enumtext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Alerts)
};

constexpr EnumText eventTexts{std::array{std::pair{AlertEvent::Done, "done"}, std::pair{AlertEvent::Failed, "failed"}, std::pair{AlertEvent::Nan, "nan"},
                                         std::pair{AlertEvent::Hang, "hang"}, std::pair{AlertEvent::Checkpoint, "checkpoint"},
                                         std::pair{AlertEvent::Limit, "limit"}}};

} // namespace

QString alertEventToText(AlertEvent event)
{
    return eventTexts.toText(event);
}

std::optional<AlertEvent> alertEventFromText(QStringView text)
{
    return eventTexts.fromText(text);
}

std::optional<QList<AlertEvent>> alertEventsFromTexts(const std::optional<QStringList> &texts)
{
    if (!texts)
        return std::nullopt;
    QList<AlertEvent> events;
    for (const QString &text : *texts) {
        if (const std::optional<AlertEvent> event = alertEventFromText(text))
            events.append(*event);
    }
    return events;
}

QString displayAlertEvent(AlertEvent event)
{
    switch (event) {
    case AlertEvent::Done: return Text::tr("Done");
    case AlertEvent::Failed: return Text::tr("Failed");
    case AlertEvent::Nan: return Text::tr("The loss is not a number");
    case AlertEvent::Hang: return Text::tr("It hangs");
    case AlertEvent::Checkpoint: return Text::tr("No checkpoint");
    case AlertEvent::Limit: return Text::tr("Near a limit");
    }
    Q_UNREACHABLE();
}

QJsonObject Alert::toJson() const
{
    return {{u"cause"_s, cause}, {u"event"_s, alertEventToText(event)}, {u"time"_s, time.toUTC().toString(Qt::ISODateWithMs)}, {u"message"_s, message}};
}

std::optional<Alert> Alert::fromJson(const QJsonObject &object)
{
    const std::optional<AlertEvent> event = alertEventFromText(object.value("event"_L1).toString());
    const QString cause = object.value("cause"_L1).toString();
    if (!event || cause.isEmpty())
        return std::nullopt;
    return Alert{cause, *event, QDateTime::fromString(object.value("time"_L1).toString(), Qt::ISODateWithMs), object.value("message"_L1).toString()};
}

std::optional<Alert> endAlert(const RunStatus &status)
{
    if (!isFinal(status.state) || status.exitReason == ExitReason::StopRequested)
        return std::nullopt;
    const AlertEvent event = status.state == RunState::Done ? AlertEvent::Done : AlertEvent::Failed;
    return Alert{u"ended"_s, event, status.finishedAt, status.message};
}

} // namespace Trainyard
