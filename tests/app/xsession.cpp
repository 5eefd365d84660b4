#include "tests/app/xsession.h"

#include <QStandardPaths>

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
    m_windowManager.start(QStringLiteral("openbox"), {});
    if (!m_windowManager.waitForStarted())
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
