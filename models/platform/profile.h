#pragma once

#include "models/platform/flavor.h"
#include "models/preflight/finding.h"

#include <QByteArray>
#include <QHash>
#include <QList>

namespace Trainyard {

struct CodeLimits
{
    std::optional<qint64> advisedBytes;
    std::optional<qint64> maximumBytes;
    std::optional<int> files;
    bool operator==(const CodeLimits &) const = default;
};

/// A named, configured platform. Never holds a secret; overrides facts of its platform where set.
struct Profile
{
    QString name;
    QString platform; ///< local, modelarts, slurm
    QString network;  ///< open, closed; empty: unknown, treated as open
    QStringList injectedArguments;
    QStringList providedVariables;
    std::optional<CodeLimits> codeLimits;
    QString workingDirectory; ///< code, other; empty: the platform's
    std::optional<QStringList> scratch;
    QString interpreter; ///< local: the Python that runs scripts; empty: /usr/bin/python3
    /// The platform's own keys (endpoint, region, project, credential, ...): as written, in the file's order.
    QList<std::pair<QString, QString>> settings;

    QString setting(QStringView key) const;
    bool operator==(const Profile &) const = default;
};

struct ProfilesDocument
{
    QList<Profile> profiles; ///< `local` exists even when the file does not list it
    Findings findings;
};

/// What profiles.yaml holds. Faults are findings, codes as for job.yaml, with the file's own name as place.
ProfilesDocument readProfiles(const QByteArray &text, const QString &fileName = QStringLiteral("profiles.yaml"));
QByteArray writeProfiles(const QList<Profile> &profiles);

/// Own flavors and images, added to or replacing by name those built in.
struct CatalogueDocument
{
    QList<Flavor> flavors;
    QList<Image> images;
    Findings findings;
};

CatalogueDocument readCatalogue(const QByteArray &text, const QString &fileName = QStringLiteral("catalogue.yaml"));
QByteArray writeCatalogue(const QList<Flavor> &flavors, const QList<Image> &images);

} // namespace Trainyard
