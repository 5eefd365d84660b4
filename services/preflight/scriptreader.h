#pragma once

#include "services/preflight/scriptreading.h"

#include <QSet>

namespace Trainyard {

/// The work behind readScript(): one object for one reading.
class ScriptReader
{
public:
    ScriptReader(const ScriptScan &scan, const GivenValues &given);
    ScriptReading read(const QString &entry);

private:
    using Kind = ScriptValue::Kind;

    struct Frame
    {
        ScopePtr scope;
        ScopePtr module;
        QString file;
        const SyntaxNode *function = nullptr;
        QSet<QString> globalNames;
        QList<ScriptValue> returns;
    };
    /// The arguments of a call, evaluated.
    struct Arguments
    {
        QList<ScriptValue> positional;
        QList<std::pair<QString, ScriptValue>> keywords;
        bool isOpen = false; ///< `*args` or `**options` of unknown content
        const SyntaxNode *call = nullptr;

        const ScriptValue *keyword(QLatin1StringView name) const;
        ScriptValue value(qsizetype position, QLatin1StringView name = {}) const;
    };
    struct ParserState
    {
        ScriptArguments arguments;
        QHash<QString, ScriptValue> defaults; ///< by destination
        QList<std::pair<QString, int>> commands;
        bool isUsed = false;
    };
    enum class Flow { Next, Left };

    // scriptreader.cpp: modules, statements, names
    ScriptValue moduleValue(const QString &path, const QString &name);
    QString modulePath(const QStringList &parts, const QString &base = QString()) const;
    ScriptValue importModule(const QString &dotted, bool wantsFirst);
    void runImport(const SyntaxNode &node);
    void runImportFrom(const SyntaxNode &node);
    Flow run(const QList<SyntaxNode> &body);
    Flow runStatement(const SyntaxNode &node);
    Flow runIf(const SyntaxNode &node);
    Flow runBranches(const QList<QList<const QList<SyntaxNode> *>> &branches, bool isDoubtful = true);
    void runFor(const SyntaxNode &node);
    void runWith(const SyntaxNode &node);
    Flow runTry(const SyntaxNode &node);
    void defineFunction(const SyntaxNode &node);
    void defineClass(const SyntaxNode &node);
    void assign(const SyntaxNode &target, const ScriptValue &value);
    void setName(ScopePtr scope, const QString &name, const ScriptValue &value);
    void readUnreached();

    // scriptexpressions.cpp
    ScriptValue evaluate(const SyntaxNode &node);
    ScriptValue evaluateName(const QString &name);
    ScriptValue evaluateAttribute(const SyntaxNode &node);
    ScriptValue attributeOf(const ScriptValue &value, const QString &name);
    ScriptValue memberOfClass(const ScriptValue &type, const QString &name) const;
    ScriptValue evaluateSubscript(const SyntaxNode &node);
    ScriptValue evaluateOperation(const SyntaxNode &node);
    ScriptValue evaluateComparison(const SyntaxNode &node);
    ScriptValue evaluateEither(const SyntaxNode &node);
    ScriptValue evaluateComprehension(const SyntaxNode &node);
    ScriptValue variableValue(const QString &name, const ScriptValue &fallback);

    // scriptcalls.cpp
    ScriptValue evaluateCall(const SyntaxNode &node);
    Arguments argumentsOf(const SyntaxNode &node);
    ScriptValue callValue(const ScriptValue &callee, const Arguments &arguments);
    ScriptValue callFunction(const ScriptValue &function, const Arguments &arguments);
    ScriptValue callClass(const ScriptValue &type, const Arguments &arguments);
    ScriptValue callExternal(const QString &name, const ScriptValue &receiver, const Arguments &arguments);
    std::optional<ScriptValue> callKnown(const QString &name, const Arguments &arguments);
    std::optional<ScriptValue> callText(const ScriptValue &text, const QString &method, const Arguments &arguments);
    std::optional<ScriptValue> callList(const SyntaxNode &target, const QString &method, const Arguments &arguments);
    void record(const QString &callee, const ScriptValue &receiver, const Arguments &arguments);
    QString externalBase(const ScriptValue &type) const;

    // parserreader.cpp: argparse
    ScriptValue newParser(const Arguments &arguments, ScriptArguments::Style style = ScriptArguments::Style::Argparse);
    ScriptValue callParser(const ScriptValue &parser, const QString &method, const Arguments &arguments);
    void addOption(int parser, const Arguments &arguments);
    ScriptValue addCommand(int parser, const Arguments &arguments);
    ScriptValue parse(int parser, const Arguments &arguments, bool toleratesUnknown);
    void setUndecided(int parser, const QString &why);
    ScriptValue optionValue(int parser, const QString &destination);
    ScriptValue namespaceOf(int parser);
    void use(int parser, bool takesRest = false);

    // commandreader.cpp: the libraries that make a command line of something else
    std::optional<ScriptValue> callCommandLibrary(const QString &name, const Arguments &arguments);
    ScriptValue parseDataclasses(const Arguments &arguments, ScriptArguments::Style style);
    void addFields(int parser, const ScriptValue &type, const QString &prefix = QString());
    void addAnnotated(int parser, const SyntaxNode &field, const QString &prefix, const ScriptValue &type);
    void addSignature(int parser, const ScriptValue &function);
    bool readDecorators(const SyntaxNode &node, ScriptValue &function);
    void addClickOption(int parser, const QString &kind, const Arguments &arguments, const ScriptValue &function);
    ScriptValue defineFlag(const QString &kind, const Arguments &arguments);

    bool isOverBudget();
    Frame &frame() { return m_frames.last(); }

    QHash<QString, const ScriptFile *> m_files; ///< by path
    QStringList m_roots;
    GivenValues m_given;
    ScriptReading m_reading;
    QList<ParserState> m_parsers;
    QList<Frame> m_frames;
    QHash<QString, ScriptValue> m_modules; ///< by path
    QHash<const SyntaxNode *, int> m_callCounts;
    QList<std::pair<ScriptValue, ScriptValue>> m_defined; ///< functions in the order of their definition, and the class they are of
    QHash<const SyntaxNode *, int> m_commands; ///< functions that a decorator made a command: their parser
    QHash<const SyntaxNode *, ScriptValue> m_instances; ///< the last object of a class
    int m_flags = -1;     ///< the parser of absl's flags
    int m_conditions = 0; ///< how many undecided conditions we are in
    bool m_isUnreached = false;
    qint64 m_steps = 0;
};

} // namespace Trainyard
