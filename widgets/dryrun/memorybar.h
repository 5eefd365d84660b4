#pragma once

#include <QWidget>

namespace Trainyard {

/// Used against available memory, as one bar with its words; red where it does not fit.
class MemoryBar final : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryBar(QWidget *parent = nullptr);

    /// @p capacityBytes 0: not known, the bar is then a figure alone.
    void setMemory(qint64 usedBytes, qint64 capacityBytes);
    QSize sizeHint() const override { return {400, 48}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString sentence() const;

    qint64 m_usedBytes = 0;
    qint64 m_capacityBytes = 0;
};

} // namespace Trainyard
