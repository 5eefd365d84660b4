#include "services/torch/traineroptions.h"

#include <QTest>

using namespace Trainyard;

class tst_TrainerOptions : public QObject
{
    Q_OBJECT

    static QStringList required()
    {
        return {QStringLiteral("--preset"), QStringLiteral("image-classification"), QStringLiteral("--data_url=/in"), QStringLiteral("--train_url"),
                QStringLiteral("/out")};
    }

private Q_SLOTS:
    void bothSpellingsOfAnArgumentAreRead()
    {
        TrainerOptions expected;
        expected.preset = QStringLiteral("image-classification");
        expected.dataDirectory = QStringLiteral("/in");
        expected.outputDirectory = QStringLiteral("/out");
        expected.epochs = 3;
        expected.batchSize = 32;
        expected.learningRate = 1e-2;
        expected.keep = 5;
        expected.checkpointSteps = 100;
        expected.imageSize = 48;
        const Result<TrainerOptions> options = parseTrainerOptions(
            required() + QStringList{QStringLiteral("--epochs=3"), QStringLiteral("--batch-size"), QStringLiteral("32"), QStringLiteral("--learning_rate"),
                                     QStringLiteral("1e-2"), QStringLiteral("--keep"), QStringLiteral("5"), QStringLiteral("--every_steps=100"),
                                     QStringLiteral("--image_size"), QStringLiteral("48")});
        QVERIFY(options);
        QCOMPARE(*options, expected);
    }

    void theRateDependsOnTheOptimizer()
    {
        QCOMPARE(parseTrainerOptions(required())->learningRateOrDefault(), 0.01);
        QCOMPARE(parseTrainerOptions(required() + QStringList{QStringLiteral("--optimizer=adamw")})->learningRateOrDefault(), 0.001);
    }

    void wrongArgumentsAreNamed_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("said");
        QTest::newRow("misspelt") << QStringLiteral("--epohcs 5") << QStringLiteral("unrecognized arguments: --epohcs 5 (did you mean --epochs?)");
        QTest::newRow("misspelt with =") << QStringLiteral("--batchsize=5") << QStringLiteral("--batchsize=5 (did you mean --batch_size?)");
        QTest::newRow("nothing like it") << QStringLiteral("--xyzzyx") << QStringLiteral("unrecognized arguments: --xyzzyx");
        QTest::newRow("not an option") << QStringLiteral("word") << QStringLiteral("unrecognized arguments: word");
        QTest::newRow("no number") << QStringLiteral("--epochs five") << QStringLiteral("argument --epochs: invalid value: 'five'");
        QTest::newRow("fraction") << QStringLiteral("--epochs 1.5") << QStringLiteral("invalid value: '1.5'");
        QTest::newRow("zero batch") << QStringLiteral("--batch_size 0") << QStringLiteral("argument --batch_size: invalid value: '0'");
        QTest::newRow("negative rate") << QStringLiteral("--learning_rate -1") << QStringLiteral("argument --learning_rate");
        QTest::newRow("rate that is not finite") << QStringLiteral("--learning_rate nan") << QStringLiteral("argument --learning_rate");
        QTest::newRow("unknown network") << QStringLiteral("--architecture vgg") << QStringLiteral("small-cnn, resnet18");
        QTest::newRow("no value") << QStringLiteral("--epochs") << QStringLiteral("argument --epochs: expected one argument");
        QTest::newRow("next option instead of a value") << QStringLiteral("--epochs --seed 1") << QStringLiteral("argument --epochs: expected one argument");
    }

    void wrongArgumentsAreNamed()
    {
        QFETCH(QString, argument);
        QFETCH(QString, said);
        const Result<TrainerOptions> options = parseTrainerOptions(required() + argument.split(u' '));
        QVERIFY(!options);
        QCOMPARE(options.error().kind, Error::Kind::Invalid);
        QVERIFY2(options.error().message.contains(said), qPrintable(options.error().message));
    }

    void missingArgumentsAreListedTogether()
    {
        const Result<TrainerOptions> options = parseTrainerOptions({});
        QVERIFY(!options);
        QCOMPARE(options.error().message, QStringLiteral("the following arguments are required: --preset, --data_url, --train_url"));
    }

    void helpListsEveryArgument()
    {
        for (const QString &name : {QStringLiteral("--preset"), QStringLiteral("--checkpoint_every"), QStringLiteral("--seed")})
            QVERIFY(trainerHelp().contains(name));
    }
};

QTEST_GUILESS_MAIN(tst_TrainerOptions)
#include "tst_traineroptions.moc"
