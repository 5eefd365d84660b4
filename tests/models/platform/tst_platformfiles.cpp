#include "models/platform/profile.h"

#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray profilesText = "profiles:\n"
                                "  - name: cloud\n"
                                "    platform: modelarts\n"
                                "    region: example-1\n"
                                "    network: closed\n"
                                "    injected_arguments: [num_gpus]\n"
                                "    provided_variables: [MY_CLUSTER]\n"
                                "    code_limits: {advised: 1MB, maximum: 20MB, files: 1000}\n"
                                "    working_directory: code\n"
                                "    scratch: [/cache, /tmp]\n";

const QByteArray catalogueText = "flavors:\n"
                                 "  - name: gpu.a100.1\n"
                                 "    accelerator: {type: A100, count: 1, memory: 80GiB, architecture: sm_80}\n"
                                 "    cpus: 16\n"
                                 "    ram: 128GiB\n"
                                 "    disk: 500GiB\n"
                                 "    shared_memory: 32GiB\n"
                                 "    price_per_hour: 4.0\n"
                                 "  - name: cpu.8\n"
                                 "images:\n"
                                 "  - name: pytorch_2.1.0-cuda_12.1-py_3.10\n"
                                 "    framework: pytorch 2.1.0\n"
                                 "    python: \"3.10\"\n"
                                 "    cuda: \"12.1\"\n"
                                 "    architectures: [sm_70, sm_80]\n"
                                 "    packages: [torch==2.1.0, numpy==1.26.4]\n"
                                 "    system_packages: [libc6, libgl1]\n";

Place place(const char *file, int line, const char *key)
{
    return {QString::fromLatin1(file), line, QString::fromLatin1(key)};
}

} // namespace

class tst_PlatformFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void profilesAreReadAndWrittenBack();
    void localExistsWithoutBeingListed();
    void emptyListsAreToldFromUnknownOnes();
    void catalogueIsReadAndWrittenBack();
    void faultsOfAProfileHaveTheirPlace();
    void faultsOfACatalogueHaveTheirPlace();
    void doubleNamesKeepTheFirst();
};

void tst_PlatformFiles::profilesAreReadAndWrittenBack()
{
    const ProfilesDocument document = readProfiles(profilesText);
    QVERIFY(document.findings.isEmpty());
    QCOMPARE(document.profiles.size(), 2);
    const Profile &cloud = document.profiles[1];
    QCOMPARE(cloud.platform, QStringLiteral("modelarts"));
    QCOMPARE(cloud.setting(u"region"), QStringLiteral("example-1"));
    QCOMPARE(cloud.codeLimits, (std::optional<CodeLimits>({1'000'000, 20'000'000, 1000})));
    QCOMPARE(cloud.scratch, (std::optional<QStringList>({QStringLiteral("/cache"), QStringLiteral("/tmp")})));
    QCOMPARE(readProfiles(writeProfiles(document.profiles)).profiles, document.profiles);
}

void tst_PlatformFiles::localExistsWithoutBeingListed()
{
    for (const QByteArray &text : {QByteArray(), QByteArray("# nothing yet\n"), QByteArray("profiles: []\n"), profilesText}) {
        const ProfilesDocument document = readProfiles(text);
        QVERIFY(document.findings.isEmpty());
        QCOMPARE(document.profiles.first().name, QStringLiteral("local"));
        QCOMPARE(document.profiles.first().platform, QStringLiteral("local"));
    }
    const ProfilesDocument own = readProfiles("profiles:\n  - {name: local, platform: local, interpreter: /opt/python}\n");
    QCOMPARE(own.profiles.size(), 1);
    QCOMPARE(own.profiles.first().interpreter, QStringLiteral("/opt/python"));
}

void tst_PlatformFiles::emptyListsAreToldFromUnknownOnes()
{
    const ProfilesDocument document = readProfiles("profiles:\n  - {name: a, platform: slurm, scratch: []}\n  - {name: b, platform: slurm}\n");
    QCOMPARE(document.profiles[1].scratch, std::optional<QStringList>(QStringList()));
    QCOMPARE(document.profiles[2].scratch, std::optional<QStringList>());
    QCOMPARE(readProfiles(writeProfiles(document.profiles)).profiles, document.profiles);
}

void tst_PlatformFiles::catalogueIsReadAndWrittenBack()
{
    const CatalogueDocument document = readCatalogue(catalogueText);
    QVERIFY(document.findings.isEmpty());
    QCOMPARE(document.flavors.size(), 2);
    QCOMPARE(document.flavors[0].accelerator, (std::optional<Accelerator>({QStringLiteral("A100"), 1, qint64(80) << 30, QStringLiteral("sm_80")})));
    QCOMPARE(document.flavors[0].pricePerHour, std::optional(4.0));
    QCOMPARE(document.flavors[1].accelerator, std::optional<Accelerator>());
    QCOMPARE(document.images[0].python, QStringLiteral("3.10"));
    QCOMPARE(document.images[0].packages.size(), 2);
    const CatalogueDocument again = readCatalogue(writeCatalogue(document.flavors, document.images));
    QVERIFY(again.findings.isEmpty());
    QCOMPARE(again.flavors, document.flavors);
    QCOMPARE(again.images, document.images);
}

void tst_PlatformFiles::faultsOfAProfileHaveTheirPlace()
{
    const ProfilesDocument document = readProfiles("profiles:\n  - name: a\n    platform: modelart\n    code_limits: {maximum: 20}\n  - platform: local\n");
    QCOMPARE(document.findings.size(), 3);
    QCOMPARE(document.findings[0].where, place("profiles.yaml", 3, "profiles[0].platform"));
    QVERIFY(document.findings[0].fix.contains(QLatin1String("modelarts")));
    QCOMPARE(document.findings[1].where, place("profiles.yaml", 4, "profiles[0].code_limits.maximum"));
    QCOMPARE(document.findings[2].code, QStringLiteral("job.missing-key"));
    QCOMPARE(document.findings[2].where, place("profiles.yaml", 5, "profiles[1].name"));
}

void tst_PlatformFiles::faultsOfACatalogueHaveTheirPlace()
{
    const CatalogueDocument document = readCatalogue("flavors:\n  - name: a\n    ram: 128\n    cpu: 4\nimages: none\n");
    QCOMPARE(document.findings.size(), 3);
    QCOMPARE(document.findings[0].where, place("catalogue.yaml", 3, "flavors[0].ram"));
    QCOMPARE(document.findings[1].code, QStringLiteral("job.unknown-key"));
    QVERIFY(document.findings[1].fix.contains(QLatin1String("cpus")));
    QCOMPARE(document.findings[2].where, place("catalogue.yaml", 5, "images"));
    QCOMPARE(document.flavors.size(), 1);
}

void tst_PlatformFiles::doubleNamesKeepTheFirst()
{
    const CatalogueDocument document = readCatalogue("flavors:\n  - {name: a, cpus: 1}\n  - {name: a, cpus: 2}\n");
    QCOMPARE(document.findings.size(), 1);
    QCOMPARE(document.findings[0].code, QStringLiteral("job.duplicate-key"));
    QCOMPARE(document.flavors.size(), 1);
    QCOMPARE(document.flavors[0].cpus, std::optional(1));
}

QTEST_GUILESS_MAIN(tst_PlatformFiles)
#include "tst_platformfiles.moc"
