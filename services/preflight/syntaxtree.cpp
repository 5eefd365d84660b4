#include "services/preflight/syntaxtree.h"

#include <QSet>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Trainyard {

namespace {

/// The same few hundred words stand in every tree: one copy of each.
class Reader
{
public:
    SyntaxNode node(const QJsonValue &value)
    {
        SyntaxNode node;
        const QJsonObject object = value.toObject();
        for (auto entry = object.begin(); entry != object.end(); ++entry) {
            const QString key = entry.key();
            if (key.size() == 1)
                setProperty(node, key.front(), entry.value());
            else
                node.fields.append({shared(key), nodes(entry.value())});
        }
        return node;
    }

private:
    void setProperty(SyntaxNode &node, QChar key, const QJsonValue &value)
    {
        switch (key.unicode()) {
        case u'_': node.kind = shared(value.toString()); break;
        case u'l': node.line = value.toInt(); break;
        case u't': node.text = shared(value.toString()); break;
        case u'y':
        case u'a': node.extra = shared(value.toString()); break;
        case u'o': node.operators = shared(value.toString()); break;
        case u'n': node.level = value.toInt(); break;
        default: break;
        }
    }

    QList<SyntaxNode> nodes(const QJsonValue &value)
    {
        QList<SyntaxNode> list;
        if (value.isObject())
            list.append(node(value));
        for (const QJsonValue item : value.toArray())
            list.append(node(item));
        return list;
    }

    QString shared(const QString &word) { return *m_words.insert(word); }

    QSet<QString> m_words;
};

} // namespace

const QList<SyntaxNode> &SyntaxNode::list(QLatin1StringView field) const
{
    static const QList<SyntaxNode> none;
    for (const auto &[name, nodes] : fields) {
        if (name == field)
            return nodes;
    }
    return none;
}

const SyntaxNode &SyntaxNode::at(QLatin1StringView field) const
{
    static const SyntaxNode none;
    const QList<SyntaxNode> &nodes = list(field);
    return nodes.isEmpty() ? none : nodes.first();
}

const SyntaxNode &SyntaxNode::keyword(QLatin1StringView name) const
{
    for (const SyntaxNode &candidate : list(QLatin1StringView("keywords"))) {
        if (candidate.text == name)
            return candidate.at(QLatin1StringView("value"));
    }
    static const SyntaxNode none;
    return none;
}

std::shared_ptr<const SyntaxNode> readSyntaxTree(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    return document.isObject() ? std::make_shared<const SyntaxNode>(Reader().node(document.object())) : nullptr;
}

} // namespace Trainyard
