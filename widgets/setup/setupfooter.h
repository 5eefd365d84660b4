#pragma once

#include <QDateTime>
#include <QWidget>

class QPushButton;
class QToolButton;

namespace Trainyard {

class SentenceLabel;

/// Under the wizard: back and forth, save and close, how saving went; above it the question when the job's file was changed by another program.
class SetupFooter final : public QWidget
{
    Q_OBJECT
public:
    explicit SetupFooter(QWidget *parent = nullptr);

    void setEnds(bool isFirst, bool isLast);
    void setSaved(const QDateTime &time);
    void setSaveProblem(const QString &message);
    void setConflict(bool isInConflict);
    /// Another job: nothing was saved yet.
    void clear();

Q_SIGNALS:
    void moveRequested(int steps);
    void closeRequested();
    void helpRequested();
    void reloadRequested();
    void overwriteRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeConflictRow();
    void retranslate();

    QPushButton *m_back;
    QPushButton *m_next;
    QPushButton *m_close;
    QToolButton *m_help;
    SentenceLabel *m_saved;
    QDateTime m_savedAt;
    QString m_saveProblem;
    QWidget *m_conflict;
    SentenceLabel *m_conflictText;
    QPushButton *m_reload;
    QPushButton *m_overwrite;
};

} // namespace Trainyard
