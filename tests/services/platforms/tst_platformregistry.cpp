#include "services/platforms/platformfacts.h"
#include "services/platforms/platformregistry.h"
#include "tests/services/platforms/testhome.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_PlatformRegistry final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsThePlatformsOfThisVersion()
    {
        const PlatformRegistry registry(TestHome().paths());
        QCOMPARE(registry.platformIds(), (QStringList{u"local"_s, u"modelarts"_s, u"slurm"_s}));
        QVERIFY(!registry.platform(u"unknown"_s));
    }

    void everyPlatformFileCanBeRead()
    {
        const QStringList files = QDir(u":/platforms"_s).entryList();
        QVERIFY(files.size() >= 3);
        for (const QString &name : files) {
            QFile file(u":/platforms/"_s + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const Result<PlatformFacts> facts = readPlatformFacts(file.readAll());
            QVERIFY2(facts, qPrintable(name));
            QVERIFY(!facts->bootFileSuffixes.isEmpty());
        }
    }

    void factsAreThoseThatChecksRelyOn_data()
    {
        QTest::addColumn<QString>("platform");
        QTest::addColumn<bool>("equalSign");
        QTest::addColumn<QStringList>("scratch");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QStringList>("suffixes");
        QTest::newRow("local") << u"local"_s << false << QStringList() << u"PATH"_s << QStringList{u".py"_s, u".sh"_s};
        QTest::newRow("modelarts") << u"modelarts"_s << true << QStringList{u"/cache"_s, u"/tmp"_s} << u"MA_*"_s << QStringList{u".py"_s};
        QTest::newRow("slurm") << u"slurm"_s << false << QStringList{u"/tmp"_s} << u"SLURM_*"_s << QStringList{u".py"_s, u".sh"_s};
    }

    void factsAreThoseThatChecksRelyOn()
    {
        QFETCH(QString, platform);
        QFETCH(bool, equalSign);
        QFETCH(QStringList, scratch);
        QFETCH(QString, variable);
        QFETCH(QStringList, suffixes);
        const PlatformRegistry registry(TestHome().paths());
        const PlatformFacts facts = registry.platform(platform)->facts();
        QCOMPARE(facts.argumentStyle == PlatformFacts::ArgumentStyle::EqualSign, equalSign);
        QCOMPARE(facts.scratch, scratch);
        QVERIFY(facts.providedVariables.contains(variable));
        QCOMPARE(facts.bootFileSuffixes, suffixes);
        QVERIFY(facts.startsInCodeDirectory);
    }

    void profileOverridesAndAdds()
    {
        Profile profile;
        profile.platform = u"modelarts"_s;
        profile.network = u"closed"_s;
        profile.injectedArguments = {u"num_gpus"_s};
        profile.providedVariables = {u"MY_CLUSTER"_s};
        profile.workingDirectory = u"other"_s;
        profile.scratch = QStringList{u"/fast"_s};
        profile.codeLimits = CodeLimits{1, 2, 3};
        const PlatformFacts facts = PlatformRegistry(TestHome().paths()).facts(profile);
        QCOMPARE(facts.network, u"closed"_s);
        QCOMPARE(facts.injectedArguments, QStringList{u"num_gpus"_s});
        QVERIFY(facts.providedVariables.contains(u"MY_CLUSTER"_s) && facts.providedVariables.contains(u"VC_*"_s));
        QVERIFY(!facts.startsInCodeDirectory);
        QCOMPARE(facts.scratch, QStringList{u"/fast"_s});
        QCOMPARE(facts.codeLimits, profile.codeLimits);
    }

    void localExistsWithoutAFile()
    {
        const PlatformRegistry registry(TestHome().paths());
        QVERIFY(registry.profile(u"local"_s));
        QCOMPARE(registry.profile(u"local"_s)->platform, u"local"_s);
        QVERIFY(!registry.profile(u"cloud"_s));
    }

    void profilesAreKept()
    {
        const TestHome home;
        const PlatformRegistry registry(home.paths());
        Profile cluster;
        cluster.name = u"cluster"_s;
        cluster.platform = u"slurm"_s;
        cluster.network = u"open"_s;
        QVERIFY(registry.saveProfiles({cluster}));
        QCOMPARE(registry.profile(u"cluster"_s), std::optional(cluster));
        QVERIFY(registry.profile(u"local"_s));
    }

    void faultyFileIsNeverOverwritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no YAML") << QByteArray("profiles:\n  - {name: mine, platform: slurm\n");
        QTest::newRow("unknown platform") << QByteArray("profiles:\n  - {name: mine, platform: slrum}\n");
    }

    void faultyFileIsNeverOverwritten()
    {
        QFETCH(QByteArray, text);
        const TestHome home;
        QVERIFY(QDir().mkpath(home.paths().home));
        QFile file(home.paths().profilesFile());
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write(text) == text.size() && file.flush());
        const PlatformRegistry registry(home.paths());
        const Result<> saved = registry.saveProfiles(registry.profiles().profiles);
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, Error::Kind::Conflict);
        QVERIFY2(saved.error().message.contains(home.paths().profilesFile()), qPrintable(saved.error().message));
        file.seek(0);
        QCOMPARE(file.readAll(), text);
    }

    void unreadableFileIsAFinding()
    {
        const TestHome home;
        QVERIFY(QDir().mkpath(home.paths().profilesFile()) && QDir().mkpath(home.paths().catalogueFile())); // folders, which even root cannot read
        const PlatformRegistry registry(home.paths());
        QCOMPARE(registry.profiles().findings.value(0).code, u"job.unreadable"_s);
        QCOMPARE(registry.profiles().profiles.value(0).name, u"local"_s);
        QCOMPARE(registry.catalogue().findings.value(0).where.file, home.paths().catalogueFile());
    }

    void damagedPlatformFileNamesTheKey()
    {
        const Result<PlatformFacts> facts = readPlatformFacts("argument_style: sideways\nsurvives: everything\n");
        QVERIFY(!facts);
        QVERIFY(facts.error().message.contains(u"argument_style"_s));
        QVERIFY(!readPlatformFacts("a: [b"));
    }

    void platformWithFactsOnlyAnswersUnavailable()
    {
        const PlatformRegistry registry(TestHome().paths());
        Platform *slurm = registry.platform(u"slurm"_s);
        QCOMPARE(slurm->capabilities(), PlatformCapabilities());
        const Result<RunStatus> answer = await(slurm->submit(SubmitRequest()));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Unavailable);
        QVERIFY(answer.error().message.contains(u"Slurm"_s));
        const auto log = slurm->openLog(Run());
        QSignalSpy failed(log.get(), &LogStream::failed);
        log->start(0);
        QTRY_COMPARE(failed.size(), 1);
    }
};

QTEST_GUILESS_MAIN(tst_PlatformRegistry)
#include "tst_platformregistry.moc"
