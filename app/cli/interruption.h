#pragma once

#include <QObject>

class QSocketNotifier;

namespace Trainyard {

/// Ctrl+C and SIGTERM as a signal of Qt, once: a command then leaves nothing half done. Ctrl+C again after two seconds ends the program as usual. One at a time.
class Interruption final : public QObject
{
    Q_OBJECT
public:
    explicit Interruption(QObject *parent = nullptr);
    ~Interruption() override;

Q_SIGNALS:
    void requested();

private:
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace Trainyard
