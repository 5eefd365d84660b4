#include "models/accelerator/acceleratorcatalogue.h"

#include <QSet>
#include <QTest>

using namespace Trainyard;

namespace {

constexpr qint64 MiB = qint64(1) << 20, GiB = qint64(1) << 30;

Flavor flavorWith(const QString &type, std::optional<qint64> memoryBytes, const QString &architecture = QString())
{
    Flavor flavor;
    flavor.name = QStringLiteral("gpu.1");
    flavor.accelerator = Accelerator{type, 1, memoryBytes, architecture};
    return flavor;
}

const AcceleratorCatalogue &cards()
{
    return AcceleratorCatalogue::bundled();
}

} // namespace

class tst_AcceleratorCatalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCardIsPlausibleAndHasASource();
    void everyNameAndAliasFindsItsCard();
    void namesAreReadAsTheyAreWritten_data();
    void namesAreReadAsTheyAreWritten();
    void workspaceGoesByComputeCapability_data();
    void workspaceGoesByComputeCapability();
    void contextGoesByVersions_data();
    void contextGoesByVersions();
    void usableBytesAreBelowTheNumberOnTheBox_data();
    void usableBytesAreBelowTheNumberOnTheBox();
    void anUnknownCardIsMadeOfWhatTheFlavorSays();
    void aFlavorWithoutAcceleratorHasNoCard();
    void anUnusableTableIsOneSentenceWithItsPlace_data();
    void anUnusableTableIsOneSentenceWithItsPlace();
};

void tst_AcceleratorCatalogue::everyCardIsPlausibleAndHasASource()
{
    QVERIFY(cards().cards().size() > 40);
    QSet<QString> names;
    for (const Card &card : cards().cards()) {
        const char *name = qPrintable(card.name);
        QVERIFY2(!names.contains(card.name), name);
        names.insert(card.name);
        QVERIFY2(card.source.size() > 20, name);
        QVERIFY2(card.usableBytes <= card.memoryBytes, name);
        QVERIFY2(double(card.usableBytes) > 0.85 * double(card.memoryBytes) && card.usableBytes > 7 * GiB, name);
        QVERIFY2(card.computeCapability >= 60 && card.computeCapability <= 120, name);
        QVERIFY2(card.isNpu || card.fp32Flops > 1e12, name);
        QVERIFY2(card.halfFlops >= card.fp32Flops && card.halfFlops < 1e16, name);
        QVERIFY2(card.tf32Flops == 0 || card.computeCapability >= 80, name);
    }
}

void tst_AcceleratorCatalogue::everyNameAndAliasFindsItsCard()
{
    for (const Card &card : cards().cards()) {
        for (const QString &name : QStringList(card.name) + card.aliases)
            QVERIFY2(cards().find(name, card.memoryBytes) == std::optional(card), qPrintable(card.name + QLatin1String(": ") + name));
        QCOMPARE(cards().find(card.name), std::optional(card));
        QCOMPARE(cards().find(card.name.toUpper().replace(u'-', u'_')), std::optional(card));
    }
}

void tst_AcceleratorCatalogue::namesAreReadAsTheyAreWritten_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<qint64>("gib"); // 0: not known
    QTest::addColumn<QString>("card"); // empty: none
    const auto row = [](const char *type, int gib, const char *card) {
        QTest::addRow("%s, %d GiB", type, gib) << QString::fromUtf8(type) << qint64(gib) << QString::fromLatin1(card);
    };
    row("A100", 80, "A100-80GB");
    row("A100", 40, "A100-40GB");
    row("A100", 20, "A100-40GB");
    row("A100", 0, "A100-40GB"); // the smallest
    row("a100", 80, "A100-80GB");
    row("A100-SXM4-80GB", 0, "A100-80GB");
    row("A100-SXM4-40GB", 80, "A100-40GB"); // the name counts more
    row("nvidia-a100-80gb", 0, "A100-80GB");
    row("NVIDIA A100 80GB PCIe", 0, "A100-80GB");
    row("NVIDIA A100-PCIE-40GB", 0, "A100-40GB");
    row("A800-SXM4-80GB", 0, "A100-80GB");
    row("NVIDIA H100 80GB HBM3", 0, "H100-80GB");
    row("NVIDIA H100 PCIe", 80, "H100-PCIe-80GB");
    row("h100", 80, "H100-80GB");
    row("H100 NVL", 0, "H100-NVL-94GB");
    row("NVIDIA H200", 141, "H200-141GB");
    row("NVIDIA GH200 480GB", 0, "GH200-96GB");
    row("H20", 96, "H20-96GB");
    row("H20", 141, "H20-141GB");
    row("Tesla T4", 16, "T4");
    row("T4", 0, "T4");
    row("Tesla V100-SXM2-16GB", 0, "V100-16GB");
    row("Tesla V100-SXM3-32GB", 0, "V100-32GB");
    row("nvidia-v100-pcie-32gb", 0, "V100-32GB");
    row("GPU: 1*NVIDIA-V100(32GB)", 0, "V100-32GB");
    row("GPU: 8*GP-Vnt1(32GB)|CPU: 64 cores", 0, "V100-32GB");
    row("NVIDIA GeForce RTX 3090", 24, "RTX-3090");
    row("rtx_3090", 0, "RTX-3090");
    row("GeForce GTX 1080 Ti", 11, "GTX-1080-Ti");
    row("RTX 4060 Ti", 16, "RTX-4060-Ti-16GB");
    row("RTX 4060", 8, "RTX-4060");
    row("NVIDIA RTX A6000", 48, "RTX-A6000");
    row("NVIDIA RTX 6000 Ada Generation", 48, "RTX-6000-Ada");
    row("A10G", 24, "A10G");
    row("A10", 24, "A10");
    row("NVIDIA L40S", 48, "L40S");
    row("Ascend: 1*Ascend-D910B", 32, "Ascend-910-32GB");
    row("Ascend: 1*Ascend-D910B|ARM: 24 vCPUs 96GB", 0, "Ascend-910-32GB");
    row("Ascend 910B", 64, "Ascend-910B-64GB");
    row("Ascend910B3", 0, "Ascend-910B-64GB");
    row("Ascend910B4", 32, "Ascend-910B-32GB");
    row("ascend-snt9b", 64, "Ascend-910B-64GB");
    row("Ascend 910", 32, "Ascend-910-32GB");
    row("Ascend 310P3", 24, "Ascend-310P-24GB");
    row("910C", 64, "Ascend-910C-64GB");
    row("", 0, "");
    row("NVIDIA", 24, "");
    row("X100", 80, "");
    row("RTX 4090 Laptop GPU", 16, "");
    row("A1000", 8, "");
    row("显卡", 8, "");
}

void tst_AcceleratorCatalogue::namesAreReadAsTheyAreWritten()
{
    QFETCH(QString, type);
    QFETCH(qint64, gib);
    const auto card = cards().find(type, gib > 0 ? std::optional(gib * GiB) : std::nullopt);
    QTEST(card ? card->name : QString(), "card");
}

void tst_AcceleratorCatalogue::workspaceGoesByComputeCapability_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("Volta") << "V100" << qint64(8'519'680);
    QTest::newRow("Ampere") << "A100" << qint64(8'519'680);
    QTest::newRow("Ada") << "L4" << qint64(8'519'680);
    QTest::newRow("Hopper") << "H100" << 32 * MiB;
    QTest::newRow("Blackwell") << "B200" << 32 * MiB;
    QTest::newRow("Ascend") << "Ascend 910B" << qint64(0);
}

void tst_AcceleratorCatalogue::workspaceGoesByComputeCapability()
{
    QFETCH(QString, type);
    QTEST(cards().find(type)->cublasWorkspaceBytes, "bytes");
    QCOMPARE(AcceleratorCatalogue::unnamed().cublasWorkspaceBytes, 8'519'680);
}

void tst_AcceleratorCatalogue::contextGoesByVersions_data()
{
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("framework");
    QTest::addColumn<bool>("isLazy");
    QTest::newRow("nothing known: current") << "" << "" << true;
    QTest::newRow("current") << "12.1" << "2.1.0" << true;
    QTest::newRow("the first") << "11.7" << "1.13.1" << true;
    QTest::newRow("CUDA too old") << "11.6" << "1.13.0" << false;
    QTest::newRow("PyTorch too old") << "11.7" << "1.12.1" << false;
    QTest::newRow("11.10 would be newer than 11.7") << "11.10" << "2.0" << true;
    QTest::newRow("old PyTorch alone") << "" << "1.9.0" << false;
    QTest::newRow("old CUDA alone") << "10.2" << "" << false;
}

void tst_AcceleratorCatalogue::contextGoesByVersions()
{
    QFETCH(QString, cuda);
    QFETCH(QString, framework);
    const ContextSize size = cards().contextOf(*cards().find(QStringLiteral("A10G")), cuda, framework);
    QTEST(size.expected < GiB, "isLazy");
    QVERIFY(0 < size.low && size.low < size.expected && size.expected < size.high);
    const ContextSize npu = cards().contextOf(*cards().find(QStringLiteral("910B")), cuda, framework);
    QVERIFY(npu.high - npu.low > size.high - size.low); // the wider band
}

void tst_AcceleratorCatalogue::usableBytesAreBelowTheNumberOnTheBox_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<qint64>("memoryBytes"); // 0: not known
    QTest::addColumn<qint64>("usable");
    QTest::newRow("the driver's number") << "A10" << 24 * GiB << qint64(23'609'475'072);
    QTest::newRow("size not known") << "A10" << qint64(0) << qint64(23'609'475'072);
    QTest::newRow("the driver's number, from the driver") << "A10G" << 23028 * MiB << 22587 * MiB;
    QTest::newRow("half a card") << "A100" << 20 * GiB << 20 * GiB;
    QTest::newRow("other memory chips on it") << "RTX 4090" << 48 * GiB << 2 * 24084 * MiB;
    QTest::newRow("sold in GB") << "H200" << 141 * GiB << 143156 * MiB;
}

void tst_AcceleratorCatalogue::usableBytesAreBelowTheNumberOnTheBox()
{
    QFETCH(QString, type);
    QFETCH(qint64, memoryBytes);
    QFETCH(qint64, usable);
    const auto memory = memoryBytes > 0 ? std::optional(memoryBytes) : std::nullopt;
    QCOMPARE(usableCardBytes(flavorWith(type, memory), cards()), std::optional(usable));
}

void tst_AcceleratorCatalogue::anUnknownCardIsMadeOfWhatTheFlavorSays()
{
    const auto card = cardOf(flavorWith(QStringLiteral("Z9"), 100 * GiB, QStringLiteral("sm_90")), cards());
    QVERIFY(card.has_value());
    QCOMPARE(card->name, QStringLiteral("Z9"));
    QCOMPARE(card->computeCapability, 90);
    QCOMPARE(card->cublasWorkspaceBytes, 32 * MiB);
    QVERIFY(card->usableBytes > 90 * GiB && card->usableBytes < 100 * GiB); // what cards lose in the middle
    QVERIFY(!card->isNpu);
    QVERIFY(cardOf(flavorWith(QStringLiteral("Ascend 920"), 100 * GiB), cards())->isNpu);
    QCOMPARE(cardOf(flavorWith(QStringLiteral("Z9"), 100 * GiB, QStringLiteral("sm_x")), cards())->computeCapability, 80);
    QVERIFY(!usableCardBytes(flavorWith(QStringLiteral("Z9"), std::nullopt), cards()));
}

void tst_AcceleratorCatalogue::aFlavorWithoutAcceleratorHasNoCard()
{
    QVERIFY(!cardOf(Flavor(), cards()));
    QVERIFY(!usableCardBytes(Flavor(), cards()));
}

void tst_AcceleratorCatalogue::anUnusableTableIsOneSentenceWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("place");
    QTest::newRow("no YAML") << QByteArray("cards: [") << "Line 1";
    QTest::newRow("no size") << QByteArray("cards:\n  - {name: X, usable: 1GiB, compute_capability: 80, source: s}\n") << "Line 2";
    QTest::newRow("a bare number") << QByteArray("cards:\n  - {name: X, memory: 1GiB, usable: 12, compute_capability: 80, source: s}\n") << "cards[0].usable";
    QTest::newRow("an unknown key") << QByteArray("cards:\n  - {name: X, memory: 1GiB, usable: 1GiB, compute_capability: 80, source: s, colour: red}\n") << "cards[0].colour";
}

void tst_AcceleratorCatalogue::anUnusableTableIsOneSentenceWithItsPlace()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QString, place);
    const auto read = AcceleratorCatalogue::fromYaml(yaml);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, Error::Kind::Invalid);
    QVERIFY2(read.error().message.contains(place), qPrintable(read.error().message));
}

QTEST_APPLESS_MAIN(tst_AcceleratorCatalogue)
#include "tst_acceleratorcatalogue.moc"
