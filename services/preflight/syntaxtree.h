#pragma once

#include <QList>
#include <QString>

#include <memory>

namespace Trainyard {

/// One node of a Python syntax tree, as Python's own `ast` names its classes and fields.
struct SyntaxNode
{
    QString kind; ///< `Call`, `Name`, ...; empty: there is no such node
    int line = 0;
    QString text;  ///< identifier, or the value of a constant
    QString extra; ///< `str`, `int`, ... of a constant; the `as` name of an import
    QString operators; ///< `Add`; `Is`, `Eq In` of a comparison
    int level = 0; ///< dots of a relative import
    QList<std::pair<QString, QList<SyntaxNode>>> fields;

    bool is(QLatin1StringView wanted) const { return kind == wanted; }
    bool isText() const { return kind == QLatin1String("Constant") && extra == QLatin1String("str"); }
    explicit operator bool() const { return !kind.isEmpty(); }
    /// The nodes of a field; none: an empty list.
    const QList<SyntaxNode> &list(QLatin1StringView field) const;
    /// The first node of a field; none: an empty node.
    const SyntaxNode &at(QLatin1StringView field) const;
    /// The value of the keyword argument @p name of a call; none: an empty node.
    const SyntaxNode &keyword(QLatin1StringView name) const;
};

/// Reads what dump_ast.py writes about one file; nothing: it is no such text.
std::shared_ptr<const SyntaxNode> readSyntaxTree(const QByteArray &json);

/// Calls @p visit for @p node and everything below it; where it answers false, not below.
template<typename Visitor>
void visitNodes(const SyntaxNode &node, const Visitor &visit)
{
    if (!visit(node))
        return;
    for (const auto &[name, nodes] : node.fields) {
        for (const SyntaxNode &child : nodes)
            visitNodes(child, visit);
    }
}

} // namespace Trainyard
