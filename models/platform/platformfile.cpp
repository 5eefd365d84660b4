#include "models/platform/platformfile.h"

#include "models/common/schemareader.h"
#include "models/common/schemawriter.h"
#include "models/common/yamltree.h"

namespace Trainyard {

Findings readPlatformFile(const QByteArray &text, const QString &fileName, const Schema &schema, void *object)
{
    const YamlTree tree = parseYaml(text, fileName, maximumCatalogueBytes);
    Findings findings = tree.findings;
    if (!tree.root || tree.root->isNull())
        return findings;
    if (tree.root->kind != YamlNode::Kind::Mapping) {
        const QString key = schema.childKeys(QString()).value(0);
        findings.append(errorFinding("job.invalid-value", {fileName, tree.root->line, QString()},
                                     QCoreApplication::translate("PlatformFile", "%1 has no “%2:” at its top.").arg(fileName, key),
                                     QCoreApplication::translate("PlatformFile", "Put the entries as a list under “%1:”.").arg(key)));
        return findings;
    }
    SchemaReader reader(schema, fileName);
    reader.read(*tree.root, object);
    findings += reader.findings();
    foldRepeated(findings);
    return findings;
}

QByteArray writePlatformFile(const Schema &schema, void *object)
{
    const SchemaWriter writer(schema, [](const QString &path) { return path.endsWith(u']'); }); // each entry over several lines
    QByteArray text;
    for (const auto &[key, value] : writer.write(object).entries)
        text += writeYamlEntry(key, value);
    return text;
}

} // namespace Trainyard
