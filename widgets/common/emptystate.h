#pragma once

#include <QWidget>

class QAbstractButton;
class QLabel;

namespace Trainyard {

class MutedLabel;

/// A page with nothing yet: what it is for, one sentence, one button that starts it.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    /// @p iconName as in Theme::icon().
    explicit EmptyState(const QString &iconName, QWidget *parent = nullptr);

    void setTexts(const QString &title, const QString &sentence, const QString &buttonText = QString());

Q_SIGNALS:
    void activated();

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_title;
    MutedLabel *m_sentence;
    QAbstractButton *m_button;
};

} // namespace Trainyard
