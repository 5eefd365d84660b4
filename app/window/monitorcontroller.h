#pragma once

#include "app/window/runfeed.h"
#include "models/run/run.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace Trainyard {

class MonitorPage;
class Navigation;
class Page;
class PatternController;
class RunActions;
struct AppContext;
struct OutputFile;
enum class ChartExport;
enum class RunWish;

/**
 * Feeds the monitor page: follows the run's log and samples, hands the page what is new, reports progress back to the run's row.
 *
 * One run, or one log file, at a time. Showing the same run again shows its whole chart again; what is on the page goes on while the
 * person looks at another page.
 */
class MonitorController final : public QObject
{
    Q_OBJECT

public:
    MonitorController(AppContext &context, Navigation &navigation, QObject *parent);
    ~MonitorController() override;

    Page *page();
    void showRun(const QString &runId);
    /// Lays all but the first over the first, which is shown already.
    void compare(const QStringList &runIds);
    void showLog(const QString &path);

private:
    struct Definition
    {
        Job job;
        QString text;
    };

    MonitorPage &ensurePage();
    void openRun(const Run &run);
    void startFeed(std::unique_ptr<LogStream> log, std::unique_ptr<SampleStream> samples, const QList<LogPattern> &patterns = {});
    void readDefinition();
    void handleRunsChanged();
    void handleNews(const RunNews &news);
    void handleFinished();
    void tick();
    void reportProgress();
    void readOutputs();
    void compareWithLastPassed();
    void handleWish(RunWish wish);
    void savePicture();
    void exportCharts(ChartExport format);
    void markNumber(const QString &lineText, int start, int length);
    QString logFile() const;
    void usePatterns(const QList<LogPattern> &patterns);

    AppContext &m_context;
    Navigation &m_navigation;
    RunActions *m_actions;
    PatternController *m_patternController;
    QList<LogPattern> m_patterns; ///< a person's own, for what is shown
    QPointer<MonitorPage> m_page;
    std::unique_ptr<RunFeed> m_feed;
    QString m_wantedRun; ///< asked for, not in the list yet
    std::optional<Run> m_run;
    QString m_logFile; ///< shown without a run: a log, a metric file or a folder of them
    Job m_job;
    RunProgress m_progress;
    bool m_hasNewProgress = false;
    QTimer m_tickTimer;
    int m_ticks = 0;
    bool m_isReadingOutputs = false;
};

} // namespace Trainyard
