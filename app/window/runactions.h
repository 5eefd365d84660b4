#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/run/run.h"
#include "services/platforms/platform.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Trainyard {

class Navigation;
struct AppContext;

/// What a person can do with a run from the runs list and from the monitor: each answers with a message or a page.
class RunActions final : public QObject
{
    Q_OBJECT

public:
    RunActions(AppContext &context, Navigation &navigation, QObject *parent);

    /// Questions are asked above this widget.
    void setDialogParent(QWidget *widget) { m_dialogParent = widget; }

    void stop(const QString &runId, Platform::StopMode mode);
    void remove(const QStringList &runIds);
    void openFolder(const QString &path);
    void saveTemplate(const QString &runId);
    /// Asks for the person's folder, makes the new job, opens it in the wizard.
    void sameWithMyData(const QString &runId);
    /// Shows what changed since the run, then starts it again; where that is not proven by a dry-run, makes the dry-run instead.
    void runAgain(const QString &runId);

private:
    void showDrift(const Run &run, const QStringList &drift);
    /// The gate of `trainyard submit`: a job that was not dry-run as it is now is dry-run first, and a verdict of fail stops it.
    void submitIfDryRun(const QString &jobFile);
    void submit(const QString &jobFile, const DryRunReport &dryRun);
    void report(const Error &error);
    std::optional<Run> findRun(const QString &runId);

    AppContext &m_context;
    Navigation &m_navigation;
    QPointer<QWidget> m_dialogParent;
};

} // namespace Trainyard
