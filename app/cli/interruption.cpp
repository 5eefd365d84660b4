#include "app/cli/interruption.h"

#include <QSocketNotifier>

#include <csignal>
#include <ctime>
#include <sys/eventfd.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr time_t patienceSeconds = 2; ///< `timeout` and some shells send the same signal twice at once

int s_eventFile = -1;
volatile sig_atomic_t s_firstSignalAt = 0;

/// Only what is safe in a signal handler.
void handleSignal(int number)
{
    const auto now = sig_atomic_t(time(nullptr));
    if (s_firstSignalAt == 0) {
        s_firstSignalAt = now;
        const uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = write(s_eventFile, &one, sizeof one);
    } else if (now - s_firstSignalAt >= patienceSeconds) {
        std::signal(number, SIG_DFL);
        raise(number);
    }
}

} // namespace

Interruption::Interruption(QObject *parent)
    : QObject(parent)
{
    s_firstSignalAt = 0;
    s_eventFile = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    m_notifier = new QSocketNotifier(s_eventFile, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        Q_EMIT requested();
    });
    std::signal(SIGINT, handleSignal);
    std::signal(SIGTERM, handleSignal);
}

Interruption::~Interruption()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    delete m_notifier;
    close(s_eventFile);
}

} // namespace Trainyard
