#include "services/records/runcomparison.h"

#include "models/job/jobdocument.h"
#include "models/job/jobschema.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RunComparison)
};

using Pairs = QList<std::pair<QString, QString>>;

/// Every value of a job, by its key.
Pairs valuesOf(Job job)
{
    Pairs values;
    // Asking for a key of a section that is left out makes the section: a copy of the job is asked.
    for (const SchemaField &field : jobSchema().fields) {
        const QString &key = field.key.path;
        const Slot slot = field.slot(&job);
        if (const std::optional<ScalarValue> value = currentScalar(slot))
            values.append({key, scalarText(field.key, *value)});
        else if (auto *const *texts = std::get_if<QStringList *>(&slot))
            values.append({key, (*texts)->join(QStringLiteral(", "))});
        else if (auto *const *optionalTexts = std::get_if<std::optional<QStringList> *>(&slot))
            values.append({key, (*optionalTexts)->value_or(QStringList()).join(QStringLiteral(", "))});
        else if (auto *const *pairs = std::get_if<TextPairs *>(&slot))
            for (const auto &[name, value] : **pairs)
                values.append({key + u'.' + name, value});
        else if (auto *const *parameters = std::get_if<QList<Parameter> *>(&slot))
            for (const Parameter &parameter : **parameters)
                values.append({key + u'.' + parameter.name, parameter.isFlag ? QStringLiteral("--") + parameter.name : parameter.text()});
    }
    for (const JobInput &input : job.inputs)
        values.append({QStringLiteral("inputs: %1").arg(input.name), input.source});
    for (const JobOutput &output : job.outputs)
        values.append({QStringLiteral("outputs: %1").arg(output.name), output.destination});
    return values;
}

Pairs recordOf(const Run &run)
{
    Pairs values;
    for (const VersionRecord &version : run.record.versions)
        values.append({version.name, version.value});
    values.append({Text::tr("code"), run.record.codeHash.left(12)});
    values.append({Text::tr("commit"), run.record.gitCommit.left(12)});
    return values;
}

/// Rows for what differs, in the order of first appearance.
QList<ComparisonRow> differences(const QList<Pairs> &all)
{
    QList<ComparisonRow> rows;
    for (qsizetype run = 0; run < all.size(); ++run) {
        for (const auto &[what, value] : all.at(run)) {
            auto row = std::find_if(rows.begin(), rows.end(), [&](const ComparisonRow &known) { return known.what == what; });
            if (row == rows.end())
                row = rows.insert(rows.end(), {what, QStringList(all.size(), QString())});
            row->values[run] = value;
        }
    }
    rows.removeIf([](const ComparisonRow &row) { return row.values.count(row.values.first()) == row.values.size(); });
    return rows;
}

Pairs outcomeOf(const Run &run, const QDateTime &now)
{
    const QLocale locale;
    const std::optional<Milliseconds> duration = run.duration(now);
    const std::optional<double> cost = run.cost(now);
    return {{Text::tr("state"), displayRunState(run.status.state)},
            {Text::tr("best metric"), run.bestMetric ? run.bestMetricName + u' ' + displayNumber(*run.bestMetric) : QString()},
            {Text::tr("step"), run.step ? locale.toString(*run.step) : QString()},
            {Text::tr("duration"), duration ? displayDuration(*duration) : QString()},
            {Text::tr("cost"), cost ? locale.toString(*cost, 'f', 2) : QString()}};
}

} // namespace

QList<ComparisonRow> compareRuns(const QList<Run> &runs, const QDateTime &now)
{
    QList<ComparisonRow> rows;
    QList<Pairs> jobs;
    QList<Pairs> records;
    for (const Run &run : runs) {
        const Pairs outcome = outcomeOf(run, now);
        for (qsizetype i = 0; i < outcome.size(); ++i) {
            if (rows.size() <= i)
                rows.append({outcome.at(i).first, {}});
            rows[i].values.append(outcome.at(i).second);
        }
        jobs.append(valuesOf(readJobFile(run.directory + QStringLiteral("/job.yaml")).job));
        records.append(recordOf(run));
    }
    return rows + differences(jobs) + differences(records);
}

} // namespace Trainyard
