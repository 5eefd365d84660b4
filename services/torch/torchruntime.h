#pragma once

#include <optional>

namespace Trainyard {

/**
 * Starts the program anew with OMP_WAIT_POLICY=passive when nothing is said about it; returns when it is as it should be.
 *
 * libgomp reads it before main(). Its threads otherwise spin while they wait: with as many threads as CPUs, one more busy process
 * makes a training step ten times slower (measured: 290 ms for 30 ms). Call first, with the stop signals blocked.
 */
void restartWithPassiveThreads(char *argv[]);

/// Sets the threads that compute (OMP_NUM_THREADS, else the CPUs this process may use) and turns TorchScript's optimiser off.
void configureTorch(std::optional<int> threads = std::nullopt);

} // namespace Trainyard
