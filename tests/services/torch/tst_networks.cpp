#include "models/job/jobschema.h"
#include "services/torch/checkpoint.h"
#include "services/torch/networks.h"
#include "services/torch/optimizers.h"
#include "services/torch/torchruntime.h"
#include "services/torch/torchscriptexport.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

torch::jit::Module smallNetwork(int64_t classes = 3)
{
    return *buildNetwork({QStringLiteral("small-cnn"), {1, 16, 16}, classes, std::nullopt});
}

std::shared_ptr<torch::optim::Optimizer> optimizerOf(const torch::jit::Module &model, const QString &name)
{
    std::vector<torch::Tensor> parameters;
    for (const torch::Tensor &parameter : model.parameters())
        parameters.push_back(parameter);
    return *makeOptimizer({name, 0.01, 0.9, 0.01}, parameters);
}

double step(torch::jit::Module &model, torch::optim::Optimizer &optimizer, const torch::Tensor &inputs, const torch::Tensor &labels)
{
    optimizer.zero_grad();
    const torch::Tensor loss = torch::nn::functional::cross_entropy(model.forward({inputs}).toTensor(), labels);
    loss.backward();
    optimizer.step();
    return loss.item<double>();
}

} // namespace

class tst_Networks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { configureTorch(); }

    void theJobKnowsTheNamedArchitectures()
    {
        QCOMPARE(jobKey(QStringLiteral("model.architecture"))->choices, architectureNames());
    }

    void theNamedArchitecturesHaveTheirKnownSizes_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<qlonglong>("parameters");
        // The papers' networks for 1000 classes, as every framework counts them.
        QTest::newRow("resnet18") << QStringLiteral("resnet18") << 11689512LL;
        QTest::newRow("resnet50") << QStringLiteral("resnet50") << 25557032LL;
        QTest::newRow("mobilenet_v2") << QStringLiteral("mobilenet_v2") << 3504872LL;
    }

    void theNamedArchitecturesHaveTheirKnownSizes()
    {
        QFETCH(QString, architecture);
        QFETCH(qlonglong, parameters);
        const Result<torch::jit::Module> model = buildNetwork({architecture, {3, 224, 224}, 1000, std::nullopt});
        QVERIFY(model);
        QCOMPARE(qlonglong(parameterCount(*model)), parameters);
    }

    void networksLearnAndGiveOneScoreForEachClass_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<int>("side");
        QTest::newRow("small-cnn, 8 pixels") << QStringLiteral("small-cnn") << 8;
        QTest::newRow("small-cnn, 28 pixels") << QStringLiteral("small-cnn") << 28;
        QTest::newRow("small-cnn, 100 pixels") << QStringLiteral("small-cnn") << 100;
        QTest::newRow("resnet18") << QStringLiteral("resnet18") << 32;
        QTest::newRow("mobilenet_v2") << QStringLiteral("mobilenet_v2") << 32;
    }

    void networksLearnAndGiveOneScoreForEachClass()
    {
        QFETCH(QString, architecture);
        QFETCH(int, side);
        torch::manual_seed(1);
        Result<torch::jit::Module> model = buildNetwork({architecture, {3, side, side}, 4, std::nullopt});
        QVERIFY(model);
        const torch::Tensor inputs = torch::randn({4, 3, side, side}), labels = torch::arange(4);
        QCOMPARE(model->forward({inputs}).toTensor().sizes().vec(), (std::vector<int64_t>{4, 4}));
        const auto optimizer = optimizerOf(*model, QStringLiteral("adam"));
        const double first = step(*model, *optimizer, inputs, labels);
        double last = first;
        for (int i = 0; i < 4; ++i)
            last = step(*model, *optimizer, inputs, labels);
        QVERIFY(last < first);
    }

    void whatCannotBeBuiltIsSaid()
    {
        QCOMPARE(buildNetwork({QStringLiteral("vit_l_16"), {3, 32, 32}, 4, std::nullopt}).error().kind, Error::Kind::Unavailable);
        QCOMPARE(buildNetwork({QStringLiteral("resnet18"), {3, 32, 32}, 0, std::nullopt}).error().kind, Error::Kind::Invalid);
        QCOMPARE(buildNetwork({QStringLiteral("small-cnn"), {3, 2, 2}, 4, std::nullopt}).error().kind, Error::Kind::Invalid);
    }

    void anExportedModelGivesTheSameOutputs()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("model.pt"));
        torch::jit::Module model = smallNetwork();
        const torch::Tensor sample = torch::randn({5, 1, 16, 16});
        QVERIFY(exportTorchScript(model, path, sample));
        torch::jit::Module loaded = torch::jit::load(path.toStdString());
        QVERIFY(torch::equal(loaded.forward({sample}).toTensor(), model.forward({sample}).toTensor()));
        QVERIFY(!loaded.is_training());
    }

    void anExportToAFullOrMissingPlaceFails()
    {
        const Result<> exported = exportTorchScript(smallNetwork(), QStringLiteral("/proc/none/model.pt"), torch::zeros({1, 1, 16, 16}));
        QVERIFY(!exported);
        QCOMPARE(exported.error().kind, Error::Kind::Io);
    }

    void aCheckpointBringsBackTheSameLosses_data()
    {
        QTest::addColumn<QString>("optimizer");
        for (const QString &name : {QStringLiteral("sgd"), QStringLiteral("adam"), QStringLiteral("adamw"), QStringLiteral("rmsprop")})
            QTest::newRow(qPrintable(name)) << name;
    }

    void aCheckpointBringsBackTheSameLosses()
    {
        QFETCH(QString, optimizer);
        QTemporaryDir folder;
        const QString path = checkpointPath(folder.path(), 3);
        const torch::Tensor inputs = torch::randn({6, 1, 16, 16}), labels = torch::randint(0, 3, {6}, torch::kLong);
        torch::manual_seed(1);
        torch::jit::Module model = smallNetwork();
        const auto first = optimizerOf(model, optimizer);
        for (int i = 0; i < 3; ++i)
            step(model, *first, inputs, labels);
        QVERIFY(saveCheckpoint(path, model, *first, {{QStringLiteral("step"), 3}}));
        const double expected[] = {step(model, *first, inputs, labels), step(model, *first, inputs, labels)};

        torch::manual_seed(99);
        torch::jit::Module other = smallNetwork();
        const auto second = optimizerOf(other, optimizer);
        const Result<QJsonObject> state = loadCheckpoint(path, other, *second);
        QVERIFY(state);
        QCOMPARE(state->value(QStringLiteral("step")).toInt(), 3);
        QCOMPARE(step(other, *second, inputs, labels), expected[0]); // dropout drew the same numbers
        QCOMPARE(step(other, *second, inputs, labels), expected[1]);
    }

    void aCheckpointOfAnotherNetworkIsRefused()
    {
        QTemporaryDir folder;
        const QString path = checkpointPath(folder.path(), 1);
        torch::jit::Module model = smallNetwork(3), other = smallNetwork(4);
        QVERIFY(saveCheckpoint(path, model, *optimizerOf(model, QStringLiteral("sgd")), {}));
        const torch::Tensor before = (*other.parameters().begin()).clone();
        const Result<QJsonObject> loaded = loadCheckpoint(path, other, *optimizerOf(other, QStringLiteral("sgd")));
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().kind, Error::Kind::Conflict);
        QVERIFY(torch::equal(*other.parameters().begin(), before));
    }

    void aDamagedCheckpointIsSkippedForTheOneBefore()
    {
        QTemporaryDir folder;
        torch::jit::Module model = smallNetwork();
        const auto optimizer = optimizerOf(model, QStringLiteral("sgd"));
        for (const int number : {9, 10, 11, 12})
            QVERIFY(saveCheckpoint(checkpointPath(folder.path(), number), model, *optimizer, {{QStringLiteral("step"), number}}));
        QFile cut(checkpointPath(folder.path(), 12));
        QVERIFY(cut.resize(cut.size() / 2));
        QFile flipped(checkpointPath(folder.path(), 11));
        QVERIFY(flipped.open(QIODevice::ReadWrite) && flipped.seek(flipped.size() / 2));
        flipped.putChar('\x55');
        flipped.close();
        QList<Error> skipped;
        QCOMPARE(newestIntactCheckpoint(folder.path(), &skipped), checkpointPath(folder.path(), 10));
        QCOMPARE(skipped.size(), 2);
        QVERIFY(skipped.first().message.contains(QStringLiteral("step-12.pt")));
        QCOMPARE(readCheckpointState(checkpointPath(folder.path(), 10))->value(QStringLiteral("step")).toInt(), 10);
    }

    void onlyTheNewestCheckpointsAreKept()
    {
        QTemporaryDir folder;
        for (const QString &name : {QStringLiteral("step-9.pt"), QStringLiteral("step-10.pt"), QStringLiteral("step-100.pt"), QStringLiteral("step-100.pt.Xa1b2c"),
                                    QStringLiteral("model.pt")})
            QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
        pruneCheckpoints(folder.path(), 2);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 QStringList({QStringLiteral("model.pt"), QStringLiteral("step-10.pt"), QStringLiteral("step-100.pt")}));
    }
};

QTEST_GUILESS_MAIN(tst_Networks)
#include "tst_networks.moc"
