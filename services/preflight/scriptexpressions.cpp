#include "services/preflight/scriptreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

ScriptValue constantOf(const SyntaxNode &node, const QString &file)
{
    using Kind = ScriptValue::Kind;
    if (node.extra == "NoneType"_L1)
        return ScriptValue::none();
    if (node.extra == "bool"_L1)
        return ScriptValue::of(Kind::Bool, node.text);
    if (node.extra == "int"_L1 || node.extra == "float"_L1)
        return ScriptValue::of(Kind::Number, node.text);
    if (node.extra != "str"_L1)
        return {};
    ScriptValue text = ScriptValue::of(Kind::Text, node.text);
    text.file = file;
    text.line = node.line;
    return text;
}

std::optional<ScriptValue> boolean(std::optional<bool> value)
{
    return value ? std::optional(ScriptValue::of(ScriptValue::Kind::Bool, *value ? u"True"_s : u"False"_s)) : std::nullopt;
}

bool isPlain(const ScriptValue &value)
{
    using Kind = ScriptValue::Kind;
    return value.is(Kind::None) || value.is(Kind::Bool) || value.is(Kind::Number) || (value.is(Kind::Text) && !value.isPartial && value.origin < ScriptValue::Origin::Input);
}

} // namespace

ScriptValue ScriptReader::evaluate(const SyntaxNode &node)
{
    if (!node || isOverBudget() || m_frames.size() > 80)
        return {};
    const QString &kind = node.kind;
    if (kind == "Constant"_L1)
        return constantOf(node, frame().file);
    if (kind == "Name"_L1)
        return evaluateName(node.text);
    if (kind == "Attribute"_L1)
        return evaluateAttribute(node);
    if (kind == "Call"_L1)
        return evaluateCall(node);
    if (kind == "BinOp"_L1)
        return evaluateOperation(node);
    if (kind == "Compare"_L1)
        return evaluateComparison(node);
    if (kind == "BoolOp"_L1 || kind == "IfExp"_L1)
        return evaluateEither(node);
    if (kind == "Subscript"_L1)
        return evaluateSubscript(node);
    if (kind == "UnaryOp"_L1) {
        const ScriptValue operand = evaluate(node.at("operand"_L1));
        if (node.operators == "Not"_L1)
            return boolean(operand.truth() ? std::optional(!*operand.truth()) : std::nullopt).value_or(ScriptValue());
        return operand.is(Kind::Number) && node.operators == "USub"_L1 ? ScriptValue::of(Kind::Number, u'-' + operand.text) : ScriptValue();
    }
    if (kind == "JoinedStr"_L1) {
        ScriptValue text = ScriptValue::of(Kind::Text);
        text.file = frame().file;
        text.line = node.line;
        for (const SyntaxNode &part : node.list("values"_L1))
            text = joinedText(text, evaluate(part));
        return text;
    }
    if (kind == "FormattedValue"_L1) {
        const ScriptValue value = evaluate(node.at("value"_L1));
        if (node.at("format_spec"_L1)) {
            ScriptValue formatted = ScriptValue::of(Kind::Text);
            formatted.isPartial = true;
            return value.is(Kind::Text) ? value : formatted;
        }
        return value;
    }
    if (kind == "List"_L1 || kind == "Tuple"_L1 || kind == "Set"_L1) {
        ScriptValue list = ScriptValue::of(Kind::List);
        for (const SyntaxNode &item : node.list("elts"_L1)) {
            if (!item.is("Starred"_L1)) {
                list.items.append(evaluate(item));
                continue;
            }
            const ScriptValue more = evaluate(item.at("value"_L1));
            list.isPartial = list.isPartial || !more.is(Kind::List) || more.isPartial;
            list.items.append(more.items);
        }
        return list;
    }
    if (kind == "Dict"_L1) {
        ScriptValue dict = ScriptValue::of(Kind::Dict);
        const QList<SyntaxNode> &keys = node.list("keys"_L1), &values = node.list("values"_L1);
        for (qsizetype i = 0; i < std::min(keys.size(), values.size()); ++i) {
            const ScriptValue key = evaluate(keys[i]);
            const ScriptValue value = evaluate(values[i]);
            if (key.is(Kind::Text) && !key.isPartial) {
                dict.keys.append(key.text);
                dict.items.append(value);
            } else {
                dict.isPartial = true;
            }
        }
        return dict;
    }
    if (kind == "Lambda"_L1) {
        ScriptValue function = ScriptValue::of(Kind::Function);
        function.node = &node;
        function.scope = frame().scope;
        function.file = frame().file;
        function.line = node.line;
        return function;
    }
    if (kind.endsWith("Comp"_L1) || kind == "GeneratorExp"_L1)
        return evaluateComprehension(node);
    if (kind == "NamedExpr"_L1) {
        const ScriptValue value = evaluate(node.at("value"_L1));
        assign(node.at("target"_L1), value);
        return value;
    }
    if (kind == "Index"_L1 || kind == "Await"_L1 || kind == "Starred"_L1 || kind == "Yield"_L1 || kind == "YieldFrom"_L1)
        return evaluate(node.at("value"_L1));
    return {};
}

ScriptValue ScriptReader::evaluateName(const QString &name)
{
    for (ScopePtr scope = frame().scope; scope; scope = scope->parent) {
        if (const auto found = scope->values.constFind(name); found != scope->values.constEnd())
            return *found;
    }
    if (const auto found = frame().module->values.constFind(name); found != frame().module->values.constEnd())
        return *found;
    return ScriptValue::external(name); // a built-in
}

ScriptValue ScriptReader::evaluateAttribute(const SyntaxNode &node)
{
    return attributeOf(evaluate(node.at("value"_L1)), node.text);
}

ScriptValue ScriptReader::memberOfClass(const ScriptValue &type, const QString &name) const
{
    if (!type.scope)
        return {};
    if (const auto found = type.scope->values.constFind(name); found != type.scope->values.constEnd())
        return *found;
    for (const ScriptValue &base : type.items) {
        if (const ScriptValue member = memberOfClass(base, name); !member.is(Kind::Unknown))
            return member;
    }
    return {};
}

ScriptValue ScriptReader::attributeOf(const ScriptValue &value, const QString &name)
{
    switch (value.kind) {
    case Kind::External: {
        const QString whole = value.text + u'.' + name;
        if (whole == "sys.argv"_L1)
            return ScriptValue::of(Kind::CommandLine);
        return ScriptValue::external(whole);
    }
    case Kind::Module:
        return value.scope->values.value(name);
    case Kind::Object: {
        if (const auto own = value.scope->values.constFind(name); own != value.scope->values.constEnd())
            return *own;
        ScriptValue member = memberOfClass(*value.self, name);
        if (value.scope->values.contains(anyName) && !member.is(Kind::Function))
            return {};
        if (member.is(Kind::Function)) {
            const bool isStatic = std::any_of(member.node->list("decorator_list"_L1).begin(), member.node->list("decorator_list"_L1).end(),
                                              [](const SyntaxNode &decorator) { return decorator.text == "staticmethod"_L1; });
            const bool isProperty = std::any_of(member.node->list("decorator_list"_L1).begin(), member.node->list("decorator_list"_L1).end(),
                                                [](const SyntaxNode &decorator) { return decorator.text == "property"_L1 || decorator.text == "cached_property"_L1; });
            if (!isStatic)
                member.self = std::make_shared<ScriptValue>(value);
            if (isProperty) {
                Arguments nothing;
                return callFunction(member, nothing);
            }
        }
        return member;
    }
    case Kind::Class: {
        ScriptValue member = memberOfClass(value, name);
        if (member.is(Kind::Function)) {
            for (const SyntaxNode &decorator : member.node->list("decorator_list"_L1)) {
                if (decorator.text == "classmethod"_L1)
                    member.self = std::make_shared<ScriptValue>(value);
            }
        }
        return member;
    }
    case Kind::Namespace: {
        if (name == "__dict__"_L1)
            return value;
        if (const auto changed = value.scope->values.constFind(name); changed != value.scope->values.constEnd())
            return *changed;
        if (value.scope->values.contains(anyName))
            return {};
        return optionValue(value.parser, name);
    }
    case Kind::Dict: { // a config object that is used with dots
        const qsizetype at = value.keys.indexOf(name);
        return at < 0 ? ScriptValue() : value.items[at];
    }
    case Kind::Text:
        if (name == "parent"_L1) {
            ScriptValue parent = value;
            if (value.text == u'.' || value.text.endsWith("/.."_L1) || value.text == ".."_L1)
                parent.text = value.text == u'.' ? u".."_s : value.text + "/.."_L1;
            else if (value.origin != ScriptValue::Origin::Input && value.origin != ScriptValue::Origin::Output)
                parent.text = value.text.contains(u'/') ? value.text.section(u'/', 0, -2) : u"."_s;
            return parent;
        }
        return {};
    default:
        return {};
    }
}

ScriptValue ScriptReader::evaluateSubscript(const SyntaxNode &node)
{
    const ScriptValue owner = evaluate(node.at("value"_L1));
    const SyntaxNode &slice = node.at("slice"_L1);
    const bool isRange = slice.is("Slice"_L1);
    const ScriptValue key = isRange ? ScriptValue() : evaluate(slice);
    switch (owner.kind) {
    case Kind::CommandLine:
        if (!isRange && key.text != "0"_L1)
            m_reading.readsCommandLine = true;
        return isRange ? owner : ScriptValue();
    case Kind::List: {
        bool isNumber = false;
        int at = key.text.toInt(&isNumber);
        at = at < 0 ? at + int(owner.items.size()) : at;
        return key.is(Kind::Number) && isNumber && !owner.isPartial && at >= 0 && at < owner.items.size() ? owner.items[at] : ScriptValue();
    }
    case Kind::Dict: {
        const qsizetype at = key.is(Kind::Text) ? owner.keys.indexOf(key.text) : -1;
        return at < 0 ? ScriptValue() : owner.items[at];
    }
    case Kind::Namespace:
        return key.is(Kind::Text) ? attributeOf(owner, key.text) : ScriptValue();
    case Kind::External:
        if (owner.text == "os.environ"_L1 && key.is(Kind::Text)) {
            record(u"os.environ.read"_s, owner, {{key}, {}, false, &node});
            return variableValue(key.text, {});
        }
        return {};
    default:
        return {};
    }
}

ScriptValue ScriptReader::variableValue(const QString &name, const ScriptValue &fallback)
{
    const std::optional<ScriptValue> given = m_given.variable ? m_given.variable(name) : std::nullopt;
    return given ? *given : fallback;
}

ScriptValue ScriptReader::evaluateOperation(const SyntaxNode &node)
{
    const ScriptValue left = evaluate(node.at("left"_L1));
    const ScriptValue right = evaluate(node.at("right"_L1));
    if (node.operators == "Div"_L1 && (left.is(Kind::Text) || right.is(Kind::Text)))
        return joinedPath(left, right);
    if (node.operators == "Add"_L1) {
        if (left.is(Kind::List) && right.is(Kind::List)) {
            ScriptValue both = left;
            both.items += right.items;
            both.isPartial = left.isPartial || right.isPartial;
            return both;
        }
        return joinedText(left, right);
    }
    if (node.operators == "Mod"_L1 && left.is(Kind::Text)) { // "%s/x" % out
        const qsizetype mark = left.text.indexOf(u'%');
        ScriptValue start = left;
        start.text = mark < 0 ? left.text : left.text.left(mark);
        start.isPartial = mark >= 0;
        if (mark == 0)
            return right.is(Kind::List) ? (right.items.isEmpty() ? ScriptValue() : joinedText(right.items.first(), {})) : joinedText(right, {});
        return start;
    }
    return {};
}

ScriptValue ScriptReader::evaluateComparison(const SyntaxNode &node)
{
    const ScriptValue left = evaluate(node.at("left"_L1));
    const QList<SyntaxNode> &others = node.list("comparators"_L1);
    const ScriptValue right = others.isEmpty() ? ScriptValue() : evaluate(others.first());
    for (qsizetype i = 1; i < others.size(); ++i)
        evaluate(others[i]);
    if (others.size() != 1)
        return {};
    std::optional<bool> result;
    const QString &operation = node.operators;
    if ((operation == "Is"_L1 || operation == "IsNot"_L1) && right.is(Kind::None)) {
        if (!left.is(Kind::Unknown) && !left.is(Kind::External))
            result = left.is(Kind::None) == (operation == "Is"_L1);
    } else if ((operation == "Eq"_L1 || operation == "NotEq"_L1) && isPlain(left) && isPlain(right)) {
        const bool isEqual = left.kind == right.kind && (left.is(Kind::Number) ? left.text.toDouble() == right.text.toDouble() : left.text == right.text);
        result = isEqual == (operation == "Eq"_L1);
    } else if ((operation == "In"_L1 || operation == "NotIn"_L1) && isPlain(left) && right.is(Kind::List) && !right.isPartial
               && std::all_of(right.items.begin(), right.items.end(), isPlain)) {
        const bool isIn = std::any_of(right.items.begin(), right.items.end(), [&left](const ScriptValue &item) { return item.kind == left.kind && item.text == left.text; });
        result = isIn == (operation == "In"_L1);
    }
    return boolean(result).value_or(ScriptValue());
}

ScriptValue ScriptReader::evaluateEither(const SyntaxNode &node)
{
    if (node.is("IfExp"_L1)) {
        const std::optional<bool> test = evaluate(node.at("test"_L1)).truth();
        if (test)
            return evaluate(node.at(*test ? "body"_L1 : "orelse"_L1));
        ++m_conditions;
        const ScriptValue value = eitherValue(evaluate(node.at("body"_L1)), evaluate(node.at("orelse"_L1)));
        --m_conditions;
        return value;
    }
    const bool isOr = node.operators == "Or"_L1;
    const QList<SyntaxNode> &operands = node.list("values"_L1);
    std::optional<ScriptValue> value;
    int doubts = 0;
    for (const SyntaxNode &operand : operands) {
        const ScriptValue next = evaluate(operand);
        const std::optional<bool> truth = next.truth();
        const bool isTaken = truth && *truth == isOr;
        if (!truth || isTaken || &operand == &operands.last()) // one that is known to be passed over never is the result
            value = value ? eitherValue(*value, next) : next;
        if (isTaken)
            break;
        if (!truth) {
            ++doubts;
            ++m_conditions;
        }
    }
    m_conditions -= doubts;
    return value.value_or(ScriptValue());
}

ScriptValue ScriptReader::evaluateComprehension(const SyntaxNode &node)
{
    const QList<SyntaxNode> &generators = node.list("generators"_L1);
    const ScopePtr outer = frame().scope;
    const auto inner = std::make_shared<ScriptScope>();
    inner->parent = outer;
    inner->file = outer->file;
    frame().scope = inner;
    ScriptValue result;
    const ScriptValue values = generators.isEmpty() ? ScriptValue() : evaluate(generators.first().at("iter"_L1));
    const bool isSimple = generators.size() == 1 && generators.first().list("ifs"_L1).isEmpty() && values.is(Kind::List) && !values.isPartial && values.items.size() <= 200
        && node.at("elt"_L1);
    if (isSimple) {
        result = ScriptValue::of(Kind::List);
        for (const ScriptValue &item : values.items) {
            assign(generators.first().at("target"_L1), item);
            result.items.append(evaluate(node.at("elt"_L1)));
        }
    } else {
        for (qsizetype i = 0; i < generators.size(); ++i) {
            if (i > 0)
                evaluate(generators[i].at("iter"_L1));
            assign(generators[i].at("target"_L1), {});
            for (const SyntaxNode &test : generators[i].list("ifs"_L1))
                evaluate(test);
        }
        evaluate(node.at("elt"_L1));
        evaluate(node.at("key"_L1));
        evaluate(node.at("value"_L1));
    }
    frame().scope = outer;
    return result;
}

} // namespace Trainyard
