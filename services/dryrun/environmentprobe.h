#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/preflight/preflight.h"

#include <QObject>

class QProcess;

namespace Trainyard {

/**
 * Asks this machine whether the job's program is there: the interpreter of a boot file with its version and the packages that the script
 * imports, or the first word of a command. For a job that runs elsewhere it says what was not checked.
 */
class EnvironmentProbe final : public QObject
{
    Q_OBJECT
public:
    struct Answer
    {
        PointResult result; ///< of the point environment
        QList<NotChecked> notChecked;
    };

    EnvironmentProbe(PreflightContext context, QObject *parent = nullptr);
    ~EnvironmentProbe() override;

    /// finished() follows exactly once, within seconds, after a minute at the latest; never when the probe was destroyed.
    void start();

Q_SIGNALS:
    void finished(const Trainyard::EnvironmentProbe::Answer &answer);

private:
    void look();
    void askInterpreter(const QString &interpreter);
    void lookForImports(const QString &detail);
    void lookForCommand();
    void fail(const QString &code, const QString &message, const QString &key, const QString &fix);
    void finish(PointStatus status, const QString &detail);

    PreflightContext m_context;
    Answer m_answer;
    QProcess *m_process = nullptr;
};

} // namespace Trainyard
