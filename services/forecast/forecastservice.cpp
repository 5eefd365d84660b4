#include "services/forecast/forecastservice.h"

#include "services/common/async.h"
#include "services/dryrun/torchworker.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace Trainyard {

namespace {

template<typename T>
void insertKnown(QJsonObject &object, const char *key, const std::optional<T> &value)
{
    if (value)
        object.insert(QLatin1String(key), QJsonValue(*value));
}

QJsonObject flavorJson(const Flavor &flavor)
{
    QJsonObject object{{QStringLiteral("name"), flavor.name}};
    if (const std::optional<Accelerator> &card = flavor.accelerator) {
        object.insert(QStringLiteral("type"), card->type);
        object.insert(QStringLiteral("count"), card->count);
        insertKnown(object, "memory_bytes", card->memoryBytes);
        if (!card->architecture.isEmpty())
            object.insert(QStringLiteral("architecture"), card->architecture);
    }
    insertKnown(object, "price_per_hour", flavor.pricePerHour);
    insertKnown(object, "ram_bytes", flavor.ramBytes);
    insertKnown(object, "shm_bytes", flavor.sharedMemoryBytes);
    insertKnown(object, "disk_bytes", flavor.diskBytes);
    return object;
}

Error::Kind kindFromText(const QString &text)
{
    static constexpr std::array kinds{std::pair{"invalid", Error::Kind::Invalid},   std::pair{"not-found", Error::Kind::NotFound},
                                      std::pair{"unavailable", Error::Kind::Unavailable}, std::pair{"resource", Error::Kind::Resource},
                                      std::pair{"io", Error::Kind::Io},             std::pair{"timeout", Error::Kind::Timeout}};
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto &kind) { return text == QLatin1String(kind.first); });
    return found == kinds.end() ? Error::Kind::Internal : found->second;
}

Error cancelledError()
{
    return {Error::Kind::Cancelled, ForecastService::tr("The forecast was cancelled."), QString()};
}

Error errorOfEnd(const WorkerEnd &end, const QString &program, qint64 memoryLimitBytes, Milliseconds timeLimit)
{
    const auto crashed = [&end](const QString &sentence) { return Error{Error::Kind::Crashed, sentence, end.lastMessage}; };
    switch (end.kind) {
    case WorkerEnd::Kind::NotStarted:
        return {Error::Kind::NotFound, ForecastService::tr("The forecast's worker %1 could not be started. Install Trainyard again: trainyard-torch belongs into the "
                                                           "same folder as trainyard.").arg(program), end.lastMessage};
    case WorkerEnd::Kind::MemoryLimit:
        return {Error::Kind::Resource, ForecastService::tr("The forecast needed more than %1 of this machine's memory and was stopped. Name a smaller model file, or forecast on a "
                                                           "machine with more memory.").arg(displaySize(memoryLimitBytes)), QString()};
    case WorkerEnd::Kind::TimeLimit:
        return {Error::Kind::Timeout, ForecastService::tr("The forecast had no answer after %1 and was stopped. Try a smaller model, batch or sequence length.")
                                          .arg(displayDuration(timeLimit)), QString()};
    case WorkerEnd::Kind::Killed:
        return crashed(end.wasOutOfMemory ? ForecastService::tr("The system ended the forecast's worker, as it does when memory runs out. Close other programs and ask again.")
                                          : ForecastService::tr("Something outside Trainyard killed the forecast's worker. Asking again starts another."));
    case WorkerEnd::Kind::Signal:
        return crashed(ForecastService::tr("The forecast's worker crashed on this model: signal %1 (%2). Try another batch size or model file.")
                           .arg(end.number).arg(QString::fromLocal8Bit(strsignal(end.number))));
    case WorkerEnd::Kind::Done:
    case WorkerEnd::Kind::ExitCode:
        return crashed(end.lastMessage.isEmpty()
                           ? ForecastService::tr("The forecast's worker ended without an answer, with status %1. Asking again starts another.").arg(end.number)
                           : ForecastService::tr("The forecast's worker ended without an answer: %1").arg(end.lastMessage));
    case WorkerEnd::Kind::Cancelled:
        return cancelledError();
    }
    Q_UNREACHABLE();
}

Result<Forecast> forecastOf(const QJsonObject &event)
{
    const std::optional<MemoryForecast> memory = MemoryForecast::fromJson(event.value(QStringLiteral("memory")).toObject());
    if (!memory) {
        return Error{Error::Kind::Internal, ForecastService::tr("The forecast's worker answers as another version does. Install Trainyard again: trainyard-torch "
                                                                "belongs into the same folder as trainyard."), QString()};
    }
    Forecast forecast{*memory, {}, {}};
    for (const QJsonValue finding : event.value(QStringLiteral("findings")).toArray())
        forecast.findings.append(Finding::fromJson(finding.toObject()));
    for (const QJsonValue entry : event.value(QStringLiteral("not_checked")).toArray())
        forecast.notChecked.append(NotChecked::fromJson(entry.toObject()));
    return forecast;
}

} // namespace

QJsonObject forecastRequestToJson(const ForecastRequest &request)
{
    const PreflightContext &context = request.context;
    const QDir folder(context.jobFolder);
    QJsonArray flavors;
    for (const Flavor &flavor : context.flavors) {
        if (flavor.cards() > 0)
            flavors.append(flavorJson(flavor));
    }
    QJsonObject json{{QStringLiteral("job_file"), folder.absoluteFilePath(context.document.fileName)},
                     {QStringLiteral("job_folder"), folder.absolutePath()},
                     {QStringLiteral("detail"), request.detail == ForecastRequest::Detail::Quick ? QStringLiteral("quick") : QStringLiteral("full")},
                     {QStringLiteral("flavors"), flavors}};
    if (!request.jobText.isEmpty())
        json.insert(QStringLiteral("job_text"), QString::fromUtf8(request.jobText));
    insertKnown(json, "capacity_bytes", request.capacityBytes);
    if (const std::optional<Image> image = context.image()) {
        json.insert(QStringLiteral("image_framework"), image->framework);
        json.insert(QStringLiteral("image_cuda"), image->cuda);
    }
    if (const std::optional<Flavor> flavor = context.flavor())
        json.insert(QStringLiteral("flavor"), flavorJson(*flavor));
    return json;
}

ForecastService::ForecastService(QString program, QObject *parent)
    : ForecastService(std::move(program), Limits(), parent)
{
}

ForecastService::ForecastService(QString program, Limits limits, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_limits(limits)
{
    if (!m_limits.memoryBytes)
        m_limits.memoryBytes = hostMemoryBytes() / 2;
    m_idleTimer.setSingleShot(true);
    m_idleTimer.setInterval(m_limits.idle);
    connect(&m_idleTimer, &QTimer::timeout, this, &ForecastService::dropWorker);
}

ForecastService::~ForecastService()
{
    cancel();
}

QFuture<Result<Forecast>> ForecastService::ask(const ForecastRequest &request)
{
    cancel();
    if (!request.context.job().model) {
        return readyFuture<Result<Forecast>>(Error{Error::Kind::Invalid, tr("The job has no model section, so its memory cannot be forecast. Name the model: "
                                                                            "architecture, transformers_config or torchscript."), QString()});
    }
    Question &question = m_question.emplace();
    question.id = ++m_lastId;
    question.json = forecastRequestToJson(request);
    question.json.insert(QStringLiteral("id"), question.id);
    question.promise.start();
    const QFuture<Result<Forecast>> future = question.promise.future();
    send();
    return future;
}

void ForecastService::cancel()
{
    if (m_question)
        finish(cancelledError());
    updateDeadline();
}

void ForecastService::warmUp()
{
    if (m_worker && m_workerLanguage != currentLanguage())
        dropWorker(); // it would answer in the language that it was started with
    if (m_worker)
        return;
    m_workerLanguage = currentLanguage();
    m_worker = std::make_unique<TorchWorker>(m_program, QStringList{QStringLiteral("forecast")});
    connect(m_worker.get(), &TorchWorker::eventReceived, this, &ForecastService::handleEvent);
    connect(m_worker.get(), &TorchWorker::ended, this, &ForecastService::handleEnd);
    m_worker->open(*m_limits.memoryBytes);
    m_idleTimer.start();
}

std::optional<qint64> ForecastService::workerId() const
{
    return m_worker ? m_worker->processId() : std::nullopt;
}

void ForecastService::send()
{
    warmUp();
    if (!m_worker)
        return; // it could not even be started: handleEnd() has told
    m_unanswered.append(m_question->id);
    m_worker->send(m_question->json);
    updateDeadline();
}

void ForecastService::handleEvent(const QJsonObject &event)
{
    const int id = event.value(QStringLiteral("id")).toInt();
    if (m_unanswered.removeAll(id) == 0)
        return;
    if (m_question && m_question->id == id) {
        const QString name = event.value(QStringLiteral("event")).toString();
        if (name == QLatin1String("forecast"))
            finish(forecastOf(event));
        else if (name == QLatin1String("error"))
            finish(Error{kindFromText(event.value(QStringLiteral("kind")).toString()), event.value(QStringLiteral("message")).toString(), QString()});
        else
            finish(cancelledError());
    }
    updateDeadline();
}

void ForecastService::handleEnd(const WorkerEnd &end)
{
    const bool hadStale = m_watchedIsStale;
    dropWorker();
    if (!m_question)
        return;
    if (end.kind == WorkerEnd::Kind::TimeLimit && hadStale)
        return send(); // it hung on a question that nobody waits for any more
    finish(errorOfEnd(end, m_program, *m_limits.memoryBytes, m_limits.answer));
}

/// The oldest question without an answer decides: a worker that does not drop an old one for a newer one hangs.
void ForecastService::updateDeadline()
{
    if (!m_worker)
        return;
    const int oldest = m_unanswered.isEmpty() ? 0 : m_unanswered.first();
    const bool isStale = oldest != 0 && m_unanswered.size() > 1;
    if (oldest == m_watchedId && isStale == m_watchedIsStale)
        return;
    m_watchedId = oldest;
    m_watchedIsStale = isStale;
    if (oldest == 0) {
        m_worker->setDeadline(std::nullopt);
        m_idleTimer.start();
    } else {
        m_worker->setDeadline(isStale ? m_limits.letGo : m_limits.answer);
        m_idleTimer.stop();
    }
}

void ForecastService::dropWorker()
{
    if (m_worker) {
        m_worker->disconnect(this);
        m_worker.release()->deleteLater(); // it may be calling us
    }
    m_unanswered.clear();
    m_watchedId = 0;
    m_watchedIsStale = false;
    m_idleTimer.stop();
}

void ForecastService::finish(const Result<Forecast> &result)
{
    Question question = std::move(*m_question);
    m_question.reset();
    question.promise.addResult(result);
    question.promise.finish();
}

} // namespace Trainyard
