#include "app/window/messagelog.h"

#include <QDateTime>
#include <QMutex>

namespace Trainyard {

namespace {

constexpr qsizetype maximumMessages = 40;

QMutex s_mutex;
QStringList s_messages;
QtMessageHandler s_previousHandler = nullptr;

void handleMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type != QtDebugMsg && type != QtInfoMsg)
        keepMessage(text);
    if (s_previousHandler)
        s_previousHandler(type, context, text);
}

} // namespace

void keepMessages()
{
    s_previousHandler = qInstallMessageHandler(handleMessage);
}

QStringList keptMessages()
{
    const QMutexLocker lock(&s_mutex);
    return s_messages;
}

void keepMessage(const QString &text)
{
    const QMutexLocker lock(&s_mutex);
    s_messages.append(QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss ")) + text);
    if (s_messages.size() > maximumMessages)
        s_messages.removeFirst();
}

} // namespace Trainyard
