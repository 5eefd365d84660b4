#pragma once

#include "models/accelerator/forecaststate.h"

#include <QWidget>

namespace Trainyard {

class SentenceLabel;

/// The forecast in one line below a field: "Needs 18.2 GiB of the 24.0 GiB of A10." Quiet for a job without model.
class ForecastLine final : public QWidget
{
    Q_OBJECT

public:
    explicit ForecastLine(QWidget *parent = nullptr);

    void setForecast(const ForecastState &state);
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    ForecastState m_state;
    SentenceLabel *m_sentence;
};

} // namespace Trainyard
