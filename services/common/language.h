#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

class QProcessEnvironment;

namespace Trainyard {

enum class Language { English, Chinese };

QString languageCode(Language language); ///< `en`, `zh_CN`: what settings.ini holds
std::optional<Language> languageFromCode(QStringView code);

/// A variable's value, empty when it is not set: `qgetenv`, or a table in a test.
using EnvironmentLookup = std::function<QByteArray(const char *name)>;

/**
 * The language that the environment asks for. LANGUAGE is a list (`zh_CN:en`) and goes first, then LC_ALL, LC_MESSAGES, LANG: the first that is
 * not empty. As in gettext, LC_ALL or LC_MESSAGES of C or POSIX asks for untranslated text whatever LANGUAGE says (scripts do that); LANG=C,
 * a container's default, says nothing. Of the list the first entry that we have decides: every Chinese (zh_TW, zh_HK, zh_CN.GB18030) is
 * Simplified Chinese. Nothing of ours: English.
 */
Language languageFrom(const EnvironmentLookup &environment);
/// languageFrom() this process's environment.
Language environmentLanguage();

/**
 * Makes @p language the one of every translated text: installs our and Qt's own translation in the running QCoreApplication, and sets the
 * default QLocale. May be called again: widgets get a LanguageChange.
 */
void useLanguage(Language language);
/// The one given last to useLanguage().
Language currentLanguage();
/// Makes a program that is started with @p environment speak currentLanguage().
void passLanguage(QProcessEnvironment &environment);

} // namespace Trainyard
