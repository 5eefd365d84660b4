#include "services/torch/imagedataset.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <random>

namespace Trainyard {

Result<ImageShape> suggestedShape(const QList<LabelledImage> &images, std::optional<int> side)
{
    constexpr qsizetype sampleSize = 32;
    constexpr int smallestSide = 8, largestSide = 224;
    std::vector<int> sides;
    bool isGrey = true;
    const qsizetype stride = std::max<qsizetype>(1, images.size() / sampleSize);
    for (qsizetype i = 0; i < images.size(); i += stride) {
        const Result<ImageFacts> facts = decodeImage(images[i].path, {}, nullptr);
        if (!facts)
            return facts.error();
        sides.push_back(std::min(facts->size.width(), facts->size.height()));
        isGrey = isGrey && facts->isGrey;
    }
    std::nth_element(sides.begin(), sides.begin() + std::ptrdiff_t(sides.size() / 2), sides.end());
    const int chosen = side.value_or(sides.empty() ? largestSide : std::clamp(sides[sides.size() / 2], smallestSide, largestSide));
    return ImageShape{isGrey ? 1 : 3, chosen, chosen};
}

ImageDataset::ImageDataset(QList<LabelledImage> images, ImageShape shape, int workers, qint64 cacheBytes)
    : m_images(std::move(images)), m_shape(shape)
{
    m_pool.setMaxThreadCount(std::max(1, workers));
    if (m_images.size() <= cacheBytes / std::max<qint64>(1, shape.size())) {
        m_cache.resize(size_t(m_images.size() * shape.size()));
        m_isCached.resize(size_t(m_images.size()), false);
    }
}

Result<ImageBatch> ImageDataset::batch(const std::vector<int64_t> &indices)
{
    const auto imageBytes = size_t(m_shape.size());
    ImageBatch batch{std::vector<uint8_t>(indices.size() * imageBytes), std::vector<int64_t>(indices.size()), m_shape};
    std::vector<int64_t> toDecode;
    std::vector<uint8_t *> targets;
    for (size_t i = 0; i < indices.size(); ++i) {
        const int64_t index = indices[i];
        batch.labels[i] = m_images[index].label;
        if (m_cache.empty() || !m_isCached[size_t(index)]) {
            toDecode.push_back(index);
            targets.push_back(m_cache.empty() ? batch.pixels.data() + i * imageBytes : m_cache.data() + size_t(index) * imageBytes);
        }
    }
    if (const Result<> decoded = decodeInto(toDecode, targets); !decoded)
        return decoded.error();
    if (m_cache.empty())
        return batch;
    for (const int64_t index : toDecode)
        m_isCached[size_t(index)] = true;
    for (size_t i = 0; i < indices.size(); ++i)
        std::copy_n(m_cache.data() + size_t(indices[i]) * imageBytes, imageBytes, batch.pixels.data() + i * imageBytes);
    return batch;
}

Result<> ImageDataset::decodeInto(const std::vector<int64_t> &indices, const std::vector<uint8_t *> &targets)
{
    std::atomic<size_t> next = 0;
    std::mutex mutex;
    std::optional<Error> firstError;
    const auto decodeRest = [&] {
        for (size_t i = next++; i < indices.size(); i = next++) {
            if (const Result<ImageFacts> decoded = decodeImage(m_images[indices[i]].path, m_shape, targets[i]); !decoded) {
                const std::lock_guard lock(mutex);
                firstError = firstError.value_or(decoded.error());
                next = indices.size();
            }
        }
    };
    const int helpers = std::min(m_pool.maxThreadCount(), int(indices.size())) - 1;
    for (int i = 0; i < helpers; ++i)
        m_pool.start(decodeRest);
    decodeRest();
    m_pool.waitForDone();
    return firstError ? Result<>(*firstError) : success();
}

std::vector<int64_t> epochOrder(qint64 count, quint64 seed, int epoch)
{
    std::vector<int64_t> order(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::seed_seq seeds{uint32_t(seed), uint32_t(seed >> 32), uint32_t(epoch)};
    std::mt19937_64 generator(seeds);
    for (size_t i = order.size(); i > 1; --i) // std::shuffle may differ from library to library
        std::swap(order[i - 1], order[generator() % i]);
    return order;
}

} // namespace Trainyard
