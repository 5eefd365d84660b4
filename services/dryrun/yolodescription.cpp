#include "services/dryrun/yolodescription.h"

#include "services/dryrun/dryruntext.h"

#include <QDir>
#include <QFileInfo>

#include <yaml-cpp/yaml.h>

namespace Trainyard {

namespace {

/// A split is a folder, a list, or several of them; relative to `path`, which is relative to the file.
void checkSplits(const YAML::Node &root, const QDir &folder, const Place &where, Findings &findings)
{
    const YAML::Node path = root["path"];
    const QString base = path && path.IsScalar() ? QString::fromStdString(path.Scalar()) : QString();
    for (const char *split : {"train", "val", "test"}) {
        const YAML::Node node = root[split];
        if (!node || !node.IsScalar() || node.Scalar().empty())
            continue;
        const QString name = QString::fromStdString(node.Scalar());
        const bool isElsewhere = name.contains(QLatin1String("://")) || QDir::isAbsolutePath(name) || QDir::isAbsolutePath(base);
        QStringList places{folder.filePath(name), folder.filePath(base + u'/' + name)};
        if (name.startsWith(QLatin1String("../"))) // some tools count from the folder of the script
            places.append(folder.filePath(name.mid(3)));
        if (isElsewhere || std::any_of(places.begin(), places.end(), [](const QString &place) { return QFileInfo::exists(place); }))
            continue;
        findings.append(errorFinding("data.missing-file", where, DryRunText::tr("%1 names %2 for the split %3, and it is not there.").arg(where.file, name, QLatin1String(split)),
                                     DryRunText::tr("Correct the path in a copy of the file: it starts at the file's own folder.")));
    }
}

} // namespace

YoloDescription readYoloDescription(const QString &folder, const QString &jobFolder)
{
    YoloDescription description;
    const QDir source(QFileInfo(folder).isDir() ? folder : QFileInfo(folder).absolutePath());
    for (const QFileInfo &file : source.entryInfoList({QStringLiteral("*.yaml"), QStringLiteral("*.yml")}, QDir::Files, QDir::Name)) {
        const Place where{QDir(jobFolder).relativeFilePath(file.filePath()), std::nullopt, QString()};
        try {
            const YAML::Node root = YAML::LoadFile(QFile::encodeName(file.filePath()).toStdString());
            if (!root.IsMap() || (!root["names"] && !root["nc"]))
                continue;
            const qint64 names = root["names"] ? qint64(root["names"].size()) : 0;
            const qint64 count = root["nc"] ? root["nc"].as<qint64>(-1) : names;
            if (root["names"] && root["nc"] && count != names) {
                description.findings.append(errorFinding("data.class-names", where, DryRunText::tr("%1 says nc: %2 and names %3 classes.").arg(where.file).arg(count).arg(names),
                                                         DryRunText::tr("Let nc be the number of names, or leave it out.")));
            }
            if (const qint64 classes = names > 0 ? names : count; classes > 0)
                description.classes = classes;
            checkSplits(root, source, where, description.findings);
            return description;
        } catch (const YAML::Exception &exception) {
            const Place line{where.file, exception.mark.line >= 0 ? std::optional(exception.mark.line + 1) : std::nullopt, QString()};
            description.findings.append(errorFinding("data.bad-line", line, DryRunText::tr("%1 is no YAML: %2.").arg(where.file, QString::fromStdString(exception.msg)),
                                                     DryRunText::tr("Correct the line in a copy.")));
        }
    }
    return description;
}

} // namespace Trainyard
