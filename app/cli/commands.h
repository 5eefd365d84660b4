#pragma once

#include <QStringList>

namespace Trainyard {

/// Each sub-command: @p arguments as QCommandLineParser wants them, the command's own name first. Answers the exit status.
int runInit(const QStringList &arguments);
int runCheck(const QStringList &arguments);
int runForecast(const QStringList &arguments);
int runDryRun(const QStringList &arguments);
int runSubmit(const QStringList &arguments);
int runRuns(const QStringList &arguments);
int runShow(const QStringList &arguments);
int runLogs(const QStringList &arguments);
int runMetrics(const QStringList &arguments);
int runAlerts(const QStringList &arguments);
int runStop(const QStringList &arguments);
int runParseLog(const QStringList &arguments);
int runChart(const QStringList &arguments);
int runDemo(const QStringList &arguments);

} // namespace Trainyard
