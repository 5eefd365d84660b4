#pragma once

#include "models/accelerator/memoryforecast.h"
#include "widgets/dryrun/forecastchart.h"

class QScatterSeries;

namespace Trainyard {

/// The need over the batch size or the sequence length, with the card's end as its limit and the job's own value marked.
class NeedCurve final : public ForecastChart
{
    Q_OBJECT

public:
    explicit NeedCurve(QWidget *parent = nullptr);

    /// @p axis as in MemoryCurvePoint; @p current: the job's own value.
    void setForecast(const MemoryForecast &forecast, const QString &axis, std::optional<qint64> current);

protected:
    QString wordsAt(int index) const override;
    void updateColors() override;
    void arrange() override;
    void changeEvent(QEvent *event) override;

private:
    void updateWords();

    QString m_axis;
    std::optional<qint64> m_capacityBytes;
    QLineSeries *m_curve;
    QScatterSeries *m_current;
    std::optional<QPointF> m_currentPoint;
    QGraphicsSimpleTextItem *m_currentName;
};

} // namespace Trainyard
