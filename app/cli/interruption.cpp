#include "app/cli/interruption.h"

#include <QSocketNotifier>

#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace Trainyard {

namespace {

int s_eventFile = -1;

void handleSignal(int number)
{
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(s_eventFile, &one, sizeof one);
    std::signal(number, SIG_DFL);
}

} // namespace

Interruption::Interruption(QObject *parent)
    : QObject(parent)
{
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
