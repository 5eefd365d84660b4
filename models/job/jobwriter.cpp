#include "models/common/schemawriter.h"
#include "models/job/jobdocument.h"
#include "models/job/jobsections.h"
#include "models/job/jobschema.h"
#include "models/job/references.h"

#include <QSet>

#include <memory>

namespace Trainyard {

QList<std::pair<QString, QByteArray>> jobSections(const Job &job)
{
    static const QSet<QString> blockSections{QStringLiteral("environment"), QStringLiteral("compute"), QStringLiteral("code"),
                                             QStringLiteral("logs"), QStringLiteral("model"), QStringLiteral("training")};
    auto references = std::make_shared<References>(job.parameters);
    SchemaWriter writer(jobSchema(), [](const QString &path) { return blockSections.contains(path); });
    writer.setReferences(job.references, [references](const QString &text) { return references->resolve(text); });
    Job copy = job;
    const YamlOutput output = writer.write(&copy);
    QList<std::pair<QString, QByteArray>> sections;
    for (const auto &[key, value] : output.entries)
        sections.append({key, writeYamlEntry(key, value)});
    return sections;
}

bool startsParagraph(const QString &sectionKey)
{
    static const QSet<QString> firstOfParagraph{QStringLiteral("environment"), QStringLiteral("compute"), QStringLiteral("code"),
                                                QStringLiteral("parameters"), QStringLiteral("inputs"), QStringLiteral("checkpoints"),
                                                QStringLiteral("model"), QStringLiteral("training")};
    return firstOfParagraph.contains(sectionKey);
}

QByteArray writeJob(const Job &job)
{
    QByteArray text;
    for (const auto &[key, section] : jobSections(job))
        text += (startsParagraph(key) ? "\n" : "") + section;
    return text;
}

} // namespace Trainyard
