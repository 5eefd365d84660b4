#pragma once

#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace Trainyard {

/// One NVIDIA card, as the driver describes it.
struct NvidiaCard
{
    QString uuid;          ///< `GPU-...`: also what CUDA_VISIBLE_DEVICES takes
    QString name;          ///< `NVIDIA A100-SXM4-80GB`
    qint64 memoryBytes = 0;
    QString architecture;  ///< `sm_80`; empty: not told
};

/// How busy a card is now.
struct CardUse
{
    double percent = 0;
    qint64 usedBytes = 0;
    qint64 totalBytes = 0;
};

/**
 * NVIDIA's management library, opened when it is there (libnvidia-ml.so.1 by dlopen): no driver, no cards, no error.
 *
 * TRAINYARD_NVML names another library file; tests bring their own.
 */
class Nvml
{
public:
    Nvml();
    ~Nvml();
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;

    QList<NvidiaCard> cards() const;
    /// Nothing for an unknown card or one that fell off the bus.
    std::optional<CardUse> use(const QString &uuid) const;
    QString driverVersion() const; ///< `535.54.03`; empty: no driver
    QString cudaVersion() const;   ///< newest that the driver can: `12.2`

private:
    struct Library;
    std::unique_ptr<Library> m_library; ///< null: not there
};

} // namespace Trainyard
