#pragma once

#include <QCoreApplication>
#include <QProcess>

namespace Trainyard {

/// Keeps a killed process until the kernel has given back its memory, which may take a large one a second. Only the program's end waits for it.
class DyingProcess final : public QObject
{
public:
    /// Takes over @p process, which its owner has killed and disconnected from itself.
    static void keep(QProcess *process) { new DyingProcess(process); }

    ~DyingProcess() override { m_process->waitForFinished(2000); }

private:
    explicit DyingProcess(QProcess *process)
        : QObject(QCoreApplication::instance())
        , m_process(process)
    {
        process->setParent(this);
        connect(process, &QProcess::finished, this, &QObject::deleteLater);
    }

    QProcess *m_process;
};

} // namespace Trainyard
