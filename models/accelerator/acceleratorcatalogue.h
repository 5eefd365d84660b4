#pragma once

#include "models/platform/flavor.h"
#include "models/result.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// What is known of a card (resources/accelerators.yaml, each value with its source). Memory in bytes, speed in FLOP/s.
struct Card
{
    QString name;                    ///< `A100-40GB`
    QStringList aliases;             ///< how flavors and profiles write it
    bool isNpu = false;              ///< Ascend: the same states and activations, a wider band
    int computeCapability = 80;      ///< 80 for sm_80
    qint64 memoryBytes = 0;          ///< the number on the box; 0: not known
    qint64 usableBytes = 0;          ///< what the driver reports, below the number on the box; 0: not known
    qint64 cublasWorkspaceBytes = 0; ///< per handle and stream
    double fp32Flops = 0, tf32Flops = 0, halfFlops = 0; ///< dense peak; 0: not known
    QString source;                  ///< where these numbers are from

    bool operator==(const Card &) const = default;
};

/// Size of the CUDA context with kernels of a training step, by CUDA version and card.
struct ContextSize
{
    qint64 low = 0, expected = 0, high = 0;
    bool operator==(const ContextSize &) const = default;
};

class AcceleratorCatalogue
{
public:
    static const AcceleratorCatalogue &bundled();
    /// Errors: Invalid, with line and key.
    static Result<AcceleratorCatalogue> fromYaml(const QByteArray &yaml);

    /**
     * By name or alias as flavors, drivers and schedulers write it: `A100-SXM4-80GB`, `nvidia-a100-80gb`, `Ascend: 1*Ascend-D910B`.
     *
     * Of several sizes of one card that which @p type names, else the one nearest to @p memoryBytes, else the smallest.
     */
    std::optional<Card> find(const QString &type, std::optional<qint64> memoryBytes = std::nullopt) const;
    const QList<Card> &cards() const { return m_cards; }
    /// A card of compute capability 8.0 of unknown size: what is forecast when no card is named.
    static Card unnamed();
    /// @p cuda: `12.1`; empty: not known. @p framework: `2.1.0`; empty: current.
    ContextSize contextOf(const Card &card, const QString &cuda, const QString &framework) const;

private:
    struct Context
    {
        QString kind;
        QString cuda, framework; ///< first versions
        ContextSize size;
    };
    friend struct AcceleratorFile;

    QList<Card> m_cards;
    QMultiHash<QString, qsizetype> m_byName; ///< names and aliases as cardName() reads them -> index into m_cards
    QList<Context> m_contexts;
};

/**
 * The card of @p flavor: a known one, its memory bounded by the flavor's number (half a card, say), or one that is made of what the flavor
 * says. Not set: a flavor without accelerator.
 */
std::optional<Card> cardOf(const Flavor &flavor, const AcceleratorCatalogue &catalogue);

/// Usable bytes of one card of @p flavor: the driver's number of a known card, else the flavor's number less what cards of that kind lose; not set: no card, or unknown.
std::optional<qint64> usableCardBytes(const Flavor &flavor, const AcceleratorCatalogue &catalogue);

} // namespace Trainyard
