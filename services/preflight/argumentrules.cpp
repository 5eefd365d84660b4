#include "services/preflight/argumentrules.h"

#include "models/common/units.h"
#include "services/preflight/argumentmatch.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ArgumentRules)
};

/// One thing that the script is given.
struct Source
{
    enum class Kind { Parameter, Input, Output, Injected };
    Kind kind = Kind::Parameter;
    QString name;
    QString key; ///< in job.yaml
};

/// The command line, word for word, and what each word is of.
struct CommandLine
{
    QList<Source> sources;
    QList<CommandWord> words;

    void add(const PreflightContext &context, const Source &source, const QStringList &values, bool isUnknown)
    {
        const int index = int(sources.size());
        sources.append(source);
        if (context.facts.argumentStyle == PlatformFacts::ArgumentStyle::EqualSign && values.size() == 1) {
            words.append({u"--"_s + source.name + u'=' + values.first(), index, isUnknown});
            words.last().isUnknown = false;
            if (isUnknown)
                words.last().text = u"--"_s + source.name + u"=\u0001"_s;
            return;
        }
        words.append({u"--"_s + source.name, index, false});
        for (const QString &value : values)
            words.append({value, index, isUnknown});
    }
};

CommandLine commandLineOf(const PreflightContext &context, const LaunchTrace &launch)
{
    const Job &job = context.job();
    CommandLine line;
    for (const QString &word : launch.words)
        line.words.append({word, -1, false});
    for (const Parameter &parameter : job.parameters) {
        if (parameter.isList && parameter.values.isEmpty())
            continue;
        line.add(context, {Source::Kind::Parameter, parameter.name, u"parameters."_s + parameter.name}, parameter.isFlag ? QStringList() : resolvedValues(job, parameter), false);
    }
    for (qsizetype i = 0; i < job.inputs.size(); ++i) {
        if (job.inputs[i].pass == PassMode::Argument)
            line.add(context, {Source::Kind::Input, job.inputs[i].name, u"inputs[%1].name"_s.arg(i)}, {job.inputs[i].source}, true);
    }
    for (qsizetype i = 0; i < job.outputs.size(); ++i) {
        if (job.outputs[i].pass == PassMode::Argument)
            line.add(context, {Source::Kind::Output, job.outputs[i].name, u"outputs[%1].name"_s.arg(i)}, {job.outputs[i].destination}, true);
    }
    for (const QString &name : context.facts.injectedArguments)
        line.add(context, {Source::Kind::Injected, name, {}}, {u"1"_s}, true);
    return line;
}

QString entryKey(const PreflightContext &context)
{
    return context.job().code.command.isEmpty() ? u"code.boot_file"_s : u"code.command"_s;
}

QString bareName(const ScriptOption &option)
{
    QString best = option.names.first();
    for (const QString &name : option.names)
        best = name.startsWith("--"_L1) && !best.startsWith("--"_L1) ? name : best;
    return best.startsWith("--"_L1) ? best.mid(2) : best.startsWith(u'-') ? best.mid(1) : best;
}

QStringList allNames(const ScriptArguments &arguments)
{
    QStringList names;
    for (const ScriptOption &option : arguments.options) {
        if (option.action == ScriptOption::Action::Special)
            continue;
        for (const QString &name : option.names) {
            if (name.startsWith("--"_L1) || arguments.options.size() < 2)
                names.append(name.mid(2));
        }
    }
    return names;
}

/// Spelt otherwise, or cut short: `train_batch_size`, `lr`.
QString nearestName(const QString &name, const QStringList &known)
{
    const auto plain = [](QString text) { return text.remove(u'-').remove(u'_').remove(u'.').toLower(); };
    for (const QString &candidate : known) {
        if (plain(candidate) == plain(name))
            return candidate;
    }
    static const QList<QStringList> synonyms{{u"lr"_s, u"learningrate"_s, u"learnrate"_s, u"baselr"_s}, {u"bs"_s, u"batchsize"_s, u"batch"_s, u"trainbatchsize"_s},
                                             {u"epochs"_s, u"numepochs"_s, u"nepochs"_s, u"epoch"_s, u"numtrainepochs"_s}, {u"wd"_s, u"weightdecay"_s},
                                             {u"workers"_s, u"numworkers"_s}, {u"outputdir"_s, u"trainurl"_s, u"output"_s, u"savedir"_s}, {u"datadir"_s, u"dataurl"_s, u"data"_s, u"datapath"_s}};
    for (const QStringList &words : synonyms) {
        if (!words.contains(plain(name)))
            continue;
        for (const QString &candidate : known) {
            if (words.contains(plain(candidate)))
                return candidate;
        }
    }
    return nearestWord(name, known);
}

QString knownNames(const QStringList &names)
{
    constexpr qsizetype most = 12;
    const QString list = QStringList(names.mid(0, most)).join(u", "_s);
    return names.size() > most ? Text::tr("%1 and %n more", nullptr, int(names.size() - most)).arg(list) : list;
}

class ArgumentCheck
{
public:
    ArgumentCheck(const PreflightContext &context, const ScriptAnalysis &script)
        : m_context(context)
        , m_script(script)
        , m_line(commandLineOf(context, script.launch))
        , m_entry(shownPath(context, codeDirectory(context) + u'/' + script.launch.entry))
    {
    }

    CheckReport check()
    {
        checkRanges();
        const bool givesAnything = !m_line.sources.isEmpty();
        if (const auto &fault = m_script.launch.notForwarded; fault && givesAnything) {
            addNotForwarded(*fault);
            return m_report;
        }
        if (!m_script.scan || !givesAnything)
            return m_report;
        if (!m_script.files()) {
            m_report.notChecked.append({Text::tr("The arguments of %1").arg(m_entry), m_script.scan->error().message});
            return m_report;
        }
        if (m_script.launch.handlesArguments)
            addUndecided(Text::tr("the shell script takes the arguments apart itself"), {});
        else if (!m_script.reading->uses.isEmpty())
            checkParsers();
        else
            checkWithoutParser();
        return m_report;
    }

private:
    Place placeOf(const Source &source) const { return m_context.document.place(source.key.isEmpty() ? entryKey(m_context) : source.key); }

    void addNotForwarded(const LaunchTrace::Fault &fault)
    {
        const Place place = fault.file.isEmpty() ? m_context.document.place(u"code.command"_s)
                                                 : Place{shownPath(m_context, codeDirectory(m_context) + u'/' + fault.file), fault.line, QString()};
        m_report.findings.append(errorFinding("arguments.not-forwarded", place,
                                              fault.file.isEmpty() ? Text::tr("The job's arguments are appended at the end of the command and do not reach %1.").arg(fault.call)
                                                                   : Text::tr("%1 is started without the arguments of the job: none of them would reach it.").arg(fault.call),
                                              Text::tr("Add \"$@\" behind %1.").arg(fault.call)));
    }

    void addUndecided(const QString &why, const QStringList &names)
    {
        const QString message = names.isEmpty() ? Text::tr("Whether %1 takes the job's arguments cannot be told by reading: %2.").arg(m_entry, why)
                                                : Text::tr("Whether %1 takes %2 cannot be told by reading: %3.").arg(m_entry, names.join(u", "_s), why);
        m_report.findings.append(infoFinding("arguments.undecided", {m_entry, std::nullopt, QString()}, message, Text::tr("Ask the script itself: run it with --help.")));
    }

    void checkParsers()
    {
        const ScriptReading &reading = *m_script.reading;
        const bool wordsAreAll = !m_script.launch.hasUnknownWords;
        QList<ArgumentMatch> matches;
        QStringList names;
        QString undecided = reading.isComplete ? reading.undecided : Text::tr("not all of its files could be read");
        bool isStrict = false;
        for (const ParserUse &use : reading.uses) {
            const ScriptArguments &arguments = reading.parsers[use.parser];
            matches.append(matchArguments(arguments, m_line.words, wordsAreAll));
            names += allNames(arguments);
            for (const auto &[name, command] : arguments.commands)
                names += allNames(command);
            isStrict = isStrict || !arguments.toleratesUnknown;
            if (!arguments.undecided.isEmpty())
                undecided = Text::tr("%1 may add more").arg(arguments.undecided);
        }
        names.removeDuplicates();
        QStringList undecidedNames;
        QSet<QString> told;
        for (const ArgumentMatch &match : matches) {
            for (const ArgumentProblem &problem : match.problems) {
                const bool isKnownElsewhere = problem.source >= 0 && std::any_of(matches.begin(), matches.end(), [&](const ArgumentMatch &other) { return other.received.contains(problem.source); });
                const QString id = u"%1 %2 %3"_s.arg(int(problem.kind)).arg(problem.source).arg(problem.name);
                if (told.contains(id))
                    continue;
                told.insert(id);
                if (problem.kind == ArgumentProblem::Kind::Unrecognized) {
                    if (isKnownElsewhere)
                        continue;
                    if (!undecided.isEmpty() && problem.source >= 0)
                        undecidedNames.append(problem.name);
                    else if (undecided.isEmpty())
                        addUnrecognized(problem, names, isStrict, isOverrides(reading));
                } else {
                    addProblem(problem);
                }
            }
        }
        if (!undecidedNames.isEmpty())
            addUndecided(undecided, undecidedNames);
    }

    static bool isOverrides(const ScriptReading &reading)
    {
        return std::any_of(reading.uses.begin(), reading.uses.end(), [&](const ParserUse &use) { return reading.parsers[use.parser].style == ScriptArguments::Style::Overrides; });
    }

    void addUnrecognized(const ArgumentProblem &problem, const QStringList &names, bool isStrict, bool isOverrides)
    {
        const QString nearest = nearestName(problem.name, names);
        const QString known = knownNames(names);
        const QString fix = isOverrides          ? Text::tr("Write it into code.command as %1=VALUE; the script takes no --%1.").arg(problem.name)
                            : !nearest.isEmpty() ? Text::tr("Did you mean “%1”? The script takes %2.").arg(nearest, known)
                            : known.isEmpty()    ? Text::tr("Remove it, or define it in the script.")
                                                 : Text::tr("Remove it, or define it in the script. It takes %1.").arg(known);
        if (problem.source < 0) {
            if (isStrict)
                m_report.findings.append(errorFinding("arguments.unrecognized", m_context.document.place(entryKey(m_context)),
                                                      Text::tr("The call of %1 says --%2, which the script does not know.").arg(m_entry, problem.name), fix));
            return;
        }
        const Source &source = m_line.sources[problem.source];
        if (source.kind == Source::Kind::Parameter && isStrict) {
            m_report.findings.append(errorFinding("arguments.unrecognized", placeOf(source),
                                                  Text::tr("%1 does not know the argument --%2 and would stop.").arg(m_entry, problem.name), fix));
        } else if (source.kind == Source::Kind::Parameter) {
            m_report.findings.append(errorFinding("arguments.ignored", placeOf(source),
                                                  Text::tr("Nothing in %1 receives --%2: it would be dropped, and the script's own value used.").arg(m_entry, problem.name), fix));
        } else if (isStrict) {
            m_report.findings.append(errorFinding("arguments.platform-injected", placeOf(source),
                                                  source.kind == Source::Kind::Injected
                                                      ? Text::tr("The platform adds --%2 by itself, which %1 does not know: it would stop.").arg(m_entry, problem.name)
                                                      : Text::tr("--%2 is passed with its path, but %1 does not know it and would stop.").arg(m_entry, problem.name),
                                                  !nearest.isEmpty() && source.kind != Source::Kind::Injected
                                                      ? Text::tr("Define --%1 in the script, name it “%2” in the job, or parse with parse_known_args.").arg(problem.name, nearest)
                                                      : Text::tr("Define --%1 in the script, or parse with parse_known_args.").arg(problem.name)));
        }
    }

    Place placeOf(const ArgumentProblem &problem) const
    {
        return problem.source < 0 ? m_context.document.place(entryKey(m_context)) : placeOf(m_line.sources[problem.source]);
    }

    void addProblem(const ArgumentProblem &problem)
    {
        using Kind = ArgumentProblem::Kind;
        const ScriptOption &option = problem.option;
        const QString shown = problem.source >= 0 ? m_line.sources[problem.source].name : problem.name;
        switch (problem.kind) {
        case Kind::Ambiguous:
            m_report.findings.append(errorFinding("arguments.ambiguous", placeOf(problem), Text::tr("--%1 could be %2: the script would stop.").arg(problem.name, problem.candidates.join(u", "_s)),
                                                  Text::tr("Write the whole name.")));
            return;
        case Kind::MissingRequired:
            m_report.findings.append(errorFinding("arguments.missing-required", m_context.document.place(u"parameters."_s + bareName(option)),
                                                  Text::tr("%1 needs %2, and the job does not give it (line %3).").arg(m_entry, option.isPositional ? bareName(option) : u"--"_s + bareName(option)).arg(option.line),
                                                  option.isPositional ? Text::tr("Name it in code.command, or make it an option of the script.")
                                                                      : Text::tr("Add %1 to parameters, or name an input or output so.").arg(bareName(option))));
            return;
        case Kind::TypeLost:
            m_report.findings.append(errorFinding("arguments.type-lost", placeOf(problem), typeLostText(option, shown, problem.value), typeLostFix(option)));
            return;
        default:
            break;
        }
        if (problem.kind == Kind::InvalidValue && option.choices && option.type != "int"_L1 && option.type != "float"_L1) {
            m_report.findings.append(errorFinding("arguments.invalid-value", placeOf(problem), Text::tr("--%1 is “%2”, but the script takes only %3.").arg(shown, problem.value, knownNames(*option.choices)),
                                                  choiceFix(problem.value, *option.choices)));
            return;
        }
        m_report.findings.append(errorFinding("arguments.invalid-value", placeOf(problem), invalidText(problem, shown), invalidFix(problem)));
    }

    static QString choiceFix(const QString &value, const QStringList &choices)
    {
        const QString nearest = nearestWord(value, choices);
        return nearest.isEmpty() ? Text::tr("Choose one of %1.").arg(knownNames(choices)) : Text::tr("Did you mean “%1”?").arg(nearest);
    }

    static QString typeLostText(const ScriptOption &option, const QString &name, const QString &value)
    {
        if (option.type == "list"_L1)
            return Text::tr("--%1 has type=list, which takes “%2” apart into single characters.").arg(name, value);
        if (option.action == ScriptOption::Action::Switch)
            return Text::tr("--%1 turns the switch on; the “%2” behind it is a word of its own that changes nothing.").arg(name, value);
        return Text::tr("--%1 is “%2”, but any text counts as true there: the script would get True.").arg(name, value);
    }

    static QString typeLostFix(const ScriptOption &option)
    {
        if (option.type == "list"_L1)
            return Text::tr("Use nargs=\"+\" in the script, and a list in the job.");
        if (option.type == "fire-bool"_L1)
            return Text::tr("Write False, with a capital letter.");
        if (option.action == ScriptOption::Action::Switch)
            return Text::tr("Give it as no%1 without a value.").arg(bareName(option));
        return Text::tr("Leave it out, or give the script a type function that understands false (line %1).").arg(option.line);
    }

    static QString invalidText(const ArgumentProblem &problem, const QString &name)
    {
        const ScriptOption &option = problem.option;
        if (problem.kind == ArgumentProblem::Kind::WrongCount) {
            if (option.action != ScriptOption::Action::Store)
                return Text::tr("--%1 is a flag and takes no value, but “%2” is given: the script would stop.").arg(name, problem.value);
            if (problem.value.isEmpty())
                return Text::tr("--%1 needs a value, and none is given.").arg(name);
            return Text::tr("--%1 is given “%2”, which is not the number of values that it takes (%3).").arg(name, problem.value, option.valueCount.isEmpty() ? u"1"_s : option.valueCount);
        }
        if (option.minimum || option.maximum) {
            const auto number = [](const std::optional<double> &value) { return value ? QString::number(*value) : u"…"_s; };
            return Text::tr("--%1 is %2, but the script takes %3 to %4.").arg(name, problem.value, number(option.minimum), number(option.maximum));
        }
        if (option.choices)
            return Text::tr("--%1 is “%2”, but the script takes only %3.").arg(name, problem.value, knownNames(*option.choices));
        if (option.type == "int"_L1)
            return Text::tr("--%1 is “%2”, which the script cannot read as a whole number.").arg(name, problem.value);
        if (option.type == "float"_L1)
            return Text::tr("--%1 is “%2”, which the script cannot read as a number.").arg(name, problem.value);
        return Text::tr("--%1 is “%2”, which the script cannot read as true or false.").arg(name, problem.value);
    }

    static QString invalidFix(const ArgumentProblem &problem)
    {
        const ScriptOption &option = problem.option;
        if (problem.kind == ArgumentProblem::Kind::WrongCount && option.action != ScriptOption::Action::Store)
            return Text::tr("Write “%1: null” for the bare flag, or leave it out.").arg(problem.name);
        if (option.type == "int"_L1 && problem.value.toDouble() == double(qint64(problem.value.toDouble())) && problem.value.toDouble() != 0)
            return Text::tr("Write %1.").arg(qint64(problem.value.toDouble()));
        if (option.valueCount == u'+' || option.valueCount == u'*' || option.valueCount.toInt() > 1)
            return Text::tr("Give a list: [2, 3].");
        return Text::tr("Give a value that line %1 of %2 accepts.").arg(option.line).arg(option.file);
    }

    /// Batches, epochs and rates that no training can use, by their common names.
    void checkRanges()
    {
        static const QRegularExpression counts(u"^(?:.*_)?(?:batch_?size|epochs?|num_epochs|num_train_epochs|steps|max_epochs|num_steps|train_steps|total_steps|max_steps|bs|batch)$"_s);
        static const QRegularExpression workers(u"^(?:.*_)?(?:workers|num_workers|n_workers)$"_s);
        static const QRegularExpression rates(u"^(?:lr|learning_rate|base_lr|lr0|learningrate)$"_s);
        static const QRegularExpression mayBeZero(u"warmup|save|log|eval|resume|start|decay|accum|every|test|val|patience"_s);
        for (const Parameter &parameter : m_context.job().parameters) {
            bool isNumber = false;
            const double value = parameter.values.size() == 1 ? resolvedValues(m_context.job(), parameter).value(0).toDouble(&isNumber) : 0;
            const QString name = QString(parameter.name).replace(u'-', u'_').toLower();
            if (!isNumber)
                continue;
            const Place place = m_context.document.place(u"parameters."_s + parameter.name);
            const bool isOpenEnd = value == -1 && (name == "max_steps"_L1 || name == "max_epochs"_L1 || name == "batch"_L1);
            const auto add = [&](const QString &message, const QString &fix) { m_report.findings.append(errorFinding("arguments.out-of-range", place, message, fix)); };
            if (counts.match(name).hasMatch() && !mayBeZero.match(name).hasMatch() && value <= 0 && !isOpenEnd)
                add(Text::tr("%1 is %2: nothing would be trained.").arg(parameter.name, parameter.values.first()), Text::tr("Give a number of 1 or more."));
            else if (workers.match(name).hasMatch() && value < 0)
                add(Text::tr("%1 is %2: there cannot be fewer than none.").arg(parameter.name, parameter.values.first()), Text::tr("Give 0 or more."));
            else if (rates.match(name).hasMatch() && value <= 0)
                add(Text::tr("%1 is %2: the model would not learn.").arg(parameter.name, parameter.values.first()), Text::tr("Give a rate above 0, such as 0.001."));
            else if (rates.match(name).hasMatch() && value > 1)
                m_report.findings.append(warningFinding("arguments.out-of-range", place, Text::tr("%1 is %2, which is far above what optimizers use.").arg(parameter.name, parameter.values.first()),
                                                        Text::tr("Rates lie between 0.000001 and 1.")));
        }
    }

    /// A script that asks for no arguments at all.
    void checkWithoutParser()
    {
        const ScriptReading &reading = *m_script.reading;
        QStringList names;
        for (const Source &source : m_line.sources) {
            if (source.kind == Source::Kind::Parameter)
                names.append(source.name);
        }
        if (names.isEmpty())
            return;
        static const QRegularExpression reader(u"argv|arg_?pars|parse_|args|cli\\b|flags|click|typer|fire|hydra|docopt|config|options|\\?\\.(?:main|run|parse|launch)"_s,
                                               QRegularExpression::CaseInsensitiveOption);
        const bool mayBeRead = std::any_of(reading.calls.begin(), reading.calls.end(), [](const ScriptCall &call) { return call.callee.contains(reader); });
        if (reading.readsCommandLine || mayBeRead || !reading.undecided.isEmpty() || !reading.isComplete) {
            addUndecided(reading.undecided.isEmpty() ? Text::tr("it reads its arguments in a way of its own") : Text::tr("%1 reads them").arg(reading.undecided), {});
            return;
        }
        for (const Source &source : std::as_const(m_line.sources)) {
            if (source.kind != Source::Kind::Parameter)
                continue;
            m_report.findings.append(errorFinding("arguments.ignored", placeOf(source), Text::tr("%1 reads no arguments: --%2 would reach nobody.").arg(m_entry, source.name),
                                                  Text::tr("Read it in the script with argparse, or remove it.")));
        }
    }

    const PreflightContext &m_context;
    const ScriptAnalysis &m_script;
    CommandLine m_line;
    QString m_entry;
    CheckReport m_report;
};

} // namespace

CheckReport argumentRules(const PreflightContext &context, const ScriptAnalysis &script)
{
    if (context.job().code.bootFile.isEmpty() && context.job().code.command.isEmpty())
        return {};
    return ArgumentCheck(context, script).check();
}

} // namespace Trainyard
