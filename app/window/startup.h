#pragma once

#include <QObject>

class QWidget;

namespace Trainyard {

/// Tells when a window was painted for the first time.
class FirstPaint final : public QObject
{
    Q_OBJECT

public:
    explicit FirstPaint(QWidget &window);

Q_SIGNALS:
    /// From the event loop right after it. @p milliseconds since this process was started by its parent, to 10 ms.
    void happened(qint64 milliseconds);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
};

} // namespace Trainyard
