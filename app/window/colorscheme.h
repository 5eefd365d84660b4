#pragma once

#include <QObject>

#include <optional>

class QDBusVariant;

namespace Trainyard {

/// Whether the desktop prefers dark, asked from its portal (org.freedesktop.portal.Settings) and followed. Silent where there is none.
class ColorScheme final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Asks; the answer comes by prefersDarkChanged(), never later than the bus's own time limit, or not at all.
    void watch();

Q_SIGNALS:
    /// Not set: no preference.
    void prefersDarkChanged(std::optional<bool> prefersDark);

private Q_SLOTS:
    void handleSettingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void tell(const QVariant &value);
};

} // namespace Trainyard
