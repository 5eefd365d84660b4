#pragma once

#include <QObject>
#include <QString>

namespace Trainyard {

/**
 * The ways from one page to another, and what a page tells the window. Controllers call these signals as functions
 * (`m_navigation.showRun(id)`); MainWindow is the one that answers.
 *
 * A controller is `XController(AppContext &, Navigation &, QObject *parent)` with `Page *page()`. It is made when its page is shown for the
 * first time. MainWindow then calls, where it has them: SetupController::showStep(name), DryRunController::startDryRun(),
 * MonitorController::showRun(runId), MonitorController::showLog(path).
 */
class Navigation final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    enum class Tone { Info, Ok, Warning, Error };
    Q_ENUM(Tone)

Q_SIGNALS:
    /// The wizard at the step named @p stepName (platform, permissions, quota, job, dry-run, upload, review); empty: where it was.
    void showSetup(const QString &stepName = QString());
    /// The wizard, at the field of job.yaml's @p key, opened and focused.
    void showField(const QString &key);
    void showJobs();
    void showDryRun();
    /// The dry-run page, and starts one.
    void startDryRun();
    void showRuns();
    void showSettings();
    /// The monitor page of one run.
    void showRun(const QString &runId);
    /// The monitor of the first, with the others laid over it and a table of what differs.
    void compareRuns(const QStringList &runIds);

    /// Makes the file the open job, remembers it under "Open recent", shows the wizard.
    void openJob(const QString &path);
    /// A log in the monitor, without a run.
    void openLog(const QString &path);
    /// job.yaml, a log, or a folder: whatever a person dropped or named.
    void openPath(const QString &path);
    /// The sample in ~/Trainyard/, made when it is not there.
    void openSample();
    /// The doors: no job open.
    void showStart();

    /// One sentence above the page, until it is closed or another one comes.
    void showMessage(const QString &text, Trainyard::Navigation::Tone tone = Trainyard::Navigation::Tone::Info);

    /// The activity strip: something long that survives leaving its page. @p id is the caller's own: "dry-run", "submit".
    void startActivity(const QString &id, const QString &text, bool isCancellable);
    /// @p fraction 0..1, negative: not known.
    void updateActivity(const QString &id, const QString &text, double fraction);
    void finishActivity(const QString &id);
    /// From the strip to whoever started @p id.
    void cancelActivityRequested(const QString &id);
};

} // namespace Trainyard
