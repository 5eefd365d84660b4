#include "models/metrics/minmaxpyramid.h"

#include <cmath>

namespace Trainyard {

void ValueRange::add(double value)
{
    if (!std::isfinite(value))
        return;
    low = std::min(low, value);
    high = std::max(high, value);
    if (value > 0)
        lowPositive = std::min(lowPositive, value);
}

void ValueRange::add(const ValueRange &other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    lowPositive = std::min(lowPositive, other.lowPositive);
}

namespace {

/// The range over whole blocks of @p items that are not in @p blocks yet.
template<typename Item>
void extendLevel(Column<ValueRange> &blocks, const Column<Item> &items)
{
    for (size_t first = blocks.size() * MinMaxPyramid::blockLength; first + MinMaxPyramid::blockLength <= items.size();
         first += MinMaxPyramid::blockLength) {
        ValueRange range;
        for (size_t i = first; i < first + MinMaxPyramid::blockLength; ++i)
            range.add(items[i]);
        blocks.push_back(range);
    }
}

} // namespace

void MinMaxPyramid::extend(const Column<double> &values)
{
    if (m_levels.empty())
        m_levels.emplace_back();
    extendLevel(m_levels[0], values);
    for (size_t level = 0; m_levels[level].size() >= blockLength; ++level) {
        if (level + 1 == m_levels.size())
            m_levels.emplace_back();
        extendLevel(m_levels[level + 1], m_levels[level]);
    }
}

void MinMaxPyramid::truncate(size_t size)
{
    for (Column<ValueRange> &level : m_levels) {
        size /= blockLength;
        level.truncate(size);
    }
}

ValueRange MinMaxPyramid::range(const Column<double> &values, size_t from, size_t to) const
{
    ValueRange range;
    // What may not be in blocks yet, and the ends that fill none; then the same one level up.
    const size_t inBlocks = m_levels.empty() ? 0 : m_levels[0].size() * blockLength;
    while (to > from && (to % blockLength != 0 || to > inBlocks))
        range.add(values[--to]);
    while (from < to && from % blockLength != 0)
        range.add(values[from++]);
    for (size_t level = 0; from < to; ++level) {
        from /= blockLength;
        to /= blockLength;
        const Column<ValueRange> &blocks = m_levels[level];
        while (to > from && to % blockLength != 0)
            range.add(blocks[--to]);
        while (from < to && from % blockLength != 0)
            range.add(blocks[from++]);
    }
    return range;
}

} // namespace Trainyard
