#include "services/preflight/scriptreader.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 mostSteps = 2'000'000;
constexpr qsizetype mostItems = 200;

QString folderOf(const QString &path)
{
    return path.contains(u'/') ? path.section(u'/', 0, -2) : QString();
}

QString below(const QString &folder, const QString &name)
{
    return folder.isEmpty() ? name : folder + u'/' + name;
}

} // namespace

ScriptReader::ScriptReader(const ScriptScan &scan, const GivenValues &given)
    : m_given(given)
{
    for (const ScriptFile &file : scan.files) {
        m_files.insert(QDir::cleanPath(file.path), &file);
        if (!file.tree)
            m_reading.isComplete = false;
    }
    m_reading.isComplete = m_reading.isComplete && scan.isComplete;
}

ScriptReading ScriptReader::read(const QString &entry)
{
    const QString path = QDir::cleanPath(entry);
    m_roots = {folderOf(path)};
    if (!m_roots.first().isEmpty())
        m_roots.append(QString());
    moduleValue(path, u"__main__"_s);
    readUnreached();
    for (ParserState &state : m_parsers) {
        for (const auto &[name, child] : std::as_const(state.commands))
            state.arguments.commands.append({name, m_parsers[child].arguments});
    }
    for (const ParserState &state : std::as_const(m_parsers))
        m_reading.parsers.append(state.arguments);
    return m_reading;
}

bool ScriptReader::isOverBudget()
{
    if (++m_steps <= mostSteps)
        return false;
    m_reading.isComplete = false;
    return true;
}

ScriptValue ScriptReader::moduleValue(const QString &path, const QString &name)
{
    if (const auto known = m_modules.constFind(path); known != m_modules.constEnd())
        return *known;
    ScriptValue module = ScriptValue::of(Kind::Module, path);
    module.scope = std::make_shared<ScriptScope>();
    module.scope->file = path;
    module.scope->values.insert(u"__name__"_s, ScriptValue::of(Kind::Text, name));
    ScriptValue file = ScriptValue::of(Kind::Text, path.section(u'/', -1));
    file.origin = ScriptValue::Origin::OwnFile;
    file.file = path;
    module.scope->values.insert(u"__file__"_s, file);
    m_modules.insert(path, module);
    const ScriptFile *source = m_files.value(path);
    if (source && source->tree && m_frames.size() < 60) {
        m_frames.append({module.scope, module.scope, path, nullptr, {}, {}});
        run(source->tree->list("body"_L1));
        m_frames.removeLast();
    }
    return module;
}

/// The file of a module of ours; a folder without __init__.py ends with `/`; empty: it is none of ours.
QString ScriptReader::modulePath(const QStringList &parts, const QString &base) const
{
    const QStringList roots = base.isNull() ? m_roots : QStringList{base};
    for (const QString &root : roots) {
        const QString path = below(root, parts.join(u'/'));
        if (m_files.contains(path + ".py"_L1))
            return path + ".py"_L1;
        if (m_files.contains(below(path, u"__init__.py"_s)))
            return below(path, u"__init__.py"_s);
        const QString folder = path + u'/';
        if (std::any_of(m_files.keyBegin(), m_files.keyEnd(), [&folder](const QString &file) { return file.startsWith(folder); }))
            return folder;
    }
    return {};
}

/// `import a.b.c`: each part is run and becomes a member of the one before.
ScriptValue ScriptReader::importModule(const QString &dotted, bool wantsFirst)
{
    const QStringList parts = dotted.split(u'.');
    ScriptValue first, last;
    for (qsizetype length = 1; length <= parts.size(); ++length) {
        const QString path = modulePath(parts.mid(0, length));
        const QString name = parts.mid(0, length).join(u'.');
        if (path.isEmpty())
            return ScriptValue::external(wantsFirst ? parts.first() : dotted);
        const ScriptValue module = moduleValue(path, name);
        if (length > 1)
            last.scope->values.insert(parts[length - 1], module);
        else
            first = module;
        last = module;
    }
    return wantsFirst ? first : last;
}

void ScriptReader::runImport(const SyntaxNode &node)
{
    for (const SyntaxNode &alias : node.list("names"_L1)) {
        const bool isRenamed = !alias.extra.isEmpty();
        setName(frame().scope, isRenamed ? alias.extra : alias.text.section(u'.', 0, 0), importModule(alias.text, !isRenamed));
    }
}

void ScriptReader::runImportFrom(const SyntaxNode &node)
{
    const QStringList parts = node.text.split(u'.', Qt::SkipEmptyParts);
    ScriptValue module;
    QString base;
    if (node.level > 0) {
        base = folderOf(frame().file);
        for (int i = 1; i < node.level; ++i)
            base = folderOf(base);
        base = base.isNull() ? u""_s : base;
        const QString path = parts.isEmpty() ? below(base, u"__init__.py"_s) : modulePath(parts, base);
        module = path.isEmpty() ? ScriptValue::external(node.text) : moduleValue(path, node.text);
    } else {
        module = importModule(node.text, false);
    }
    for (const SyntaxNode &alias : node.list("names"_L1)) {
        if (alias.text == u'*') {
            if (module.is(Kind::Module)) {
                for (auto entry = module.scope->values.constBegin(); entry != module.scope->values.constEnd(); ++entry) {
                    if (!entry.key().startsWith(u'_'))
                        setName(frame().scope, entry.key(), *entry);
                }
            }
            continue;
        }
        ScriptValue value;
        if (module.is(Kind::External)) {
            value = ScriptValue::external(module.text + u'.' + alias.text);
        } else if (module.scope->values.contains(alias.text)) {
            value = module.scope->values.value(alias.text);
        } else {
            const QString path = node.level > 0 ? modulePath(parts + QStringList{alias.text}, base) : modulePath(parts + QStringList{alias.text});
            if (!path.isEmpty())
                value = moduleValue(path, (parts + QStringList{alias.text}).join(u'.'));
        }
        setName(frame().scope, alias.extra.isEmpty() ? alias.text : alias.extra, value);
    }
}

ScriptReader::Flow ScriptReader::run(const QList<SyntaxNode> &body)
{
    for (const SyntaxNode &statement : body) {
        if (isOverBudget() || runStatement(statement) == Flow::Left)
            return Flow::Left;
    }
    return Flow::Next;
}

ScriptReader::Flow ScriptReader::runStatement(const SyntaxNode &node)
{
    const QString &kind = node.kind;
    if (kind == "Expr"_L1 || kind == "Assert"_L1 || kind == "Await"_L1) {
        evaluate(node.at(kind == "Assert"_L1 ? "test"_L1 : "value"_L1));
    } else if (kind == "Assign"_L1) {
        const ScriptValue value = evaluate(node.at("value"_L1));
        for (const SyntaxNode &target : node.list("targets"_L1))
            assign(target, value);
    } else if (kind == "AnnAssign"_L1) {
        if (node.at("value"_L1))
            assign(node.at("target"_L1), evaluate(node.at("value"_L1)));
    } else if (kind == "AugAssign"_L1) {
        const ScriptValue old = evaluate(node.at("target"_L1));
        const ScriptValue added = evaluate(node.at("value"_L1));
        assign(node.at("target"_L1), node.operators == "Add"_L1 ? joinedText(old, added) : ScriptValue());
    } else if (kind == "If"_L1) {
        return runIf(node);
    } else if (kind == "For"_L1 || kind == "AsyncFor"_L1) {
        runFor(node);
    } else if (kind == "While"_L1) {
        evaluate(node.at("test"_L1));
        run(node.list("body"_L1));
        run(node.list("orelse"_L1));
    } else if (kind == "With"_L1 || kind == "AsyncWith"_L1) {
        runWith(node);
        return run(node.list("body"_L1));
    } else if (kind == "Try"_L1 || kind == "TryStar"_L1) {
        return runTry(node);
    } else if (kind == "Match"_L1) {
        evaluate(node.at("subject"_L1));
        QList<QList<const QList<SyntaxNode> *>> branches{{}};
        for (const SyntaxNode &one : node.list("cases"_L1))
            branches.append({&one.list("body"_L1)});
        runBranches(branches);
    } else if (kind == "FunctionDef"_L1 || kind == "AsyncFunctionDef"_L1) {
        defineFunction(node);
    } else if (kind == "ClassDef"_L1) {
        defineClass(node);
    } else if (kind == "Import"_L1) {
        runImport(node);
    } else if (kind == "ImportFrom"_L1) {
        runImportFrom(node);
    } else if (kind == "Global"_L1) {
        for (const QString &name : node.text.split(u' '))
            frame().globalNames.insert(name);
    } else if (kind == "Return"_L1) {
        const ScriptValue value = node.at("value"_L1) ? evaluate(node.at("value"_L1)) : ScriptValue::none(); // may move the frames
        frame().returns.append(value);
        return Flow::Left;
    } else if (kind == "Raise"_L1) {
        evaluate(node.at("exc"_L1));
        return Flow::Left;
    } else if (kind == "Continue"_L1 || kind == "Break"_L1) {
        return Flow::Left;
    }
    return Flow::Next;
}

/// Does this block end the program?
static bool endsProgram(const QList<SyntaxNode> &body)
{
    bool ends = false;
    for (const SyntaxNode &statement : body) {
        visitNodes(statement, [&ends](const SyntaxNode &node) {
            const QString &called = node.is("Call"_L1) ? node.at("func"_L1).text : node.kind;
            ends = ends || called == "Raise"_L1 || called == "exit"_L1 || called == "error"_L1;
            return !ends;
        });
    }
    return ends;
}

ScriptReader::Flow ScriptReader::runIf(const SyntaxNode &node)
{
    const ScriptValue test = evaluate(node.at("test"_L1));
    if (const std::optional<bool> isTrue = test.truth())
        return run(node.list(*isTrue ? "body"_L1 : "orelse"_L1));
    bool isRestTested = false;
    visitNodes(node.at("test"_L1), [&](const SyntaxNode &part) {
        isRestTested = isRestTested || (part.is("Name"_L1) && evaluateName(part.text).is(Kind::Rest));
        return true;
    });
    if (isRestTested && endsProgram(node.list("body"_L1))) { // `if unknown: parser.error(...)`
        for (const ParserUse &use : std::as_const(m_reading.uses))
            m_parsers[use.parser].arguments.toleratesUnknown = false;
        return run(node.list("orelse"_L1));
    }
    bool isOfRank = false; // one of the processes surely takes it
    static const QRegularExpression rank(u"rank|is_main|main_process|is_master|master_process|is_zero"_s, QRegularExpression::CaseInsensitiveOption);
    visitNodes(node.at("test"_L1), [&isOfRank](const SyntaxNode &part) {
        isOfRank = isOfRank || (!part.is("Constant"_L1) && part.text.contains(rank));
        return true;
    });
    const bool isPlain = !node.at("test"_L1).is("BoolOp"_L1) || node.at("test"_L1).operators == "Or"_L1;
    return runBranches({{&node.list("body"_L1)}, {&node.list("orelse"_L1)}}, !(isOfRank && isPlain));
}

/// Nobody knows which one runs: all of them do, each from the same start, and what they disagree on is unknown afterwards.
ScriptReader::Flow ScriptReader::runBranches(const QList<QList<const QList<SyntaxNode> *>> &branches, bool isDoubtful)
{
    const ScopePtr scope = frame().scope;
    const QHash<QString, ScriptValue> before = scope->values;
    std::optional<QHash<QString, ScriptValue>> after;
    m_conditions += isDoubtful ? 1 : 0;
    for (const auto &branch : branches) {
        scope->values = before;
        Flow flow = Flow::Next;
        for (const QList<SyntaxNode> *body : branch)
            flow = flow == Flow::Left ? flow : run(*body);
        if (flow == Flow::Left)
            continue;
        if (!after) {
            after = scope->values;
            continue;
        }
        for (auto entry = scope->values.constBegin(); entry != scope->values.constEnd(); ++entry) {
            const auto other = after->find(entry.key());
            if (other == after->end())
                after->insert(entry.key(), *entry);
            else if (!(*other == *entry))
                *other = ScriptValue();
        }
    }
    m_conditions -= isDoubtful ? 1 : 0;
    scope->values = after.value_or(before);
    return after ? Flow::Next : Flow::Left;
}

void ScriptReader::runFor(const SyntaxNode &node)
{
    const ScriptValue values = evaluate(node.at("iter"_L1));
    if (values.is(Kind::Rest))
        m_reading.readsCommandLine = true;
    if (values.is(Kind::List) && !values.isPartial && values.items.size() <= mostItems) {
        for (const ScriptValue &item : values.items) {
            assign(node.at("target"_L1), item);
            run(node.list("body"_L1));
        }
    } else {
        assign(node.at("target"_L1), {});
        run(node.list("body"_L1));
    }
    run(node.list("orelse"_L1));
}

void ScriptReader::runWith(const SyntaxNode &node)
{
    for (const SyntaxNode &item : node.list("items"_L1)) {
        const ScriptValue value = evaluate(item.at("context_expr"_L1));
        if (item.at("optional_vars"_L1))
            assign(item.at("optional_vars"_L1), value);
    }
}

ScriptReader::Flow ScriptReader::runTry(const SyntaxNode &node)
{
    Flow flow = Flow::Next;
    if (node.list("handlers"_L1).isEmpty()) {
        flow = run(node.list("body"_L1));
    } else {
        QList<QList<const QList<SyntaxNode> *>> branches{{&node.list("body"_L1), &node.list("orelse"_L1)}};
        for (const SyntaxNode &handler : node.list("handlers"_L1))
            branches.append({&handler.list("body"_L1)});
        flow = runBranches(branches);
    }
    run(node.list("finalbody"_L1));
    return flow;
}

void ScriptReader::defineFunction(const SyntaxNode &node)
{
    ScriptValue function = ScriptValue::of(Kind::Function, node.text);
    function.node = &node;
    function.scope = frame().scope;
    function.file = frame().file;
    function.line = node.line;
    m_defined.append({function, ScriptValue()});
    readDecorators(node, function);
    setName(frame().scope, node.text, function);
}

void ScriptReader::defineClass(const SyntaxNode &node)
{
    ScriptValue type = ScriptValue::of(Kind::Class, node.text);
    type.node = &node;
    type.file = frame().file;
    type.line = node.line;
    for (const SyntaxNode &base : node.list("bases"_L1))
        type.items.append(evaluate(base));
    type.scope = std::make_shared<ScriptScope>();
    type.scope->parent = frame().scope;
    type.scope->file = frame().file;
    const qsizetype firstMethod = m_defined.size();
    Frame inside = frame();
    inside.scope = type.scope;
    inside.function = nullptr;
    m_frames.append(inside);
    run(node.list("body"_L1));
    m_frames.removeLast();
    for (qsizetype i = firstMethod; i < m_defined.size(); ++i)
        m_defined[i].second = type;
    setName(frame().scope, node.text, type);
}

void ScriptReader::setName(ScopePtr scope, const QString &name, const ScriptValue &value)
{
    const auto old = scope->values.constFind(name);
    const bool isDoubtful = m_conditions > 0 && scope != frame().scope && old != scope->values.constEnd() && !(*old == value);
    scope->values.insert(name, isDoubtful ? ScriptValue() : value);
}

void ScriptReader::assign(const SyntaxNode &target, const ScriptValue &value)
{
    if (target.is("Name"_L1)) {
        setName(frame().globalNames.contains(target.text) ? frame().module : frame().scope, target.text, value);
    } else if (target.is("Tuple"_L1) || target.is("List"_L1)) {
        const QList<SyntaxNode> &parts = target.list("elts"_L1);
        const bool isKnown = value.is(Kind::List) && value.items.size() == parts.size();
        for (qsizetype i = 0; i < parts.size(); ++i)
            assign(parts[i].is("Starred"_L1) ? parts[i].at("value"_L1) : parts[i], isKnown ? value.items[i] : ScriptValue());
    } else if (target.is("Attribute"_L1)) {
        const ScriptValue owner = evaluate(target.at("value"_L1));
        if (owner.scope && (owner.is(Kind::Object) || owner.is(Kind::Class) || owner.is(Kind::Module) || owner.is(Kind::Namespace)))
            setName(owner.scope, target.text, value);
    } else if (target.is("Subscript"_L1)) {
        const ScriptValue owner = evaluate(target.at("value"_L1));
        const ScriptValue key = evaluate(target.at("slice"_L1));
        if (owner.is(Kind::External) && owner.text == "os.environ"_L1 && key.is(Kind::Text))
            record(u"os.environ.set"_s, owner, {{key, value}, {}, false, &target});
        else if (target.at("value"_L1).is("Name"_L1) && owner.is(Kind::Dict)) {
            ScriptValue changed = owner; // a dict of ours that is filled key by key
            const qsizetype at = changed.keys.indexOf(key.text);
            if (!key.is(Kind::Text) || m_conditions > 0) {
                changed.isPartial = true;
            } else if (at >= 0) {
                changed.items[at] = value;
            } else {
                changed.keys.append(key.text);
                changed.items.append(value);
            }
            assign(target.at("value"_L1), changed);
        }
    } else if (target.is("Starred"_L1)) {
        assign(target.at("value"_L1), {});
    }
}

/// Functions that a framework may call: with nothing known of their arguments.
void ScriptReader::readUnreached()
{
    for (qsizetype i = 0; i < m_defined.size(); ++i) {
        const auto [function, type] = m_defined[i];
        if (m_callCounts.contains(function.node))
            continue;
        Arguments unknown;
        unknown.isOpen = true;
        ScriptValue called = function;
        if (type.node && m_instances.contains(type.node))
            called.self = std::make_shared<ScriptValue>(m_instances.value(type.node));
        m_isUnreached = !called.self; // a method of an object that is made: the framework it is handed to calls it
        const ScopePtr module = m_modules.value(function.file).scope;
        m_frames.append({module, module, function.file, nullptr, {}, {}});
        callFunction(called, unknown);
        m_frames.removeLast();
    }
}

ScriptReading readScript(const ScriptScan &scan, const QString &entry, const GivenValues &given)
{
    return ScriptReader(scan, given).read(entry);
}

const ScriptValue *ScriptCall::keyword(QLatin1StringView wanted) const
{
    const auto found = std::find_if(keywords.begin(), keywords.end(), [wanted](const auto &entry) { return entry.first == wanted; });
    return found == keywords.end() ? nullptr : &found->second;
}

ScriptValue ScriptCall::argument(qsizetype position, QLatin1StringView keywordName) const
{
    if (position >= 0 && position < arguments.size())
        return arguments[position];
    const ScriptValue *named = keyword(keywordName);
    return named ? *named : ScriptValue();
}

} // namespace Trainyard
