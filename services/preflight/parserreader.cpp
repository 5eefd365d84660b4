#include "services/preflight/scriptreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// What a value is as a text, where all of it is known.
std::optional<QString> wholeText(const ScriptValue &value)
{
    using Kind = ScriptValue::Kind;
    if (value.is(Kind::Text) && !value.isPartial && value.origin < ScriptValue::Origin::Input)
        return value.text;
    if (value.is(Kind::Number) || value.is(Kind::Bool))
        return value.text;
    return std::nullopt;
}

std::optional<QStringList> wholeTexts(const ScriptValue &list)
{
    if (!list.is(ScriptValue::Kind::List) && !list.is(ScriptValue::Kind::Dict))
        return std::nullopt;
    if (list.isPartial)
        return std::nullopt;
    if (list.is(ScriptValue::Kind::Dict))
        return list.keys;
    QStringList texts;
    for (const ScriptValue &item : list.items) {
        const std::optional<QString> text = wholeText(item);
        if (!text)
            return std::nullopt;
        texts.append(*text);
    }
    return texts;
}

QString typeName(const ScriptValue &type)
{
    if (type.is(ScriptValue::Kind::Text)) // optparse: type="int"
        return type.text == "string"_L1 ? u"str"_s : type.text;
    static const QStringList known{u"int"_s, u"float"_s, u"bool"_s, u"str"_s, u"list"_s, u"tuple"_s, u"dict"_s, u"set"_s};
    if (type.is(ScriptValue::Kind::External) && known.contains(type.text))
        return type.text == "tuple"_L1 || type.text == "set"_L1 || type.text == "dict"_L1 ? u"list"_s : type.text;
    return {};
}

} // namespace

ScriptValue ScriptReader::newParser(const Arguments &arguments, ScriptArguments::Style style)
{
    ParserState state;
    state.arguments.style = style;
    state.arguments.file = frame().file;
    state.arguments.line = arguments.call ? arguments.call->line : 0;
    if (const ScriptValue *prefixes = arguments.keyword("allow_abbrev"_L1))
        state.arguments.allowsPrefixes = prefixes->truth().value_or(true);
    if (arguments.keyword("fromfile_prefix_chars"_L1) || arguments.keyword("prefix_chars"_L1))
        state.arguments.undecided = u"ArgumentParser"_s;
    const ScriptValue *help = arguments.keyword("add_help"_L1);
    if (style == ScriptArguments::Style::Argparse && !(help && help->truth() == std::optional(false))) {
        ScriptOption option;
        option.names = {u"-h"_s, u"--help"_s};
        option.destination = u"help"_s;
        option.action = ScriptOption::Action::Special;
        state.arguments.options.append(option);
    }
    if (const ScriptValue *parents = arguments.keyword("parents"_L1)) {
        if (parents->isPartial || !parents->is(Kind::List))
            state.arguments.undecided = u"parents"_s;
        for (const ScriptValue &parent : parents->items) {
            if (!parent.is(Kind::Parser)) {
                state.arguments.undecided = u"parents"_s;
                continue;
            }
            const ParserState &from = m_parsers[parent.parser];
            for (const ScriptOption &option : from.arguments.options) {
                if (option.action != ScriptOption::Action::Special)
                    state.arguments.options.append(option);
            }
            state.defaults.insert(from.defaults);
            if (!from.arguments.undecided.isEmpty())
                state.arguments.undecided = from.arguments.undecided;
        }
    }
    m_parsers.append(state);
    ScriptValue parser = ScriptValue::of(Kind::Parser);
    parser.parser = int(m_parsers.size()) - 1;
    parser.scope = std::make_shared<ScriptScope>();
    return parser;
}

void ScriptReader::setUndecided(int parser, const QString &why)
{
    if (parser >= 0 && m_parsers[parser].arguments.undecided.isEmpty())
        m_parsers[parser].arguments.undecided = why;
}

ScriptValue ScriptReader::callParser(const ScriptValue &parser, const QString &method, const Arguments &arguments)
{
    if (parser.is(Kind::Subparsers))
        return method == "add_parser"_L1 ? addCommand(parser.parser, arguments) : ScriptValue();
    if (method == "add_argument"_L1 || method == "add_option"_L1) {
        addOption(parser.parser, arguments);
        return {};
    }
    if (method.startsWith("add_argument_group"_L1) || method == "add_mutually_exclusive_group"_L1 || method == "add_option_group"_L1)
        return parser;
    if (method == "add_subparsers"_L1) {
        ScriptValue commands = parser;
        commands.kind = Kind::Subparsers;
        if (const ScriptValue *destination = arguments.keyword("dest"_L1); destination && destination->is(Kind::Text))
            commands.text = destination->text;
        return commands;
    }
    if (method == "set_defaults"_L1) {
        for (const auto &[name, value] : arguments.keywords) {
            m_parsers[parser.parser].defaults.insert(name, value);
            for (ScriptOption &option : m_parsers[parser.parser].arguments.options) {
                if (option.destination == name)
                    option.isRequired = false;
            }
        }
        if (arguments.isOpen) // mostly what a configuration file says: no new names, other values
            m_parsers[parser.parser].defaults.clear();
        return {};
    }
    if (method == "parse_args"_L1 || method == "parse_intermixed_args"_L1)
        return parse(parser.parser, arguments, false);
    if (method == "parse_known_args"_L1 || method == "parse_known_intermixed_args"_L1)
        return parse(parser.parser, arguments, true);
    if (method == "parse_args_into_dataclasses"_L1) {
        const ScriptValue *extra = arguments.keyword("return_remaining_strings"_L1);
        const ScriptValue result = parse(parser.parser, {arguments.positional, {}, false, arguments.call}, extra && extra->truth().value_or(false));
        ScriptValue parts = ScriptValue::of(Kind::List);
        const ScriptValue values = result.is(Kind::List) ? result.items.value(0) : result;
        const int count = std::max(1, parser.text.toInt());
        for (int i = 0; i < count; ++i)
            parts.items.append(values);
        if (result.is(Kind::List))
            parts.items.append(result.items.value(1));
        return parts;
    }
    if (method == "parse_args_and_config"_L1) {
        setUndecided(parser.parser, method);
        ScriptValue parts = ScriptValue::of(Kind::List);
        parts.items = {parse(parser.parser, arguments, false)};
        return parts;
    }
    if (method == "__init__"_L1 || method.startsWith("print_"_L1) || method.startsWith("format_"_L1) || method == "error"_L1 || method == "exit"_L1
        || method == "get_default"_L1 || method == "register"_L1 || method.startsWith("parse_json"_L1) || method.startsWith("parse_yaml"_L1) || method.startsWith("parse_dict"_L1))
        return {};
    if (method == "parse"_L1)
        return parse(parser.parser, arguments, false);
    if (const ScriptValue own = parser.scope ? parser.scope->values.value(method) : ScriptValue(); own.is(Kind::Function))
        return callFunction(own, arguments);
    for (const auto &[function, type] : std::as_const(m_defined)) { // a method of our own subclass
        if (type.node && function.text == method && externalBase(type).endsWith("ArgumentParser"_L1)) {
            ScriptValue bound = function;
            bound.self = std::make_shared<ScriptValue>(parser);
            return callFunction(bound, arguments);
        }
    }
    setUndecided(parser.parser, method);
    return {};
}

void ScriptReader::addOption(int parser, const Arguments &arguments)
{
    ScriptOption option;
    for (const ScriptValue &name : arguments.positional) {
        const std::optional<QString> text = wholeText(name);
        if (!text || !name.is(Kind::Text)) {
            setUndecided(parser, u"add_argument"_s);
            return;
        }
        option.names.append(*text);
    }
    if (option.names.isEmpty() || arguments.isOpen) {
        setUndecided(parser, u"add_argument"_s);
        if (option.names.isEmpty())
            return;
    }
    option.file = frame().file;
    option.line = arguments.call ? arguments.call->line : 0;
    option.isPositional = !option.names.first().startsWith(u'-');
    QString longest = option.names.first();
    for (const QString &name : option.names) {
        if (name.startsWith("--"_L1)) {
            longest = name;
            break;
        }
    }
    option.destination = option.isPositional ? longest : longest.mid(longest.startsWith("--"_L1) ? 2 : 1).replace(u'-', u'_');
    if (const ScriptValue *destination = arguments.keyword("dest"_L1)) {
        if (const auto text = wholeText(*destination); text && destination->is(Kind::Text))
            option.destination = *text;
    }
    const ScriptValue *action = arguments.keyword("action"_L1);
    const QString actionName = action && action->is(Kind::Text) ? action->text : action && action->is(Kind::External) ? action->text.section(u'.', -1) : QString();
    using Action = ScriptOption::Action;
    ScriptValue fallback = ScriptValue::none();
    if (actionName == "store_true"_L1 || actionName == "store_false"_L1 || actionName == "store_const"_L1 || actionName == "count"_L1 || actionName == "append_const"_L1) {
        option.action = Action::Flag;
        if (actionName.startsWith("store_t"_L1) || actionName.startsWith("store_f"_L1))
            fallback = ScriptValue::of(Kind::Bool, actionName == "store_true"_L1 ? u"False"_s : u"True"_s);
    } else if (actionName == "BooleanOptionalAction"_L1) {
        option.action = Action::Switch;
    } else if (actionName == "help"_L1 || actionName == "version"_L1) {
        option.action = Action::Special;
    } else if (action && (actionName.isEmpty() || !action->is(Kind::Text))) {
        option.type.clear(); // an action of the script's own: what it takes is not known
        option.valueCount = u"?own"_s;
    } else {
        const ScriptValue *type = arguments.keyword("type"_L1);
        option.type = type ? typeName(*type) : u"str"_s;
        if (type && type->is(Kind::External) && type->text.endsWith("IntRange"_L1))
            option.type = u"int"_s;
    }
    if (const ScriptValue *count = arguments.keyword("nargs"_L1); count && option.valueCount.isEmpty()) {
        const std::optional<QString> text = wholeText(*count);
        option.valueCount = text ? *text : count->text.endsWith("REMAINDER"_L1) ? u"..."_s : count->text.endsWith("ZERO_OR_MORE"_L1) ? u"*"_s : u"?own"_s;
    }
    if (const ScriptValue *choices = arguments.keyword("choices"_L1))
        option.choices = wholeTexts(*choices);
    if (const ScriptValue *value = arguments.keyword("default"_L1)) {
        fallback = *value;
        option.defaultText = wholeText(*value);
    }
    if (const ScriptValue *required = arguments.keyword("required"_L1))
        option.isRequired = required->truth().value_or(false);
    if (option.isPositional)
        option.isRequired = option.valueCount != u'?' && option.valueCount != u'*' && option.valueCount != "..."_L1 && option.valueCount != "?own"_L1;
    if (const ScriptValue *help = arguments.keyword("help"_L1))
        option.help = wholeText(*help).value_or(QString());
    if (m_conditions > 0) { // perhaps it is there
        option.isRequired = false;
    }
    ParserState &state = m_parsers[parser];
    state.defaults.insert(option.destination, fallback);
    const auto same = std::find_if(state.arguments.options.begin(), state.arguments.options.end(),
                                   [&option](const ScriptOption &other) { return other.names == option.names; });
    if (same == state.arguments.options.end())
        state.arguments.options.append(option);
    else
        *same = option;
}

ScriptValue ScriptReader::addCommand(int parser, const Arguments &arguments)
{
    const ScriptValue child = newParser(arguments);
    const std::optional<QString> name = wholeText(arguments.value(0));
    if (!name)
        setUndecided(parser, u"add_parser"_s);
    else
        m_parsers[parser].commands.append({*name, child.parser});
    return child;
}

ScriptValue ScriptReader::namespaceOf(int parser)
{
    ScriptValue values = ScriptValue::of(Kind::Namespace);
    values.parser = parser;
    values.scope = std::make_shared<ScriptScope>();
    return values;
}

void ScriptReader::use(int parser, bool takesRest)
{
    const auto same = std::find_if(m_reading.uses.begin(), m_reading.uses.end(), [parser](const ParserUse &use) { return use.parser == parser; });
    if (same != m_reading.uses.end())
        same->isCertain = same->isCertain || m_conditions == 0;
    else if (!m_isUnreached)
        m_reading.uses.append({parser, m_conditions == 0, takesRest});
}

ScriptValue ScriptReader::parse(int parser, const Arguments &arguments, bool toleratesUnknown)
{
    const ScriptValue words = arguments.value(0, "args"_L1);
    const bool isElsewhere = words.is(Kind::List); // parse_args([]): in a notebook, or for the defaults alone
    if (isElsewhere && !words.isPartial) {
        // nothing of the command line
    } else {
        const bool isFirst = std::none_of(m_reading.uses.begin(), m_reading.uses.end(), [parser](const ParserUse &use) { return use.parser == parser; });
        use(parser, words.is(Kind::Rest));
        bool &tolerates = m_parsers[parser].arguments.toleratesUnknown;
        tolerates = isFirst ? toleratesUnknown : tolerates && toleratesUnknown;
    }
    const ScriptValue values = namespaceOf(parser);
    if (!toleratesUnknown)
        return values;
    ScriptValue rest = ScriptValue::of(Kind::Rest);
    rest.parser = parser;
    ScriptValue both = ScriptValue::of(Kind::List);
    both.items = {values, rest};
    return both;
}

/// What the script finds under this name: what the job gives, else the default.
ScriptValue ScriptReader::optionValue(int parser, const QString &destination)
{
    QList<int> parsers{parser};
    for (const ParserUse &use : std::as_const(m_reading.uses)) {
        if (use.takesRest)
            parsers.append(use.parser);
    }
    for (qsizetype i = 0; i < parsers.size(); ++i) {
        const ParserState &state = m_parsers[parsers[i]];
        for (const ScriptOption &option : state.arguments.options) {
            if (option.destination != destination)
                continue;
            if (const auto given = m_given.option ? m_given.option(option, state.arguments) : std::nullopt)
                return *given;
            ScriptValue value = state.defaults.value(destination);
            if (value.is(Kind::Text) && value.origin == ScriptValue::Origin::Code) {
                value.origin = ScriptValue::Origin::Default;
                value.originName = destination;
            }
            if (value.is(Kind::Bool)) // flags are mostly tested; a bare one may stand in the command line
                return m_given.option ? value : ScriptValue();
            return value;
        }
        for (const auto &[name, child] : state.commands)
            parsers.append(child);
        if (state.defaults.contains(destination))
            return state.defaults.value(destination);
    }
    return {};
}

} // namespace Trainyard
