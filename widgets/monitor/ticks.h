#pragma once

#include "widgets/monitor/xaxis.h"

#include <QList>
#include <QString>

namespace Trainyard {

struct Tick
{
    double value = 0;
    QString label;
    bool operator==(const Tick &) const = default;
};

/// How a strip's numbers are written.
enum class ValueUnit { Number, Percent, Bytes };

/// A step of 1, 2 or 5 times a power of ten, so that at most @p maximumTicks of them fit.
double niceStep(double span, int maximumTicks);

/// Ticks inside the range with short labels: `0.02`, `2.3k`, `512M`; bytes in GiB without the unit.
QList<Tick> valueTicks(AxisRange range, int maximumTicks, ValueUnit unit);
/// Ticks of a logarithmic axis: powers of ten, with 2 and 5 between them where there is room. @p range lies above zero.
QList<Tick> logarithmicTicks(AxisRange range, int maximumTicks, ValueUnit unit);
/// Ticks of the x axis: whole steps, `4:30` for times, `14:02` by the clock.
QList<Tick> xTicks(AxisRange range, int maximumTicks, XAxis axis);

/// Value with 4 significant digits for people: `0.4123`, `3.4 GiB`, `91 %`.
QString valueText(double value, ValueUnit unit);
/// `step 1,234`, `epoch 2.31`, `4:30`.
QString xText(double x, XAxis axis);
/// `4:05`, `1:02:05`.
QString clockText(double seconds);

} // namespace Trainyard
