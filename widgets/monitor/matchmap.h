#pragma once

#include <QList>
#include <QWidget>

namespace Trainyard {

/// A narrow strip beside a scroll bar that shows where in the whole text something stands.
class MatchMap final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mapWidth = 10;

    explicit MatchMap(QWidget *parent = nullptr);
    /// Places from 0 (the first row) to 1; errors are drawn at the edge, matches across.
    void setMarks(const QList<double> &matches, const QList<double> &errors);

Q_SIGNALS:
    void placeClicked(double place);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    QList<double> m_matches;
    QList<double> m_errors;
};

} // namespace Trainyard
