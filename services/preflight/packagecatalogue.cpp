#include "services/preflight/packagecatalogue.h"

#include "models/common/yamltree.h"

#include <QFile>
#include <QRegularExpression>

namespace Trainyard {

namespace {

QStringList textsOf(const YamlNode &node)
{
    QStringList texts;
    for (const YamlNodePtr &item : node.items)
        texts.append(item->text);
    return texts;
}

} // namespace

const PackageCatalogue &PackageCatalogue::bundled()
{
    static const PackageCatalogue catalogue = [] {
        QFile file(QStringLiteral(":/python/packages.yaml"));
        return PackageCatalogue(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }();
    return catalogue;
}

PackageCatalogue::PackageCatalogue(const QByteArray &yaml)
{
    const YamlTree tree = parseYaml(yaml, QStringLiteral("packages.yaml"), maximumCatalogueBytes);
    const auto entries = [&tree](QStringView section) {
        const YamlNode *node = tree.root ? tree.root->value(section) : nullptr;
        return node ? node->entries : QList<YamlEntry>();
    };
    for (const YamlEntry &entry : entries(u"imports"))
        m_providers.insert(entry.key, textsOf(*entry.value));
    for (const YamlEntry &entry : entries(u"wrong_names"))
        m_rightNames.insert(normalized(entry.key), entry.value->text);
    for (const YamlEntry &entry : entries(u"requires"))
        m_requires.insert(normalized(entry.key), textsOf(*entry.value));
    for (const YamlEntry &entry : entries(u"system_libraries")) {
        for (const QString &names : textsOf(*entry.value))
            m_systemLibraries[normalized(entry.key)].append(names.split(u'|'));
    }
}

QString PackageCatalogue::normalized(const QString &packageName)
{
    static const QRegularExpression separators(QStringLiteral("[-_.]+"));
    return packageName.toLower().replace(separators, QStringLiteral("-"));
}

QStringList PackageCatalogue::providersOf(const QString &importName) const
{
    return m_providers.value(importName, {normalized(importName)});
}

QString PackageCatalogue::rightName(const QString &packageName) const
{
    return m_rightNames.value(normalized(packageName));
}

bool PackageCatalogue::isKnown(const QString &packageName) const
{
    return m_requires.contains(normalized(packageName));
}

QList<QStringList> PackageCatalogue::systemLibrariesOf(const QString &packageName) const
{
    return m_systemLibraries.value(normalized(packageName));
}

QSet<QString> PackageCatalogue::withDependencies(const QStringList &packageNames) const
{
    QSet<QString> all;
    QStringList waiting = packageNames;
    while (!waiting.isEmpty()) {
        const QString name = normalized(waiting.takeLast());
        if (all.contains(name))
            continue;
        all.insert(name);
        waiting += m_requires.value(name);
    }
    return all;
}

Requirements parseRequirements(const QByteArray &text)
{
    static const QRegularExpression package(QStringLiteral("^([A-Za-z0-9][A-Za-z0-9._-]*)\\s*(?:\\[[^\\]]*\\])?\\s*(?:[=<>!~;(].*)?$"));
    Requirements requirements;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const int number = int(i) + 1;
        QString line = lines[i].trimmed();
        while (line.endsWith(u'\\') && i + 1 < lines.size())
            line = line.chopped(1) + lines[++i].trimmed();
        if (const qsizetype comment = line.indexOf(u'#'); comment == 0 || (comment > 0 && line[comment - 1].isSpace()))
            line = line.left(comment).trimmed();
        if (line.isEmpty())
            continue;
        line.remove(QRegularExpression(QStringLiteral("\\s--hash=\\S+")));
        const QRegularExpressionMatch match = package.match(line);
        if (match.hasMatch() && !line.endsWith(QLatin1String(".whl")))
            requirements.packages.append({match.captured(1), number});
        else if (!line.startsWith(QLatin1String("--")))
            requirements.hasUnreadable = true;
    }
    return requirements;
}

} // namespace Trainyard
