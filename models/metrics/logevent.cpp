#include "models/metrics/logevent.h"

#include "models/common/enumtext.h"
#include "models/metrics/metricseries.h"

#include <cmath>

namespace Trainyard {

namespace {

constexpr EnumText phaseTexts{std::array{std::pair{Phase::Train, "train"}, std::pair{Phase::Eval, "eval"}, std::pair{Phase::Test, "test"}}};
constexpr EnumText kindTexts{std::array{std::pair{LogEvent::Kind::Metrics, "metrics"}, std::pair{LogEvent::Kind::Checkpoint, "checkpoint"},
                                        std::pair{LogEvent::Kind::Failure, "failure"}}};

QJsonValue numberToJson(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return value;
}

} // namespace

QString phaseToText(Phase phase) { return phaseTexts.toText(phase); }
std::optional<Phase> phaseFromText(QStringView text) { return phaseTexts.fromText(text); }

std::optional<double> LogEvent::value(QStringView name) const
{
    for (const auto &[valueName, number] : values) {
        if (valueName == name)
            return number;
    }
    return std::nullopt;
}

QJsonObject LogEvent::toJson() const
{
    QJsonObject object{{QStringLiteral("line"), line}, {QStringLiteral("kind"), kindTexts.toText(kind)}};
    switch (kind) {
    case Kind::Metrics: {
        object.insert(QStringLiteral("step"), step ? QJsonValue(*step) : QJsonValue());
        object.insert(QStringLiteral("epoch"), epoch ? QJsonValue(*epoch) : QJsonValue());
        if (phase)
            object.insert(QStringLiteral("phase"), phaseToText(*phase));
        QJsonObject numbers;
        for (const auto &[name, number] : values)
            numbers.insert(name, numberToJson(number));
        object.insert(QStringLiteral("values"), numbers);
        break;
    }
    case Kind::Checkpoint:
        object.insert(QStringLiteral("path"), path.isEmpty() ? QJsonValue() : QJsonValue(path));
        break;
    case Kind::Failure:
        object.insert(QStringLiteral("code"), code);
        break;
    }
    return object;
}

size_t qHash(const SeriesKey &key, size_t seed)
{
    return qHashMulti(seed, key.name, key.phase ? int(*key.phase) : -1);
}

} // namespace Trainyard
