#include "services/common/preferences.h"

#include <QFileInfo>

namespace Trainyard {

namespace {

const QString languageKey = QStringLiteral("language");
const QString themeKey = QStringLiteral("theme");
const QString systemDarkKey = QStringLiteral("system_dark");
const QString recentKey = QStringLiteral("recent_files");
constexpr qsizetype maximumRecentFiles = 10;

} // namespace

Preferences::Preferences(const AppPaths &paths)
    : m_settings(paths.home + QStringLiteral("/settings.ini"), QSettings::IniFormat)
{
}

std::optional<Language> Preferences::language() const
{
    return languageFromCode(m_settings.value(languageKey).toString());
}

void Preferences::setLanguage(std::optional<Language> language)
{
    if (language)
        m_settings.setValue(languageKey, languageCode(*language));
    else
        m_settings.remove(languageKey);
}

Language Preferences::effectiveLanguage() const
{
    return language().value_or(environmentLanguage());
}

QString Preferences::theme() const
{
    return m_settings.value(themeKey, QStringLiteral("system")).toString();
}

void Preferences::setTheme(const QString &theme)
{
    m_settings.setValue(themeKey, theme);
}

std::optional<bool> Preferences::systemDark() const
{
    if (!m_settings.contains(systemDarkKey))
        return std::nullopt;
    return m_settings.value(systemDarkKey).toBool();
}

void Preferences::setSystemDark(std::optional<bool> isDark)
{
    if (isDark)
        m_settings.setValue(systemDarkKey, *isDark);
    else
        m_settings.remove(systemDarkKey);
}

QStringList Preferences::recentFiles() const
{
    return m_settings.value(recentKey).toStringList();
}

void Preferences::addRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    const QString absolutePath = QFileInfo(path).absoluteFilePath();
    files.removeAll(absolutePath);
    files.prepend(absolutePath);
    m_settings.setValue(recentKey, files.mid(0, maximumRecentFiles));
}

void Preferences::clearRecentFiles()
{
    m_settings.remove(recentKey);
}

QByteArray Preferences::bytes(const QString &key) const
{
    return m_settings.value(key).toByteArray();
}

void Preferences::setBytes(const QString &key, const QByteArray &value)
{
    m_settings.setValue(key, value);
}

} // namespace Trainyard
