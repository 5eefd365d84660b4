#include "services/torch/imagefolder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace Trainyard {

namespace {

Error invalid(const QString &message)
{
    return Error{Error::Kind::Invalid, message, QString()};
}

QStringList subfolders(const QString &path)
{
    QStringList names = QDir(path).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    names.removeAll(QStringLiteral("__MACOSX"));
    return names;
}

/// All images below a class folder, as image loaders do; links to folders are not followed, so a loop ends.
QStringList imagesBelow(const QString &path)
{
    QStringList images;
    for (const QString &name : QDir(path).entryList(imageNameFilters(), QDir::Files, QDir::Name))
        images.append(path + u'/' + name);
    for (const QString &name : QDir(path).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name))
        images += imagesBelow(path + u'/' + name);
    return images;
}

ImageSplit readSplit(const QString &path, const QString &name)
{
    ImageSplit split{name, path, {}};
    for (const QString &className : subfolders(path)) {
        const QString folder = path + u'/' + className;
        split.classes.append({className, folder, imagesBelow(folder)});
    }
    return split;
}

QString onlyIn(const QStringList &names, const QStringList &others)
{
    QStringList missing;
    std::copy_if(names.begin(), names.end(), std::back_inserter(missing), [&](const QString &name) { return !others.contains(name); });
    return missing.mid(0, 5).join(QStringLiteral(", "));
}

Result<> checkClasses(const ImageSplit &split)
{
    if (split.classes.isEmpty()) {
        return invalid(QCoreApplication::translate("ImageFolder", "%1 has no class folders: put the images of each class into a folder of its own.")
                           .arg(split.path));
    }
    for (const ClassFolder &folder : split.classes) {
        if (const QFileInfo info(folder.path); !info.isReadable() || !info.isExecutable()) {
            return Error{Error::Kind::Forbidden, QCoreApplication::translate("ImageFolder", "The class folder %1 may not be read.").arg(folder.path),
                         QStringLiteral("Permission denied")};
        }
        if (folder.images.isEmpty()) {
            return invalid(QCoreApplication::translate("ImageFolder", "The class folder %1 has no image that can be loaded: fill it or remove it.")
                               .arg(folder.path));
        }
    }
    return success();
}

Result<> checkSplitsAgree(const ImageSplit &train, const ImageSplit &validation)
{
    if (const QString missing = onlyIn(train.classNames(), validation.classNames()); !missing.isEmpty()) {
        return invalid(QCoreApplication::translate("ImageFolder", "%1 lacks classes that %2 has: %3. Both need the same class folders.")
                           .arg(validation.path, train.name, missing));
    }
    if (const QString surplus = onlyIn(validation.classNames(), train.classNames()); !surplus.isEmpty()) {
        return invalid(QCoreApplication::translate("ImageFolder", "%1 has classes that %2 lacks: %3. Both need the same class folders.")
                           .arg(validation.path, train.name, surplus));
    }
    return success();
}

} // namespace

qsizetype ImageSplit::imageCount() const
{
    qsizetype count = 0;
    for (const ClassFolder &folder : classes)
        count += folder.images.size();
    return count;
}

QStringList ImageSplit::classNames() const
{
    QStringList names;
    for (const ClassFolder &folder : classes)
        names.append(folder.name);
    return names;
}

QStringList imageNameFilters()
{
    return {QStringLiteral("*.png"), QStringLiteral("*.jpg"), QStringLiteral("*.jpeg"), QStringLiteral("*.bmp"),
            QStringLiteral("*.gif"), QStringLiteral("*.ppm"), QStringLiteral("*.pgm")};
}

Result<ImageFolderLayout> readImageFolder(const QString &root)
{
    const QFileInfo info(root);
    if (!info.exists()) {
        return Error{Error::Kind::NotFound, QCoreApplication::translate("ImageFolder", "The data folder %1 does not exist.").arg(root),
                     QStringLiteral("No such file or directory")};
    }
    if (!info.isDir())
        return invalid(QCoreApplication::translate("ImageFolder", "%1 is a file, not a folder of images.").arg(root));
    if (!info.isReadable() || !info.isExecutable()) {
        return Error{Error::Kind::Forbidden, QCoreApplication::translate("ImageFolder", "The data folder %1 may not be read.").arg(root),
                     QStringLiteral("Permission denied")};
    }
    const QString path = QDir(root).absolutePath();
    ImageFolderLayout layout{path, {}, std::nullopt, 0};
    layout.imagesInRoot = QDir(path).entryList(imageNameFilters(), QDir::Files).size();
    if (!QFileInfo(path + QStringLiteral("/train")).isDir()) {
        layout.train = readSplit(path, QString());
        return layout;
    }
    layout.train = readSplit(path + QStringLiteral("/train"), QStringLiteral("train"));
    for (const QString &name : {QStringLiteral("val"), QStringLiteral("valid"), QStringLiteral("validation")}) {
        if (QFileInfo(path + u'/' + name).isDir()) {
            layout.validation = readSplit(path + u'/' + name, name);
            break;
        }
    }
    return layout;
}

Result<ImageFolderData> trainingData(const ImageFolderLayout &layout)
{
    if (layout.train.classes.isEmpty() && layout.imagesInRoot > 0) {
        return invalid(QCoreApplication::translate("ImageFolder", "%1 holds images, not class folders: name the folder above it.").arg(layout.root));
    }
    if (const Result<> checked = checkClasses(layout.train); !checked)
        return checked.error();
    if (layout.train.classes.size() == 1) {
        return invalid(QCoreApplication::translate("ImageFolder", "%1 has a single class, %2: there is nothing to tell apart.")
                           .arg(layout.train.path, layout.train.classes.first().name));
    }
    if (layout.validation) {
        if (const Result<> checked = checkSplitsAgree(layout.train, *layout.validation); !checked)
            return checked.error();
        if (const Result<> checked = checkClasses(*layout.validation); !checked)
            return checked.error();
    }

    constexpr qsizetype heldOutEvery = 10;
    ImageFolderData data{layout.train.classNames(), {}, {}};
    for (qsizetype label = 0; label < data.classes.size(); ++label) {
        const QStringList &images = layout.train.classes[label].images;
        for (qsizetype i = 0; i < images.size(); ++i) {
            const bool isHeldOut = !layout.validation && i % heldOutEvery == heldOutEvery - 1;
            (isHeldOut ? data.validation : data.train).append({images[i], label});
        }
        if (layout.validation) {
            for (const QString &path : layout.validation->classes[label].images)
                data.validation.append({path, label});
        }
    }
    return data;
}

} // namespace Trainyard
