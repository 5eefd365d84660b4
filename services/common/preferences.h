#pragma once

#include "services/common/apppaths.h"
#include "services/common/language.h"

#include <QSettings>
#include <QStringList>

namespace Trainyard {

/// What a person chose for this program itself: settings.ini in Trainyard's home. A missing or damaged file means the defaults.
class Preferences
{
public:
    explicit Preferences(const AppPaths &paths);

    /// Not set: as the environment says.
    std::optional<Language> language() const;
    void setLanguage(std::optional<Language> language);
    /// The stored choice, or what the environment asks for.
    Language effectiveLanguage() const;

    QString theme() const; ///< system, light, dark
    void setTheme(const QString &theme);

    /// What the desktop said last time, so that the first paint is right already; not set: it has no preference.
    std::optional<bool> systemDark() const;
    void setSystemDark(std::optional<bool> isDark);

    /// Absolute paths of jobs and logs, the latest first, at most ten.
    QStringList recentFiles() const;
    void addRecentFile(const QString &path);
    void clearRecentFiles();

    QByteArray bytes(const QString &key) const;
    void setBytes(const QString &key, const QByteArray &value);

private:
    mutable QSettings m_settings;
};

} // namespace Trainyard
