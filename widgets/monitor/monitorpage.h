#pragma once

#include "models/job/job.h"
#include "models/metrics/metricseries.h"
#include "models/metrics/runprogress.h"
#include "models/run/logtext.h"
#include "models/run/run.h"
#include "services/diagnosis/diagnosis.h"
#include "services/records/runcomparison.h"
#include "widgets/common/page.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/runheader.h"

class QAction;
class QPlainTextEdit;
class QSplitter;
class QTabWidget;

namespace Trainyard {

class ChartPanel;
enum class ChartExport;
class LogPanel;
class NoticeLine;
class SidePanel;
class ValueTable;

/// One file that the run wrote.
struct OutputFile
{
    QString path;     ///< absolute
    QString shown;    ///< relative to the outputs, with the output's name first
    qint64 bytes = 0;
    QDateTime modified;
    bool operator==(const OutputFile &) const = default;
};

/**
 * The page of one run, and of a log file without a run. Fed with values; what a person wants of the run leaves as a wish.
 */
class MonitorPage final : public Page
{
    Q_OBJECT

public:
    explicit MonitorPage(QWidget *parent = nullptr);
    ~MonitorPage() override;

    /// A run with another id than before starts an empty page.
    void setRun(const Run &run);
    void setLogFile(const QString &path);
    /// Nothing of the log or the samples counts any more: they come again from the start.
    void clearData();

    void setJob(const Job &job, const QString &definition);
    /// Where the lines of addLog() can be read; the same ones again change nothing.
    void setLogBytes(const std::shared_ptr<const LogBytes> &bytes);
    void addLog(const LogChunk &chunk);
    void setGaps(const QList<LogGap> &gaps);
    void addPoints(const QList<MetricBatch> &batches);
    void setProgress(const RunProgress &progress);
    void setFormatName(const QString &name);
    void setDiagnoses(const QList<Diagnosis> &diagnoses);
    void setPoints(const QList<PointJudgement> &points);
    void setOutputs(const QList<OutputFile> &outputs);
    void setStopModes(bool canStop, bool canStopAfterCheckpoint);
    void setDifferences(const QStringList &differences);
    /// A tab with one column for each run, @p labels naming them; no rows: no tab. Another run or log takes it away.
    void setComparison(const QStringList &labels, const QList<ComparisonRow> &rows);
    /// One sentence above the charts: the stream is away and will be tried again; empty: gone.
    void setNotice(StatusColor status, const QString &text);
    void setNow(const QDateTime &now);

    bool isShowingRun() const { return m_hasRun; }
    const Run &run() const { return m_run; }
    ChartPanel *charts() const { return m_charts; }
    LogPanel *log() const { return m_log; }
    RunHeader *header() const { return m_header; }

    void startSearch() override;
    void focusFirst() override;

Q_SIGNALS:
    void wished(Trainyard::RunWish wish);
    void jobKeyRequested(const QString &key);
    /// Open a file, or the folder that holds it.
    void openRequested(const QString &path);
    void savePictureRequested();
    /// The charts or their values are wished as a file.
    void exportRequested(Trainyard::ChartExport format);
    void backRequested();

protected:
    void retranslate() override;
    void changeEvent(QEvent *event) override;

private:
    void buildTabs();
    void updateContext();
    void updateCheckpoints();
    void updateMarks();
    void updateOutputs();
    void updateTabTexts();
    void showLogLine(qint64 line);

    Run m_run;
    bool m_hasRun = false;
    QString m_logFile;
    QString m_formatName;
    Job m_job;
    RunProgress m_progress;
    QList<OutputFile> m_outputs;

    RunHeader *m_header;
    NoticeLine *m_notice;
    ChartPanel *m_charts;
    SidePanel *m_side;
    LogPanel *m_log;
    ValueTable *m_checkpointTable;
    ValueTable *m_outputTable;
    ValueTable *m_comparisonTable;
    QStringList m_comparedRuns; ///< labels
    QPlainTextEdit *m_definition;
    QTabWidget *m_tabs;
    QSplitter *m_upperSplitter;
    QAction *m_backAction;
    QAction *m_folderAction;
    QAction *m_commandAction;
    QAction *m_pictureAction;
};

} // namespace Trainyard
