#pragma once

#include "models/accelerator/memoryforecast.h"

#include <QWidget>

namespace Trainyard {

/**
 * What is alive at the peak, part by part, against the card: a line marks the card's end, a bracket below the band of the forecast, and a
 * hatched end what the allocator holds without using it.
 */
class ForecastBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ForecastBar(QWidget *parent = nullptr);

    void setForecast(const MemoryForecast &forecast);
    /// The colours of the parts, in words: "weights 12.6 GiB", as rich text.
    QString legend() const;
    QSize sizeHint() const override { return {480, 72}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Segment
    {
        QString name;
        qint64 bytes = 0;
        QColor color;
        bool isUnused = false;
    };

    QList<Segment> segments() const;
    double x(qint64 bytes) const;
    void paintCapacity(QPainter &painter);
    void paintBand(QPainter &painter);
    void updateWords();

    MemoryForecast m_forecast;
};

} // namespace Trainyard
