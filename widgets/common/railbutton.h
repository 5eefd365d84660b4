#pragma once

#include <QAbstractButton>

namespace Trainyard {

/// One entry of the navigation rail.
class RailButton final : public QAbstractButton
{
    Q_OBJECT

public:
    static constexpr int buttonWidth = 72;
    static constexpr int buttonHeight = 56;

    explicit RailButton(const QString &iconName, QWidget *parent = nullptr);

    void setBadge(int count, bool isError);
    int badgeCount() const { return m_badgeCount; }
    QSize sizeHint() const override { return QSize(buttonWidth, buttonHeight); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBadge(QPainter &painter) const;

    QString m_iconName;
    int m_badgeCount = 0;
    bool m_isBadgeError = false;
};

} // namespace Trainyard
