#include "app/forecastfeed.h"

#include "app/jobsession.h"
#include "services/common/async.h"
#include "services/dryrun/contextcollector.h"
#include "services/records/measuredpaces.h"
#include "services/records/runservice.h"

#include <QtConcurrentRun>

namespace Trainyard {

namespace {

constexpr std::chrono::milliseconds changeDelay{150}; // a pause in typing

/// @p job without what no forecast goes by.
Job relevantPart(Job job)
{
    job.name.clear();
    job.description.clear();
    job.purpose.clear();
    job.project.clear();
    job.environmentVariables.clear();
    return job;
}

/// Runs of this job on a flavor know better than FLOPs how long the next one takes there.
MemoryForecast withMeasuredHours(MemoryForecast forecast, const Job &job, const QList<MeasuredPace> &paces)
{
    useMeasuredPaces(forecast.flavors, paces, stepsOf(job));
    return forecast;
}

} // namespace

ForecastFeed::ForecastFeed(JobSession &session, PlatformRegistry &platforms, RunService &runs, QString workerProgram)
    : m_session(session)
    , m_platforms(platforms)
    , m_runs(runs)
    , m_service(std::move(workerProgram))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(changeDelay);
    connect(&m_delay, &QTimer::timeout, this, &ForecastFeed::ask);
    connect(&session, &JobSession::jobChanged, this, &ForecastFeed::handleJobChanged);
    connect(&session, &JobSession::opened, this, [this] {
        setState({});
        refresh();
    });
}

void ForecastFeed::handleJobChanged(const Job &job)
{
    const bool isSame = relevantPart(job) == relevantPart(m_askedJob);
    if (isSame && !m_delay.isActive())
        return;
    if (!job.model)
        return refresh();
    m_state.kind = ForecastState::Kind::Working;
    setState(m_state);
    m_delay.start();
}

void ForecastFeed::refresh()
{
    ++m_question;
    m_delay.stop();
    if (m_session.isOpen() && m_session.job().model)
        return ask();
    m_service.cancel();
    m_askedJob = m_session.isOpen() ? m_session.job() : Job();
    setState({});
}

void ForecastFeed::ask()
{
    const int question = ++m_question;
    m_askedJob = m_session.job();
    m_state.kind = ForecastState::Kind::Working;
    setState(m_state);
    m_service.warmUp();
    onFinished(collectContext(m_session.document(), m_session.folder(), m_platforms), this, [this, question](const PreflightContext &context) {
        onFinished(QtConcurrent::run(measuredPaces, m_runs.runs(), context.job()), this, [this, question, context](const QList<MeasuredPace> &paces) {
            if (question != m_question)
                return;
            m_paces = paces;
            askWorker(context, ForecastRequest::Detail::Quick);
        });
    });
}

void ForecastFeed::askWorker(const PreflightContext &context, ForecastRequest::Detail detail)
{
    const ForecastRequest request{context, m_session.text(), detail, std::nullopt};
    onFinished(m_service.ask(request), this, [this, context, detail, question = m_question](const Result<Forecast> &answer) {
        if (question != m_question)
            return;
        handleAnswer(answer, detail);
        if (answer && detail == ForecastRequest::Detail::Quick)
            askWorker(context, ForecastRequest::Detail::Full);
    });
}

void ForecastFeed::handleAnswer(const Result<Forecast> &answer, ForecastRequest::Detail detail)
{
    if (!answer)
        return setState({ForecastState::Kind::Failed, std::nullopt, answer.error().message, std::nullopt, std::nullopt});
    const Job::Training training = m_askedJob.training.value_or(Job::Training());
    setState({detail == ForecastRequest::Detail::Quick ? ForecastState::Kind::Quick : ForecastState::Kind::Full, withMeasuredHours(answer->memory, m_askedJob, m_paces), QString(),
              training.batchSize, training.sequenceLength});
}

void ForecastFeed::setState(const ForecastState &state)
{
    m_state = state;
    Q_EMIT changed(m_state);
}

} // namespace Trainyard
