#pragma once

#include <QWidget>

#include <vector>

namespace Trainyard {

/// Values as one small line, left to right, without axes; what is not finite is a gap.
class ValueSparkline final : public QWidget
{
    Q_OBJECT

public:
    explicit ValueSparkline(QWidget *parent = nullptr);

    void setValues(std::vector<double> values);
    QSize sizeHint() const override { return {240, 64}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<double> m_values;
};

} // namespace Trainyard
