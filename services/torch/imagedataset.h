#pragma once

#include "services/torch/imagedecoder.h"
#include "services/torch/imagefolder.h"

#include <QThreadPool>

#include <vector>

namespace Trainyard {

/// Pixels 0..255 of some images, [count, channels, height, width], and their labels. LibTorch-free, so that any thread may make one.
struct ImageBatch
{
    std::vector<uint8_t> pixels;
    std::vector<int64_t> labels;
    ImageShape shape;
    qint64 size() const { return qint64(labels.size()); }
};

/// The shape that @p images suggest: the middle one of their sizes, at most 224 a side; grey only when all looked at are grey.
Result<ImageShape> suggestedShape(const QList<LabelledImage> &images, std::optional<int> side = std::nullopt);

/**
 * Images decoded in threads when first asked for, kept when all of them fit into @c cacheBytes.
 *
 * batch() may be called from any thread, but from one at a time.
 */
class ImageDataset
{
public:
    ImageDataset(QList<LabelledImage> images, ImageShape shape, int workers, qint64 cacheBytes);

    qint64 size() const { return m_images.size(); }
    const ImageShape &shape() const { return m_shape; }

    /// Errors: those of decodeImage(), for the first image that failed.
    Result<ImageBatch> batch(const std::vector<int64_t> &indices);

private:
    Result<> decodeInto(const std::vector<int64_t> &indices, const std::vector<uint8_t *> &targets);

    QList<LabelledImage> m_images;
    ImageShape m_shape;
    QThreadPool m_pool;
    std::vector<uint8_t> m_cache;  ///< empty: images are decoded each time
    std::vector<bool> m_isCached;
};

/// A shuffled order of 0..count-1 that depends on nothing but @p seed and @p epoch: a resumed run goes through the same one.
std::vector<int64_t> epochOrder(qint64 count, quint64 seed, int epoch);

} // namespace Trainyard
