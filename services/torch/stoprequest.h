#pragma once

namespace Trainyard {

/// What a running trainer was asked by a signal; it looks after every step.
enum class StopRequest {
    None,
    AfterCheckpoint, ///< SIGUSR1: save a checkpoint at the next step, then end with 0
    Terminate,       ///< SIGTERM: the same, then end with 143
    Interrupt        ///< SIGINT: the same, then end with 130
};

/// Catches the signals from now on, and lets those through that blockStopSignals() held back.
void installStopSignals();
/// Holds the signals back, also across an exec: nothing is lost while the program starts.
void blockStopSignals();
/// Lets through what blockStopSignals() held back: without installStopSignals() they end the program.
void releaseStopSignals();
StopRequest stopRequest();

} // namespace Trainyard
