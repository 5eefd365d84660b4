/* A libnvidia-ml.so.1 for tests: TRAINYARD_FAKE_CARDS holds the cards' names, separated by commas; a card named `lost` answers nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXIMUM_CARDS 16
static char names[MAXIMUM_CARDS][64];
static unsigned int count;

struct Utilization
{
    unsigned int gpu, memory;
};
struct Memory
{
    unsigned long long total, free, used;
};

int nvmlInit_v2(void)
{
    char text[1024];
    const char *cards = getenv("TRAINYARD_FAKE_CARDS");
    count = 0;
    if (!cards)
        return 9; /* NVML_ERROR_DRIVER_NOT_LOADED */
    snprintf(text, sizeof text, "%s", cards);
    for (char *name = strtok(text, ","); name && count < MAXIMUM_CARDS; name = strtok(NULL, ","))
        snprintf(names[count++], sizeof names[0], "%s", name);
    return 0;
}

int nvmlShutdown(void)
{
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned int *answer)
{
    *answer = count;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device)
{
    *device = names[index];
    return index < count ? 0 : 2;
}

static unsigned int indexOf(void *device)
{
    return (unsigned int)(((char *)device - names[0]) / (long)sizeof names[0]);
}

static int isLost(void *device)
{
    return strcmp(device, "lost") == 0;
}

int nvmlDeviceGetUUID(void *device, char *uuid, unsigned int length)
{
    snprintf(uuid, length, "GPU-%u", indexOf(device));
    return 0;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    unsigned int index = MAXIMUM_CARDS;
    if (sscanf(uuid, "GPU-%u", &index) != 1 || index >= count)
        return 6; /* NVML_ERROR_NOT_FOUND */
    *device = names[index];
    return 0;
}

int nvmlDeviceGetName(void *device, char *name, unsigned int length)
{
    snprintf(name, length, "%s", (char *)device);
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, struct Memory *memory)
{
    memory->total = 80ULL << 30;
    memory->used = (1ULL + indexOf(device)) << 30;
    memory->free = memory->total - memory->used;
    return isLost(device) ? 15 : 0; /* NVML_ERROR_GPU_IS_LOST */
}

int nvmlDeviceGetUtilizationRates(void *device, struct Utilization *utilization)
{
    utilization->gpu = 40 + 20 * indexOf(device);
    utilization->memory = 10;
    return isLost(device) ? 15 : 0;
}

int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor)
{
    (void)device;
    *major = 8;
    *minor = 0;
    return 0;
}

int nvmlSystemGetDriverVersion(char *version, unsigned int length)
{
    snprintf(version, length, "535.54.03");
    return 0;
}

int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = 12020;
    return 0;
}
