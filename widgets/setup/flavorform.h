#pragma once

#include "widgets/setup/form.h"

class QLabel;

namespace Trainyard {

class ForecastLine;

/// What the run runs on: flavor, nodes, spot.
class FlavorForm final : public Form
{
    Q_OBJECT
public:
    explicit FlavorForm(QWidget *parent = nullptr);

    void setContext(const FormContext &context) override;
    void setForecast(const ForecastState &forecast) override;
    /// The form around it shows the same line.
    void hideForecastLine();
    QString summary() const override;
    bool isDecided() const override;

    /// `8 × A100 80.0 GiB, 96 CPUs, 512.0 GiB RAM`: what is known of it.
    static QString describe(const Flavor &flavor);

protected:
    void handleJobShown() override;
    void retranslate() override;

private:
    std::optional<Flavor> flavor() const;
    void markFlavors();

    FieldBox *m_flavor;
    QLabel *m_description;
    ForecastLine *m_forecast;
    ForecastState m_forecastState;
};

} // namespace Trainyard
