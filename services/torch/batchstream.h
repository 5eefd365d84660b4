#pragma once

#include "services/torch/imagedataset.h"

#include <future>

namespace Trainyard {

/// The batches of one epoch from @c position on; the next one is decoded while the caller computes. @p dataset must outlive it.
class BatchStream
{
public:
    BatchStream(ImageDataset &dataset, std::vector<int64_t> order, qint64 batchSize, qint64 position = 0);

    bool isAtEnd() const { return m_position >= m_end; }
    /// Not at the end. Errors: those of ImageDataset::batch().
    Result<ImageBatch> next();
    /// Images given so far, those before the start included.
    qint64 position() const { return m_position; }

private:
    void prefetch(qint64 from);

    ImageDataset &m_dataset;
    std::vector<int64_t> m_order;
    qint64 m_batchSize;
    qint64 m_position;
    qint64 m_end;
    std::future<Result<ImageBatch>> m_next;
};

} // namespace Trainyard
