#include "services/preflight/scriptvalue.h"

namespace Trainyard {

std::optional<bool> ScriptValue::truth() const
{
    switch (kind) {
    case Kind::None: return false;
    case Kind::Bool: return text == QLatin1String("True");
    case Kind::Number: return text.toDouble() != 0;
    case Kind::Text:
        if (origin != Origin::Code && origin != Origin::Default && origin != Origin::Parameter)
            return true; // a path
        if (!text.isEmpty())
            return true;
        return isPartial ? std::nullopt : std::optional(false);
    case Kind::Function:
    case Kind::Class:
    case Kind::Module:
    case Kind::Object:
    case Kind::Parser:
    case Kind::Namespace: return true;
    default: return std::nullopt;
    }
}

bool ScriptValue::operator==(const ScriptValue &other) const
{
    return kind == other.kind && text == other.text && isPartial == other.isPartial && origin == other.origin && originName == other.originName && items == other.items
        && keys == other.keys && node == other.node && parser == other.parser && (kind != Kind::Object || scope == other.scope);
}

ScriptValue joinedPath(const ScriptValue &first, const ScriptValue &second)
{
    if (second.is(ScriptValue::Kind::Text) && (second.text.startsWith(u'/') || second.origin >= ScriptValue::Origin::Input))
        return second;
    if (!first.is(ScriptValue::Kind::Text))
        return {};
    ScriptValue joined = first;
    if (joined.isPartial)
        return joined;
    if (!joined.text.isEmpty() && !joined.text.endsWith(u'/'))
        joined.text += u'/';
    const bool isKnown = second.is(ScriptValue::Kind::Text) && second.origin < ScriptValue::Origin::Input;
    joined.text += isKnown ? second.text : QString();
    joined.isPartial = !isKnown || second.isPartial;
    if (first.text.isEmpty() && first.origin < ScriptValue::Origin::Parameter) { // "" says nothing of where it begins
        if (!isKnown)
            return {};
        joined = second;
    }
    return joined;
}

ScriptValue joinedText(const ScriptValue &first, const ScriptValue &second)
{
    if (!first.is(ScriptValue::Kind::Text))
        return {};
    if (first.text.isEmpty() && !first.isPartial && first.origin < ScriptValue::Origin::Parameter)
        return second.is(ScriptValue::Kind::Text) ? second : ScriptValue();
    ScriptValue joined = first;
    if (joined.isPartial)
        return joined;
    if (second.is(ScriptValue::Kind::Text) && second.origin < ScriptValue::Origin::Input) {
        joined.text += second.text;
        joined.isPartial = second.isPartial;
    } else if (second.is(ScriptValue::Kind::Number)) {
        joined.text += second.text;
    } else {
        joined.isPartial = true;
    }
    return joined;
}

ScriptValue eitherValue(const ScriptValue &first, const ScriptValue &second)
{
    return first == second ? first : ScriptValue();
}

} // namespace Trainyard
