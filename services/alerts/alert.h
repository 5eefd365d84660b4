#pragma once

#include "models/run/run.h"

#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>

namespace Trainyard {

/// What a person can ask to be told of.
enum class AlertEvent { Done, Failed, Nan, Hang, Checkpoint, Limit };

inline constexpr std::array allAlertEvents{AlertEvent::Done, AlertEvent::Failed,     AlertEvent::Nan,
                                           AlertEvent::Hang, AlertEvent::Checkpoint, AlertEvent::Limit};

QString alertEventToText(AlertEvent event); ///< `done`, `failed`, `nan`, `hang`, `checkpoint`, `limit`: contract, never translated
std::optional<AlertEvent> alertEventFromText(QStringView text);
/// Unknown texts are left out; not set: not set.
std::optional<QList<AlertEvent>> alertEventsFromTexts(const std::optional<QStringList> &texts);
QString displayAlertEvent(AlertEvent event); ///< translated: "The loss is not a number"
/// All but the good news.
constexpr bool isUrgent(AlertEvent event) { return event != AlertEvent::Done; }

/// One thing that happened to a run. A cause is told once: whoever else notices it finds it in the run's journal.
struct Alert
{
    QString cause; ///< `ended`, `nan`, `hang-1024`, `limit-duration`, ...
    AlertEvent event = AlertEvent::Done;
    QDateTime time; ///< UTC
    QString message; ///< a sentence for people, in every language

    QJsonObject toJson() const;
    static std::optional<Alert> fromJson(const QJsonObject &object);
    bool operator==(const Alert &) const = default;
};

/// What is to be told of a run that has ended. Nothing while it goes on, and when a person stopped it.
std::optional<Alert> endAlert(const RunStatus &status);

} // namespace Trainyard
