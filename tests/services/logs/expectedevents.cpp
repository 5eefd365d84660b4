#include "expectedevents.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace Trainyard::Test {

namespace {

const QSet<QString> primaryNames{QStringLiteral("loss"), QStringLiteral("accuracy"), QStringLiteral("learning_rate"), QStringLiteral("grad_norm"),
                                 QStringLiteral("perplexity")};

QString normalised(const QString &name)
{
    QString result;
    for (QChar c : name.toLower()) {
        if (c.isLetterOrNumber())
            result.append(c);
        else if (!result.isEmpty() && !result.endsWith(QLatin1Char('_')))
            result.append(QLatin1Char('_'));
    }
    while (result.endsWith(QLatin1Char('_')))
        result.chop(1);
    return result;
}

double toNumber(const QJsonValue &value)
{
    const QString text = value.toString();
    if (text == QLatin1String("nan"))
        return std::nan("");
    return text.isEmpty() ? value.toDouble() : text.startsWith(QLatin1Char('-')) ? -INFINITY : INFINITY;
}

bool isSame(const QJsonValue &expected, double actual)
{
    if (expected.isObject()) {
        const QJsonArray any = expected.toObject().value(QLatin1String("any_of")).toArray();
        return std::any_of(any.begin(), any.end(), [&](const QJsonValue &one) { return isSame(one, actual); });
    }
    const double number = toNumber(expected);
    if (!std::isfinite(number) || !std::isfinite(actual))
        return (std::isnan(number) && std::isnan(actual)) || number == actual;
    return std::abs(number - actual) <= std::max(1e-6 * std::max(std::abs(number), std::abs(actual)), 1e-12);
}

/// Checks the events of one log.
class Comparison
{
public:
    Comparison(const QList<QJsonObject> &expected, const QList<LogEvent> &actual)
        : m_expected(expected)
        , m_actual(actual)
    {
    }

    QStringList run()
    {
        for (qsizetype i = 1; i < m_actual.size(); ++i) {
            if (m_actual[i].line < m_actual[i - 1].line)
                say(QStringLiteral("line %1 comes after line %2").arg(m_actual[i].line).arg(m_actual[i - 1].line));
        }
        for (const QJsonObject &event : m_expected) {
            switch (kindOf(event)) {
            case LogEvent::Kind::Metrics: checkMetrics(event); break;
            case LogEvent::Kind::Checkpoint: checkCheckpoint(event); break;
            case LogEvent::Kind::Failure: checkFailure(event); break;
            }
        }
        for (const LogEvent &event : m_actual)
            checkSpurious(event);
        return m_differences;
    }

private:
    static LogEvent::Kind kindOf(const QJsonObject &event)
    {
        const QString kind = event.value(QLatin1String("kind")).toString();
        return kind == QLatin1String("metrics") ? LogEvent::Kind::Metrics
            : kind == QLatin1String("failure")  ? LogEvent::Kind::Failure
                                                : LogEvent::Kind::Checkpoint;
    }
    static qint64 lineOf(const QJsonObject &event) { return event.value(QLatin1String("line")).toInteger(); }
    static qint64 firstLine(const QJsonObject &event)
    {
        const QJsonArray range = event.value(QLatin1String("range")).toArray();
        return range.isEmpty() ? lineOf(event) : range[0].toInteger();
    }
    static bool isInside(const QJsonObject &event, qint64 line)
    {
        const QJsonArray range = event.value(QLatin1String("range")).toArray();
        return range.isEmpty() ? line == lineOf(event) : line >= range[0].toInteger() && line <= range[1].toInteger();
    }
    static bool isRequired(const QJsonObject &event) { return event.value(QLatin1String("required")).toBool(true); }
    static bool phaseFits(const QJsonObject &event, const LogEvent &actual)
    {
        const QJsonValue phase = event.value(QLatin1String("phase"));
        return !phase.isString() || phase.toString() == phaseToText(actual.phase.value_or(Phase::Train));
    }
    static QStringList codesOf(const QJsonObject &event)
    {
        QStringList codes{event.value(QLatin1String("code")).toString()};
        for (const QJsonValue &code : event.value(QLatin1String("also")).toArray())
            codes.append(code.toString());
        return codes;
    }

    void say(const QString &text) { m_differences.append(text); }
    void say(const QJsonObject &event, const QString &text) { say(QStringLiteral("line %1: ").arg(lineOf(event)) + text); }

    void checkMetrics(const QJsonObject &event)
    {
        std::optional<double> step;
        std::optional<double> epoch;
        QHash<QString, double> values;
        bool isFound = false;
        for (const LogEvent &actual : m_actual) {
            if (actual.kind != LogEvent::Kind::Metrics || !isInside(event, actual.line) || !phaseFits(event, actual))
                continue;
            isFound = true;
            step = actual.step ? std::optional(double(*actual.step)) : step;
            epoch = actual.epoch ? actual.epoch : epoch;
            for (const auto &[name, value] : actual.values)
                values.insert(normalised(name), value);
        }
        if (isFound) {
            checkPosition(event, "step", step, m_carriedSteps);
            checkPosition(event, "epoch", epoch, m_carriedEpochs);
            checkValues(event, values);
        } else if (isRequired(event)) {
            say(event, QStringLiteral("no metrics"));
        }
        carry(event, "step", m_carriedSteps);
        carry(event, "epoch", m_carriedEpochs);
    }

    void checkPosition(const QJsonObject &event, const char *key, std::optional<double> actual, const QList<QJsonValue> &carried)
    {
        const QJsonValue wanted = event.value(QLatin1String(key));
        if (!wanted.isNull()) {
            if ((isRequired(event) || actual) && (!actual || !isSame(wanted, *actual)))
                say(event, QStringLiteral("%1 is %2").arg(QLatin1String(key), actual ? QString::number(*actual) : QStringLiteral("missing")));
            return;
        }
        QList<QJsonValue> allowed = carried;
        const QJsonValue optional = event.value(QLatin1String("optional")).toObject().value(QLatin1String(key));
        if (!optional.isUndefined())
            allowed.append(optional);
        if (actual && std::none_of(allowed.begin(), allowed.end(), [&](const QJsonValue &one) { return isSame(one, *actual); }))
            say(event, QStringLiteral("%1 %2 is not on the line").arg(QLatin1String(key)).arg(*actual));
    }

    void carry(const QJsonObject &event, const char *key, QList<QJsonValue> &carried)
    {
        const QJsonValue own = event.value(QLatin1String(key));
        const QJsonValue known = own.isNull() ? event.value(QLatin1String("optional")).toObject().value(QLatin1String(key)) : own;
        if (known.isUndefined() || known.isNull())
            return;
        if (!own.isNull() && isRequired(event))
            carried.clear();
        carried.append(known);
    }

    void checkValues(const QJsonObject &event, const QHash<QString, double> &values)
    {
        QHash<QString, QJsonValue> wanted;
        QHash<QString, QJsonValue> optional;
        const QJsonObject wantedObject = event.value(QLatin1String("values")).toObject();
        const QJsonObject optionalObject = event.value(QLatin1String("optional")).toObject();
        for (auto it = wantedObject.begin(); it != wantedObject.end(); ++it)
            wanted.insert(normalised(it.key()), it.value());
        for (auto it = optionalObject.begin(); it != optionalObject.end(); ++it)
            optional.insert(normalised(it.key()), it.value());
        for (auto it = wanted.cbegin(); it != wanted.cend(); ++it) {
            if (!values.contains(it.key())) {
                if (isRequired(event))
                    say(event, QStringLiteral("no value for %1").arg(it.key()));
            } else if (!isSame(it.value(), values.value(it.key()))) {
                say(event, QStringLiteral("%1 is %2").arg(it.key()).arg(values.value(it.key())));
            }
        }
        for (auto it = values.cbegin(); it != values.cend(); ++it) {
            const bool isWrong = optional.contains(it.key()) ? !isSame(optional.value(it.key()), it.value()) : primaryNames.contains(it.key());
            if (!wanted.contains(it.key()) && isWrong)
                say(event, QStringLiteral("%1 = %2 is not on the line").arg(it.key()).arg(it.value()));
        }
    }

    void checkCheckpoint(const QJsonObject &event)
    {
        const auto cleaned = [](QString path) {
            while (path.size() > 1 && path.endsWith(QLatin1Char('/')))
                path.chop(1);
            return path;
        };
        const QString wanted = cleaned(event.value(QLatin1String("path")).toString());
        const bool isFound = std::any_of(m_actual.cbegin(), m_actual.cend(), [&](const LogEvent &actual) {
            return actual.kind == LogEvent::Kind::Checkpoint && isInside(event, actual.line) && (wanted.isEmpty() || cleaned(actual.path) == wanted);
        });
        if (!isFound && isRequired(event))
            say(event, QStringLiteral("no checkpoint %1").arg(wanted));
    }

    void checkFailure(const QJsonObject &event)
    {
        const QStringList codes = codesOf(event);
        const bool isFound = std::any_of(m_actual.cbegin(), m_actual.cend(), [&](const LogEvent &actual) {
            return actual.kind == LogEvent::Kind::Failure && isInside(event, actual.line) && codes.contains(actual.code);
        });
        if (!isFound && isRequired(event))
            say(event, QStringLiteral("no failure %1").arg(codes.first()));
    }

    void checkSpurious(const LogEvent &actual)
    {
        bool isExpected = false;
        bool phaseIsExpected = false;
        for (const QJsonObject &event : m_expected) {
            if (kindOf(event) != actual.kind)
                continue;
            const bool isHere = actual.kind == LogEvent::Kind::Failure ? codesOf(event).contains(actual.code) && firstLine(event) <= actual.line
                                                                       : isInside(event, actual.line);
            isExpected = isExpected || isHere;
            phaseIsExpected = phaseIsExpected || (isHere && phaseFits(event, actual));
        }
        const bool hasPrimary = std::any_of(actual.values.cbegin(), actual.values.cend(),
                                            [](const auto &value) { return primaryNames.contains(normalised(value.first)); });
        const bool saysNothing = actual.kind == LogEvent::Kind::Metrics && actual.values.isEmpty();
        if (!saysNothing && (!isExpected || (hasPrimary && !phaseIsExpected)))
            say(QStringLiteral("line %1: nothing asked for %2")
                    .arg(QString::number(actual.line), QString::fromUtf8(QJsonDocument(actual.toJson()).toJson(QJsonDocument::Compact))));
    }

    const QList<QJsonObject> &m_expected;
    const QList<LogEvent> &m_actual;
    QStringList m_differences;
    QList<QJsonValue> m_carriedSteps;
    QList<QJsonValue> m_carriedEpochs;
};

} // namespace

QList<QJsonObject> readExpected(const QString &fileName)
{
    QList<QJsonObject> events;
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return events;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (!line.isEmpty())
            events.append(QJsonDocument::fromJson(line).object());
    }
    return events;
}

QStringList differences(const QList<QJsonObject> &expected, const QList<LogEvent> &actual)
{
    return Comparison(expected, actual).run();
}

} // namespace Trainyard::Test
