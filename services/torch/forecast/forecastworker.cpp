#include "services/torch/forecast/forecastworker.h"

#include "services/torch/forecast/forecastengine.h"
#include "services/torch/workertext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <exception>
#include <iostream>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr size_t longestLine = 4 << 20; ///< a job is at most 256 KiB, a profile's flavors a few more

/// Lines of standard input, read beside the work so that a newer request is noticed.
class RequestQueue
{
public:
    void readAll()
    {
        std::string line;
        while (std::getline(std::cin, line)) {
            if (line.size() > longestLine)
                line.clear(); // an empty request is answered as a broken one
            push(QByteArray::fromStdString(line));
        }
        const std::scoped_lock lock(m_mutex);
        m_isClosed = true;
        m_changed.notify_one();
    }

    bool hasMore() const
    {
        const std::scoped_lock lock(m_mutex);
        return !m_lines.empty();
    }

    /// Waits for the next line; not set: the input has closed.
    std::optional<QByteArray> take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isClosed || !m_lines.empty(); });
        if (m_lines.empty())
            return std::nullopt;
        QByteArray line = m_lines.front();
        m_lines.pop_front();
        return line;
    }

private:
    void push(QByteArray line)
    {
        const std::scoped_lock lock(m_mutex);
        m_lines.push_back(std::move(line));
        m_changed.notify_one();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<QByteArray> m_lines;
    bool m_isClosed = false;
};

QString kindText(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::NotFound: return QStringLiteral("not-found");
    case Error::Kind::Unavailable: return QStringLiteral("unavailable");
    case Error::Kind::Resource: return QStringLiteral("resource");
    case Error::Kind::Internal: return QStringLiteral("internal");
    default: return QStringLiteral("invalid");
    }
}

template<typename T>
QJsonArray toArray(const QList<T> &items)
{
    QJsonArray array;
    for (const T &item : items)
        array.append(item.toJson());
    return array;
}

QJsonObject eventOf(const Result<ForecastAnswer> &answer)
{
    if (answer)
        return {{QStringLiteral("event"), QStringLiteral("forecast")},
                {QStringLiteral("memory"), answer->memory.toJson()},
                {QStringLiteral("findings"), toArray(answer->findings)},
                {QStringLiteral("not_checked"), toArray(answer->notChecked)}};
    const Error &error = answer.error();
    if (error.kind == Error::Kind::Cancelled)
        return {{QStringLiteral("event"), QStringLiteral("cancelled")}};
    const NotChecked notChecked{QStringLiteral("memory"), error.message};
    return {{QStringLiteral("event"), QStringLiteral("error")},
            {QStringLiteral("kind"), kindText(error.kind)},
            {QStringLiteral("message"), error.message},
            {QStringLiteral("not_checked"), QJsonArray{notChecked.toJson()}}};
}

void write(QJsonObject event, std::optional<qint64> id)
{
    event.insert(QStringLiteral("id"), id ? QJsonValue(*id) : QJsonValue());
    const QByteArray line = QJsonDocument(event).toJson(QJsonDocument::Compact) + '\n';
    std::fwrite(line.constData(), 1, size_t(line.size()), stdout);
    std::fflush(stdout);
}

/// No job makes the machine swap: an allocation beyond its memory fails here and is reported.
void limitAddressSpace()
{
    const rlim_t physical = rlim_t(sysconf(_SC_PHYS_PAGES)) * rlim_t(sysconf(_SC_PAGESIZE));
    constexpr rlim_t libraries = rlim_t(4) << 30; ///< LibTorch maps far more than it uses
    const rlimit limit{physical + libraries, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
}

Result<ForecastAnswer> answerTo(ForecastEngine &engine, const QByteArray &line, const RequestQueue &queue)
{
    const Result<ForecastRequest> request = ForecastRequest::fromJson(line);
    if (!request)
        return request.error();
    try {
        return engine.forecast(*request, [&queue] { return queue.hasMore(); });
    } catch (const std::bad_alloc &) {
        return Error{Error::Kind::Resource, WorkerText::tr("The forecast ran out of memory on this machine."), QString()};
    } catch (const std::exception &error) {
        return Error{Error::Kind::Internal, QString::fromUtf8(error.what()).section(u'\n', 0, 0), QString()};
    }
}

} // namespace

int runForecastWorker()
{
    limitAddressSpace();
    RequestQueue queue;
    std::thread reader([&queue] { queue.readAll(); });
    ForecastEngine engine;
    while (const std::optional<QByteArray> line = queue.take())
        write(eventOf(answerTo(engine, *line, queue)), ForecastRequest::idOf(*line));
    reader.join();
    return 0;
}

} // namespace Trainyard
