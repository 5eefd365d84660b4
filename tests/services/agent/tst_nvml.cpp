#include "services/agent/nvml.h"
#include "services/agent/runfolder.h"
#include "services/platforms/local/localflavors.h"
#include "services/platforms/local/localplatform.h"
#include "tests/services/platforms/testhome.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_Nvml final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qputenv("TRAINYARD_NVML", TRAINYARD_FAKE_NVML);
        qputenv("TRAINYARD_FAKE_CARDS", "NVIDIA A100-SXM4-80GB,NVIDIA A100-SXM4-80GB,lost,Tesla T4");
    }

    void missingLibraryMeansNoCards()
    {
        qputenv("TRAINYARD_NVML", "/nowhere/libnvidia-ml.so.1");
        const Nvml nvml;
        QVERIFY(nvml.cards().isEmpty());
        QVERIFY(!nvml.use(u"GPU-0"_s));
        QVERIFY(nvml.driverVersion().isEmpty());
    }

    void driverThatIsNotLoadedMeansNoCards()
    {
        qunsetenv("TRAINYARD_FAKE_CARDS");
        QVERIFY(Nvml().cards().isEmpty());
    }

    void cardsAreDescribedAndALostOneLeftOut()
    {
        const Nvml nvml;
        const QList<NvidiaCard> cards = nvml.cards();
        QCOMPARE(cards.size(), 3);
        QCOMPARE(cards.first().uuid, u"GPU-0"_s);
        QCOMPARE(cards.first().memoryBytes, qint64(80) << 30);
        QCOMPARE(cards.first().architecture, u"sm_80"_s);
        QCOMPARE(nvml.driverVersion(), u"535.54.03"_s);
        QCOMPARE(nvml.cudaVersion(), u"12.2"_s);
        QCOMPARE(nvml.use(u"GPU-1"_s)->percent, 60.0);
        QVERIFY(!nvml.use(u"GPU-2"_s));
        QVERIFY(!nvml.use(u"GPU-99"_s));
    }

    void typesAreWhatPeopleCallThem_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        QTest::newRow("A100") << u"NVIDIA A100-SXM4-80GB"_s << u"A100"_s;
        QTest::newRow("GeForce") << u"NVIDIA GeForce RTX 4090"_s << u"RTX 4090"_s;
        QTest::newRow("Tesla") << u"Tesla T4"_s << u"T4"_s;
        QTest::newRow("H200") << u"NVIDIA H200"_s << u"H200"_s;
    }

    void typesAreWhatPeopleCallThem()
    {
        QFETCH(QString, name);
        QFETCH(QString, type);
        QCOMPARE(acceleratorType(name), type);
    }

    void flavorsFollowTheCards()
    {
        QStringList names;
        for (const LocalFlavor &local : localFlavors(inspectMachine(u"/tmp"_s)))
            names.append(local.flavor.name);
        QCOMPARE(names, (QStringList{u"local.cpu"_s, u"local.gpu"_s, u"local.gpu.2"_s, u"local.gpu.t4"_s}));
    }

    void runsGetCardsOfTheirOwnAndAreSampled()
    {
        const TestHome home;
        LocalPlatform platform(home.paths());
        const Result<QList<Flavor>> flavors = await(platform.queryFlavors(Profile()));
        SubmitRequest one = home.request(u"20260101-000000-one"_s, "echo $CUDA_VISIBLE_DEVICES; sleep 1.5");
        SubmitRequest two = home.request(u"20260101-000001-two"_s, "echo $CUDA_VISIBLE_DEVICES; sleep 1.5");
        for (SubmitRequest *request : {&one, &two}) {
            request->flavor = flavors->at(1); // local.gpu: one of two cards each
            QVERIFY(await(platform.submit(*request)));
        }
        const auto log = [&](const SubmitRequest &request) { return home.read(u"home/runs/%1/train.log"_s.arg(request.run.id)); };
        QTRY_VERIFY(!log(one).isEmpty() && !log(two).isEmpty()); // both at once
        QVERIFY(log(one) != log(two));
        const Result<QList<QuotaItem>> quota = await(platform.queryQuota(Profile(), *flavors));
        QCOMPARE(quota->at(2).available, std::optional(0)); // local.gpu.2
        for (const SubmitRequest *request : {&one, &two})
            QTRY_COMPARE_WITH_TIMEOUT(await(platform.queryStatus(request->run))->state, RunState::Done, 15'000);
        const QByteArray line = home.read(u"home/runs/%1/samples.jsonl"_s.arg(one.run.id)).split('\n').first();
        const auto sample = Sample::fromJson(QJsonDocument::fromJson(line).object());
        QVERIFY(sample);
        QCOMPARE(sample->gpuPercent, std::optional(log(one) == "GPU-0\n" ? 40.0 : 60.0));
        QCOMPARE(sample->gpuMemoryTotalBytes, std::optional(qint64(80) << 30));
    }
};

QTEST_GUILESS_MAIN(tst_Nvml)
#include "tst_nvml.moc"
