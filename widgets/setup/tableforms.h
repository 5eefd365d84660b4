#pragma once

#include "widgets/setup/form.h"

namespace Trainyard {

class TableField;

/// What the script gets as `--name value`.
class ParametersForm final : public Form
{
    Q_OBJECT
public:
    explicit ParametersForm(QWidget *parent = nullptr);

protected:
    void retranslate() override;

private:
    TableField *m_table;
};

/// Environment variables and recorded versions: names with a value.
class VariablesForm final : public Form
{
    Q_OBJECT
public:
    explicit VariablesForm(QWidget *parent = nullptr);

protected:
    void retranslate() override;

private:
    TableField *m_variables;
    TableField *m_versions;
};

/// Every input and output, also the second ones.
class InputsForm final : public Form
{
    Q_OBJECT
public:
    explicit InputsForm(QWidget *parent = nullptr);

protected:
    void retranslate() override;

private:
    TableField *m_inputs;
    TableField *m_outputs;
};

} // namespace Trainyard
