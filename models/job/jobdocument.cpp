#include "models/job/jobdocument.h"

#include "models/common/schemareader.h"
#include "models/common/yamltree.h"
#include "models/job/jobrules.h"
#include "models/job/jobschema.h"
#include "models/job/references.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(JobDocument)
};

JobDocument unreadable(const QString &path, const QString &sentence, const QString &fix)
{
    JobDocument document;
    document.fileName = QFileInfo(path).fileName();
    document.findings = {errorFinding("job.unreadable", {document.fileName, std::nullopt, QString()}, sentence, fix)};
    return document;
}

Finding notAMapping(const YamlTree &tree, const QString &fileName)
{
    if (!tree.root || tree.root->isNull()) {
        return errorFinding("job.syntax", {fileName, 1, QString()}, Text::tr("The file is empty."),
                            Text::tr("Start from a template: trainyard init FOLDER writes a complete job."));
    }
    return errorFinding("job.invalid-value", {fileName, tree.root->line, QString()},
                        tree.root->kind == YamlNode::Kind::Sequence ? Text::tr("The file holds a list, but a job is a mapping of keys.")
                                                                    : Text::tr("The file holds one text, but a job is a mapping of keys."),
                        Text::tr("Write keys with values, such as “name: first-run”."));
}

void sortByLine(Findings &findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return a.where.line.value_or(0) < b.where.line.value_or(0); });
}

} // namespace

Place JobDocument::place(const QString &key) const
{
    for (QString known = key; !known.isEmpty();) {
        if (const auto line = lines.constFind(known); line != lines.constEnd())
            return {fileName, *line, key};
        known.truncate(std::max(known.lastIndexOf(u'.'), known.lastIndexOf(u'[')));
    }
    return {fileName, std::nullopt, key};
}

JobDocument readJob(const QByteArray &text, const QString &fileName)
{
    JobDocument document;
    document.fileName = fileName;
    const YamlTree tree = parseYaml(text, fileName, maximumJobBytes);
    document.findings = tree.findings;
    if (hasErrors(tree.findings) && !tree.root)
        return document;
    if (!tree.root || tree.root->kind != YamlNode::Kind::Mapping) {
        document.findings.append(notAMapping(tree, fileName));
        return document;
    }
    document.isReadable = true;
    const YamlNode *parameters = tree.root->value(u"parameters");
    References references(parameters ? parametersOf(*parameters) : QList<Parameter>());
    SchemaReader reader(jobSchema(), fileName, [&references](const QString &value, const Place &where, Findings &findings) {
        return references.resolve(value, where, findings);
    });
    reader.read(*tree.root, &document.job);
    document.job.references = reader.references();
    document.lines = reader.lines();
    document.findings += reader.findings();
    document.findings += jobRules(document);
    sortByLine(document.findings);
    foldRepeated(document.findings);
    return document;
}

JobDocument readJobFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists()) {
        const QString folder = info.absolutePath();
        return unreadable(path, info.isSymLink() ? Text::tr("%1 is a link that leads nowhere.").arg(path) : Text::tr("%1 does not exist.").arg(path),
                          QFileInfo(folder).isDir() ? Text::tr("Check the name; the folder %1 is there.").arg(folder)
                                                    : Text::tr("Check the path: the folder %1 is not there either.").arg(folder));
    }
    if (info.isDir())
        return unreadable(path, Text::tr("%1 is a folder.").arg(path), Text::tr("Name the job file in it, such as %1/job.yaml.").arg(path));
    if (!info.isFile()) // a pipe or a device: opening it could wait for ever
        return unreadable(path, Text::tr("%1 is no regular file.").arg(path), Text::tr("Name a job file."));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return unreadable(path, Text::tr("%1 could not be read: %2.").arg(path, file.errorString()), Text::tr("Check the rights of the file."));
    }
    return readJob(file.read(maximumJobBytes + 1), info.fileName());
}

QStringList resolvedValues(const Job &job, const Parameter &parameter)
{
    References references(job.parameters);
    QStringList values;
    for (const QString &value : parameter.values)
        values.append(references.resolve(value));
    return values;
}

QString resolveReferences(const Job &job, const QString &text)
{
    return References(job.parameters).resolve(text);
}

} // namespace Trainyard
