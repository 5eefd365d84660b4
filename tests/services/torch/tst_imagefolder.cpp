#include "drawnimages.h"

#include "services/torch/imagedataset.h"
#include "services/torch/imageexamination.h"
#include "services/torch/imagefolder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>
#include <set>

using namespace Trainyard;

namespace {

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_ImageFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesAreNumberedByTheirSortedNames()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 5, 2);
        const Result<ImageFolderData> data = trainingData(*readImageFolder(folder.path()));
        QVERIFY(data);
        QCOMPARE(data->classes, QStringList({QStringLiteral("across"), QStringLiteral("left"), QStringLiteral("top")}));
        QCOMPARE(data->train.size(), 15);
        QCOMPARE(data->validation.size(), 6);
        QCOMPARE(data->train.first().label, 0);
        QCOMPARE(data->train.last().label, 2);
    }

    void hiddenFoldersAreNoClasses()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 2, 2);
        QDir(folder.path()).mkpath(QStringLiteral("train/.ipynb_checkpoints"));
        QDir(folder.path()).mkpath(QStringLiteral("train/__MACOSX"));
        QVERIFY(trainingData(*readImageFolder(folder.path())));
    }

    void withoutSplitsEveryTenthImageIsHeldOut()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 20, 1);
        const Result<ImageFolderData> data = trainingData(*readImageFolder(folder.filePath(QStringLiteral("train"))));
        QVERIFY(data);
        QCOMPARE(data->train.size(), 54);
        QCOMPARE(data->validation.size(), 6);
    }

    void whatCannotBeTrainedOnIsNamed_data()
    {
        QTest::addColumn<QString>("damage");
        QTest::addColumn<QString>("named");
        QTest::newRow("empty class") << QStringLiteral("empty") << QStringLiteral("train/left");
        QTest::newRow("class missing in val") << QStringLiteral("missing") << QStringLiteral("top");
        QTest::newRow("class missing in train") << QStringLiteral("surplus") << QStringLiteral("extra");
        QTest::newRow("no class folders") << QStringLiteral("nothing") << QStringLiteral("no class folders");
        QTest::newRow("images where folders should be") << QStringLiteral("level") << QStringLiteral("train/left");
    }

    void whatCannotBeTrainedOnIsNamed()
    {
        QFETCH(QString, damage);
        QFETCH(QString, named);
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 2, 2);
        QDir root(folder.path());
        QString path = folder.path();
        if (damage == QLatin1String("empty")) {
            QVERIFY(QDir(root.filePath(QStringLiteral("train/left"))).removeRecursively());
            QVERIFY(root.mkpath(QStringLiteral("train/left")));
        } else if (damage == QLatin1String("missing")) {
            QVERIFY(QDir(root.filePath(QStringLiteral("val/top"))).removeRecursively());
        } else if (damage == QLatin1String("surplus")) {
            QVERIFY(root.rename(QStringLiteral("val/top"), QStringLiteral("val/extra")));
            QVERIFY(QDir(root.filePath(QStringLiteral("train/top"))).removeRecursively());
        } else if (damage == QLatin1String("nothing")) {
            QVERIFY(QDir(root.filePath(QStringLiteral("train"))).removeRecursively());
            QVERIFY(root.mkpath(QStringLiteral("train")));
        } else {
            path = root.filePath(QStringLiteral("train/left"));
        }
        const Result<ImageFolderData> data = trainingData(*readImageFolder(path));
        QVERIFY(!data);
        QCOMPARE(data.error().kind, Error::Kind::Invalid);
        QVERIFY2(data.error().message.contains(named), qPrintable(data.error().message));
    }

    void aMissingFolderIsNotFound()
    {
        const Result<ImageFolderLayout> layout = readImageFolder(QStringLiteral("/nowhere/at/all"));
        QVERIFY(!layout);
        QCOMPARE(layout.error().kind, Error::Kind::NotFound);
    }

    void imagesOfAllKindsBecomeOneShape_data()
    {
        QTest::addColumn<QImage::Format>("format");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("grey") << QImage::Format_Grayscale8 << QSize(16, 16) << QStringLiteral("png");
        QTest::newRow("wide colour") << QImage::Format_RGB888 << QSize(40, 10) << QStringLiteral("png");
        QTest::newRow("tall with alpha") << QImage::Format_ARGB32 << QSize(9, 31) << QStringLiteral("png");
        QTest::newRow("palette") << QImage::Format_Indexed8 << QSize(3, 3) << QStringLiteral("png");
        QTest::newRow("jpeg") << QImage::Format_RGB888 << QSize(20, 20) << QStringLiteral("jpg");
        QTest::newRow("bitmap") << QImage::Format_RGB888 << QSize(20, 20) << QStringLiteral("bmp");
    }

    void imagesOfAllKindsBecomeOneShape()
    {
        QFETCH(QImage::Format, format);
        QFETCH(QSize, size);
        QFETCH(QString, suffix);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.") + suffix);
        QImage image(size, QImage::Format_RGB32);
        image.fill(QColor(200, 100, 50));
        QVERIFY(image.convertToFormat(format).save(path));
        for (const int channels : {1, 3}) {
            const ImageShape shape{channels, 12, 14};
            std::vector<uint8_t> pixels(size_t(shape.size()) + 1, 7);
            const Result<ImageFacts> facts = decodeImage(path, shape, pixels.data());
            QVERIFY(facts);
            QCOMPARE(facts->size, size);
            QCOMPARE(pixels.back(), uint8_t(7)); // nothing behind the end was written
            if (channels == 3 && format != QImage::Format_Grayscale8) {
                QVERIFY(std::abs(pixels[0] - 200) < 6);
                QVERIFY(std::abs(pixels[12 * 14] - 100) < 6);
                QVERIFY(std::abs(pixels[2 * 12 * 14 + 80] - 50) < 6);
            }
        }
    }

    void aCutOffImageIsRefusedAtEveryLength_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::newRow("png") << QStringLiteral("png");
        QTest::newRow("jpeg, which libjpeg would fill with grey") << QStringLiteral("jpg");
    }

    void aCutOffImageIsRefusedAtEveryLength()
    {
        QFETCH(QString, suffix);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.") + suffix);
        QImage image(32, 32, QImage::Format_RGB32);
        for (int y = 0; y < 32; ++y) {
            for (int x = 0; x < 32; ++x)
                image.setPixel(x, y, qRgb(x * 8, y * 8, (x * y) % 256));
        }
        QVERIFY(image.save(path));
        const QByteArray whole = readAll(path);
        QVERIFY(decodeImage(path, {}, nullptr));
        writeFile(path, whole + "bytes after the end");
        QVERIFY(decodeImage(path, {}, nullptr));
        for (const double part : {0.0, 0.01, 0.3, 0.6, 0.9}) {
            writeFile(path, whole.left(qsizetype(part * double(whole.size()))));
            const Result<ImageFacts> cut = decodeImage(path, {}, nullptr);
            QVERIFY(!cut);
            QVERIFY(cut.error().message.contains(path));
        }
    }

    void aBatchIsTheSameWithAndWithoutACache()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 6, 2);
        const QList<LabelledImage> images = trainingData(*readImageFolder(folder.path()))->train;
        const ImageShape shape = *suggestedShape(images);
        QCOMPARE(shape, (ImageShape{1, 16, 16}));
        ImageDataset cached(images, shape, 3, 1 << 20), uncached(images, shape, 1, 0);
        for (int round = 0; round < 2; ++round) {
            const std::vector<int64_t> indices{17, 0, 3, 3};
            const Result<ImageBatch> a = cached.batch(indices), b = uncached.batch(indices);
            QVERIFY(a && b);
            QVERIFY(a->pixels == b->pixels);
            QCOMPARE(a->labels, (std::vector<int64_t>{2, 0, 0, 0}));
        }
    }

    void anUndecodableImageEndsTheBatchWithItsName()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.path(), 6, 2);
        const QList<LabelledImage> images = trainingData(*readImageFolder(folder.path()))->train;
        writeFile(images[5].path, "no image");
        ImageDataset dataset(images, {1, 16, 16}, 2, 1 << 20);
        QVERIFY(dataset.batch({0, 1, 2}));
        const Result<ImageBatch> broken = dataset.batch({3, 4, 5});
        QVERIFY(!broken);
        QVERIFY(broken.error().message.contains(images[5].path));
    }

    void anEpochsOrderIsAShuffleThatDependsOnSeedAndEpoch()
    {
        const std::vector<int64_t> order = epochOrder(100, 1, 1);
        QCOMPARE(std::set<int64_t>(order.begin(), order.end()).size(), size_t(100));
        QCOMPARE(epochOrder(100, 1, 1), order);
        QVERIFY(epochOrder(100, 1, 2) != order);
        QVERIFY(epochOrder(100, 2, 1) != order);
    }

    void examiningLeavesBrokenImagesOut()
    {
        QTemporaryDir folder;
        drawImageFolder(folder.filePath(QStringLiteral("dataset")), 6, 2);
        const QString left = folder.filePath(QStringLiteral("dataset/train/left/"));
        const QByteArray png = readAll(left + QStringLiteral("000.png"));
        writeFile(left + QStringLiteral("001.png"), QByteArray());
        writeFile(left + QStringLiteral("002.png"), "<html>Please log in</html>");
        writeFile(left + QStringLiteral("003.png"), png.left(png.size() / 2));
        writeFile(left + QStringLiteral("004.png"), png.left(png.size() / 3));
        writeFile(left + QStringLiteral("005.jpg"), png);
        const ImageExamination examination = examineImages(folder.filePath(QStringLiteral("dataset")), 10, [](const QString &, double) {});
        QCOMPARE(examination.point.status, PointStatus::Pass);
        QVERIFY(examination.point.findings.isEmpty());
        QVERIFY(examination.data);
        QCOMPARE(examination.data->train.size(), 15); // 19 files, 4 of them broken
    }
};

QTEST_GUILESS_MAIN(tst_ImageFolder)
#include "tst_imagefolder.moc"
