#pragma once

#include <QList>
#include <QWidget>

class QButtonGroup;
class QVBoxLayout;

namespace Trainyard {

class RailButton;

/// The column of pages at the window's left edge: icon over word, the current one marked by a bar and bold, small badges.
class NavigationRail : public QWidget
{
    Q_OBJECT

public:
    explicit NavigationRail(QWidget *parent = nullptr);

    /// Adds a page at the end, or, for @p atBottom, at the lower end of the rail. @p id is the caller's own.
    void addEntry(int id, const QString &iconName, bool atBottom = false);
    void setEntryText(int id, const QString &text, const QString &toolTip);
    /// 0: no badge. @p description says the badge in words: "2 errors".
    void setBadge(int id, int count, bool isError, const QString &description);
    /// -1: none of them.
    void setCurrent(int id);
    int current() const;

Q_SIGNALS:
    void activated(int id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    RailButton *button(int id) const;

    QVBoxLayout *m_top;
    QVBoxLayout *m_bottom;
    QButtonGroup *m_buttons;
};

} // namespace Trainyard
