#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QHBoxLayout;

namespace Trainyard {

class ElidedLabel;
class MutedLabel;
class Page;
class PrimaryButton;

/// Above the page: its title, why its primary action cannot be used, secondary actions, the primary action at the right.
class TitleRow : public QWidget
{
    Q_OBJECT

public:
    explicit TitleRow(QWidget *parent = nullptr);

    void setPage(Page *page);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateContent();
    void setSecondaryActions(const QList<QAction *> &actions);

    QPointer<Page> m_page;
    ElidedLabel *m_title;
    MutedLabel *m_reason;
    QHBoxLayout *m_secondaryLayout;
    QList<QAction *> m_secondaryActions;
    PrimaryButton *m_primary;
};

} // namespace Trainyard
