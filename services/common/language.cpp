#include "services/common/language.h"

#include "models/common/enumtext.h"
#include "services/common/everylanguage.h"

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

void loadInto(QTranslator &translator, const QString &file, const QString &folder)
{
    if (!translator.load(file, folder))
        qWarning("The translation %s is missing in %s.", qUtf8Printable(file), qUtf8Printable(folder));
}

/// Our own texts: in the chosen language, or within inEveryLanguage() in all of them.
class OurTranslator final : public QTranslator
{
public:
    OurTranslator()
    {
        loadInto(m_englishPlurals, QStringLiteral("trainyard_en"), QStringLiteral(":/translations"));
        loadInto(m_chinese, QStringLiteral("trainyard_zh_CN"), QStringLiteral(":/translations"));
    }

    bool isEmpty() const override { return false; }

    QString translate(const char *context, const char *source, const char *disambiguation, int n) const override
    {
        const auto in = [=](const QTranslator &translator) { return translator.translate(context, source, disambiguation, n); };
        if (!EveryLanguageScope::isActive())
            return in(s_currentLanguage == Language::Chinese ? m_chinese : m_englishPlurals);
        const QString english = in(m_englishPlurals), chinese = in(m_chinese), plain = QString::fromUtf8(source);
        return EveryLanguageScope::group(english.isNull() ? plain : english, chinese.isNull() ? plain : chinese);
    }

private:
    QTranslator m_englishPlurals; ///< only texts with a number
    QTranslator m_chinese;
};

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
    static auto *ours = new OurTranslator;
    static auto *qts = new QTranslator;
    QCoreApplication::removeTranslator(ours);
    QCoreApplication::removeTranslator(qts);
    s_currentLanguage = language;
    QLocale::setDefault(language == Language::Chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                                      : QLocale(QLocale::English, QLocale::UnitedStates));
    if (language == Language::Chinese) {
        if (qts->isEmpty())
            loadInto(*qts, QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        QCoreApplication::installTranslator(qts);
    }
    QCoreApplication::installTranslator(ours);
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
