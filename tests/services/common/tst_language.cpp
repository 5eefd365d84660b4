#include "services/common/language.h"
#include "services/common/preferences.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

using Variables = QHash<QByteArray, QByteArray>;

class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void environmentDecidesTheLanguage_data();
    void environmentDecidesTheLanguage();
    void storedChoiceGoesBeforeTheEnvironment();
    void damagedSettingsMeanTheDefaults();
    void startedProgramSpeaksTheSameLanguage();
    void countsAreSaidProperlyInBothLanguages();
    void recentFilesKeepTheLatestTenWithoutDuplicates();
};

void TestLanguage::environmentDecidesTheLanguage_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<bool>("isChinese");

    QTest::newRow("nothing set") << Variables{} << false;
    QTest::newRow("LANG") << Variables{{"LANG", "zh_CN.UTF-8"}} << true;
    QTest::newRow("GB18030") << Variables{{"LANG", "zh_CN.GB18030"}} << true;
    QTest::newRow("Taiwan") << Variables{{"LANG", "zh_TW.Big5"}} << true;
    QTest::newRow("Hong Kong") << Variables{{"LANG", "zh_HK"}} << true;
    QTest::newRow("Singapore, modifier") << Variables{{"LANG", "zh_SG.UTF-8@pinyin"}} << true;
    QTest::newRow("script with a dash") << Variables{{"LANG", "zh-Hant"}} << true;
    QTest::newRow("bare zh") << Variables{{"LANG", "zh"}} << true;
    QTest::newRow("German") << Variables{{"LANG", "de_DE.UTF-8"}} << false;
    QTest::newRow("Zhuang is not Chinese") << Variables{{"LANG", "zha_CN"}} << false;
    QTest::newRow("LC_MESSAGES before LANG") << Variables{{"LC_MESSAGES", "zh_CN.UTF-8"}, {"LANG", "en_US.UTF-8"}} << true;
    QTest::newRow("LC_ALL before LC_MESSAGES") << Variables{{"LC_ALL", "en_US.UTF-8"}, {"LC_MESSAGES", "zh_CN"}, {"LANG", "zh_CN"}} << false;
    QTest::newRow("empty LC_ALL is not set") << Variables{{"LC_ALL", ""}, {"LANG", "zh_CN.UTF-8"}} << true;
    QTest::newRow("LANGUAGE before all") << Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "en_US.UTF-8"}} << true;
    QTest::newRow("LANGUAGE list, ours second") << Variables{{"LANGUAGE", "de:zh_TW:en"}, {"LANG", "de_DE.UTF-8"}} << true;
    QTest::newRow("LANGUAGE list, English first") << Variables{{"LANGUAGE", "en:zh_CN"}, {"LANG", "zh_CN.UTF-8"}} << false;
    QTest::newRow("LANGUAGE with none of ours") << Variables{{"LANGUAGE", "de"}, {"LANG", "zh_CN.UTF-8"}} << false;
    QTest::newRow("empty LANGUAGE is not set") << Variables{{"LANGUAGE", ""}, {"LANG", "zh_CN.UTF-8"}} << true;
    QTest::newRow("LC_ALL=C is untranslated") << Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "C"}} << false;
    QTest::newRow("LC_MESSAGES=POSIX is untranslated") << Variables{{"LANGUAGE", "zh_CN"}, {"LC_MESSAGES", "POSIX"}} << false;
    QTest::newRow("C.UTF-8 leaves it to LANGUAGE") << Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "C.UTF-8"}} << true;
    QTest::newRow("LANG=C says nothing") << Variables{{"LANGUAGE", "zh_CN"}, {"LANG", "C"}} << true;
    QTest::newRow("LANG=C alone") << Variables{{"LANG", "C"}} << false;
    QTest::newRow("rubbish") << Variables{{"LANG", "::\xff/.."}} << false;
}

void TestLanguage::environmentDecidesTheLanguage()
{
    QFETCH(Variables, variables);
    QFETCH(bool, isChinese);
    const Language language = languageFrom([&](const char *name) { return variables.value(name); });
    QCOMPARE(language == Language::Chinese, isChinese);
}

void TestLanguage::storedChoiceGoesBeforeTheEnvironment()
{
    QTemporaryDir home;
    AppPaths paths;
    paths.home = home.path();
    qputenv("LANGUAGE", "en");
    QCOMPARE(Preferences(paths).effectiveLanguage(), Language::English);
    Preferences(paths).setLanguage(Language::Chinese);
    QCOMPARE(Preferences(paths).effectiveLanguage(), Language::Chinese);
    Preferences(paths).setLanguage(std::nullopt);
    QCOMPARE(Preferences(paths).effectiveLanguage(), Language::English);
}

void TestLanguage::damagedSettingsMeanTheDefaults()
{
    QTemporaryDir home;
    AppPaths paths;
    paths.home = home.path();
    QFile file(home.filePath(QStringLiteral("settings.ini")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4096, '\xfe'));
    file.close();
    const Preferences preferences(paths);
    QCOMPARE(preferences.language(), std::nullopt);
    QCOMPARE(preferences.theme(), QStringLiteral("system"));
    QVERIFY(preferences.recentFiles().isEmpty());
}

void TestLanguage::startedProgramSpeaksTheSameLanguage()
{
    useLanguage(Language::Chinese);
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    passLanguage(environment);
    QCOMPARE(languageFrom([&](const char *name) { return environment.value(QLatin1String(name)).toLatin1(); }), Language::Chinese);
    QCOMPARE(QLocale().name(), QStringLiteral("zh_CN"));
    useLanguage(Language::English);
    QCOMPARE(currentLanguage(), Language::English);
}

void TestLanguage::countsAreSaidProperlyInBothLanguages()
{
    const auto runs = [](int count) { return QCoreApplication::translate("Trainyard::WindowStatusBar", "%n runs active", nullptr, count); };
    useLanguage(Language::English);
    QCOMPARE(runs(1), QStringLiteral("1 run active"));
    QCOMPARE(runs(2), QStringLiteral("2 runs active"));
    useLanguage(Language::Chinese);
    QCOMPARE(runs(1), QStringLiteral("1 个运行进行中"));
    useLanguage(Language::English);
}

void TestLanguage::recentFilesKeepTheLatestTenWithoutDuplicates()
{
    QTemporaryDir home;
    AppPaths paths;
    paths.home = home.path();
    Preferences preferences(paths);
    for (int i = 0; i < 12; ++i)
        preferences.addRecentFile(QStringLiteral("/jobs/%1/job.yaml").arg(i));
    preferences.addRecentFile(QStringLiteral("/jobs/5/job.yaml"));
    QCOMPARE(preferences.recentFiles().size(), 10);
    QCOMPARE(preferences.recentFiles().first(), QStringLiteral("/jobs/5/job.yaml"));
    QCOMPARE(preferences.recentFiles().count(QStringLiteral("/jobs/5/job.yaml")), 1);
    preferences.clearRecentFiles();
    QVERIFY(preferences.recentFiles().isEmpty());
}

QTEST_GUILESS_MAIN(TestLanguage)
#include "tst_language.moc"
