#pragma once

#include "models/accelerator/memoryforecast.h"
#include "widgets/dryrun/forecastchart.h"

class QAreaSeries;

namespace Trainyard {

/// The allocated memory through one training step; forward, backward and optimizer have a colour and a name each.
class StepTimeline final : public ForecastChart
{
    Q_OBJECT

public:
    explicit StepTimeline(QWidget *parent = nullptr);

    void setForecast(const MemoryForecast &forecast);

protected:
    QString wordsAt(int index) const override;
    void updateColors() override;
    void arrange() override;
    void changeEvent(QEvent *event) override;

private:
    /// One phase: its area, its name above it, and where it lies.
    struct Phase
    {
        QString name; ///< `forward`
        QAreaSeries *area;
        QGraphicsSimpleTextItem *label;
        double begin = 0, end = 0;
    };

    void addPhase(const QString &name, const QList<QPointF> &points);
    void clear();
    void updateWords();

    QList<MemoryTimelinePoint> m_timeline;
    QList<Phase> m_phases;
};

} // namespace Trainyard
