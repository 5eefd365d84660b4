#include "models/job/jobedits.h"

#include "models/common/schemareader.h"
#include "models/job/jobdocument.h"
#include "models/job/jobschema.h"

#include <QCoreApplication>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(JobEdits)
};

/// `a.b` and `4` as the text of a file that holds nothing else.
QByteArray fragmentOf(const QString &key, const QString &value)
{
    QString text;
    const QStringList parts = key.split(u'.');
    for (qsizetype depth = 0; depth < parts.size(); ++depth)
        text += QString(depth, u' ') + parts[depth] + (depth + 1 < parts.size() ? QStringLiteral(":\n") : QStringLiteral(": ") + value + u'\n');
    return text.toUtf8();
}

Result<> setKey(Job &job, const QString &key, const QString &value)
{
    const YamlTree tree = parseYaml(fragmentOf(key, value), QString(), 4096);
    const SchemaField *field = jobSchema().field(key);
    SchemaReader reader(jobSchema(), QString());
    if (field && tree.root)
        reader.read(*tree.root, &job);
    const bool isWrong = std::any_of(reader.findings().begin(), reader.findings().end(), [](const Finding &finding) {
        return finding.code != QLatin1String("job.missing-key"); // the rest of the job is in the job
    });
    if (!field || !tree.root || isWrong)
        return Error{Error::Kind::Invalid, Text::tr("%1 cannot be set to %2 here.").arg(key, shownValue(value)), QString()};
    return success();
}

void setParameter(Job &job, const QString &name, const QString &value)
{
    for (Parameter &parameter : job.parameters) {
        if (parameter.name == name)
            parameter.values = {value};
    }
}

/// The parameter that @p key takes its value from, alone: `${parameters.NAME}`.
QString parameterBehind(const Job &job, const QString &key)
{
    const auto reference = std::find_if(job.references.begin(), job.references.end(), [&key](const auto &entry) { return entry.first == key; });
    const QString prefix = QStringLiteral("${parameters.");
    if (reference == job.references.end() || !reference->second.startsWith(prefix) || reference->second.indexOf(u'}') != reference->second.size() - 1)
        return QString();
    return reference->second.mid(prefix.size()).chopped(1);
}

QString textOf(const Job &job, const QString &key)
{
    Job copy = job;
    const SchemaField *field = jobSchema().field(key);
    const std::optional<ScalarValue> value = field ? currentScalar(field->slot(&copy)) : std::nullopt;
    return value ? scalarText(field->key, *value) : QString();
}

Result<> edit(Job &job, const QString &key, const QString &value)
{
    const QString name = key.section(u'.', -1);
    if (const QString parameter = parameterBehind(job, key); !parameter.isEmpty()) {
        setParameter(job, parameter, value);
        for (const auto &[referring, text] : std::as_const(job.references)) {
            if (text.contains(QStringLiteral("${parameters.%1}").arg(parameter)) && referring != key)
                (void)setKey(job, referring, resolveReferences(job, text)); // what no longer fits keeps its value, as after typing
        }
    } else if (const Parameter *same = job.parameter(name); same && !same->isFlag && !same->isList && same->text() == textOf(job, key)) {
        setParameter(job, name, value);
    }
    if (parameterBehind(job, key).isEmpty())
        job.references.removeIf([&key](const auto &entry) { return entry.first == key; });
    return setKey(job, key, value);
}

} // namespace

Result<Job> withEdits(const Job &job, const QList<std::pair<QString, QString>> &edits)
{
    Job edited = job;
    for (const auto &[key, value] : edits) {
        if (const Result<> done = edit(edited, key, value); !done)
            return done.error();
    }
    return edited;
}

} // namespace Trainyard
