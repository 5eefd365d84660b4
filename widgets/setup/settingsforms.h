#pragma once

#include "widgets/setup/form.h"

namespace Trainyard {

class ForecastLine;

/// Name, project, purpose, description.
class AboutForm final : public Form
{
    Q_OBJECT
public:
    explicit AboutForm(QWidget *parent = nullptr);
};

/// Checkpoints, and what ends a run by itself.
class LimitsForm final : public Form
{
    Q_OBJECT
public:
    explicit LimitsForm(QWidget *parent = nullptr);
};

/// The model that the dry-run builds.
class ModelForm final : public Form
{
    Q_OBJECT
public:
    explicit ModelForm(QWidget *parent = nullptr);
};

/// Batch, precision, optimizer, LoRA, parallelism: what the dry-run's step and the memory forecast go by.
class TrainingForm final : public Form
{
    Q_OBJECT
public:
    explicit TrainingForm(QWidget *parent = nullptr);

    void setForecast(const ForecastState &forecast) override;

private:
    ForecastLine *m_forecast;
};

} // namespace Trainyard
