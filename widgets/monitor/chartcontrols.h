#pragma once

#include "models/metrics/smoothing.h"
#include "widgets/monitor/xaxis.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace Trainyard {

/// The row above the strips: x axis, smoothing, outliers, the way back from a zoom.
class ChartControls final : public QWidget
{
    Q_OBJECT

public:
    explicit ChartControls(QWidget *parent = nullptr);

    void setAxis(XAxis axis);
    void setSmoothing(const Smoothing &smoothing);
    void setClipsOutliers(bool clips);
    void setZoomed(bool isZoomed);
    void retranslate();

Q_SIGNALS:
    void axisChosen(Trainyard::XAxis axis);
    void smoothingChosen(const Trainyard::Smoothing &smoothing);
    void outliersChosen(bool clips);
    void wholeRequested();

private:
    void handleKind(int index);
    void handleSlider(int position);
    void showSmoothing();

    Smoothing m_smoothing;
    QLabel *m_axisLabel;
    QComboBox *m_axisBox;
    QLabel *m_smoothingLabel;
    QComboBox *m_kindBox;
    QSlider *m_slider;
    QLabel *m_value;
    QToolButton *m_outlierButton;
    QToolButton *m_wholeButton;
};

} // namespace Trainyard
