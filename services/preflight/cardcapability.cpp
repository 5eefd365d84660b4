#include "services/preflight/cardcapability.h"

#include <QRegularExpression>

namespace Trainyard {

std::optional<ComputeCapability> capabilityOf(const QString &architecture)
{
    static const QRegularExpression pattern(QStringLiteral("^(?:sm|compute)_(\\d+)(\\d)a?$"));
    const QRegularExpressionMatch match = pattern.match(architecture);
    return match.hasMatch() ? std::optional(ComputeCapability{match.captured(1).toInt(), match.captured(2).toInt()}) : std::nullopt;
}

std::optional<bool> hasBrainFloat(const Flavor &flavor)
{
    const std::optional<ComputeCapability> card = flavor.accelerator ? capabilityOf(flavor.accelerator->architecture) : std::nullopt;
    return card ? std::optional(card->major >= 8) : std::nullopt;
}

} // namespace Trainyard
