#include "widgets/monitor/chartcontrols.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr int sliderEnd = 99;

/// Windows of 3 to 501 values, odd, each a little larger than the one before.
int windowOf(int position)
{
    return 2 * int(std::lround(std::pow(250.0, double(position) / sliderEnd))) + 1;
}

int positionOf(const Smoothing &smoothing)
{
    if (smoothing.kind == Smoothing::Kind::Exponential)
        return int(std::lround(smoothing.weight * 100));
    return int(std::lround(std::log(std::max(1, smoothing.window / 2)) / std::log(250.0) * sliderEnd));
}

} // namespace

ChartControls::ChartControls(QWidget *parent)
    : QWidget(parent)
    , m_axisLabel(new QLabel(this))
    , m_axisBox(new QComboBox(this))
    , m_smoothingLabel(new QLabel(this))
    , m_kindBox(new QComboBox(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_value(new QLabel(this))
    , m_outlierButton(new QToolButton(this))
    , m_wholeButton(new QToolButton(this))
{
    for (const XAxis axis : {XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Clock})
        m_axisBox->addItem(QString(), int(axis));
    for (const Smoothing::Kind kind : {Smoothing::Kind::None, Smoothing::Kind::Exponential, Smoothing::Kind::Median, Smoothing::Kind::Gaussian})
        m_kindBox->addItem(QString(), int(kind));
    m_axisLabel->setBuddy(m_axisBox);
    m_smoothingLabel->setBuddy(m_kindBox);
    m_slider->setRange(0, sliderEnd);
    m_slider->setFixedWidth(100);
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QStringLiteral("0.00")));
    m_outlierButton->setAutoRaise(true);
    m_outlierButton->setCheckable(true);
    m_wholeButton->setAutoRaise(true);
    m_wholeButton->setEnabled(false);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 0, 0, 0);
    layout->setSpacing(8);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_axisLabel, m_axisBox, m_smoothingLabel, m_kindBox, m_slider, m_value})
        layout->addWidget(widget);
    layout->addStretch();
    layout->addWidget(m_outlierButton);
    layout->addWidget(m_wholeButton);

    connect(m_axisBox, &QComboBox::activated, this, [this](int index) { Q_EMIT axisChosen(XAxis(m_axisBox->itemData(index).toInt())); });
    connect(m_kindBox, &QComboBox::activated, this, &ChartControls::handleKind);
    connect(m_slider, &QSlider::valueChanged, this, &ChartControls::handleSlider);
    connect(m_outlierButton, &QToolButton::toggled, this, &ChartControls::outliersChosen);
    connect(m_wholeButton, &QToolButton::clicked, this, &ChartControls::wholeRequested);
    retranslate();
    showSmoothing();
}

void ChartControls::setAxis(XAxis axis)
{
    m_axisBox->setCurrentIndex(m_axisBox->findData(int(axis)));
}

void ChartControls::setSmoothing(const Smoothing &smoothing)
{
    if (smoothing == m_smoothing)
        return;
    m_smoothing = smoothing;
    showSmoothing();
}

void ChartControls::setClipsOutliers(bool clips)
{
    m_outlierButton->setChecked(clips);
}

void ChartControls::setZoomed(bool isZoomed)
{
    m_wholeButton->setEnabled(isZoomed);
}

void ChartControls::handleKind(int index)
{
    m_smoothing.kind = Smoothing::Kind(m_kindBox->itemData(index).toInt());
    showSmoothing();
    Q_EMIT smoothingChosen(m_smoothing);
}

void ChartControls::handleSlider(int position)
{
    if (m_smoothing.kind == Smoothing::Kind::Exponential)
        m_smoothing.weight = position / 100.0;
    else
        m_smoothing.window = windowOf(position);
    showSmoothing();
    Q_EMIT smoothingChosen(m_smoothing);
}

void ChartControls::showSmoothing()
{
    const QSignalBlocker blocker(m_slider);
    const bool isExponential = m_smoothing.kind == Smoothing::Kind::Exponential;
    const bool hasStrength = m_smoothing.kind != Smoothing::Kind::None;
    m_kindBox->setCurrentIndex(m_kindBox->findData(int(m_smoothing.kind)));
    m_slider->setValue(positionOf(m_smoothing));
    m_slider->setEnabled(hasStrength);
    m_value->setEnabled(hasStrength);
    m_value->setText(isExponential ? QString::number(m_smoothing.weight, 'f', 2) : QLocale().toString(m_smoothing.window));
    m_slider->setToolTip(isExponential ? tr("Weight of the moving average: 0 shows the values as they are.") : tr("How many values are taken together."));
    m_slider->setAccessibleName(m_slider->toolTip());
}

void ChartControls::retranslate()
{
    m_axisLabel->setText(tr("&X axis"));
    m_axisBox->setItemText(0, tr("Step"));
    m_axisBox->setItemText(1, tr("Epoch"));
    m_axisBox->setItemText(2, tr("Time since start"));
    m_axisBox->setItemText(3, tr("Clock"));
    m_smoothingLabel->setText(tr("S&moothing"));
    m_kindBox->setItemText(0, tr("None"));
    m_kindBox->setItemText(1, tr("Average"));
    m_kindBox->setItemText(2, tr("Median"));
    m_kindBox->setItemText(3, tr("Gaussian"));
    m_kindBox->setToolTip(tr("Average: recent values count more. Median: a single spike leaves no trace. Gaussian: values before and after count alike."));
    m_outlierButton->setText(tr("&Clip outliers"));
    m_outlierButton->setToolTip(tr("A few values far away no longer press the others flat; triangles at the edge show where they are."));
    m_wholeButton->setText(tr("&Whole run"));
    m_wholeButton->setToolTip(tr("Leave the zoom (Home). The wheel zooms, dragging moves, dragging with Shift zooms into what is marked."));
    showSmoothing();
}

} // namespace Trainyard
