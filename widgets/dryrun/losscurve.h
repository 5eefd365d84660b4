#pragma once

#include <QChartView>
#include <QList>

class QLineSeries;
class QValueAxis;

namespace Trainyard {

/// The loss of each real step, from step 1.
class LossCurve final : public QChartView
{
    Q_OBJECT

public:
    explicit LossCurve(QWidget *parent = nullptr);

    void setLosses(const QList<double> &losses);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColors();

    QLineSeries *m_line;
    QValueAxis *m_steps;
    QValueAxis *m_values;
};

} // namespace Trainyard
