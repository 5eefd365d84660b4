#include "services/agent/nvml.h"

#include <array>

#include <dlfcn.h>

namespace Trainyard {

namespace {

// The few declarations of nvml.h that are used here (NVML API reference, "vR535"); every function answers 0 for success.
using Device = void *;
struct Utilization
{
    unsigned int gpu;
    unsigned int memory;
};
struct Memory
{
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

template<typename Function>
bool resolve(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

} // namespace

struct Nvml::Library
{
    void *handle = nullptr;
    bool isStarted = false;
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*count)(unsigned int *) = nullptr;
    int (*byIndex)(unsigned int, Device *) = nullptr;
    int (*byUuid)(const char *, Device *) = nullptr;
    int (*uuid)(Device, char *, unsigned int) = nullptr;
    int (*name)(Device, char *, unsigned int) = nullptr;
    int (*memory)(Device, Memory *) = nullptr;
    int (*utilization)(Device, Utilization *) = nullptr;
    int (*capability)(Device, int *, int *) = nullptr;
    int (*driver)(char *, unsigned int) = nullptr;
    int (*cuda)(int *) = nullptr;

    bool open()
    {
        const QByteArray own = qgetenv("TRAINYARD_NVML");
        handle = ::dlopen(own.isEmpty() ? "libnvidia-ml.so.1" : own.constData(), RTLD_NOW | RTLD_LOCAL);
        isStarted = handle && resolve(handle, "nvmlInit_v2", init) && resolve(handle, "nvmlShutdown", shutdown)
            && resolve(handle, "nvmlDeviceGetCount_v2", count) && resolve(handle, "nvmlDeviceGetHandleByIndex_v2", byIndex)
            && resolve(handle, "nvmlDeviceGetHandleByUUID", byUuid) && resolve(handle, "nvmlDeviceGetUUID", uuid)
            && resolve(handle, "nvmlDeviceGetName", name) && resolve(handle, "nvmlDeviceGetMemoryInfo", memory)
            && resolve(handle, "nvmlDeviceGetUtilizationRates", utilization) && resolve(handle, "nvmlSystemGetDriverVersion", driver)
            && init() == 0;
        if (isStarted) { // newer drivers only
            resolve(handle, "nvmlDeviceGetCudaComputeCapability", capability);
            resolve(handle, "nvmlSystemGetCudaDriverVersion_v2", cuda);
        }
        return isStarted;
    }

    ~Library()
    {
        if (isStarted)
            shutdown();
        if (handle)
            ::dlclose(handle);
    }
};

Nvml::Nvml() : m_library(std::make_unique<Library>())
{
    if (!m_library->open())
        m_library.reset();
}

Nvml::~Nvml() = default;

QList<NvidiaCard> Nvml::cards() const
{
    QList<NvidiaCard> cards;
    unsigned int count = 0;
    if (!m_library || m_library->count(&count) != 0)
        return cards;
    for (unsigned int index = 0; index < count; ++index) {
        Device device = nullptr;
        std::array<char, 128> uuid{};
        std::array<char, 128> name{};
        Memory memory{};
        if (m_library->byIndex(index, &device) != 0 || m_library->uuid(device, uuid.data(), uuid.size()) != 0
            || m_library->memory(device, &memory) != 0)
            continue; // a card that does not answer cannot be offered
        m_library->name(device, name.data(), name.size());
        NvidiaCard card{QString::fromUtf8(uuid.data()), QString::fromUtf8(name.data()), qint64(memory.total), QString()};
        int major = 0;
        int minor = 0;
        if (m_library->capability && m_library->capability(device, &major, &minor) == 0)
            card.architecture = QStringLiteral("sm_%1%2").arg(major).arg(minor);
        cards.append(card);
    }
    return cards;
}

std::optional<CardUse> Nvml::use(const QString &uuid) const
{
    Device device = nullptr;
    Utilization utilization{};
    Memory memory{};
    if (!m_library || m_library->byUuid(uuid.toUtf8().constData(), &device) != 0 || m_library->utilization(device, &utilization) != 0
        || m_library->memory(device, &memory) != 0)
        return std::nullopt;
    return CardUse{double(utilization.gpu), qint64(memory.used), qint64(memory.total)};
}

QString Nvml::driverVersion() const
{
    std::array<char, 96> text{};
    return m_library && m_library->driver(text.data(), text.size()) == 0 ? QString::fromUtf8(text.data()) : QString();
}

QString Nvml::cudaVersion() const
{
    int version = 0; // 12020 for 12.2
    if (!m_library || !m_library->cuda || m_library->cuda(&version) != 0)
        return QString();
    return QStringLiteral("%1.%2").arg(version / 1000).arg(version % 1000 / 10);
}

} // namespace Trainyard
