#include "app/window/startup.h"

#include <QEvent>
#include <QFile>
#include <QTimer>
#include <QWidget>

#include <ctime>
#include <unistd.h>

namespace Trainyard {

namespace {

/// Field 22 of /proc/self/stat: when the process was started, in clock ticks since boot.
qint64 millisecondsSinceProcessStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray text = file.readAll();
    // The second field, the program's name in brackets, may hold blanks.
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 20)
        return -1;
    const qint64 started = fields[19].toLongLong() * 1000 / sysconf(_SC_CLK_TCK);
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000 - started;
}

} // namespace

FirstPaint::FirstPaint(QWidget &window)
    : QObject(&window)
{
    window.installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::Paint) {
        object->removeEventFilter(this);
        QTimer::singleShot(0, this, [this] { Q_EMIT happened(millisecondsSinceProcessStart()); });
    }
    return false;
}

} // namespace Trainyard
