#include "widgets/setup/tableforms.h"

#include "models/common/enumtext.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/placesform.h"
#include "widgets/setup/tablefield.h"

#include <QBoxLayout>
#include <QProcess>

namespace Trainyard {

namespace {

constexpr EnumText passTexts{std::array{std::pair{PassMode::Argument, "argument"}, std::pair{PassMode::Environment, "environment"},
                                        std::pair{PassMode::None, "none"}}};
const QString oneValue = QStringLiteral("value");
const QString flagKind = QStringLiteral("flag");
const QString listKind = QStringLiteral("list");

/// `a "b c"`: splits again into the same values.
QString joinedValues(const QStringList &values)
{
    QStringList quoted;
    for (const QString &value : values) {
        const bool needsQuotes = value.isEmpty() || value.contains(u' ') || value.contains(u'"');
        quoted.append(needsQuotes ? u'"' + QString(value).replace(u'"', QLatin1String("\"\"\"")) + u'"' : value);
    }
    return quoted.join(u' ');
}

QStringList rowOf(const Parameter &parameter)
{
    if (parameter.isFlag)
        return {parameter.name, QString(), flagKind};
    if (parameter.isList)
        return {parameter.name, joinedValues(parameter.values), listKind};
    return {parameter.name, parameter.text(), oneValue};
}

Parameter parameterOf(const QStringList &row)
{
    Parameter parameter;
    parameter.name = row.at(0);
    parameter.isFlag = row.at(2) == flagKind;
    parameter.isList = row.at(2) == listKind;
    if (parameter.isList)
        parameter.values = QProcess::splitCommand(row.at(1));
    else if (!parameter.isFlag)
        parameter.values = QStringList{row.at(1)};
    return parameter;
}

using Pairs = QList<std::pair<QString, QString>>;

QList<QStringList> rowsOf(const Pairs &pairs)
{
    QList<QStringList> rows;
    for (const auto &[name, value] : pairs)
        rows.append({name, value});
    return rows;
}

Pairs pairsOf(const QList<QStringList> &rows)
{
    Pairs pairs;
    for (const QStringList &row : rows) {
        if (!row.at(0).isEmpty())
            pairs.append({row.at(0), row.at(1)});
    }
    return pairs;
}

QList<QStringList> inputRows(const Job &job)
{
    QList<QStringList> rows;
    for (const JobInput &input : job.inputs)
        rows.append({input.name, input.source, input.format, passTexts.toText(input.pass)});
    return rows;
}

/// Keeps what the table does not show (access) by the input's name.
QList<JobInput> inputsOf(const QList<QStringList> &rows, const QList<JobInput> &before)
{
    QList<JobInput> inputs;
    for (const QStringList &row : rows) {
        if (row.at(0).isEmpty() && row.at(1).isEmpty())
            continue;
        JobInput input;
        for (const JobInput &old : before) {
            if (old.name == row.at(0))
                input = old;
        }
        input.name = row.at(0);
        input.source = row.at(1);
        input.format = row.at(2);
        input.pass = passTexts.fromText(row.at(3)).value_or(PassMode::Argument);
        inputs.append(input);
    }
    return inputs;
}

QList<QStringList> outputRows(const Job &job)
{
    QList<QStringList> rows;
    for (const JobOutput &output : job.outputs)
        rows.append({output.name, output.destination, passTexts.toText(output.pass)});
    return rows;
}

QList<JobOutput> outputsOf(const QList<QStringList> &rows)
{
    QList<JobOutput> outputs;
    for (const QStringList &row : rows) {
        if (!row.at(0).isEmpty() || !row.at(1).isEmpty())
            outputs.append(JobOutput{.name = row.at(0), .destination = row.at(1), .pass = passTexts.fromText(row.at(2)).value_or(PassMode::Argument)});
    }
    return outputs;
}

const QStringList passChoices{QStringLiteral("argument"), QStringLiteral("environment"), QStringLiteral("none")};

QVBoxLayout *stack(QWidget *parent, std::initializer_list<QWidget *> widgets)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    for (QWidget *widget : widgets)
        layout->addWidget(widget);
    return layout;
}

} // namespace

ParametersForm::ParametersForm(QWidget *parent)
    : Form(parent), m_table(new TableField)
{
    FieldBox *box = addTable(QStringLiteral("parameters"), m_table,
                             [](const Job &job) {
                                 QList<QStringList> rows;
                                 for (const Parameter &parameter : job.parameters)
                                     rows.append(rowOf(parameter));
                                 return rows;
                             },
                             [](Job &job, const QList<QStringList> &rows) {
                                 QList<Parameter> parameters;
                                 for (const QStringList &row : rows) {
                                     if (!row.at(0).isEmpty())
                                         parameters.append(parameterOf(row));
                                 }
                                 job.parameters = parameters;
                             });
    stack(this, {box});
    retranslate();
}

void ParametersForm::retranslate()
{
    m_table->model().setColumns({{tr("Name"), {}, QString()}, {tr("Value"), {}, QString()}, {tr("Kind"), {oneValue, flagKind, listKind}, oneValue}});
}

VariablesForm::VariablesForm(QWidget *parent)
    : Form(parent), m_variables(new TableField), m_versions(new TableField)
{
    FieldBox *variables = addTable(QStringLiteral("environment_variables"), m_variables, [](const Job &job) { return rowsOf(job.environmentVariables); },
                                   [](Job &job, const QList<QStringList> &rows) { job.environmentVariables = pairsOf(rows); });
    FieldBox *versions = addTable(QStringLiteral("environment.versions"), m_versions, [](const Job &job) { return rowsOf(job.environment.versions); },
                                  [](Job &job, const QList<QStringList> &rows) { job.environment.versions = pairsOf(rows); });
    stack(this, {variables, versions});
    retranslate();
}

void VariablesForm::retranslate()
{
    for (TableField *table : {m_variables, m_versions})
        table->model().setColumns({{tr("Name"), {}, QString()}, {tr("Value"), {}, QString()}});
}

InputsForm::InputsForm(QWidget *parent)
    : Form(parent), m_inputs(new TableField), m_outputs(new TableField)
{
    FieldBox *inputs = addTable(QStringLiteral("inputs"), m_inputs, inputRows,
                                [](Job &job, const QList<QStringList> &rows) { job.inputs = inputsOf(rows, job.inputs); });
    FieldBox *outputs = addTable(QStringLiteral("outputs"), m_outputs, outputRows,
                                 [](Job &job, const QList<QStringList> &rows) { job.outputs = outputsOf(rows); });
    stack(this, {inputs, outputs});
    retranslate();
}

void InputsForm::retranslate()
{
    m_inputs->model().setColumns({{tr("Name"), {}, QString()},
                                  {tr("Source"), {}, QString()},
                                  {tr("Format"), QStringList{QString()} + PlacesForm::formats(), QString()},
                                  {tr("Passed as"), passChoices, passChoices.first()}});
    m_outputs->model().setColumns(
        {{tr("Name"), {}, QString()}, {tr("Destination"), {}, QString()}, {tr("Passed as"), passChoices, passChoices.first()}});
}

} // namespace Trainyard
