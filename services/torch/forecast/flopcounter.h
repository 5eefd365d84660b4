#pragma once

#include <ATen/record_function.h>

namespace Trainyard {

/**
 * Counts the floating-point operations of matrix products and convolutions while it lives, forward and backward, on any device; one at a time.
 *
 * A multiplication and an addition count as two. Everything else is a few per cent of a training step, and bound by memory, not by arithmetic.
 */
class FlopCounter
{
public:
    FlopCounter();
    ~FlopCounter();
    FlopCounter(const FlopCounter &) = delete;
    FlopCounter &operator=(const FlopCounter &) = delete;

    static double count();

private:
    at::CallbackHandle m_handle;
};

} // namespace Trainyard
