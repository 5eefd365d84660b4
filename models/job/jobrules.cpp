#include "models/job/jobrules.h"

#include "models/common/units.h"
#include "models/job/jobschema.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(JobRules)
};

constexpr qsizetype longestName = 100;

/// Which of @p keys are in the file; the reader leaves out those with nothing behind them.
QStringList given(const JobDocument &document, const QStringList &keys)
{
    QStringList present;
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(present), [&](const QString &key) { return document.lines.contains(key); });
    return present;
}

/// Exactly one of @p keys under @p parent.
Findings checkExactlyOne(const JobDocument &document, const QString &parent, const QStringList &names)
{
    QStringList keys;
    for (const QString &name : names)
        keys.append(parent + u'.' + name);
    const QStringList present = given(document, keys);
    const QString all = names.join(QStringLiteral(", "));
    if (present.size() == 1)
        return {};
    if (present.isEmpty()) {
        return {errorFinding("job.missing-key", document.place(parent), Text::tr("%1 names none of %2.").arg(parent, all),
                             Text::tr("Add one of %1 to %2.").arg(all, parent))};
    }
    return {errorFinding("job.conflicting-keys", document.place(parent),
                         Text::tr("%1 stand together, but only one of them can count.").arg(present.join(QStringLiteral(", "))),
                         Text::tr("Keep one of %1.").arg(present.join(QStringLiteral(", "))))};
}

Finding invalidName(const JobDocument &document, const QString &key, const QString &problem, const QString &fix)
{
    return errorFinding("job.invalid-value", document.place(key), problem, fix);
}

Findings checkCode(const JobDocument &document)
{
    const auto isAboutCode = [](const Finding &finding) { return finding.where.key == u"code"; };
    if (!document.lines.contains(QStringLiteral("code")) || std::any_of(document.findings.begin(), document.findings.end(), isAboutCode))
        return {};
    Findings findings = checkExactlyOne(document, QStringLiteral("code"),
                                        {QStringLiteral("boot_file"), QStringLiteral("command"), QStringLiteral("preset")});
    const bool hasPreset = document.lines.contains(QStringLiteral("code.preset"));
    if (!hasPreset && !document.lines.contains(QStringLiteral("code.directory"))) {
        Place place = document.place(QStringLiteral("code"));
        place.key = QStringLiteral("code.directory");
        findings.append(errorFinding("job.missing-key", place, Text::tr("code.directory is missing: only a preset needs no code."),
                                     Text::tr("Add code.directory with the folder that holds the script.")));
    }
    return findings;
}

/// Other names are fine, but one that is nearly a known one is a slip.
Findings checkSpelling(const JobDocument &document, const QString &key, const QString &value)
{
    const int mostSlips = value.size() < 6 ? 1 : 2;
    const QStringList known = jobKey(key)->choices;
    const QString nearest = nearestWord(value, known);
    if (value.isEmpty() || known.contains(value) || nearest.isEmpty() || editDistance(nearest, value.toLower()) > mostSlips)
        return {};
    return {warningFinding("job.invalid-value", document.place(key), Text::tr("%1 is “%2”, which Trainyard does not know.").arg(key, value),
                           Text::tr("Did you mean “%1”? Known are %2.").arg(nearest, known.join(QStringLiteral(", "))))};
}

Findings checkModel(const JobDocument &document)
{
    if (!document.job.model)
        return {};
    const Job::Model &model = *document.job.model;
    return checkExactlyOne(document, QStringLiteral("model"),
                           {QStringLiteral("torchscript"), QStringLiteral("architecture"), QStringLiteral("transformers_config")})
        + checkSpelling(document, QStringLiteral("model.architecture"), model.architecture) + checkSpelling(document, QStringLiteral("model.loss"), model.loss)
        + checkSpelling(document, QStringLiteral("model.task"), model.task);
}

struct NamedPlace
{
    QString name;
    QString key;
    PassMode pass;
};

QList<NamedPlace> inputsAndOutputs(const Job &job)
{
    QList<NamedPlace> places;
    for (qsizetype i = 0; i < job.inputs.size(); ++i)
        places.append({job.inputs[i].name, QStringLiteral("inputs[%1].name").arg(i), job.inputs[i].pass});
    for (qsizetype i = 0; i < job.outputs.size(); ++i)
        places.append({job.outputs[i].name, QStringLiteral("outputs[%1].name").arg(i), job.outputs[i].pass});
    return places;
}

Findings checkPlaceNames(const JobDocument &document)
{
    Findings findings;
    QHash<QString, QString> seen; // name -> key
    for (const NamedPlace &place : inputsAndOutputs(document.job)) {
        if (place.name.isEmpty())
            continue;
        const QString problem = place.pass == PassMode::Environment ? variableNameProblem(place.name) : argumentNameProblem(place.name);
        if (!problem.isEmpty())
            findings.append(invalidName(document, place.key, problem, Text::tr("Rename it, for example to data_url.")));
        if (seen.contains(place.name)) {
            findings.append(invalidName(document, place.key, Text::tr("“%1” is the name of %2 as well.").arg(place.name, seen.value(place.name)),
                                        Text::tr("Give each input and output a name of its own.")));
        } else if (place.pass == PassMode::Argument && document.job.parameter(place.name)) {
            findings.append(invalidName(document, place.key, Text::tr("“%1” is a parameter as well; the script would get --%1 twice.").arg(place.name),
                                        Text::tr("Remove the parameter %1, or rename one of the two.").arg(place.name)));
        }
        seen.insert(place.name, place.key);
    }
    return findings;
}

Findings checkOtherNames(const JobDocument &document)
{
    Findings findings;
    const Job &job = document.job;
    if (const QString problem = jobNameProblem(job.name); !job.name.isEmpty() && !problem.isEmpty())
        findings.append(invalidName(document, QStringLiteral("name"), problem, Text::tr("Use letters, digits, “-”, “_” and “.”, such as my-first-run.")));
    for (const Parameter &parameter : job.parameters) {
        if (const QString problem = argumentNameProblem(parameter.name); !problem.isEmpty()) {
            findings.append(invalidName(document, QStringLiteral("parameters.") + parameter.name, problem,
                                        Text::tr("Write the name as the script defines it, without leading “--”.")));
        }
    }
    for (const auto &[name, value] : job.environmentVariables) {
        if (const QString problem = variableNameProblem(name); !problem.isEmpty()) {
            findings.append(invalidName(document, QStringLiteral("environment_variables.") + name, problem,
                                        Text::tr("Use letters, digits and “_”, such as OMP_NUM_THREADS.")));
        }
    }
    return findings;
}

Findings checkLogPatterns(const JobDocument &document)
{
    Findings findings;
    for (qsizetype i = 0; i < document.job.logPatterns.size(); ++i) {
        const LogPattern &pattern = document.job.logPatterns[i];
        const QString key = QStringLiteral("logs.patterns[%1].pattern").arg(i);
        if (const std::optional<LogPatternProblem> problem = problemOf(pattern); problem && !pattern.pattern.isEmpty())
            findings.append(invalidName(document, key, problem->message, problem->fix));
    }
    return findings;
}

Findings checkNeeds(const JobDocument &document)
{
    Findings findings;
    const QString outputs = QStringLiteral("outputs");
    const auto isAboutOutputs = [&outputs](const Finding &finding) { return finding.where.key == outputs; };
    const bool isReported = std::any_of(document.findings.begin(), document.findings.end(), isAboutOutputs);
    if (document.job.outputs.isEmpty() && document.lines.contains(outputs) && !isReported) {
        findings.append(errorFinding("job.missing-key", document.place(outputs), Text::tr("outputs is empty: nothing the job makes would be kept."),
                                     Text::tr("Add an output, such as {name: train_url, destination: output}.")));
    }
    return findings;
}

} // namespace

QString jobNameProblem(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("^[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}._-]*$"), QRegularExpression::UseUnicodePropertiesOption);
    if (name.size() > longestName)
        return Text::tr("The job's name is longer than %n characters; it names folders.", nullptr, int(longestName));
    if (!pattern.match(name).hasMatch() || name.endsWith(u'.'))
        return Text::tr("The job's name “%1” cannot name a folder and an argument.").arg(name.simplified());
    return QString();
}

QString argumentNameProblem(const QString &name)
{
    static const QRegularExpression forbidden(QStringLiteral("[\\s=\"'`\\\\\\x00-\\x1f\\x7f]"));
    if (name.isEmpty())
        return Text::tr("A name is empty.");
    if (name.size() > longestName)
        return Text::tr("The name “%1…” is longer than %2 characters.").arg(name.left(20)).arg(longestName);
    if (name.startsWith(u'-'))
        return Text::tr("The name “%1” starts with a hyphen; the two of --NAME are added by themselves.").arg(name);
    if (forbidden.match(name).hasMatch())
        return Text::tr("The name “%1” cannot be an argument: it holds a blank, a quote, a backslash or “=”.").arg(name.simplified());
    return QString();
}

QString variableNameProblem(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("^[A-Za-z_][A-Za-z0-9_.-]*$"));
    return pattern.match(name).hasMatch() && name.size() <= longestName
        ? QString() : Text::tr("“%1” cannot be the name of an environment variable.").arg(name.left(40).simplified());
}

Findings jobRules(const JobDocument &document)
{
    return checkCode(document) + checkModel(document) + checkPlaceNames(document) + checkOtherNames(document) + checkLogPatterns(document) + checkNeeds(document);
}

} // namespace Trainyard
