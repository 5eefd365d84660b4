#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include <map>

class QLabel;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace Trainyard {

class ElidedLabel;

/// Below the page, only while something long works: what happens, progress, remaining time, cancel. One row for each activity.
class ActivityStrip : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityStrip(QWidget *parent = nullptr);

    /// An activity of the same @p id starts anew.
    void start(const QString &id, const QString &text, bool isCancellable);
    /// @p fraction 0..1, negative: not known. An unknown id is ignored: its end may have overtaken it.
    void setProgress(const QString &id, const QString &text, double fraction);
    void finish(const QString &id);
    bool isActive(const QString &id) const { return m_rows.count(id) > 0; }

Q_SIGNALS:
    void cancelRequested(const QString &id);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Row
    {
        QWidget *widget = nullptr;
        ElidedLabel *text = nullptr;
        QProgressBar *bar = nullptr;
        QLabel *remaining = nullptr;
        QToolButton *cancel = nullptr;
        QElapsedTimer clock;
    };
    Row makeRow(const QString &id);
    void retranslate();

    QVBoxLayout *m_layout;
    std::map<QString, Row> m_rows;
};

} // namespace Trainyard
