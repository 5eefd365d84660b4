#include "services/preflight/trainingsamples.h"

#include "services/preflight/data/imagereader.h"
#include "services/preflight/preflightpaths.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 mostFiles = 200'000;
constexpr qint64 mostBytes = 64 << 20;

std::optional<qint64> imagesBelow(const QString &folder)
{
    qint64 images = 0, files = 0;
    for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        if (++files > mostFiles)
            return std::nullopt;
        if (isImageName(it.nextFileInfo().fileName().toUtf8()))
            ++images;
    }
    return images;
}

/// Lines that are not blank.
std::optional<qint64> linesIn(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > mostBytes || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    qint64 lines = 0;
    while (!file.atEnd()) {
        if (!file.readLine().trimmed().isEmpty())
            ++lines;
    }
    return lines;
}

/// The file that is trained on: the source itself, or the one below it that is called train, or the only one.
QString trainingFile(const QString &source, const QString &suffix)
{
    if (QFileInfo(source).isFile())
        return source;
    QStringList found;
    for (const QFileInfo &file : QDir(source).entryInfoList({u"*."_s + suffix}, QDir::Files, QDir::Name)) {
        if (file.completeBaseName().contains("train"_L1, Qt::CaseInsensitive))
            return file.filePath();
        found.append(file.filePath());
    }
    return found.size() == 1 ? found.first() : QString();
}

std::optional<qint64> samplesIn(const QString &source, const QString &format)
{
    if (format == "image-folder"_L1) {
        const QString split = source + u"/train"_s;
        return QFileInfo(split).isDir() ? imagesBelow(split) : QFileInfo(source + u"/val"_s).isDir() ? std::nullopt : imagesBelow(source);
    }
    if (format != "jsonl"_L1 && format != "csv"_L1)
        return std::nullopt;
    const QString file = trainingFile(source, format);
    const std::optional<qint64> lines = file.isEmpty() ? std::nullopt : linesIn(file);
    return lines && format == "csv"_L1 ? std::optional(*lines - 1) : lines;
}

} // namespace

std::optional<TrainingSamples> countTrainingSamples(const PreflightContext &context)
{
    for (const JobInput &input : context.job().inputs) {
        if (input.source.isEmpty() || isRemotePath(input.source))
            continue;
        const std::optional<qint64> count = samplesIn(QDir(context.jobFolder).absoluteFilePath(input.source), input.format);
        if (count && *count > 0)
            return TrainingSamples{*count, input.name};
    }
    return std::nullopt;
}

} // namespace Trainyard
