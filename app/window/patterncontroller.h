#pragma once

#include "models/result.h"
#include "services/logs/patternlearner.h"

#include <QObject>
#include <QPointer>

namespace Trainyard {

class Navigation;
class PatternDialog;
struct AppContext;

/**
 * Own patterns in logs: the dialog that makes one of a marked number, and where it is kept, in the job's file and, by the log's folder and name, in
 * Trainyard's settings.
 */
class PatternController final : public QObject
{
    Q_OBJECT

public:
    PatternController(AppContext &context, Navigation &navigation, QObject *parent);

    /// Patterns that were made for @p logFile, or for one of the same name but for its digits in the same folder.
    QList<LogPattern> rememberedFor(const QString &logFile) const;
    /// Opens the dialog; while it is open the number is one more example. @p jobFile: where an accepted pattern is written too; empty: there is none.
    void mark(const MarkedNumber &number, const TrialLines &log, const QString &logFile, const QString &jobFile, QWidget *parent);
    /// Another log is shown.
    void closeDialog();

Q_SIGNALS:
    void patternAdded(const Trainyard::LogPattern &pattern);

private:
    void keep(const LogPattern &pattern, const QString &logFile, const QString &jobFile);
    void remember(const LogPattern &pattern, const QString &logFile);
    Result<> writeToJob(const LogPattern &pattern, const QString &jobFile);

    AppContext &m_context;
    Navigation &m_navigation;
    QPointer<PatternDialog> m_dialog;
};

} // namespace Trainyard
