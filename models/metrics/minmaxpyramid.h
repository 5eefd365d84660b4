#pragma once

#include "models/metrics/column.h"

#include <limits>
#include <vector>

namespace Trainyard {

/// What finite values reach. Without any, low is above high.
struct ValueRange
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double lowPositive = std::numeric_limits<double>::infinity(); ///< lowest above zero, for a logarithmic axis

    bool isEmpty() const { return low > high; }
    void add(double value);
    void add(const ValueRange &other);
    bool operator==(const ValueRange &) const = default;
};

/**
 * Lowest and highest of any stretch of a column in logarithmic time, exactly: of each 16 values, of each 16 of those, and so on.
 *
 * Only full blocks are stored, so appending costs 1/16 of a node a value: 1.6 bytes. What is not finite counts for nothing.
 */
class MinMaxPyramid
{
public:
    static constexpr size_t blockLength = 16;

    /// Takes in what @p values has more than at the last time.
    void extend(const Column<double> &values);
    /// Forgets the values from @p size on: extend() reads them again.
    void truncate(size_t size);
    /// Of the values at @p from to before @p to; @p values as last extended, or longer.
    ValueRange range(const Column<double> &values, size_t from, size_t to) const;

private:
    std::vector<Column<ValueRange>> m_levels;
};

} // namespace Trainyard
