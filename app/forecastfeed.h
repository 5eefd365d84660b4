#pragma once

#include "models/accelerator/flavorfits.h"
#include "models/accelerator/forecaststate.h"
#include "models/job/job.h"
#include "services/forecast/forecastservice.h"

#include <QObject>
#include <QTimer>

namespace Trainyard {

class JobSession;
class PlatformRegistry;
class RunService;

/**
 * The forecast of the open job, for every page: asked again a moment after each change, the quick answer first. What an older question would have
 * answered is dropped. A job without a model asks nothing and starts nothing.
 */
class ForecastFeed final : public QObject
{
    Q_OBJECT
public:
    /// Each must outlive the feed.
    ForecastFeed(JobSession &session, PlatformRegistry &platforms, RunService &runs, QString workerProgram);

    const ForecastState &state() const { return m_state; }
    /// Asks now: the language or the profile has changed, or the last question failed.
    void refresh();

Q_SIGNALS:
    void changed(const Trainyard::ForecastState &state);

private:
    void handleJobChanged(const Job &job);
    void ask();
    void askWorker(const PreflightContext &context, ForecastRequest::Detail detail);
    void handleAnswer(const Result<Forecast> &answer, ForecastRequest::Detail detail);
    void setState(const ForecastState &state);

    JobSession &m_session;
    PlatformRegistry &m_platforms;
    RunService &m_runs;
    ForecastService m_service;
    ForecastState m_state;
    Job m_askedJob;      ///< what the last question was about
    QList<MeasuredPace> m_paces;
    int m_question = 0;  ///< counts them: answers to older ones are dropped
    QTimer m_delay;
};

} // namespace Trainyard
