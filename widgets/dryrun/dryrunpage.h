#pragma once

#include "models/accelerator/forecaststate.h"
#include "models/dryrun/dryrunrowmodel.h"
#include "widgets/common/page.h"

#include <QImage>

class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedLayout;

namespace Trainyard {

class ElidedLabel;
class EmptyState;
class EvidencePanel;
class NoticeLine;
class PointTile;
class VerdictTile;

/**
 * The five points of a first run: tiles that settle one by one, what was found, and the evidence for what is selected.
 *
 * Shows values and emits wishes; a controller runs the dry-run and answers.
 */
class DryRunPage final : public Page
{
    Q_OBJECT

public:
    explicit DryRunPage(QWidget *parent = nullptr);

    /// Empty: no job is open.
    void setJobName(const QString &name);
    /// Has the job a script of its own, which a rehearsal could start?
    void setCanRehearse(bool canRehearse);
    /// No dry-run of this job yet.
    void setPending();
    void setRunning();
    void setProgress(const QString &activity, double fraction);
    void setPoint(const PointResult &point);
    void addLosses(const QList<double> &losses);
    void setReport(const DryRunReport &report, bool wasCancelled);
    /// The forecast of the job as it is now, also before its first dry-run.
    void setForecast(const ForecastState &forecast);
    /// Why a failing verdict is no obstacle; empty: it is one.
    void setOverrideReason(const QString &reason);
    EvidencePanel &evidence() { return *m_evidence; }

    bool isRunning() const { return m_state == State::Running; }
    void checkAgain() override;
    void cancelCurrent() override;
    void focusFirst() override;

Q_SIGNALS:
    void runRequested();
    /// A dry-run that also starts the person's own script.
    void rehearsalRequested();
    void cancelRequested();
    void submitRequested();
    void openSampleRequested();
    /// @p reason is not empty.
    void overrideRequested(const QString &reason);
    /// A change of the job that the forecast advises.
    void suggestionRequested(const Trainyard::MemorySuggestion &suggestion);
    void flavorRequested(const QString &flavor);
    /// The field where the model is named.
    void modelRequested();
    void forecastRequested();

protected:
    void retranslate() override;

private:
    enum class State { Pending, Running, Finished };

    QWidget *makeTiles();
    QWidget *makeBody();
    void selectTile(PointTile *clicked);
    void updateRows();
    void updateActions();
    void updateVerdict();
    void updateForecast();
    bool hasForecast() const { return m_forecast.isCurrent() && m_forecast.forecast; }
    void showCurrentRow();
    void askForReason();

    State m_state = State::Pending;
    QString m_jobName;
    DryRunReport m_report;
    QList<DryRunPoint> m_settled;
    bool m_canRehearse = false;
    bool m_wasCancelled = false;
    QString m_overrideReason;
    QString m_activity;
    ForecastState m_forecast;

    DryRunRowModel m_rows;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QList<PointTile *> m_tiles;
    VerdictTile *m_verdict;
    QProgressBar *m_progress;
    QSplitter *m_splitter;
    QListView *m_list;
    EvidencePanel *m_evidence;
    QAction *m_runAction;
    QAction *m_rehearseAction;
    QAction *m_submitAction;
    QAction *m_cancelAction;
};

} // namespace Trainyard
