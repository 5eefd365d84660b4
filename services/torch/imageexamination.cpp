#include "services/torch/imageexamination.h"

#include "services/torch/imagedecoder.h"
#include "services/torch/workertext.h"

#include <QElapsedTimer>
#include <QSet>
#include <QLocale>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <vector>

namespace Trainyard {

namespace {

constexpr qsizetype mostImages = 2000;

struct Look
{
    QString path;
    bool isDone = false;
    ImageFacts facts; ///< without a size: the image cannot be decoded
};

std::vector<Look> chosenImages(const ImageFolderLayout &layout)
{
    QStringList all;
    for (const ClassFolder &folder : layout.train.classes)
        all += folder.images;
    if (layout.validation) {
        for (const ClassFolder &folder : layout.validation->classes)
            all += folder.images;
    }
    const qsizetype count = std::min(all.size(), mostImages);
    std::vector<Look> looks;
    for (qsizetype i = 0; i < count; ++i)
        looks.push_back({all[i * all.size() / count], false, {}});
    return looks;
}

void lookAtAll(std::vector<Look> &looks, double seconds, const std::function<void(const QString &, double)> &progress)
{
    QElapsedTimer clock;
    clock.start();
    std::atomic<size_t> next = 0;
    const auto isLate = [&] { return double(clock.elapsed()) / 1000 > seconds; };
    const auto work = [&] {
        for (size_t i = next++; i < looks.size() && !isLate(); i = next++) {
            if (const Result<ImageFacts> decoded = decodeImage(looks[i].path, {}, nullptr))
                looks[i].facts = *decoded;
            looks[i].isDone = true;
        }
    };
    QThreadPool pool;
    for (int i = 0; i < QThread::idealThreadCount(); ++i)
        pool.start(work);
    constexpr int pauseMilliseconds = 20;
    do {
        progress(WorkerText::tr("Reading %1 images").arg(looks.size()),
                 double(std::min(next.load(), looks.size())) / double(std::max<size_t>(1, looks.size())));
    } while (!pool.waitForDone(pauseMilliseconds));
}

/// `28 x 28` or `32 x 30 to 640 x 480`.
QString sizesOf(const std::vector<Look> &looks)
{
    QSize least(INT_MAX, INT_MAX), most(0, 0);
    for (const Look &look : looks) {
        if (look.facts.size.isValid()) {
            least = least.boundedTo(look.facts.size);
            most = most.expandedTo(look.facts.size);
        }
    }
    const auto text = [](QSize size) { return QStringLiteral("%1 x %2").arg(size.width()).arg(size.height()); };
    return least == most ? text(most) : WorkerText::tr("%1 to %2").arg(text(least), text(most));
}

QString evidence(const std::vector<Look> &looks, const ImageFolderLayout &layout)
{
    const auto wasRead = [](const Look &look) { return look.facts.size.isValid(); };
    const auto read = std::count_if(looks.begin(), looks.end(), wasRead);
    if (read == 0)
        return WorkerText::tr("No image could be read.");
    const bool isGrey = std::all_of(looks.begin(), looks.end(), [&](const Look &look) { return !wasRead(look) || look.facts.isGrey; });
    const qsizetype all = layout.train.imageCount() + (layout.validation ? layout.validation->imageCount() : 0);
    const QString colours = isGrey ? WorkerText::tr("grey") : WorkerText::tr("colour");
    const QLocale locale;
    return WorkerText::tr("%1 of %2 images in %3 classes decoded to the end: %4 pixels, %5, uint8.")
        .arg(locale.toString(qlonglong(read)), locale.toString(qlonglong(all)), locale.toString(qlonglong(layout.train.classes.size())), sizesOf(looks), colours);
}

void leaveOut(QList<LabelledImage> &images, const QSet<QString> &broken)
{
    images.removeIf([&](const LabelledImage &image) { return broken.contains(image.path); });
}

} // namespace

ImageExamination examineImages(const QString &root, double seconds, const std::function<void(const QString &activity, double fraction)> &progress)
{
    ImageExamination examination;
    PointResult &point = examination.point;
    point.point = DryRunPoint::Data;
    const Result<ImageFolderLayout> layout = readImageFolder(root);
    if (!layout) {
        point.detail = examination.whyNoData = layout.error().message;
        return examination;
    }
    std::vector<Look> looks = chosenImages(*layout);
    lookAtAll(looks, seconds, progress);
    point.detail = evidence(looks, *layout);
    point.status = looks.empty() ? PointStatus::Skipped : PointStatus::Pass;

    Result<ImageFolderData> data = trainingData(*layout);
    if (!data) {
        examination.whyNoData = data.error().message;
        return examination;
    }
    QSet<QString> broken;
    for (const Look &look : looks) {
        if (look.isDone && !look.facts.size.isValid())
            broken.insert(look.path);
    }
    leaveOut(data->train, broken);
    leaveOut(data->validation, broken);
    examination.data = *data;
    return examination;
}

} // namespace Trainyard
