#include "widgets/monitor/ticks.h"

#include "models/common/units.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard {

namespace {

constexpr double gibibyte = 1073741824.0;
constexpr std::array secondSteps{1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0,
                                 21600.0, 43200.0};

QString text(const char *source)
{
    return QCoreApplication::translate("Ticks", source);
}

/// As few digits as tell neighbours apart.
QString shortNumber(double value, double step)
{
    struct Scale
    {
        double factor;
        const char *suffix;
    };
    static constexpr std::array scales{Scale{1e12, "T"}, Scale{1e9, "G"}, Scale{1e6, "M"}, Scale{1e3, "k"}};
    for (const Scale &scale : scales) {
        if (std::abs(value) >= scale.factor * 0.9999)
            return shortNumber(value / scale.factor, step / scale.factor) + QLatin1String(scale.suffix);
    }
    if (std::abs(value) < step / 1000)
        return QStringLiteral("0");
    if (step < 1e-3 && std::abs(value) < 1e-2) { // 3.3e-4: a label has room for six characters
        const double digits = std::floor(std::log10(std::abs(value)) + 1e-9) - std::floor(std::log10(step) + 1e-9);
        return QString::number(value, 'e', std::clamp(int(digits), 0, 2)).replace(QStringLiteral("e-0"), QStringLiteral("e-")).replace(QStringLiteral(".0e"), QStringLiteral("e"));
    }
    const int decimals = std::clamp(int(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
    return QString::number(value, 'f', decimals);
}

double timeStep(double span, int maximumTicks)
{
    for (const double step : secondSteps) {
        if (span / step <= maximumTicks)
            return step;
    }
    return 86400 * std::max(1.0, niceStep(span / 86400, maximumTicks));
}

/// `14:02`, `14:02:31` where ticks are less than a minute apart, with the day where they are a day apart.
QString timeOfDay(double secondsSinceEpoch, double step)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(qint64(std::llround(secondsSinceEpoch * 1000)));
    return time.toString(step >= 86400 ? QStringLiteral("MM-dd") : step < 60 ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

} // namespace

double niceStep(double span, int maximumTicks)
{
    if (!(span > 0) || maximumTicks < 1)
        return 1;
    const double rough = span / maximumTicks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * 0.999999)
            return factor * power;
    }
    return 10 * power;
}

static QList<Tick> ticks(AxisRange range, double step, const auto &label)
{
    QList<Tick> result;
    const double tolerance = step * 1e-6;
    for (double n = std::ceil((range.low - tolerance) / step); n * step <= range.high + tolerance && result.size() < 100; ++n)
        result.append({n * step, label(n * step)});
    return result;
}

QList<Tick> valueTicks(AxisRange range, int maximumTicks, ValueUnit unit)
{
    const double scale = unit == ValueUnit::Bytes ? gibibyte : 1;
    const double step = niceStep((range.high - range.low) / scale, maximumTicks);
    return ticks(range, step * scale, [&](double value) { return shortNumber(value / scale, step); });
}

QList<Tick> logarithmicTicks(AxisRange range, int maximumTicks, ValueUnit unit)
{
    const double scale = unit == ValueUnit::Bytes ? gibibyte : 1;
    const int first = int(std::floor(std::log10(range.low / scale)));
    const int last = int(std::ceil(std::log10(range.high / scale)));
    if (std::log10(range.high / range.low) < 0.8) // within one power of ten even steps tell more
        return valueTicks(range, maximumTicks, unit);
    const bool hasRoom = 3 * (last - first) <= 2 * maximumTicks;
    const int stride = std::max(1, (last - first + maximumTicks - 1) / maximumTicks);
    QList<Tick> result;
    for (int power = first; power <= last; power += stride) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10.0, power);
            const bool isShown = factor == 1.0 || hasRoom;
            if (isShown && value * scale >= range.low * 0.999 && value * scale <= range.high * 1.001)
                result.append({value * scale, shortNumber(value, value)});
        }
    }
    return result;
}

QList<Tick> xTicks(AxisRange range, int maximumTicks, XAxis axis)
{
    if (axis == XAxis::Clock) {
        const double step = timeStep(range.high - range.low, maximumTicks);
        // Counted from the day's beginning, so that the labels are whole hours or minutes here.
        const double zero = double(QDateTime::fromSecsSinceEpoch(qint64(range.low)).date().startOfDay().toSecsSinceEpoch());
        QList<Tick> result = ticks({range.low - zero, range.high - zero}, step, [&](double value) { return timeOfDay(value + zero, step); });
        for (Tick &tick : result)
            tick.value += zero;
        return result;
    }
    if (axis == XAxis::Time)
        return ticks(range, timeStep(range.high - range.low, maximumTicks), [](double value) { return clockText(value); });
    double step = niceStep(range.high - range.low, maximumTicks);
    if (axis != XAxis::Epoch)
        step = std::max(1.0, step);
    return ticks(range, step, [&](double value) {
        const bool isWhole = step >= 1 && (std::abs(value) < 1e5 || step < std::abs(value) / 1000);
        return isWhole ? QLocale().toString(qint64(std::llround(value))) : shortNumber(value, step);
    });
}

QString valueText(double value, ValueUnit unit)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    switch (unit) {
    case ValueUnit::Number: return displayNumber(value);
    case ValueUnit::Percent: return QStringLiteral("%1 %").arg(value, 0, 'f', value < 9.95 ? 1 : 0);
    case ValueUnit::Bytes: return displaySize(qint64(value));
    }
    Q_UNREACHABLE();
}

QString xText(double x, XAxis axis)
{
    switch (axis) {
    case XAxis::Step: return text(QT_TRANSLATE_NOOP("Ticks", "step %1")).arg(QLocale().toString(qint64(std::llround(x))));
    case XAxis::Epoch: return text(QT_TRANSLATE_NOOP("Ticks", "epoch %1")).arg(x, 0, 'f', 2);
    case XAxis::Time: return clockText(x);
    case XAxis::Clock: return timeOfDay(x, 1);
    case XAxis::Line: return text(QT_TRANSLATE_NOOP("Ticks", "line %1")).arg(QLocale().toString(qint64(std::llround(x))));
    }
    Q_UNREACHABLE();
}

QString clockText(double seconds)
{
    const qint64 whole = std::max<qint64>(0, qint64(seconds + 1e-6));
    const QString tail = QStringLiteral(":%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
    if (whole < 3600)
        return QString::number(whole / 60) + tail;
    return QStringLiteral("%1:%2").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QLatin1Char('0')) + tail;
}

} // namespace Trainyard
