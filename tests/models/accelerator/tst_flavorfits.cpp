#include "models/accelerator/flavorfits.h"
#include "models/job/jobdocument.h"

#include <QTest>

using namespace Trainyard;

namespace {

constexpr qint64 GiB = qint64(1) << 30;

Job jobWith(const QByteArray &more)
{
    return readJob("name: x\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: train_url, destination: out}]\n" + more).job;
}

Flavor flavor(const char *name, const char *type, int cards, qint64 gib, std::optional<double> price)
{
    Flavor result;
    result.name = QLatin1String(name);
    result.accelerator = Accelerator{QLatin1String(type), cards, gib * GiB, QString()};
    result.pricePerHour = price;
    return result;
}

const QList<Flavor> &offer()
{
    static const QList<Flavor> flavors{flavor("a100.8", "A100", 8, 80, 30), flavor("a100.1", "A100", 1, 80, 4), flavor("a10.1", "A10", 1, 24, 1.5),
                                       flavor("t4.1", "T4", 1, 16, 0.5), flavor("l4.1", "L4", 1, 24, std::nullopt), Flavor{QStringLiteral("cpu.8"), {}, {}, {}, {}, {}, 0.1, {}}};
    return flavors;
}

QStringList namesOf(const QList<FlavorFit> &fits)
{
    QStringList names;
    for (const FlavorFit &fit : fits)
        names.append(fit.name + (fit.fits ? *fit.fits ? QLatin1String("") : QLatin1String(" no") : QLatin1String(" ?")));
    return names;
}

QList<FlavorFit> fitsFor(qint64 needGiB, const QByteArray &more = {}, FlavorQuestion question = {})
{
    question.needBytes = needGiB * GiB;
    return fitFlavors(jobWith(more), question, offer(), AcceleratorCatalogue::bundled());
}

} // namespace

class tst_FlavorFits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cheapestThatFitsComesFirst();
    void oneCardWithAFifthToSpareIsNeverAdvisedMore_data();
    void oneCardWithAFifthToSpareIsNeverAdvisedMore();
    void severalCardsAreOfferedWhereOneDoesNotDo();
    void theJobsOwnFlavorIsAlwaysThere();
    void aJobOfSeveralDevicesNeedsAsManyCards();
    void wholeJobsArePricedWhereHoursAreKnown();
    void contextIsThatOfEachCard();
    void unknownMemoryIsNeitherYesNorNo();
    void utilisationGoesByPrecisionAndKind_data();
    void utilisationGoesByPrecisionAndKind();
    void stepsAreCountedFromParameters_data();
    void stepsAreCountedFromParameters();
    void measuredPacesReplaceComputedOnes();
};

void tst_FlavorFits::cheapestThatFitsComesFirst()
{
    QCOMPARE(namesOf(fitsFor(10)), (QStringList{QStringLiteral("t4.1"), QStringLiteral("a10.1"), QStringLiteral("a100.1"), QStringLiteral("l4.1")}));
    QCOMPARE(namesOf(fitsFor(16)), (QStringList{QStringLiteral("a10.1"), QStringLiteral("a100.1"), QStringLiteral("l4.1"), QStringLiteral("t4.1 no")}));
}

void tst_FlavorFits::oneCardWithAFifthToSpareIsNeverAdvisedMore_data()
{
    QTest::addColumn<qint64>("needGiB");
    QTest::addColumn<bool>("hasSeveral");
    QTest::newRow("much to spare") << qint64(10) << false;
    QTest::newRow("a fifth to spare on the largest") << qint64(62) << false;
    QTest::newRow("close") << qint64(70) << true;
    QTest::newRow("too large") << qint64(100) << true;
}

void tst_FlavorFits::oneCardWithAFifthToSpareIsNeverAdvisedMore()
{
    QFETCH(qint64, needGiB);
    FlavorQuestion question;
    question.spreadNeed = [needGiB](int cards) { return std::optional(needGiB * GiB / cards); };
    const QStringList names = namesOf(fitsFor(needGiB, {}, question));
    QTEST(names.contains(QStringLiteral("a100.8")), "hasSeveral");
}

void tst_FlavorFits::severalCardsAreOfferedWhereOneDoesNotDo()
{
    FlavorQuestion question;
    question.spreadNeed = [](int cards) { return cards == 8 ? std::optional(30 * GiB) : std::nullopt; };
    const auto fits = fitsFor(100, {}, question);
    QCOMPARE(namesOf(fits).first(), QStringLiteral("a100.8"));
    QCOMPARE(fits.first().accelerator, QStringLiteral("8 x A100-80GB"));
    QVERIFY(namesOf(fitsFor(100)).contains(QStringLiteral("a100.8 no"))); // spread or not is not known
}

void tst_FlavorFits::theJobsOwnFlavorIsAlwaysThere()
{
    QVERIFY(namesOf(fitsFor(10, "compute: {flavor: a100.8}\n")).contains(QStringLiteral("a100.8")));
}

void tst_FlavorFits::aJobOfSeveralDevicesNeedsAsManyCards()
{
    const QByteArray eight = "training: {batch_size: 1, parallel: {data: 4, tensor: 2}}\n";
    QCOMPARE(namesOf(fitsFor(10, eight)).first(), QStringLiteral("a100.8"));
    QVERIFY(namesOf(fitsFor(10, eight)).contains(QStringLiteral("t4.1 no")));
    const QByteArray twoNodes = "compute: {nodes: 2}\ntraining: {batch_size: 1, parallel: {data: 2}}\n";
    QCOMPARE(namesOf(fitsFor(10, twoNodes)).first(), QStringLiteral("t4.1"));
}

void tst_FlavorFits::wholeJobsArePricedWhereHoursAreKnown()
{
    FlavorQuestion question;
    question.flopsPerStep = 1e14;
    question.steps = 3600;
    const auto fits = fitsFor(10, "training: {batch_size: 1, precision: fp32}\n", question);
    // fp32: T4 8.1, A10 31.2, A100 19.5 TFLOP/s. An hour of the T4 is the cheapest, the whole job is on the A10.
    QCOMPARE(namesOf(fits), (QStringList{QStringLiteral("a10.1"), QStringLiteral("t4.1"), QStringLiteral("a100.1"), QStringLiteral("l4.1")}));
    const FlavorFit &t4 = fits.at(1);
    QCOMPARE(*t4.stepSecondsLow, 1e14 / (8.1e12 * 0.8));
    QCOMPARE(*t4.hoursLow, *t4.stepSecondsLow);
    QCOMPARE(*t4.hoursHigh, 1e14 / (8.1e12 * 0.35));
    QVERIFY(!t4.isMeasured);
}

void tst_FlavorFits::contextIsThatOfEachCard()
{
    FlavorQuestion question;
    question.contextBytes = 2 * GiB; // of an old CUDA; the cards here load lazily
    const auto fits = fitsFor(24, {}, question);
    QVERIFY(namesOf(fits).contains(QStringLiteral("a10.1 no")));
    QCOMPARE(namesOf(fitsFor(23, {}, question)).first(), QStringLiteral("a10.1"));
}

void tst_FlavorFits::unknownMemoryIsNeitherYesNorNo()
{
    Flavor unknown;
    unknown.name = QStringLiteral("z9.1");
    unknown.accelerator = Accelerator{QStringLiteral("Z9"), 1, std::nullopt, QString()};
    FlavorQuestion question;
    question.needBytes = GiB;
    const auto fits = fitFlavors(jobWith({}), question, {unknown}, AcceleratorCatalogue::bundled());
    QCOMPARE(namesOf(fits), QStringList{QStringLiteral("z9.1 ?")});
    QVERIFY(!fits.first().capacityBytes && !fits.first().stepSecondsLow);
}

void tst_FlavorFits::utilisationGoesByPrecisionAndKind_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<bool>("isTransformer");
    QTest::addColumn<QString>("precision");
    QTest::addColumn<double>("flops");
    QTest::addColumn<double>("high");
    QTest::newRow("bf16 on tensor cores") << "A100" << true << "bf16" << 312e12 << 0.5;
    QTest::newRow("autocast convolutions") << "A100" << false << "amp-fp16" << 312e12 << 0.3;
    QTest::newRow("fp32 convolutions run in TF32") << "A100" << false << "fp32" << 156e12 << 0.3;
    QTest::newRow("fp32 products do not") << "A100" << true << "" << 19.5e12 << 0.8;
    QTest::newRow("no TF32 before Ampere") << "V100" << false << "fp32" << 15.7e12 << 0.8;
    QTest::newRow("no half speed on Pascal") << "P40" << true << "fp16" << 11.8e12 << 0.8;
    QTest::newRow("an NPU computes in half") << "Ascend 910B4" << true << "fp32" << 280e12 << 0.5;
}

void tst_FlavorFits::utilisationGoesByPrecisionAndKind()
{
    QFETCH(QString, card);
    QFETCH(bool, isTransformer);
    QFETCH(QString, precision);
    const UtilisationRange range = utilisationOf(*AcceleratorCatalogue::bundled().find(card), isTransformer ? ComputeKind::Transformer : ComputeKind::Convolution, precision);
    QTEST(range.flops, "flops");
    QTEST(range.high, "high");
    QVERIFY(range.low > 0 && range.low < range.high);
}

void tst_FlavorFits::stepsAreCountedFromParameters_data()
{
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<qint64>("samples"); // 0: not known
    QTest::addColumn<qint64>("steps");   // -1: not known
    QTest::newRow("steps") << QByteArray("parameters: {max_steps: 1000, epochs: 3}\n") << qint64(0) << qint64(1000);
    QTest::newRow("epochs of samples, the last batch is smaller") << QByteArray("parameters: {epochs: 3}\ntraining: {batch_size: 8}\n") << qint64(100) << qint64(39);
    QTest::newRow("global batch") << QByteArray("parameters: {num_train_epochs: 1}\ntraining: {batch_size: 2, gradient_accumulation: 4, parallel: {data: 2}}\n") << qint64(160) << qint64(10);
    QTest::newRow("samples not known") << QByteArray("parameters: {epochs: 3}\ntraining: {batch_size: 8}\n") << qint64(0) << qint64(-1);
    QTest::newRow("nothing said") << QByteArray("training: {batch_size: 8}\n") << qint64(100) << qint64(-1);
    QTest::newRow("-1 stands for epochs") << QByteArray("parameters: {max_steps: -1, epochs: 1}\ntraining: {batch_size: 10}\n") << qint64(100) << qint64(10);
    QTest::newRow("beyond counting") << QByteArray("parameters: {max_steps: 1e30}\n") << qint64(0) << qint64(-1);
}

void tst_FlavorFits::stepsAreCountedFromParameters()
{
    QFETCH(QByteArray, sections);
    QFETCH(qint64, samples);
    QTEST(stepsOf(jobWith(sections), samples > 0 ? std::optional(samples) : std::nullopt).value_or(-1), "steps");
}

void tst_FlavorFits::measuredPacesReplaceComputedOnes()
{
    FlavorQuestion question;
    question.flopsPerStep = 1e14;
    question.steps = 3600;
    auto fits = fitsFor(10, "training: {batch_size: 1, precision: amp-fp16}\n", question);
    useMeasuredPaces(fits, {{QStringLiteral("a10.1"), 0.25, 100}, {QStringLiteral("gone"), 1, 1}}, 7200);
    QCOMPARE(fits.first().name, QStringLiteral("a10.1")); // half an hour now
    QVERIFY(fits.first().isMeasured);
    QCOMPARE(*fits.first().hoursLow, 0.5);
    QCOMPARE(*fits.first().hoursHigh, 0.5);
    QCOMPARE(*fits.first().stepSecondsHigh, 0.25);
    QVERIFY(!fits.at(1).isMeasured);
    useMeasuredPaces(fits, {{QStringLiteral("a10.1"), 36, 100}}, std::nullopt); // as many steps as then
    QCOMPARE(*std::find_if(fits.begin(), fits.end(), [](const FlavorFit &fit) { return fit.isMeasured; })->hoursLow, 1.0);
}

QTEST_APPLESS_MAIN(tst_FlavorFits)
#include "tst_flavorfits.moc"
