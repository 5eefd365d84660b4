#pragma once

#include "models/platform/flavor.h"
#include "models/result.h"

#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/// What is known of a card (resources/accelerators.yaml, each value with its source). Memory in bytes, speed in FLOP/s.
struct Card
{
    QString name;                    ///< `A100-40GB`
    QStringList aliases;             ///< how flavors and profiles write it
    bool isNpu = false;              ///< Ascend: the same states and activations, a wider band
    int computeCapability = 80;      ///< 80 for sm_80
    qint64 usableBytes = 0;          ///< what the driver reports, below the number on the box
    qint64 cublasWorkspaceBytes = 0; ///< per handle and stream
    double fp32Flops = 0, tf32Flops = 0, halfFlops = 0; ///< dense peak; 0: not known
};

/// Size of the CUDA context with kernels of a training step, by CUDA version and card.
struct ContextSize
{
    qint64 low = 0, expected = 0, high = 0;
};

class AcceleratorCatalogue
{
public:
    static const AcceleratorCatalogue &bundled();
    /// Errors: Invalid, with line and key.
    static Result<AcceleratorCatalogue> fromYaml(const QByteArray &yaml);

    /// By name or alias, upper and lower case and `-_ ` alike; of several sizes of one card, the one nearest to @p memoryBytes.
    std::optional<Card> find(const QString &type, std::optional<qint64> memoryBytes = std::nullopt) const;
    /// A card of compute capability 8.0 of unknown size: what is forecast when no card is named.
    static Card unnamed();
    /// @p cuda: `12.1`; empty: not known. @p framework: `2.1.0`; empty: current.
    ContextSize contextOf(const Card &card, const QString &cuda, const QString &framework) const;

private:
    QList<Card> m_cards;
};

/// Usable bytes of one card of @p flavor: the driver's number of a known card, else the flavor's number less what cards of that kind lose; not set: no card, or unknown.
std::optional<qint64> usableCardBytes(const Flavor &flavor, const AcceleratorCatalogue &catalogue);

} // namespace Trainyard
