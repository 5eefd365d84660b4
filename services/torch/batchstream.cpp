#include "services/torch/batchstream.h"

namespace Trainyard {

BatchStream::BatchStream(ImageDataset &dataset, std::vector<int64_t> order, qint64 batchSize, qint64 position)
    : m_dataset(dataset), m_order(std::move(order)), m_batchSize(batchSize), m_position(position), m_end(qint64(m_order.size()))
{
    if (!isAtEnd())
        prefetch(m_position);
}

Result<ImageBatch> BatchStream::next()
{
    Result<ImageBatch> batch = m_next.get();
    if (!batch)
        return batch;
    m_position += batch->size();
    if (!isAtEnd())
        prefetch(m_position);
    return batch;
}

void BatchStream::prefetch(qint64 from)
{
    const auto first = m_order.begin() + from;
    const auto last = m_order.begin() + std::min(from + m_batchSize, m_end);
    m_next = std::async(std::launch::async, [this, indices = std::vector<int64_t>(first, last)] { return m_dataset.batch(indices); });
}

} // namespace Trainyard
