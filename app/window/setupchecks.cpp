#include "app/window/setupchecks.h"

#include "app/appcontext.h"
#include "services/common/async.h"
#include "services/common/foldersize.h"
#include "services/dryrun/contextcollector.h"

#include <QDir>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {
constexpr std::chrono::milliseconds changeDelay{600}; // a pause in typing
} // namespace

SetupChecks::SetupChecks(AppContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(changeDelay);
    connect(&m_delay, &QTimer::timeout, this, &SetupChecks::runChanged);
    connect(&m_context.session, &JobSession::jobChanged, &m_delay, qOverload<>(&QTimer::start));
}

SetupChecks::~SetupChecks()
{
    if (m_measuring)
        m_measuring->cancel();
}

int SetupChecks::ask(SetupStep step)
{
    Q_EMIT started(step);
    return ++m_questions.at(size_t(step));
}

bool SetupChecks::isLatest(SetupStep step, int question) const
{
    return m_questions.at(size_t(step)) == question && m_context.session.isOpen();
}

void SetupChecks::restart()
{
    m_delay.stop();
    for (int &question : m_questions)
        ++question; // what is under way belongs to another job
    if (!m_context.session.isOpen())
        return;
    m_checkedJob = m_context.session.job();
    m_measuredPlace.clear();
    collect();
    checkAccount();
    checkPermissions();
    measureData();
}

void SetupChecks::run(SetupStep step)
{
    if (!m_context.session.isOpen())
        return;
    switch (step) {
    case SetupStep::Platform: return checkAccount();
    case SetupStep::Permissions: return checkPermissions();
    case SetupStep::Quota:
    case SetupStep::Job: return collect();
    case SetupStep::DryRun:
    case SetupStep::Upload:
    case SetupStep::Review: return;
    }
}

void SetupChecks::checkAgain()
{
    if (!m_context.session.isOpen())
        return;
    collect();
    checkAccount();
    checkPermissions();
}

void SetupChecks::runChanged()
{
    if (!m_context.session.isOpen())
        return;
    const Job before = std::exchange(m_checkedJob, m_context.session.job());
    const Job &now = m_checkedJob;
    collect();
    if (before.profile != now.profile || before.code != now.code)
        checkAccount();
    if (before.profile != now.profile || before.code != now.code || before.inputs != now.inputs || before.outputs != now.outputs)
        checkPermissions();
    measureData();
}

/// Flavors and images first: the checks of the job and the quota go by them.
void SetupChecks::collect()
{
    const int question = ask(SetupStep::Job);
    const JobSession &session = m_context.session;
    onFinished(collectContext(session.document(), session.folder(), m_context.platforms), this, [this, question](const PreflightContext &preflight) {
        if (!isLatest(SetupStep::Job, question))
            return;
        m_preflight = preflight;
        Q_EMIT contextChanged();
        checkJob();
        queryQuota();
    });
}

void SetupChecks::checkJob()
{
    const int question = m_questions.at(size_t(SetupStep::Job));
    onFinished(QtConcurrent::run(runStaticChecks, m_preflight), this, [this, question](const CheckReport &report) {
        if (isLatest(SetupStep::Job, question))
            Q_EMIT findingsFound(report.findings);
    });
}

void SetupChecks::checkAccount()
{
    const int question = ask(SetupStep::Platform);
    const std::optional<Profile> profile = m_context.platforms.profile(m_context.session.job().profileOrDefault());
    Platform *platform = profile ? m_context.platforms.platform(profile->platform) : nullptr;
    if (!platform) {
        Q_EMIT failed(SetupStep::Platform, {Error::Kind::NotFound, tr("There is no profile named “%1”. Choose one of the list, or make it.")
                                                                       .arg(m_context.session.job().profileOrDefault()), QString()});
        return;
    }
    onFinished(platform->checkAccount(*profile, m_context.session.job()), this, [this, question](const Result<QList<CheckItem>> &items) {
        if (!isLatest(SetupStep::Platform, question))
            return;
        if (items)
            Q_EMIT finished(SetupStep::Platform, *items);
        else
            Q_EMIT failed(SetupStep::Platform, items.error());
    });
}

void SetupChecks::checkPermissions()
{
    const int question = ask(SetupStep::Permissions);
    const JobSession &session = m_context.session;
    const std::optional<Profile> profile = m_context.platforms.profile(session.job().profileOrDefault());
    Platform *platform = profile ? m_context.platforms.platform(profile->platform) : nullptr;
    if (!platform) {
        Q_EMIT failed(SetupStep::Permissions, {Error::Kind::NotFound, tr("Not checked: the job's profile is not known."), QString()});
        return;
    }
    onFinished(platform->checkPermissions(*profile, session.job(), session.folder()), this, [this, question](const Result<QList<CheckItem>> &items) {
        if (!isLatest(SetupStep::Permissions, question))
            return;
        if (items)
            Q_EMIT finished(SetupStep::Permissions, *items);
        else
            Q_EMIT failed(SetupStep::Permissions, items.error());
    });
}

void SetupChecks::queryQuota()
{
    Platform *platform = m_context.platforms.platform(m_preflight.profile.platform);
    if (!platform)
        return Q_EMIT quotaFound({});
    const int question = ask(SetupStep::Quota);
    onFinished(platform->queryQuota(m_preflight.profile, m_preflight.flavors), this, [this, question](const Result<QList<QuotaItem>> &items) {
        if (!isLatest(SetupStep::Quota, question))
            return;
        if (!items)
            Q_EMIT failed(SetupStep::Quota, items.error());
        Q_EMIT quotaFound(items.value_or({}));
    });
}

void SetupChecks::measureData()
{
    const JobSession &session = m_context.session;
    const QString source = session.job().inputs.isEmpty() ? QString() : session.job().inputs.first().source;
    const bool isHere = !source.isEmpty() && !source.contains(QLatin1String("://"));
    const QString place = isHere ? QDir(session.folder()).absoluteFilePath(source) : QString();
    if (place == m_measuredPlace)
        return;
    m_measuredPlace = place;
    if (m_measuring)
        m_measuring->cancel();
    m_measuring = nullptr;
    if (!isHere)
        return Q_EMIT dataMeasured(std::nullopt);
    const auto measure = [place](QPromise<std::optional<qint64>> &promise) {
        promise.addResult(folderSize(place, [&promise] { return promise.isCanceled(); }));
    };
    m_measuring = onFinished(QtConcurrent::run(measure), this, [this, place](const std::optional<qint64> &bytes) {
        if (place != m_measuredPlace)
            return;
        m_measuring = nullptr;
        Q_EMIT dataMeasured(bytes);
    });
}

} // namespace Trainyard
