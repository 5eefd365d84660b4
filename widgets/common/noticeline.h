#pragma once

#include "widgets/common/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace Trainyard {

/// One sentence above a page, in the colour of its status, with at most one button; stays until it is closed or replaced. Hidden at first.
class NoticeLine : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeLine(QWidget *parent = nullptr);

    /// @p actionText empty: no button.
    void showNotice(StatusColor status, const QString &text, const QString &actionText = QString());
    QString text() const;

Q_SIGNALS:
    void actionTriggered();
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void retranslate();

    StatusColor m_status = StatusColor::Info;
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_action;
    QToolButton *m_close;
};

} // namespace Trainyard
