#include "services/preflight/scriptreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

const ScriptValue *ScriptReader::Arguments::keyword(QLatin1StringView name) const
{
    const auto found = std::find_if(keywords.begin(), keywords.end(), [name](const auto &entry) { return entry.first == name; });
    return found == keywords.end() ? nullptr : &found->second;
}

ScriptValue ScriptReader::Arguments::value(qsizetype position, QLatin1StringView name) const
{
    if (position >= 0 && position < positional.size())
        return positional[position];
    const ScriptValue *named = keyword(name);
    return named ? *named : ScriptValue();
}

ScriptReader::Arguments ScriptReader::argumentsOf(const SyntaxNode &node)
{
    Arguments arguments;
    arguments.call = &node;
    for (const SyntaxNode &argument : node.list("args"_L1)) {
        if (!argument.is("Starred"_L1)) {
            arguments.positional.append(evaluate(argument));
            continue;
        }
        const ScriptValue more = evaluate(argument.at("value"_L1));
        arguments.positional += more.items;
        arguments.isOpen = arguments.isOpen || !more.is(Kind::List) || more.isPartial;
    }
    for (const SyntaxNode &keyword : node.list("keywords"_L1)) {
        const ScriptValue value = evaluate(keyword.at("value"_L1));
        if (!keyword.text.isEmpty()) {
            arguments.keywords.append({keyword.text, value});
            continue;
        }
        for (qsizetype i = 0; i < value.keys.size(); ++i)
            arguments.keywords.append({value.keys[i], value.items[i]});
        arguments.isOpen = arguments.isOpen || !value.is(Kind::Dict) || value.isPartial;
    }
    return arguments;
}

ScriptValue ScriptReader::evaluateCall(const SyntaxNode &node)
{
    const SyntaxNode &target = node.at("func"_L1);
    if (!target.is("Attribute"_L1)) {
        const ScriptValue callee = evaluate(target);
        return callValue(callee, argumentsOf(node));
    }
    const ScriptValue receiver = evaluate(target.at("value"_L1));
    const Arguments arguments = argumentsOf(node);
    const QString &method = target.text;
    switch (receiver.kind) {
    case Kind::Parser:
    case Kind::Subparsers:
        return callParser(receiver, method, arguments);
    case Kind::Text:
        if (const auto known = callText(receiver, method, arguments))
            return *known;
        break;
    case Kind::List:
    case Kind::Dict:
        if (const auto known = callList(target.at("value"_L1), method, arguments))
            return *known;
        break;
    case Kind::Namespace:
        if (method == "get"_L1 && arguments.value(0).is(Kind::Text))
            return attributeOf(receiver, arguments.value(0).text);
        if (method == "items"_L1 || method == "keys"_L1 || method == "values"_L1 || method == "copy"_L1)
            return {};
        break;
    case Kind::External:
        return callExternal(receiver.text + u'.' + method, receiver, arguments);
    case Kind::Object:
        if (const ScriptValue member = attributeOf(receiver, method); member.is(Kind::Function) || member.is(Kind::Class))
            return callValue(member, arguments);
        if (externalBase(*receiver.self) == "argparse.ArgumentParser"_L1)
            return {};
        return callExternal(u"?."_s + method, receiver, arguments);
    case Kind::Class:
    case Kind::Module:
        return callValue(attributeOf(receiver, method), arguments);
    default:
        break;
    }
    return callExternal(u"?."_s + method, receiver, arguments);
}

ScriptValue ScriptReader::callValue(const ScriptValue &callee, const Arguments &arguments)
{
    if (callee.is(Kind::Function))
        return callFunction(callee, arguments);
    if (callee.is(Kind::Class))
        return callClass(callee, arguments);
    if (callee.is(Kind::External))
        return callExternal(callee.text, callee, arguments);
    return callExternal(u"?"_s, callee, arguments);
}

ScriptValue ScriptReader::callFunction(const ScriptValue &function, const Arguments &arguments)
{
    const SyntaxNode *node = function.node;
    const bool isRunning = std::any_of(m_frames.begin(), m_frames.end(), [node](const Frame &frame) { return frame.function == node; });
    if (isRunning || m_frames.size() > 60 || ++m_callCounts[node] > 40)
        return {};
    const int command = m_commands.value(node, -1);
    if (command >= 0 && !m_isUnreached && arguments.positional.isEmpty())
        use(command);
    Frame inside;
    inside.scope = std::make_shared<ScriptScope>();
    inside.scope->parent = function.scope;
    inside.scope->file = function.file;
    inside.module = m_modules.value(function.file).scope;
    inside.file = function.file;
    inside.function = node;
    if (!inside.module)
        return {};
    QList<ScriptValue> positional = arguments.positional;
    if (function.self)
        positional.prepend(*function.self);
    m_frames.append(inside);
    const SyntaxNode &parameters = node->at("args"_L1);
    const QList<SyntaxNode> names = parameters.list("posonlyargs"_L1) + parameters.list("args"_L1);
    const QList<SyntaxNode> &defaults = parameters.list("defaults"_L1);
    const auto bind = [&](const SyntaxNode &parameter, qsizetype position, const SyntaxNode *fallback) {
        ScriptValue value;
        const auto named = std::find_if(arguments.keywords.begin(), arguments.keywords.end(), [&](const auto &entry) { return entry.first == parameter.text; });
        if (position >= 0 && position < positional.size())
            value = positional[position];
        else if (named != arguments.keywords.end())
            value = named->second;
        else if (command >= 0)
            value = optionValue(command, parameter.text);
        else if (fallback && *fallback && !arguments.isOpen)
            value = evaluate(*fallback);
        inside.scope->values.insert(parameter.text, value);
    };
    for (qsizetype i = 0; i < names.size(); ++i) {
        const qsizetype fromDefaults = i - (names.size() - defaults.size());
        bind(names[i], i, fromDefaults >= 0 ? &defaults[fromDefaults] : nullptr);
    }
    const QList<SyntaxNode> &keywordOnly = parameters.list("kwonlyargs"_L1), &keywordDefaults = parameters.list("kw_defaults"_L1);
    for (qsizetype i = 0; i < keywordOnly.size(); ++i)
        bind(keywordOnly[i], -1, i < keywordDefaults.size() ? &keywordDefaults[i] : nullptr);
    if (const SyntaxNode &rest = parameters.at("vararg"_L1)) {
        ScriptValue list = ScriptValue::of(Kind::List);
        list.items = positional.mid(names.size());
        list.isPartial = arguments.isOpen;
        inside.scope->values.insert(rest.text, list);
    }
    if (const SyntaxNode &options = parameters.at("kwarg"_L1))
        inside.scope->values.insert(options.text, {});
    ScriptValue result;
    if (node->is("Lambda"_L1)) {
        result = evaluate(node->at("body"_L1));
    } else {
        const Flow flow = run(node->list("body"_L1));
        const QList<ScriptValue> returns = frame().returns;
        if (flow == Flow::Next && returns.isEmpty())
            result = ScriptValue::none();
        for (qsizetype i = 0; i < returns.size(); ++i)
            result = i == 0 ? returns[0] : eitherValue(result, returns[i]);
    }
    m_frames.removeLast();
    return result;
}

QString ScriptReader::externalBase(const ScriptValue &type) const
{
    for (const ScriptValue &base : type.items) {
        if (base.is(Kind::External))
            return base.text;
        if (const QString inherited = externalBase(base); !inherited.isEmpty())
            return inherited;
    }
    return {};
}

ScriptValue ScriptReader::callClass(const ScriptValue &type, const Arguments &arguments)
{
    if (const QString base = externalBase(type); base.endsWith("ArgumentParser"_L1)) {
        const ScriptValue parser = newParser(arguments);
        const ScriptValue constructor = memberOfClass(type, u"__init__"_s);
        if (constructor.is(Kind::Function)) {
            ScriptValue bound = constructor;
            bound.self = std::make_shared<ScriptValue>(parser);
            callFunction(bound, arguments);
        }
        return parser;
    } else if (base == "tap.Tap"_L1) {
        const ScriptValue parser = newParser(Arguments());
        addFields(parser.parser, type);
        return parser;
    }
    ScriptValue object = ScriptValue::of(Kind::Object, type.text);
    object.scope = std::make_shared<ScriptScope>();
    object.self = std::make_shared<ScriptValue>(type);
    m_instances.insert(type.node, object);
    ScriptValue constructor = memberOfClass(type, u"__init__"_s);
    if (constructor.is(Kind::Function)) {
        constructor.self = std::make_shared<ScriptValue>(object);
        callFunction(constructor, arguments);
    } else { // a dataclass, or a class whose constructor is not ours
        for (const auto &[name, value] : arguments.keywords)
            object.scope->values.insert(name, value);
        if (!externalBase(type).isEmpty())
            record(externalBase(type), type, arguments);
    }
    return object;
}

void ScriptReader::record(const QString &callee, const ScriptValue &receiver, const Arguments &arguments)
{
    ScriptCall call;
    call.callee = callee;
    call.receiver = receiver;
    call.arguments = arguments.positional;
    call.keywords = arguments.keywords;
    call.file = frame().file;
    call.line = arguments.call ? arguments.call->line : 0;
    call.isGuarded = m_conditions > 0;
    call.isUnreached = m_isUnreached;
    m_reading.calls.append(call);
}

ScriptValue ScriptReader::callExternal(const QString &name, const ScriptValue &receiver, const Arguments &arguments)
{
    if (const auto known = callKnown(name, arguments))
        return *known;
    if (const auto made = callCommandLibrary(name, arguments))
        return *made;
    record(name, receiver, arguments);
    static const QStringList harmless{u"print"_s, u"len"_s, u"str"_s, u"repr"_s, u"bool"_s, u"isinstance"_s, u"type"_s, u"id"_s};
    const bool isHarmless = harmless.contains(name) || name.contains("log"_L1) || name.contains("warn"_L1);
    const auto leaves = [&](const ScriptValue &value) { // what others do with it is not known
        if (value.is(Kind::Parser) && !isHarmless)
            setUndecided(value.parser, name);
        if (value.is(Kind::Rest) && !isHarmless)
            setUndecided(value.parser, name);
        if (value.is(Kind::CommandLine) && !isHarmless)
            m_reading.readsCommandLine = true;
        if (value.is(Kind::Function) && !m_isUnreached && !m_callCounts.contains(value.node)) { // a callback, mp.spawn, a decorator
            Arguments unknown;
            unknown.isOpen = true;
            if (const ScriptValue *given = arguments.keyword("args"_L1); given && given->is(Kind::List)) {
                unknown.positional = given->items;
                if (name.endsWith("spawn"_L1))
                    unknown.positional.prepend({});
            }
            callFunction(value, unknown);
        }
    };
    for (const ScriptValue &argument : arguments.positional)
        leaves(argument);
    for (const auto &[keyword, argument] : arguments.keywords)
        leaves(argument);
    if (arguments.value(0).is(Kind::Parser)) // mostly it adds its own options and gives the parser back
        return arguments.value(0);
    if (name.startsWith(u'?'))
        return {};
    ScriptValue result = ScriptValue::external(name + "()"_L1);
    if (name == "open"_L1 || name.endsWith(".open"_L1)) // what is written into it goes there
        result.items = {arguments.value(0, "file"_L1)};
    return result;
}

std::optional<ScriptValue> ScriptReader::callKnown(const QString &name, const Arguments &arguments)
{
    const ScriptValue first = arguments.value(0);
    if (name == "os.path.join"_L1 || name == "pathlib.Path"_L1 || name == "pathlib.PurePath"_L1 || name == "pathlib.PosixPath"_L1) {
        if (arguments.positional.isEmpty())
            return ScriptValue::of(Kind::Text, u"."_s);
        ScriptValue path = first;
        for (qsizetype i = 1; i < arguments.positional.size(); ++i)
            path = joinedPath(path, arguments.positional[i]);
        if (arguments.isOpen && path.is(Kind::Text))
            path.isPartial = true;
        return path;
    }
    static const QStringList same{u"os.path.abspath"_s, u"os.path.realpath"_s, u"os.path.normpath"_s, u"os.fspath"_s, u"os.path.expandvars"_s, u"os.path.expanduser"_s,
                                  u"copy.deepcopy"_s, u"copy.copy"_s, u"argparse.Namespace"_s, u"sorted"_s, u"tuple"_s, u"list"_s, u"set"_s};
    if (name == "str"_L1 && (first.is(Kind::Text) || first.is(Kind::Number)))
        return first.is(Kind::Number) ? ScriptValue::of(Kind::Text, first.text) : first;
    if (name == "vars"_L1 && first.is(Kind::Namespace))
        return first;
    if (same.contains(name) && arguments.positional.size() == 1) {
        if (first.is(Kind::Text) && name.endsWith("expandvars"_L1))
            return first.text.contains(u'$') ? ScriptValue() : first;
        if (first.is(Kind::Dict)) { // sorted(DICT): its keys
            ScriptValue keys = ScriptValue::of(Kind::List);
            keys.isPartial = first.isPartial;
            for (const QString &key : first.keys)
                keys.items.append(ScriptValue::of(Kind::Text, key));
            return keys;
        }
        if (first.is(Kind::Text) || first.is(Kind::List) || first.is(Kind::Namespace))
            return first;
    }
    if (name == "os.path.dirname"_L1)
        return first.is(Kind::Text) ? attributeOf(first, u"parent"_s) : ScriptValue();
    if (name == "os.environ.get"_L1 || name == "os.getenv"_L1) {
        const ScriptValue fallback = arguments.value(1, "default"_L1);
        const bool hasFallback = arguments.positional.size() > 1 || arguments.keyword("default"_L1);
        return first.is(Kind::Text) ? variableValue(first.text, hasFallback ? fallback : ScriptValue::none()) : ScriptValue();
    }
    if (name == "os.environ.setdefault"_L1 || name == "os.putenv"_L1) {
        record(name.endsWith(u'v') ? u"os.environ.set"_s : name, {}, arguments);
        return arguments.value(1);
    }
    if (name == "exec"_L1 || name == "eval"_L1 || name.startsWith("runpy.run"_L1)) { // any name may be another one after it
        m_reading.undecided = name;
        for (ScriptValue &value : frame().module->values) {
            if (value.is(Kind::Text) || value.is(Kind::Number) || value.is(Kind::Bool))
                value = {};
        }
        return ScriptValue();
    }
    if (name == "getattr"_L1) {
        const ScriptValue attribute = arguments.value(1);
        const ScriptValue found = attribute.is(Kind::Text) && !attribute.isPartial ? attributeOf(first, attribute.text) : ScriptValue();
        return found.is(Kind::Unknown) ? ScriptValue() : found;
    }
    if (name == "setattr"_L1) {
        if (first.is(Kind::Namespace) || first.is(Kind::Object)) {
            const bool isNamed = arguments.value(1).is(Kind::Text) && !arguments.value(1).isPartial;
            setName(first.scope, isNamed ? arguments.value(1).text : anyName, isNamed ? arguments.value(2) : ScriptValue());
        }
        return ScriptValue::none();
    }
    if (name == "dict"_L1 && arguments.positional.isEmpty() && !arguments.isOpen) {
        ScriptValue dict = ScriptValue::of(Kind::Dict);
        for (const auto &[key, value] : arguments.keywords) {
            dict.keys.append(key);
            dict.items.append(value);
        }
        return dict;
    }
    if (name == "super"_L1)
        return ScriptValue::external(u"super()"_s);
    static const QStringList parsers{u"argparse.ArgumentParser"_s, u"configargparse.ArgumentParser"_s, u"configargparse.ArgParser"_s, u"argparse_dataclass.ArgumentParser"_s,
                                     u"simple_parsing.ArgumentParser"_s, u"jsonargparse.ArgumentParser"_s};
    if (parsers.contains(name)) {
        const ScriptValue parser = newParser(arguments);
        if (name != "argparse.ArgumentParser"_L1) // values may come from a file
            setUndecided(parser.parser, name);
        return parser;
    }
    if (name == "optparse.OptionParser"_L1)
        return newParser(arguments);
    return std::nullopt;
}

std::optional<ScriptValue> ScriptReader::callText(const ScriptValue &text, const QString &method, const Arguments &arguments)
{
    static const QStringList same{u"resolve"_s, u"absolute"_s, u"expanduser"_s, u"as_posix"_s, u"strip"_s, u"rstrip"_s, u"lower"_s, u"__str__"_s, u"with_suffix"_s};
    if (same.contains(method)) {
        ScriptValue changed = text;
        if (method == "with_suffix"_L1)
            changed.isPartial = true;
        else if (method == "lower"_L1)
            changed.text = text.text.toLower();
        return changed;
    }
    if (method == "joinpath"_L1) {
        ScriptValue path = text;
        for (const ScriptValue &part : arguments.positional)
            path = joinedPath(path, part);
        return path;
    }
    if (method == "format"_L1) {
        const qsizetype mark = text.text.indexOf(u'{');
        if (mark < 0 || text.origin >= ScriptValue::Origin::Input)
            return text;
        ScriptValue start = text;
        start.text = text.text.left(mark);
        start.isPartial = true;
        if (mark > 0)
            return start;
        const ScriptValue inserted = arguments.value(0);
        return joinedText(inserted, {});
    }
    if (method == "split"_L1) {
        if (text.isPartial || text.origin >= ScriptValue::Origin::Input)
            return ScriptValue();
        ScriptValue parts = ScriptValue::of(Kind::List);
        const ScriptValue separator = arguments.value(0);
        if (!separator.is(Kind::Text) && !arguments.positional.isEmpty())
            return ScriptValue();
        const QStringList words = separator.is(Kind::Text) ? text.text.split(separator.text) : text.text.simplified().split(u' ');
        for (const QString &word : words)
            parts.items.append(ScriptValue::of(Kind::Text, word));
        return parts;
    }
    if (method == "open"_L1) {
        Arguments opened = arguments;
        opened.positional.prepend(text);
        record(u"open"_s, {}, opened);
        ScriptValue file = ScriptValue::external(u"open()"_s);
        file.items = {text};
        return file;
    }
    static const QStringList texts{u"startswith"_s, u"endswith"_s, u"replace"_s, u"join"_s, u"upper"_s, u"title"_s, u"encode"_s, u"count"_s, u"find"_s};
    if (texts.contains(method))
        return ScriptValue();
    return std::nullopt;
}

std::optional<ScriptValue> ScriptReader::callList(const SyntaxNode &target, const QString &method, const Arguments &arguments)
{
    const ScriptValue value = evaluate(target);
    if (value.is(Kind::Dict)) {
        if (method == "get"_L1 && arguments.value(0).is(Kind::Text)) {
            const qsizetype at = value.keys.indexOf(arguments.value(0).text);
            return at >= 0 ? value.items[at] : value.isPartial ? ScriptValue() : arguments.value(1);
        }
        ScriptValue list = ScriptValue::of(Kind::List);
        list.isPartial = value.isPartial;
        for (qsizetype i = 0; i < value.keys.size(); ++i) {
            const ScriptValue key = ScriptValue::of(Kind::Text, value.keys[i]);
            if (method == "items"_L1) {
                ScriptValue pair = ScriptValue::of(Kind::List);
                pair.items = {key, value.items[i]};
                list.items.append(pair);
            } else if (method == "keys"_L1) {
                list.items.append(key);
            } else if (method == "values"_L1) {
                list.items.append(value.items[i]);
            }
        }
        if (method == "items"_L1 || method == "keys"_L1 || method == "values"_L1)
            return list;
        if (method == "update"_L1 || method == "pop"_L1 || method == "setdefault"_L1) {
            ScriptValue changed = value;
            changed.isPartial = true;
            changed.keys.clear();
            changed.items.clear();
            assign(target, changed);
            return ScriptValue();
        }
        return std::nullopt;
    }
    if (method == "append"_L1 || method == "extend"_L1 || method == "insert"_L1 || method == "remove"_L1 || method == "pop"_L1) {
        ScriptValue changed = value;
        if (method == "append"_L1 && m_conditions == 0 && value.items.size() < 200)
            changed.items.append(arguments.value(0));
        else
            changed.isPartial = true;
        if (target.is("Name"_L1) || target.is("Attribute"_L1))
            assign(target, changed);
        return ScriptValue();
    }
    return std::nullopt;
}

} // namespace Trainyard
