#pragma once

#include "models/result.h"
#include "services/platforms/platform.h"

#include <QTime>
#include <QWidget>

class QLabel;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace Trainyard {

/// The real checks of one page: each a row with what came out in one sentence and, under a problem, what to do.
class CheckList final : public QWidget
{
    Q_OBJECT
public:
    explicit CheckList(QWidget *parent = nullptr);

    /// What is shown while the answer is awaited: "Reading the data place".
    void setRunning(const QString &activity);
    void setItems(const QList<CheckItem> &items);
    /// The checks themselves could not be made.
    void setFailed(const Error &error);
    const QList<CheckItem> &items() const { return m_items; }
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void checkRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    QWidget *makeRow(const CheckItem &item);
    void turnSpinner();
    void retranslate();

    QList<CheckItem> m_items;
    QString m_activity;
    QTime m_checkedAt; ///< invalid: not yet
    bool m_isRunning = false;
    int m_spinnerAngle = 0;
    QLabel *m_title;
    QLabel *m_time;
    QToolButton *m_again;
    QWidget *m_spinnerRow;
    QLabel *m_spinner;
    QLabel *m_spinnerText;
    QVBoxLayout *m_rows;
    QTimer *m_spinnerTimer;
};

} // namespace Trainyard
