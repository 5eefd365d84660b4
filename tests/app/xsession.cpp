#include "tests/app/xsession.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>

namespace Trainyard {

XSession::XSession(const QString &screen)
{
    for (const QString &program : {QStringLiteral("Xvfb"), QStringLiteral("openbox")}) {
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            m_reason = program + QStringLiteral(" is not installed");
            return;
        }
    }
    // The server picks a free display and writes its number: parallel tests do not meet.
    m_server.setProgram(QStringLiteral("Xvfb"));
    m_server.setArguments({QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"), screen,
                           QStringLiteral("-nolisten"), QStringLiteral("tcp"), QStringLiteral("-noreset")});
    m_server.setStandardErrorFile(QProcess::nullDevice());
    m_server.start();
    QByteArray number;
    while (!number.contains('\n') && m_server.waitForReadyRead(10000))
        number += m_server.readAllStandardOutput();
    if (number.trimmed().isEmpty()) {
        m_reason = QStringLiteral("Xvfb did not start");
        return;
    }
    qputenv("DISPLAY", ":" + number.trimmed());
    qputenv("QT_QPA_PLATFORM", "xcb");
    qunsetenv("WAYLAND_DISPLAY");
    m_windowManager.setStandardOutputFile(QProcess::nullDevice());
    m_windowManager.setStandardErrorFile(QProcess::nullDevice());
    // Only a window that is mapped after the manager is there gets the focus: it says so by making a file.
    const QString sign = m_folder.filePath(QStringLiteral("ready"));
    m_windowManager.start(QStringLiteral("openbox"), {QStringLiteral("--startup"), QStringLiteral("touch ") + sign});
    QDeadlineTimer deadline(30'000);
    while (!QFileInfo::exists(sign) && !deadline.hasExpired())
        QThread::msleep(20);
    if (!QFileInfo::exists(sign))
        m_reason = QStringLiteral("openbox did not start");
}

XSession::~XSession()
{
    for (QProcess *process : {&m_windowManager, &m_server}) {
        process->terminate();
        if (process->state() != QProcess::NotRunning && !process->waitForFinished(3000))
            process->kill();
    }
}

} // namespace Trainyard
