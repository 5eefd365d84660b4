#include "models/common/yamltree.h"
#include "services/preflight/scriptreader.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// Arguments classes of libraries: name -> field -> type (resources/python/library_arguments.yaml).
const QHash<QString, QList<std::pair<QString, QString>>> &libraryArguments()
{
    static const auto table = [] {
        QHash<QString, QList<std::pair<QString, QString>>> classes;
        QFile file(u":/python/library_arguments.yaml"_s);
        const YamlTree tree = parseYaml(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray(), u"library_arguments.yaml"_s, maximumCatalogueBytes);
        for (const YamlEntry &entry : tree.root ? tree.root->entries : QList<YamlEntry>()) {
            QList<std::pair<QString, QString>> &fields = classes[entry.key];
            for (const YamlEntry &group : entry.value->entries) { // type -> names
                for (const YamlNodePtr &name : group.value->items)
                    fields.append({name->text, group.key});
            }
        }
        return classes;
    }();
    return table;
}

/// The last part of a dotted name in an annotation: `Optional` of `typing.Optional`.
const QString &annotationName(const SyntaxNode &node)
{
    return node.text;
}

/// What an annotation says of an option; with @p findClass the classes of the script are found.
template<typename FindClass>
void applyAnnotation(ScriptOption &option, const SyntaxNode &node, const FindClass &findClass)
{
    if (node.is("Name"_L1) || node.is("Attribute"_L1) || (node.isText() && !node.text.contains(u'['))) {
        static const QStringList known{u"int"_s, u"float"_s, u"bool"_s, u"str"_s};
        const QString &name = annotationName(node);
        if (known.contains(name))
            option.type = name;
        else if (name == "list"_L1 || name == "List"_L1)
            option.valueCount = u"+"_s;
        else if (name == "Path"_L1)
            option.type = u"str"_s;
        else
            findClass(option, node);
        return;
    }
    if (node.is("BinOp"_L1)) { // int | None
        const SyntaxNode &left = node.at("left"_L1), &right = node.at("right"_L1);
        const bool isNothing = right.is("Constant"_L1) && right.extra == "NoneType"_L1;
        if (isNothing)
            applyAnnotation(option, left, findClass);
        return;
    }
    if (!node.is("Subscript"_L1))
        return;
    const QString &outer = annotationName(node.at("value"_L1));
    SyntaxNode inner = node.at("slice"_L1);
    if (inner.is("Index"_L1))
        inner = SyntaxNode(inner.at("value"_L1));
    if (outer == "Optional"_L1) {
        applyAnnotation(option, inner, findClass);
    } else if (outer == "Union"_L1) {
        const QList<SyntaxNode> parts = inner.list("elts"_L1);
        if (parts.size() == 2 && parts[1].extra == "NoneType"_L1)
            applyAnnotation(option, parts[0], findClass);
    } else if (outer == "List"_L1 || outer == "list"_L1 || outer == "Sequence"_L1) {
        applyAnnotation(option, inner, findClass);
        option.valueCount = u"+"_s;
    } else if (outer == "Tuple"_L1 || outer == "tuple"_L1) {
        option.valueCount = u"?own"_s;
    } else if (outer == "Literal"_L1) {
        QStringList choices;
        for (const SyntaxNode &choice : inner.is("Tuple"_L1) ? inner.list("elts"_L1) : QList<SyntaxNode>{inner})
            choices.append(choice.text);
        option.choices = choices;
    } else if (outer == "Annotated"_L1 && !inner.list("elts"_L1).isEmpty()) {
        applyAnnotation(option, inner.list("elts"_L1).first(), findClass);
    }
}

std::optional<QString> constantText(const SyntaxNode &node)
{
    return node.is("Constant"_L1) && node.extra != "NoneType"_L1 && node.extra != "ellipsis"_L1 ? std::optional(node.text) : std::nullopt;
}

std::optional<double> numberOf(const ScriptValue *value)
{
    bool isNumber = false;
    const double number = value && value->is(ScriptValue::Kind::Number) ? value->text.toDouble(&isNumber) : 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<ScriptValue> ScriptReader::callCommandLibrary(const QString &name, const Arguments &arguments)
{
    using Style = ScriptArguments::Style;
    const ScriptValue first = arguments.value(0);
    if (name.endsWith("HfArgumentParser"_L1) || name.endsWith("TrlParser"_L1)) {
        const ScriptValue parser = parseDataclasses(arguments, Style::Dataclasses);
        if (name.endsWith("TrlParser"_L1))
            setUndecided(parser.parser, name);
        return parser;
    }
    if (name == "simple_parsing.parse"_L1 || name == "tyro.cli"_L1) {
        const ScriptValue parser = parseDataclasses({{first}, {}, false, arguments.call}, name.startsWith(u't') ? Style::Tyro : Style::Dataclasses);
        if (const ScriptValue *words = arguments.keyword("args"_L1); !words || !words->is(Kind::List))
            use(parser.parser);
        if (first.is(Kind::Function)) {
            m_commands.insert(first.node, parser.parser);
            return callFunction(first, {{}, {}, false, arguments.call});
        }
        return namespaceOf(parser.parser);
    }
    if (name == "fire.Fire"_L1 || name == "typer.run"_L1) {
        const ScriptValue target = arguments.value(0, "component"_L1);
        if (!target.is(Kind::Function)) {
            m_reading.undecided = name;
            return std::nullopt;
        }
        const ScriptValue parser = newParser({{}, {}, false, arguments.call}, name.startsWith(u'f') ? Style::Fire : Style::Click);
        addSignature(parser.parser, target);
        use(parser.parser);
        m_commands.insert(target.node, parser.parser);
        return callFunction(target, {{}, {}, false, arguments.call});
    }
    if (name == "typer.Typer()"_L1) { // app(): which of its commands runs is clear when there is one
        if (m_commands.size() == 1) {
            ScriptValue function;
            for (const auto &[defined, type] : std::as_const(m_defined)) {
                if (m_commands.contains(defined.node))
                    function = defined;
            }
            use(m_commands.constBegin().value());
            return callFunction(function, {{}, {}, false, arguments.call});
        }
        m_reading.undecided = name;
        return std::nullopt;
    }
    if (name.startsWith("absl.flags.DEFINE_"_L1))
        return defineFlag(name.mid(18), arguments);
    if (name == "absl.flags.mark_flag_as_required"_L1 || name == "absl.flags.mark_flags_as_required"_L1) {
        const QList<ScriptValue> flags = first.is(Kind::List) ? first.items : QList<ScriptValue>{first};
        for (const ScriptValue &flag : m_flags >= 0 ? flags : QList<ScriptValue>()) {
            for (ScriptOption &option : m_parsers[m_flags].arguments.options)
                option.isRequired = option.isRequired || option.destination == flag.text;
        }
        return ScriptValue();
    }
    if (name == "absl.app.run"_L1) {
        if (m_flags < 0)
            m_flags = newParser({}, Style::Absl).parser;
        use(m_flags);
        if (first.is(Kind::Function)) {
            Arguments unknown;
            unknown.isOpen = true;
            callFunction(first, unknown);
        }
        return ScriptValue();
    }
    if (name.endsWith("OmegaConf.from_cli"_L1) && arguments.positional.isEmpty()) {
        const ScriptValue parser = newParser(arguments, Style::Overrides);
        m_parsers[parser.parser].arguments.toleratesUnknown = true;
        use(parser.parser);
        return ScriptValue();
    }
    if (name.startsWith("deepspeed.add_config_arguments"_L1) && first.is(Kind::Parser)) {
        for (const auto &[option, takesValue] : {std::pair(u"--deepspeed"_s, false), {u"--deepspeed_config"_s, true}, {u"--deepscale"_s, false}, {u"--deepscale_config"_s, true}}) {
            Arguments added{{ScriptValue::of(Kind::Text, option)}, {}, false, arguments.call};
            if (!takesValue)
                added.keywords.append({u"action"_s, ScriptValue::of(Kind::Text, u"store_true"_s)});
            addOption(first.parser, added);
        }
        return first;
    }
    static const QStringList others{u"docopt"_s, u"LightningCLI"_s, u"jsonargparse.CLI"_s, u"jsonargparse.auto_cli"_s, u"plac.call"_s, u"getopt.getopt"_s, u"getopt.gnu_getopt"_s,
                                    u"app.run"_s, u"run_commandline"_s, u"parse_args"_s, u"parse_known_args"_s, u"parse_command_line"_s, u"argbind.cli"_s, u"cli"_s, u"parse_cli"_s};
    const bool reads = std::any_of(others.begin(), others.end(), [&name](const QString &other) { return name == other || name.endsWith(u'.' + other); });
    if (reads && !m_isUnreached && m_reading.undecided.isEmpty())
        m_reading.undecided = name;
    return std::nullopt;
}

ScriptValue ScriptReader::parseDataclasses(const Arguments &arguments, ScriptArguments::Style style)
{
    ScriptValue parser = newParser({{}, {}, false, arguments.call}, style);
    m_parsers[parser.parser].arguments.hyphensAreUnderscores = true;
    m_parsers[parser.parser].arguments.allowsPrefixes = style == ScriptArguments::Style::Dataclasses;
    const ScriptValue types = arguments.value(0, "dataclass_types"_L1);
    const QList<ScriptValue> classes = types.is(Kind::List) ? types.items : QList<ScriptValue>{types};
    parser.text = QString::number(classes.size());
    if (types.is(Kind::List) && types.isPartial)
        setUndecided(parser.parser, u"HfArgumentParser"_s);
    for (const ScriptValue &type : classes) {
        if (type.is(Kind::Function))
            addSignature(parser.parser, type);
        else
            addFields(parser.parser, type);
    }
    return parser;
}

void ScriptReader::addFields(int parser, const ScriptValue &type, const QString &prefix)
{
    if (type.is(Kind::External)) {
        const QString name = type.text.section(u'.', -1);
        static const QStringList empty{u"object"_s, u"ABC"_s, u"Protocol"_s, u"Generic"_s, u"Tap"_s, u"NamedTuple"_s, u"Serializable"_s};
        if (const auto known = libraryArguments().constFind(name); known != libraryArguments().constEnd()) {
            for (const auto &[field, fieldType] : *known) {
                ScriptOption option;
                option.names = {u"--"_s + field};
                option.destination = field;
                option.type = fieldType == "bool"_L1 || fieldType == "int"_L1 || fieldType == "float"_L1 ? fieldType : u"str"_s;
                option.takesOptionalValue = fieldType == "bool"_L1;
                option.action = option.takesOptionalValue ? ScriptOption::Action::Switch : ScriptOption::Action::Store;
                option.valueCount = fieldType == "list"_L1 ? u"+"_s : fieldType == "any"_L1 ? u"?own"_s : QString();
                m_parsers[parser].arguments.options.append(option);
            }
        } else if (!empty.contains(name)) {
            setUndecided(parser, name);
        }
        return;
    }
    if (!type.is(Kind::Class)) {
        setUndecided(parser, u"dataclass"_s);
        return;
    }
    for (const ScriptValue &base : type.items)
        addFields(parser, base, prefix);
    const ScopePtr module = m_modules.value(type.file).scope;
    m_frames.append({module, module, type.file, nullptr, {}, {}});
    for (const SyntaxNode &field : type.node->list("body"_L1)) {
        if (field.is("AnnAssign"_L1) && field.at("target"_L1).is("Name"_L1))
            addAnnotated(parser, field, prefix, type);
    }
    m_frames.removeLast();
}

void ScriptReader::addAnnotated(int parser, const SyntaxNode &field, const QString &prefix, const ScriptValue &type)
{
    const SyntaxNode &annotation = field.at("annotation"_L1);
    const SyntaxNode &value = field.at("value"_L1);
    const bool isClassVariable = annotation.text == "ClassVar"_L1 || annotation.at("value"_L1).text == "ClassVar"_L1;
    const bool isField = value.is("Call"_L1) && (value.at("func"_L1).text == "field"_L1 || value.at("func"_L1).text == "HfArg"_L1);
    if (isClassVariable || (isField && value.keyword("init"_L1).text == "False"_L1))
        return;
    ParserState &state = m_parsers[parser];
    const bool isTyro = state.arguments.style == ScriptArguments::Style::Tyro;
    ScriptOption option;
    option.destination = field.at("target"_L1).text;
    option.names = {u"--"_s + prefix + option.destination};
    option.file = type.file;
    option.line = field.line;
    const SyntaxNode &fallback = isField ? value.keyword("default"_L1) : value;
    option.isRequired = !value || (isField && !fallback && !value.keyword("default_factory"_L1));
    option.defaultText = constantText(fallback);
    if (const SyntaxNode &metadata = isField ? value.keyword("metadata"_L1) : SyntaxNode(); metadata.is("Dict"_L1)) {
        const QList<SyntaxNode> &keys = metadata.list("keys"_L1);
        for (qsizetype i = 0; i < keys.size(); ++i) {
            if (keys[i].text == "help"_L1)
                option.help = metadata.list("values"_L1).value(i).text;
        }
    }
    bool isNested = false;
    applyAnnotation(option, annotation, [&](ScriptOption &, const SyntaxNode &name) {
        const ScriptValue found = name.isText() ? evaluateName(name.text) : evaluate(name);
        if (!found.is(Kind::Class))
            return;
        if (externalBase(found).contains("Enum"_L1)) {
            QStringList choices;
            for (const SyntaxNode &member : found.node->list("body"_L1)) {
                if (member.is("Assign"_L1) && member.at("value"_L1).is("Constant"_L1))
                    choices.append(isTyro ? member.at("targets"_L1).text : member.at("value"_L1).text);
            }
            option.choices = choices;
        } else if (isTyro) {
            isNested = true;
            addFields(parser, found, prefix + option.destination + u'.');
        }
    });
    if (isNested)
        return;
    if (option.type == "bool"_L1) {
        option.takesOptionalValue = !isTyro;
        if (!isTyro || !option.isRequired)
            option.action = ScriptOption::Action::Switch;
        else
            option.choices = QStringList{u"True"_s, u"False"_s};
    }
    ScriptValue fallbackValue = isField && value.keyword("default_factory"_L1) ? ScriptValue() : evaluate(fallback);
    m_parsers[parser].defaults.insert(option.destination, fallbackValue);
    m_parsers[parser].arguments.options.removeIf([&option](const ScriptOption &inherited) { return inherited.names == option.names; });
    m_parsers[parser].arguments.options.append(option);
}

void ScriptReader::addSignature(int parser, const ScriptValue &function)
{
    using Style = ScriptArguments::Style;
    const Style style = m_parsers[parser].arguments.style;
    m_parsers[parser].arguments.allowsPrefixes = false;
    m_parsers[parser].arguments.hyphensAreUnderscores = style != Style::Click;
    const SyntaxNode &parameters = function.node->at("args"_L1);
    if (parameters.at("kwarg"_L1) || (style == Style::Fire && parameters.at("vararg"_L1)))
        setUndecided(parser, function.text);
    const QList<SyntaxNode> positional = parameters.list("posonlyargs"_L1) + parameters.list("args"_L1);
    const QList<SyntaxNode> names = positional + parameters.list("kwonlyargs"_L1);
    const QList<SyntaxNode> &defaults = parameters.list("defaults"_L1), &keywordDefaults = parameters.list("kw_defaults"_L1);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const qsizetype at = i < positional.size() ? i - (positional.size() - defaults.size()) : i - positional.size();
        const QList<SyntaxNode> &from = i < positional.size() ? defaults : keywordDefaults;
        SyntaxNode fallback = at >= 0 && at < from.size() ? from[at] : SyntaxNode();
        const SyntaxNode &annotation = names[i].at("annotation"_L1);
        ScriptOption option;
        option.destination = names[i].text;
        option.file = function.file;
        option.line = names[i].line ? names[i].line : function.line;
        QString written = option.destination;
        if (style == Style::Click)
            written.replace(u'_', u'-');
        option.names = {u"--"_s + written};
        applyAnnotation(option, annotation, [](ScriptOption &, const SyntaxNode &) {});
        SyntaxNode details = fallback;
        if (annotation.at("value"_L1).text == "Annotated"_L1)
            details = SyntaxNode(annotation.at("slice"_L1).list("elts"_L1).value(1));
        const QString &wrapper = details.is("Call"_L1) ? details.at("func"_L1).text : QString();
        const bool isArgument = style == Style::Click && (wrapper == "Argument"_L1 || (wrapper != "Option"_L1 && !fallback));
        if (wrapper == "Option"_L1 || wrapper == "Argument"_L1) {
            QStringList declared;
            for (const SyntaxNode &argument : details.list("args"_L1)) {
                if (argument.isText() && argument.text.startsWith(u'-'))
                    declared.append(argument.text.split(u'/').first());
            }
            if (!declared.isEmpty())
                option.names = declared;
            if (&details != &fallback && fallback.is("Call"_L1))
                fallback = details.list("args"_L1).isEmpty() || details.list("args"_L1).first().text.startsWith(u'-') ? SyntaxNode(details.keyword("default"_L1))
                                                                                                                    : details.list("args"_L1).first();
            option.help = details.keyword("help"_L1).text;
            bool isNumber = false;
            if (const double least = details.keyword("min"_L1).text.toDouble(&isNumber); isNumber)
                option.minimum = least;
            if (const double most = details.keyword("max"_L1).text.toDouble(&isNumber); isNumber)
                option.maximum = most;
        }
        option.isRequired = !fallback || (fallback.is("Constant"_L1) && fallback.extra == "ellipsis"_L1);
        option.defaultText = constantText(fallback);
        if (isArgument) {
            option.isPositional = true;
            option.names = {option.destination};
        }
        if (style == Style::Fire) {
            const bool isSwitch = fallback.is("Constant"_L1) && fallback.extra == "bool"_L1;
            option.type = isSwitch || option.type == "bool"_L1 ? u"fire-bool"_s : QString();
            option.valueCount = u"?"_s;
            option.choices.reset();
        } else if (option.type == "bool"_L1 || (fallback.is("Constant"_L1) && fallback.extra == "bool"_L1)) {
            option.action = ScriptOption::Action::Switch;
        }
        if (style == Style::Click && option.valueCount == u'+')
            option.valueCount = option.isPositional ? u"+"_s : QString();
        m_parsers[parser].arguments.options.append(option);
        m_parsers[parser].defaults.insert(option.destination, fallback.is("Call"_L1) || fallback.is("Lambda"_L1) ? ScriptValue() : evaluate(fallback));
    }
}

/// click, typer and hydra make a command of a function.
bool ScriptReader::readDecorators(const SyntaxNode &node, ScriptValue &function)
{
    using Style = ScriptArguments::Style;
    struct Decorator
    {
        QString name;
        Arguments arguments;
    };
    QList<Decorator> decorators;
    for (const SyntaxNode &decorator : node.list("decorator_list"_L1)) {
        const ScriptValue callee = evaluate(decorator.is("Call"_L1) ? decorator.at("func"_L1) : decorator);
        if (callee.is(Kind::External))
            decorators.append({callee.text, decorator.is("Call"_L1) ? argumentsOf(decorator) : Arguments()});
    }
    for (const Decorator &decorator : decorators) {
        const QString &name = decorator.name;
        const bool isClick = name == "click.command"_L1 || name == "rich_click.command"_L1;
        const bool isTyper = name == "typer.Typer().command"_L1;
        const bool isHydra = name == "hydra.main"_L1;
        if (!isClick && !isTyper && !isHydra) {
            if (name == "click.group"_L1 || name.endsWith("sacred.Experiment().automain"_L1))
                m_reading.undecided = name;
            continue;
        }
        Arguments made;
        made.call = &node;
        const ScriptValue parser = newParser(made, isHydra ? Style::Overrides : Style::Click);
        ScriptArguments &arguments = m_parsers[parser.parser].arguments;
        arguments.allowsPrefixes = isHydra;
        if (isTyper)
            addSignature(parser.parser, function);
        for (const Decorator &option : decorators) {
            if (isClick && (option.name.endsWith("click.option"_L1) || option.name.endsWith("click.argument"_L1)))
                addClickOption(parser.parser, option.name.section(u'.', -1), option.arguments, function);
            else if (isClick && option.name != name && !option.name.endsWith("pass_context"_L1))
                setUndecided(parser.parser, option.name);
        }
        if (const ScriptValue *settings = decorator.arguments.keyword("context_settings"_L1))
            m_parsers[parser.parser].arguments.toleratesUnknown = !settings->is(Kind::Dict) || settings->keys.contains(u"ignore_unknown_options"_s);
        m_commands.insert(function.node, parser.parser);
        return true;
    }
    return false;
}

void ScriptReader::addClickOption(int parser, const QString &kind, const Arguments &arguments, const ScriptValue &function)
{
    ScriptOption option;
    option.file = function.file;
    option.line = arguments.call ? arguments.call->line : function.line;
    option.isPositional = kind == "argument"_L1;
    option.type = u"str"_s;
    for (const ScriptValue &name : arguments.positional) {
        if (!name.is(Kind::Text) || name.isPartial) {
            setUndecided(parser, u"click.option"_s);
            return;
        }
        if (name.text.contains(u'/')) { // --shuffle/--no-shuffle
            option.action = ScriptOption::Action::Flag;
            for (const QString &half : name.text.split(u'/'))
                option.names.append(half.trimmed());
        } else if (name.text.startsWith(u'-') || option.isPositional) {
            option.names.append(name.text);
        } else {
            option.destination = name.text;
        }
    }
    if (option.names.isEmpty() || arguments.isOpen) {
        setUndecided(parser, u"click.option"_s);
        return;
    }
    if (option.destination.isEmpty()) {
        QString longest = option.names.first();
        for (const QString &name : option.names)
            longest = name.startsWith("--"_L1) && !longest.startsWith("--"_L1) ? name : longest;
        option.destination = longest.mid(longest.startsWith("--"_L1) ? 2 : longest.startsWith(u'-') ? 1 : 0).replace(u'-', u'_').toLower();
    }
    const auto isTrue = [&arguments](QLatin1StringView name) { return arguments.keyword(name) && arguments.keyword(name)->truth().value_or(false); };
    if (isTrue("is_flag"_L1) || isTrue("count"_L1) || arguments.keyword("flag_value"_L1))
        option.action = ScriptOption::Action::Flag;
    option.isRequired = isTrue("required"_L1) || (option.isPositional && !arguments.keyword("default"_L1) && !(arguments.keyword("required"_L1) && !isTrue("required"_L1)));
    if (const ScriptValue *value = arguments.keyword("default"_L1)) {
        m_parsers[parser].defaults.insert(option.destination, *value);
        if (value->is(Kind::Number)) {
            option.defaultText = value->text;
            option.type = value->text.contains(u'.') || value->text.contains(u'e') ? u"float"_s : u"int"_s;
        } else if (value->is(Kind::Bool) && !arguments.keyword("is_flag"_L1) && option.action != ScriptOption::Action::Flag) {
            option.type = u"click-bool"_s;
        } else if (value->is(Kind::Text)) {
            option.defaultText = value->text;
        }
    }
    if (const SyntaxNode &type = arguments.call ? arguments.call->keyword("type"_L1) : SyntaxNode()) {
        const QString &name = type.is("Call"_L1) ? type.at("func"_L1).text : type.text;
        const Arguments details = type.is("Call"_L1) ? argumentsOf(type) : Arguments();
        option.type = name == "int"_L1 || name == "INT"_L1 || name == "IntRange"_L1       ? u"int"_s
                      : name == "float"_L1 || name == "FLOAT"_L1 || name == "FloatRange"_L1 ? u"float"_s
                      : name == "bool"_L1 || name == "BOOL"_L1                             ? u"click-bool"_s
                                                                                           : QString();
        if (name.endsWith("Range"_L1)) {
            const ScriptValue least = details.value(0, "min"_L1), most = details.value(1, "max"_L1);
            option.minimum = numberOf(&least);
            option.maximum = numberOf(&most);
        }
        if (name == "Choice"_L1 && details.value(0, "choices"_L1).is(Kind::List) && !details.value(0, "choices"_L1).isPartial) {
            QStringList choices;
            bool isKnown = !(details.keyword("case_sensitive"_L1) && details.keyword("case_sensitive"_L1)->truth() == std::optional(false));
            for (const ScriptValue &choice : details.value(0, "choices"_L1).items) {
                isKnown = isKnown && choice.is(Kind::Text) && !choice.isPartial;
                choices.append(choice.text);
            }
            if (isKnown)
                option.choices = choices;
        }
    }
    if (const ScriptValue *count = arguments.keyword("nargs"_L1))
        option.valueCount = count->is(Kind::Number) ? (count->text == "-1"_L1 ? u"*"_s : count->text) : u"?own"_s;
    if (const ScriptValue *help = arguments.keyword("help"_L1); help && help->is(Kind::Text))
        option.help = help->text;
    m_parsers[parser].arguments.options.append(option);
}

ScriptValue ScriptReader::defineFlag(const QString &kind, const Arguments &arguments)
{
    if (m_flags < 0)
        m_flags = newParser({{}, {}, false, arguments.call}, ScriptArguments::Style::Absl).parser;
    m_parsers[m_flags].arguments.allowsPrefixes = false;
    const ScriptValue name = arguments.value(0, "name"_L1);
    if (!name.is(Kind::Text) || name.isPartial) {
        setUndecided(m_flags, u"absl.flags"_s);
        return {};
    }
    ScriptOption option;
    option.names = {u"--"_s + name.text};
    option.destination = name.text;
    option.file = frame().file;
    option.line = arguments.call ? arguments.call->line : 0;
    const bool isBoolean = kind.startsWith("bool"_L1);
    option.type = kind == "integer"_L1 ? u"int"_s : kind == "float"_L1 ? u"float"_s : isBoolean ? u"bool"_s : kind == "string"_L1 ? u"str"_s : QString();
    if (isBoolean) {
        option.action = ScriptOption::Action::Switch;
        option.takesOptionalValue = true; // --name=false only
    }
    const ScriptValue fallback = arguments.value(1, "default"_L1);
    m_parsers[m_flags].defaults.insert(name.text, fallback);
    if (kind == "enum"_L1) {
        const ScriptValue choices = arguments.value(2, "enum_values"_L1);
        QStringList texts;
        for (const ScriptValue &choice : choices.items)
            texts.append(choice.text);
        if (choices.is(Kind::List) && !choices.isPartial)
            option.choices = texts;
    } else if (kind == "enum_class"_L1 || kind.startsWith("alias"_L1)) {
        option.type.clear();
    }
    option.minimum = numberOf(arguments.keyword("lower_bound"_L1));
    option.maximum = numberOf(arguments.keyword("upper_bound"_L1));
    if (const ScriptValue *required = arguments.keyword("required"_L1))
        option.isRequired = required->truth().value_or(false);
    m_parsers[m_flags].arguments.options.append(option);
    ScriptValue holder = ScriptValue::of(Kind::Dict);
    holder.keys = {u"value"_s};
    holder.items = {optionValue(m_flags, name.text)};
    return holder;
}

} // namespace Trainyard
