#include "services/preflight/scriptanalysis.h"

#include "services/preflight/argumentmatch.h"
#include "services/preflight/importrules.h"
#include "services/preflight/preflightpaths.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

using Kind = ScriptValue::Kind;
using Origin = ScriptValue::Origin;

ScriptValue pathOf(Origin origin, const QString &name)
{
    ScriptValue value = ScriptValue::of(Kind::Text);
    value.origin = origin;
    value.originName = name;
    return value;
}

ScriptValue parameterValue(const QString &name, const QString &text, const QString &type)
{
    ScriptValue value = ScriptValue::of(type == "int"_L1 || type == "float"_L1 ? Kind::Number : Kind::Text, text);
    if (type == "bool"_L1)
        value = {};
    value.origin = Origin::Parameter;
    value.originName = name;
    return value;
}

/// The value of an option that the job's command line gives.
std::optional<ScriptValue> optionValue(const PreflightContext &context, const LaunchTrace &launch, const ScriptOption &option, const ScriptArguments &arguments)
{
    const Job &job = context.job();
    const auto passes = [&](const QString &name, PassMode pass) { return pass == PassMode::Argument && isNameOf(name, option, arguments); };
    for (const JobOutput &output : job.outputs) {
        if (passes(output.name, output.pass))
            return pathOf(Origin::Output, output.name);
    }
    for (const JobInput &input : job.inputs) {
        if (passes(input.name, input.pass))
            return pathOf(Origin::Input, input.name);
    }
    for (const Parameter &parameter : job.parameters) {
        if (!isNameOf(parameter.name, option, arguments))
            continue;
        if (parameter.isFlag || parameter.isList || parameter.values.size() != 1)
            return ScriptValue();
        return parameterValue(parameter.name, resolvedValues(job, parameter).value(0), option.type);
    }
    for (qsizetype i = 0; i < launch.words.size(); ++i) {
        const QString &word = launch.words[i];
        if (!word.startsWith("--"_L1) || !isNameOf(word.section(u'=', 0, 0).mid(2), option, arguments))
            continue;
        const QString value = word.contains(u'=') ? word.section(u'=', 1) : launch.words.value(i + 1);
        return value.isEmpty() || value.contains(QChar(1)) ? ScriptValue() : parameterValue(option.destination, value, option.type);
    }
    if (launch.hasUnknownWords || launch.handlesArguments || launch.notForwarded)
        return ScriptValue(); // perhaps it is given
    return std::nullopt;
}

bool isProvided(const QStringList &patterns, const QString &name)
{
    return std::any_of(patterns.begin(), patterns.end(),
                       [&name](const QString &pattern) { return pattern.endsWith(u'*') ? name.startsWith(QStringView(pattern).chopped(1)) : pattern == name; });
}

std::optional<ScriptValue> variableValue(const PreflightContext &context, const LaunchTrace &launch, const QString &name)
{
    const Job &job = context.job();
    for (const JobOutput &output : job.outputs) {
        if (output.pass == PassMode::Environment && output.name == name)
            return pathOf(Origin::Output, name);
    }
    for (const JobInput &input : job.inputs) {
        if (input.pass == PassMode::Environment && input.name == name)
            return pathOf(Origin::Input, name);
    }
    for (const auto &[variable, value] : job.environmentVariables) {
        if (variable == name)
            return parameterValue(name, resolveReferences(job, value), u"str"_s);
    }
    static const QStringList always{u"HOME"_s, u"PATH"_s, u"USER"_s, u"PWD"_s, u"HOSTNAME"_s, u"TMPDIR"_s, u"RANK"_s, u"LOCAL_RANK"_s, u"WORLD_SIZE"_s};
    if (launch.variables.contains(name) || always.contains(name) || isProvided(context.facts.providedVariables, name))
        return ScriptValue();
    return std::nullopt;
}

} // namespace

ScriptAnalysis analyseScript(const PreflightContext &context)
{
    ScriptAnalysis analysis;
    const QString directory = codeDirectory(context);
    if (directory.isEmpty() || !QFileInfo(directory).isDir())
        return analysis;
    analysis.launch = traceLaunch(context.job(), directory);
    analysis.scan = scanJobScript(context, analysis.launch.entry);
    if (!analysis.files())
        return analysis;
    const LaunchTrace &launch = analysis.launch;
    GivenValues given;
    given.option = [&](const ScriptOption &option, const ScriptArguments &arguments) { return optionValue(context, launch, option, arguments); };
    given.variable = [&](const QString &name) { return variableValue(context, launch, name); };
    analysis.reading = readScript(*analysis.files(), launch.entry, given);
    return analysis;
}

QString fileInCode(const PreflightContext &context, const ScriptAnalysis &script, const ScriptValue &path)
{
    if (!path.is(Kind::Text) || path.isPartial || path.origin == Origin::Input || path.origin == Origin::Output || path.text.startsWith(u'/') || path.text.isEmpty())
        return {};
    QString folder;
    if (path.origin == Origin::OwnFile)
        folder = path.file.contains(u'/') ? path.file.section(u'/', 0, -2) : QString();
    else
        folder = script.launch.startFolder.value_or(QString());
    const QString directory = codeDirectory(context);
    const QString file = QDir::cleanPath(directory + u'/' + folder + u'/' + path.text);
    return file.startsWith(directory + u'/') && QFileInfo::exists(file) ? file : QString();
}

std::optional<ScriptArguments> scriptArguments(const ScriptAnalysis &analysis)
{
    if (!analysis.reading || analysis.reading->uses.isEmpty())
        return std::nullopt;
    ScriptArguments all = analysis.reading->parsers.value(analysis.reading->uses.first().parser);
    for (const ParserUse &use : analysis.reading->uses.mid(1))
        all.options += analysis.reading->parsers.value(use.parser).options;
    return all;
}

} // namespace Trainyard
