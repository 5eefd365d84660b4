#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

namespace Trainyard {

/// What is known of Python packages (resources/python/packages.yaml). Names are compared as pip does: case- and `-_.`-blind.
class PackageCatalogue
{
public:
    /// The bundled one; empty (nothing is known) when the resource is missing.
    static const PackageCatalogue &bundled();
    explicit PackageCatalogue(const QByteArray &yaml);

    static QString normalized(const QString &packageName);

    /// Packages that bring @p importName, the likeliest first.
    QStringList providersOf(const QString &importName) const;
    /// What should stand in a requirements file instead of @p packageName; empty: nothing is wrong with it.
    QString rightName(const QString &packageName) const;
    /// Is everything known that @p packageName brings along?
    bool isKnown(const QString &packageName) const;
    /// @p packageNames and what they bring along, normalized.
    QSet<QString> withDependencies(const QStringList &packageNames) const;

    /// System packages that @p packageName needs; of each entry, any of its names will do.
    QList<QStringList> systemLibrariesOf(const QString &packageName) const;

private:
    QHash<QString, QList<QStringList>> m_systemLibraries;
    QHash<QString, QStringList> m_providers;
    QHash<QString, QString> m_rightNames;
    QHash<QString, QStringList> m_requires;
};

/// One line of a requirements file that names a package.
struct Requirement
{
    QString name; ///< as written, without extras, version and marker
    int line = 0;
    bool operator==(const Requirement &) const = default;
};

struct Requirements
{
    QList<Requirement> packages;
    bool hasUnreadable = false; ///< -r, -e, an address, a file: what they install is not known
};

/// Comments, extras, versions, markers and continued lines are understood as pip does.
Requirements parseRequirements(const QByteArray &text);

} // namespace Trainyard
