#include "services/common/language.h"

#include "models/common/enumtext.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QProcessEnvironment>
#include <QTranslator>

namespace Trainyard {

namespace {

constexpr EnumText languageTexts{std::array{std::pair{Language::English, "en"}, std::pair{Language::Chinese, "zh_CN"}}};

Language s_currentLanguage = Language::English;

bool isUntranslated(const QByteArray &locale)
{
    return locale == "C" || locale == "POSIX";
}

/// `zh_TW.Big5@x`, `zh-Hant`, `ZH` are Chinese; only the part before the country, the encoding and the modifier counts.
std::optional<Language> languageOfLocale(const QByteArray &locale)
{
    qsizetype length = 0;
    while (length < locale.size() && std::isalpha(static_cast<unsigned char>(locale[length])))
        ++length;
    const QByteArray code = locale.left(length).toLower();
    if (code == "zh" || code == "chinese")
        return Language::Chinese;
    if (code == "en" || isUntranslated(locale) || code == "c")
        return Language::English;
    return std::nullopt;
}

QTranslator &loadedTranslator(QTranslator &translator, const QString &file, const QString &folder)
{
    if (translator.isEmpty() && !translator.load(file, folder))
        qWarning("The translation %s is missing in %s.", qUtf8Printable(file), qUtf8Printable(folder));
    return translator;
}

} // namespace

QString languageCode(Language language)
{
    return languageTexts.toText(language);
}

std::optional<Language> languageFromCode(QStringView code)
{
    return languageTexts.fromText(code);
}

Language languageFrom(const EnvironmentLookup &environment)
{
    QByteArray locale;
    for (const char *name : {"LC_ALL", "LC_MESSAGES"}) {
        if (locale.isEmpty())
            locale = environment(name);
    }
    if (isUntranslated(locale))
        return Language::English;
    if (locale.isEmpty())
        locale = environment("LANG");

    QByteArray wanted = environment("LANGUAGE");
    if (wanted.isEmpty())
        wanted = locale;
    for (const QByteArray &entry : wanted.split(':')) {
        if (const auto language = languageOfLocale(entry))
            return *language;
    }
    return Language::English;
}

Language environmentLanguage()
{
    return languageFrom([](const char *name) { return qgetenv(name); });
}

void useLanguage(Language language)
{
    // Leaked on purpose: QCoreApplication's destructor still looks at the installed translators.
    static auto *ours = new QTranslator;
    static auto *qts = new QTranslator;
    static auto *englishPlurals = new QTranslator;
    s_currentLanguage = language;
    QLocale::setDefault(language == Language::Chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                                      : QLocale(QLocale::English, QLocale::UnitedStates));
    QCoreApplication::removeTranslator(ours);
    QCoreApplication::removeTranslator(qts);
    QCoreApplication::removeTranslator(englishPlurals);
    if (language == Language::Chinese) {
        QCoreApplication::installTranslator(
            &loadedTranslator(*qts, QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
        QCoreApplication::installTranslator(
            &loadedTranslator(*ours, QStringLiteral("trainyard_zh_CN"), QStringLiteral(":/translations")));
    } else {
        QCoreApplication::installTranslator(
            &loadedTranslator(*englishPlurals, QStringLiteral("trainyard_en"), QStringLiteral(":/translations")));
    }
}

Language currentLanguage()
{
    return s_currentLanguage;
}

void passLanguage(QProcessEnvironment &environment)
{
    environment.insert(QStringLiteral("LANGUAGE"), languageCode(s_currentLanguage));
    for (const char *name : {"LC_ALL", "LC_MESSAGES"}) {
        if (isUntranslated(environment.value(QLatin1String(name)).toLatin1()))
            environment.insert(QLatin1String(name), QStringLiteral("C.UTF-8"));
    }
}

} // namespace Trainyard
