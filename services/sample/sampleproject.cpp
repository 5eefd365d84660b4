#include "services/sample/sampleproject.h"

#include "services/sample/sampleimages.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPromise>
#include <QTemporaryDir>
#include <QtConcurrentRun>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace Trainyard {

namespace {

constexpr int trainPerClass = 600;
constexpr int validationPerClass = 100;

Result<> writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        return Error{Error::Kind::Io, QCoreApplication::translate("SampleProject", "%1 could not be written: %2.").arg(path, file.errorString()), QString()};
    return success();
}

/// The template's texts lie in the program, see resources/sample.
Result<> writeTexts(const QString &folder, const QString &templateName, const SampleImages &images)
{
    const QDir source(QStringLiteral(":/sample/") + templateName);
    QStringList names = source.entryList(QDir::Files);
    for (const QString &name : QDir(source.filePath(QStringLiteral("src"))).entryList(QDir::Files))
        names.append(QStringLiteral("src/") + name);
    const QByteArray origin = images.isSynthetic
        ? QByteArrayLiteral("shapes drawn by Trainyard, because the Debian package dataset-fashion-mnist is not installed")
        : QByteArrayLiteral("photographs of clothes: a part of Fashion-MNIST (Zalando SE, MIT licence), from the Debian package dataset-fashion-mnist");
    for (const QString &name : names) {
        QFile file(source.filePath(name));
        if (!file.open(QIODevice::ReadOnly) || !QDir(folder).mkpath(QFileInfo(name).path()))
            return Error{Error::Kind::Io, QCoreApplication::translate("SampleProject", "%1 could not be written.").arg(name), QString()};
        if (const Result<> written = writeFile(folder + u'/' + name, file.readAll().replace("@ORIGIN@", origin)); !written)
            return written.error();
    }
    return success();
}

Result<> writeSplit(QPromise<Result<SampleProject>> &promise, const QString &folder, const QStringList &classNames, const QList<SampleImage> &images,
                    int firstProgress)
{
    QList<int> counts(classNames.size(), 0);
    for (const QString &name : classNames) {
        if (!QDir().mkpath(folder + u'/' + name))
            return Error{Error::Kind::Io, QCoreApplication::translate("SampleProject", "The folder %1 could not be made.").arg(folder), QString()};
    }
    for (int i = 0; i < images.size(); ++i) {
        if (promise.isCanceled())
            return Error{Error::Kind::Cancelled, QCoreApplication::translate("SampleProject", "Creating the sample project was cancelled."), QString()};
        const int label = images[i].label;
        const QString path = QStringLiteral("%1/%2/%3.png").arg(folder, classNames[label]).arg(counts[label]++, 5, 10, QLatin1Char('0'));
        if (const Result<> written = writeFile(path, toPng(images[i])); !written)
            return written.error();
        if (i % 100 == 0)
            promise.setProgressValue(firstProgress + i);
    }
    return success();
}

/// What a creation that was killed left in @p folder; one that is running has written there within the hour.
void removeLeftovers(const QString &folder)
{
    const QDateTime hourAgo = QDateTime::currentDateTime().addSecs(-3600);
    for (const QFileInfo &leftover : QDir(folder).entryInfoList({QStringLiteral(".trainyard-init-*")}, QDir::Dirs | QDir::Hidden)) {
        if (leftover.lastModified() < hourAgo)
            QDir(leftover.filePath()).removeRecursively();
    }
}

/// Everything is written into a temporary folder and moved there at the end: a project is whole or not there.
Result<SampleProject> create(QPromise<Result<SampleProject>> &promise, const QString &directory, const QString &templateName, const QString &imageFolder)
{
    if (!sampleTemplates().contains(templateName)) {
        const QString message = QCoreApplication::translate("SampleProject", "There is no template %1. There are: %2.");
        return Error{Error::Kind::Invalid, message.arg(templateName, sampleTemplates().join(QStringLiteral(", "))), QString()};
    }
    const QFileInfo target(directory);
    const bool isFolder = target.isDir();
    removeLeftovers(isFolder ? target.absoluteFilePath() : target.absolutePath());
    if (!isFolder && (target.exists() || target.isSymLink())) {
        const QString message = target.exists() ? QCoreApplication::translate("SampleProject", "%1 exists already and is no folder. Nothing was changed; choose another name.")
                                                : QCoreApplication::translate("SampleProject", "%1 is a link that leads nowhere. Nothing was changed; choose another name.");
        return Error{Error::Kind::Conflict, message.arg(directory), QString()};
    }
    if (isFolder && !QDir(directory).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
        const QString message = QCoreApplication::translate("SampleProject", "%1 exists already and is not empty. Nothing was changed; choose another folder.");
        return Error{Error::Kind::Conflict, message.arg(directory), QString()};
    }
    Result<SampleImages> images = readFashionMnist(imageFolder, trainPerClass, validationPerClass);
    if (!images && images.error().kind == Error::Kind::NotFound)
        images = drawShapes(trainPerClass, validationPerClass);
    if (!images)
        return images.error();

    const auto failure = [&directory](const QString &reason) {
        return Error{Error::Kind::Io, QCoreApplication::translate("SampleProject", "The folder %1 could not be made: %2.").arg(directory, reason), QString()};
    };
    const QString parent = target.absolutePath();
    if (!QDir().mkpath(parent))
        return failure(QCoreApplication::translate("SampleProject", "the folder above it cannot be made"));
    // An empty folder may be a mount point: what is written in it can be moved without leaving its file system.
    const QTemporaryDir temporary((isFolder ? target.absoluteFilePath() : parent) + QStringLiteral("/.trainyard-init-XXXXXX"));
    if (!temporary.isValid())
        return failure(temporary.errorString());

    const QString project = temporary.filePath(QStringLiteral("project"));
    promise.setProgressRange(0, int(images->train.size() + images->validation.size()));
    if (const Result<> written = writeTexts(project, templateName, *images); !written)
        return written.error();
    const QString dataset = project + QStringLiteral("/dataset/");
    if (const Result<> written = writeSplit(promise, dataset + QStringLiteral("train"), images->classNames, images->train, 0); !written)
        return written.error();
    if (const Result<> written = writeSplit(promise, dataset + QStringLiteral("val"), images->classNames, images->validation, int(images->train.size()));
        !written)
        return written.error();

    QList<std::pair<QString, QString>> moves;
    if (!isFolder)
        moves.append({project, target.absoluteFilePath()});
    for (const QString &name : isFolder ? QDir(project).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot) : QStringList())
        moves.append({project + u'/' + name, target.absoluteFilePath() + u'/' + name});
    for (const auto &[from, to] : moves) {
        if (std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) != 0)
            return failure(QString::fromLocal8Bit(std::strerror(errno)));
    }
    promise.setProgressValue(int(images->train.size() + images->validation.size()));
    return SampleProject{target.absoluteFilePath(), target.absoluteFilePath() + QStringLiteral("/job.yaml"), int(images->train.size()),
                         int(images->validation.size()), images->isSynthetic};
}

} // namespace

QStringList sampleTemplates()
{
    return {QStringLiteral("fashion-mnist"), QStringLiteral("fashion-mnist-python")};
}

QString fashionMnistFolder()
{
    return QStringLiteral("/usr/share/datasets/fashion-mnist");
}

QFuture<Result<SampleProject>> createSampleProject(const QString &directory, const QString &templateName, const QString &imageFolder)
{
    return QtConcurrent::run([=](QPromise<Result<SampleProject>> &promise) { promise.addResult(create(promise, directory, templateName, imageFolder)); });
}

} // namespace Trainyard
