#pragma once

#include "models/accelerator/memoryforecast.h"

#include <QList>
#include <QString>

namespace Trainyard {

/// What a forecast says of its card. The band decides, not the expected need alone.
enum class ForecastVerdict {
    Open,    ///< the card's memory is not known
    Fits,
    MayFail, ///< the upper end of the band is over the card
    Exceeds  ///< even the lower end is
};

ForecastVerdict verdictOf(const MemoryForecast &forecast);

/// One part of a breakdown, named for people.
struct MemoryPart
{
    QString name; ///< `optimizer states`
    qint64 bytes = 0;
    bool operator==(const MemoryPart &) const = default;
};

/// Always the seven, in the order of the contract.
QList<MemoryPart> partsOf(const MemoryBreakdown &breakdown);

/// "Needs 27.4 GiB (26.1 to 29.0 GiB) of the 24.0 GiB of A10: it does not fit."
QString needSentence(const MemoryForecast &forecast);
/// The same for the line under a field: "Needs 18.2 of 24.0 GiB on A10."
QString shortNeedSentence(const MemoryForecast &forecast);
/// Where in the step the peak is, for people: "in the backward pass".
QString displayPhase(const QString &phase);
/// "Beside the card: 27.6 GiB of memory, 2.0 GiB of disk for checkpoints.": what of it is needed.
QString hostSentence(const HostNeeds &host);
/// "Fits, 46 % of the card", "Does not fit", "Memory not known": of one flavor.
QString flavorFitText(const FlavorFit &flavor, qint64 needBytes);
/// "9 to 13 h", or nothing; says where they were measured.
QString hoursText(const FlavorFit &flavor);

} // namespace Trainyard
