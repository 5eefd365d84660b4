#include "services/torch/stoprequest.h"

#include <csignal>
#include <initializer_list>

namespace Trainyard {

namespace {

volatile std::sig_atomic_t lastSignal = 0;

void remember(int signal)
{
    const bool isWeaker = signal == SIGUSR1 && lastSignal != 0; // "after the next checkpoint" never softens "now"
    if (!isWeaker)
        lastSignal = signal;
}

sigset_t stopSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGUSR1})
        sigaddset(&signals, signal);
    return signals;
}

} // namespace

void blockStopSignals()
{
    const sigset_t signals = stopSignals();
    sigprocmask(SIG_BLOCK, &signals, nullptr);
}

void installStopSignals()
{
    struct sigaction action = {};
    action.sa_handler = remember;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGTERM, SIGINT, SIGUSR1})
        sigaction(signal, &action, nullptr);
    releaseStopSignals();
}

void releaseStopSignals()
{
    const sigset_t signals = stopSignals();
    sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

StopRequest stopRequest()
{
    switch (lastSignal) {
    case SIGUSR1: return StopRequest::AfterCheckpoint;
    case SIGTERM: return StopRequest::Terminate;
    case SIGINT: return StopRequest::Interrupt;
    default: return StopRequest::None;
    }
}

} // namespace Trainyard
