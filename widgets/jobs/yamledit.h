#pragma once

#include "models/preflight/finding.h"

#include <QTimer>
#include <QWidget>

class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace Trainyard {

/// The job's file as text. Faults are marked at their line and listed below it.
class YamlEdit final : public QWidget
{
    Q_OBJECT
public:
    explicit YamlEdit(QWidget *parent = nullptr);

    /// Text that is shown already is left alone, with cursor and history.
    void setText(const QString &text);
    QString text() const;
    /// The text holds no job: discarding it is offered.
    void setUnreadable(bool isUnreadable);
    /// Reports at once what waits for a pause in typing.
    void flush();
    void setFindings(const Findings &findings);
    QPlainTextEdit &edit() { return *m_edit; }

Q_SIGNALS:
    /// A pause in typing.
    void textEdited(const QString &text);
    void discardRequested();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void markLines();
    void goToLine(int line);
    void retranslate();

    QPlainTextEdit *m_edit;
    QListWidget *m_list;
    QPushButton *m_discard;
    QTimer m_pause;
    Findings m_findings;
};

} // namespace Trainyard
