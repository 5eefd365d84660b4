#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace Trainyard {

/**
 * An X server of its own with a window manager, for tests that click as a person does. Ends with the object.
 *
 * Started before the QApplication: DISPLAY and QT_QPA_PLATFORM are set for it. Where Xvfb or openbox is missing, isRunning() is false and
 * reason() says so.
 */
class XSession
{
public:
    explicit XSession(const QString &screen = QStringLiteral("1920x1080x24"));
    ~XSession();

    bool isRunning() const { return m_reason.isEmpty(); }
    QString reason() const { return m_reason; }

private:
    QTemporaryDir m_folder;
    QProcess m_server;
    QProcess m_windowManager;
    QString m_reason;
};

} // namespace Trainyard
