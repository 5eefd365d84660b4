#pragma once

#include "models/metrics/logevent.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace Trainyard::Test {

/// One object a line of NAME.expected.jsonl. Fields beside the event's own: `optional` values, `required: false`, `range` of lines, `also` other codes,
/// and `{"any_of": [..]}` in place of a number.
QList<QJsonObject> readExpected(const QString &file);

/// What differs, as sentences; also every event that nothing asked for. A port of the rules that the log cases are published with.
QStringList differences(const QList<QJsonObject> &expected, const QList<LogEvent> &actual);

} // namespace Trainyard::Test
