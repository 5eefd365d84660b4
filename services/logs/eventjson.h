#pragma once

#include "models/metrics/logevent.h"

#include <QByteArray>

#include <vector>

namespace Trainyard::Logs {

/// Writing events as the JSON lines of `trainyard parse-log`, without a document for each: what LogEvent::toJson() says, keys in the order of their names.
void appendJson(QByteArray &json, const LogEvent &event);

void appendJsonNumber(QByteArray &json, double number); ///< not finite: "nan", "inf", "-inf"
void appendJsonNumber(QByteArray &json, qint64 number);
/// `"name":`
QByteArray jsonKey(const QString &name);
/// The values by name, of several with one name the last.
std::vector<size_t> jsonOrder(const LogEvent &event);

} // namespace Trainyard::Logs
