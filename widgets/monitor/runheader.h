#pragma once

#include "models/job/job.h"
#include "models/metrics/runprogress.h"
#include "models/run/run.h"
#include "services/diagnosis/diagnosis.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace Trainyard {

class ElidedLabel;
class StatusLabel;

/// What a person can ask of a run from its header.
enum class RunWish { StopNow, StopAfterCheckpoint, SaveAsTemplate, SameWithMyData, RunAgain, OpenFolder };

/**
 * The two rows above the charts: state, progress, time left, Stop; stages and the five points. At the end the first row is the next step.
 */
class RunHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit RunHeader(QWidget *parent = nullptr);

    void setRun(const Run &run);
    /// A bare log: no state, no stop.
    void setLogName(const QString &name, const QString &formatName);
    void setProgress(const RunProgress &progress);
    /// What may end the run before it is done.
    void setLimits(const Job::Limits &limits);
    void setPoints(const QList<PointJudgement> &points);
    void setStopModes(bool canStop, bool canStopAfterCheckpoint);
    void setNow(const QDateTime &now);
    /// For a picture, where no title row stands above.
    void setNameVisible(bool isVisible);
    /// The question before stopping: names the run, what it has used, and what would be lost.
    QString stopQuestion(bool afterCheckpoint) const;

Q_SIGNALS:
    void wished(Trainyard::RunWish wish);

protected:
    void changeEvent(QEvent *event) override;

private:
    void update();
    void updateStages();
    void updatePoints();
    void retranslate();
    QString progressText() const;
    QString etaText() const;
    void updateForecast();
    void confirmStop(bool afterCheckpoint);
    QPushButton *addEndButton(const QString &iconName, RunWish wish);

    Run m_run;
    bool m_hasRun = false;
    QString m_formatName;
    RunProgress m_progress;
    Job::Limits m_limits;
    QList<PointJudgement> m_points;
    QDateTime m_now;
    bool m_canStop = false;
    bool m_canStopAfterCheckpoint = false;

    QHBoxLayout *m_firstRow;
    ElidedLabel *m_name;
    StatusLabel *m_state;
    QLabel *m_position;
    QProgressBar *m_bar;
    QLabel *m_eta;
    ElidedLabel *m_forecast;
    ElidedLabel *m_best;
    QToolButton *m_stopButton;
    QAction *m_stopNow;
    QAction *m_stopAfterCheckpoint;
    QPushButton *m_folderButton;
    QPushButton *m_templateButton;
    QPushButton *m_sameButton;
    QPushButton *m_againButton;
    QLabel *m_stages;
    QList<StatusLabel *> m_pointLabels;
    QLabel *m_message;
};

/// `4-5 min left`, `about 40 s left`.
QString remainingText(const RemainingTime &remaining);

} // namespace Trainyard
