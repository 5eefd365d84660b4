#pragma once

#include "models/common/schema.h"
#include "models/preflight/finding.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QSet>

namespace Trainyard {

/// Reads profiles.yaml or catalogue.yaml into @p object; an empty file holds nothing and is fine.
Findings readPlatformFile(const QByteArray &text, const QString &fileName, const Schema &schema, void *object);
QByteArray writePlatformFile(const Schema &schema, void *object);

/// Takes out entries without a name or with one used before; a finding says so where the schema did not already.
template<typename T>
void removeUnnamed(QList<T> &entries, const QString &key, const QString &fileName, Findings &findings)
{
    QSet<QString> names;
    QList<T> kept;
    for (const T &entry : std::as_const(entries)) {
        if (names.contains(entry.name)) {
            findings.append(errorFinding("job.duplicate-key", {fileName, std::nullopt, key},
                                         QCoreApplication::translate("PlatformFile", "%1 names “%2” twice; the first is used.").arg(key, entry.name),
                                         QCoreApplication::translate("PlatformFile", "Give each of them a name of its own.")));
        } else if (!entry.name.isEmpty()) {
            kept.append(entry);
        }
        if (!entry.name.isEmpty())
            names.insert(entry.name);
    }
    entries = kept;
}

} // namespace Trainyard
