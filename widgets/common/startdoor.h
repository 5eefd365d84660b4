#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace Trainyard {

/// One of the three ways to begin: what it is, what it takes, one button.
class StartDoor : public QFrame
{
    Q_OBJECT

public:
    /// @p isFirst: its button is the page's primary one.
    StartDoor(const QString &iconName, bool isFirst, QWidget *parent);

    void setTexts(const QString &title, const QString &text, const QString &buttonText);
    QPushButton *button() const { return m_button; }

Q_SIGNALS:
    void activated();

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColors();

    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_button;
};

} // namespace Trainyard
