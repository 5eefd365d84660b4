#pragma once

#include "models/accelerator/memoryforecast.h"
#include "models/common/units.h"
#include "models/result.h"
#include "services/common/language.h"
#include "services/preflight/preflight.h"

#include <QFuture>
#include <QJsonObject>
#include <QObject>
#include <QPromise>
#include <QTimer>

#include <memory>
#include <optional>

namespace Trainyard {

class TorchWorker;
struct WorkerEnd;

struct ForecastRequest
{
    enum class Detail {
        Quick, ///< while somebody types: peak, breakdown, fits, what is cheap of the rest
        Full
    };

    PreflightContext context;
    QByteArray jobText; ///< the job's text where it is not in the file yet; empty: the file's
    Detail detail = Detail::Full;
    std::optional<qint64> capacityBytes; ///< of the card, instead of the flavor's
};

/// What the worker said. What it means for the job's flavor is said by forecastFindings().
struct Forecast
{
    MemoryForecast memory;
    Findings findings;
    QList<NotChecked> notChecked;
    bool operator==(const Forecast &) const = default;
};

/// The request as the worker reads it, without its id.
QJsonObject forecastRequestToJson(const ForecastRequest &request);

/**
 * Asks `trainyard-torch forecast`, which is started with the first question and stays warm. The newest question wins: an older one that has no
 * answer yet ends as Cancelled. A worker that dies, hangs or grows too large is told as one Error, and the next question starts another.
 *
 * Errors: Invalid (no `model:` section, a model that cannot be), Unavailable (a known model or operator that is not forecast), NotFound (a file, or
 * the worker), Resource, Timeout, Crashed, Cancelled.
 */
class ForecastService final : public QObject
{
    Q_OBJECT
public:
    struct Limits
    {
        std::optional<qint64> memoryBytes; ///< resident, of the worker; not set: half of this machine's RAM
        Milliseconds answer = std::chrono::minutes(1);
        Milliseconds letGo = std::chrono::seconds(5); ///< until the worker drops a question for a newer one
        Milliseconds idle = std::chrono::minutes(10); ///< until an unused worker is ended
    };

    explicit ForecastService(QString program, QObject *parent = nullptr);
    ForecastService(QString program, Limits limits, QObject *parent = nullptr);
    /// The question under way ends as Cancelled. Waits for nothing.
    ~ForecastService() override;

    QFuture<Result<Forecast>> ask(const ForecastRequest &request);
    /// The question under way ends as Cancelled; the worker stays warm.
    void cancel();
    /// Starts the worker if it is not there, so that the next answer comes soon.
    void warmUp();
    /// Process id of the worker; not set: there is none.
    std::optional<qint64> workerId() const;

private:
    struct Question
    {
        int id = 0;
        QJsonObject json;
        QPromise<Result<Forecast>> promise;
    };

    void send();
    void handleEvent(const QJsonObject &event);
    void handleEnd(const WorkerEnd &end);
    void updateDeadline();
    void dropWorker();
    void finish(const Result<Forecast> &result);

    QString m_program;
    Limits m_limits;
    std::unique_ptr<TorchWorker> m_worker;
    Language m_workerLanguage = Language::English;
    int m_lastId = 0;
    QList<int> m_unanswered;      ///< ids that the worker has not answered, the oldest first
    int m_watchedId = 0;          ///< the one the deadline is for; 0: none
    bool m_watchedIsStale = false;
    std::optional<Question> m_question; ///< the newest, without an answer
    QTimer m_idleTimer;
};

} // namespace Trainyard
