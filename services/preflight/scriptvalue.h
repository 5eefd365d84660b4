#pragma once

#include "services/preflight/syntaxtree.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace Trainyard {

struct ScriptScope;

/// What reading knows of a value of the script.
struct ScriptValue
{
    enum class Kind {
        Unknown,
        None,
        Bool,
        Number,
        Text,       ///< a text or a path
        List,
        Dict,
        External,   ///< something of a module that is not the script's own: `torch.save`; what a call gave: `open()`
        Module,     ///< of the script's own
        Function,
        Class,
        Object,     ///< of a class of the script's own
        Parser,
        Subparsers,
        Namespace,  ///< what a parser gave
        Rest,       ///< what parse_known_args left over
        CommandLine ///< sys.argv
    };
    /// Where a text begins.
    enum class Origin { Code, Default, Parameter, Input, Output, OwnFile, Environment };

    Kind kind = Kind::Unknown;
    QString text;            ///< True/False, the number as written, the text as far as it is known, the external's dotted name
    bool isPartial = false;  ///< a text goes on with what is not known
    Origin origin = Origin::Code;
    QString originName;      ///< of the input, output, parameter or variable
    QString file;            ///< where a text of the code stands, or a class or function
    int line = 0;
    QList<ScriptValue> items; ///< of a list, or the values of a dict
    QStringList keys;         ///< of a dict
    const SyntaxNode *node = nullptr; ///< of a function or class
    std::shared_ptr<ScriptScope> scope; ///< a function's surroundings; the members of a module, class or object
    std::shared_ptr<ScriptValue> self;  ///< of a bound method; an object's class
    int parser = -1;

    static ScriptValue none() { return of(Kind::None); }
    static ScriptValue external(const QString &name) { return of(Kind::External, name); }
    static ScriptValue of(Kind kind, const QString &text = QString())
    {
        ScriptValue value;
        value.kind = kind;
        value.text = text;
        return value;
    }
    bool is(Kind wanted) const { return kind == wanted; }
    /// A text that the code itself says, from its first character.
    bool isLiteralPath() const { return kind == Kind::Text && (origin == Origin::Code || origin == Origin::Default) && !text.isEmpty(); }
    /// Would `if` take it? Nothing: not known.
    std::optional<bool> truth() const;
    bool operator==(const ScriptValue &other) const;
};

/// Names and their values; shared by everything that sees them.
struct ScriptScope
{
    QHash<QString, ScriptValue> values;
    std::shared_ptr<ScriptScope> parent; ///< looked into next
    QString file;
};

using ScopePtr = std::shared_ptr<ScriptScope>;

/// A name that no script has: some member was set, and which one is not known.
inline const QString anyName = QStringLiteral("*");

/// `a / b` as os.path.join does: an absolute second part replaces the first.
ScriptValue joinedPath(const ScriptValue &first, const ScriptValue &second);
/// `a + b` of two texts.
ScriptValue joinedText(const ScriptValue &first, const ScriptValue &second);
/// Either of the two: what they have in common, mostly nothing.
ScriptValue eitherValue(const ScriptValue &first, const ScriptValue &second);

} // namespace Trainyard
