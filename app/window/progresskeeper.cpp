#include "app/window/progresskeeper.h"

#include "app/appcontext.h"

namespace Trainyard {

namespace {

constexpr size_t mostFeeds = 8; ///< each has a thread

/// A run that ended with its window closed: its row stopped at what the window saw last.
bool isProgressStale(const Run &run)
{
    return !run.step && !run.epoch ? run.status.startedAt.isValid() : run.status.state == RunState::Done && run.totalSteps && run.step < run.totalSteps;
}

} // namespace

ProgressKeeper::ProgressKeeper(AppContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context)
{
    connect(&m_context.runs, &RunService::runsChanged, this, &ProgressKeeper::update);
    update();
}

ProgressKeeper::~ProgressKeeper() = default;

void ProgressKeeper::update()
{
    const QList<Run> runs = m_context.runs.runs();
    for (const Run &run : runs) {
        const auto feed = m_feeds.find(run.id);
        if (feed != m_feeds.end())
            feed->second->setStatus(run.status);
        else if (m_feeds.size() < mostFeeds && !m_done.contains(run.id)
                 && (isFinal(run.status.state) ? isProgressStale(run) : run.status.state != RunState::Queued))
            follow(run);
    }
    for (auto feed = m_feeds.begin(); feed != m_feeds.end();) {
        if (m_context.runs.run(feed->first))
            ++feed;
        else
            feed = m_feeds.erase(feed);
    }
}

void ProgressKeeper::follow(const Run &run)
{
    Platform *platform = m_context.platforms.platform(run.platform);
    if (!platform || !platform->capabilities().logStream)
        return;
    auto feed = std::make_unique<RunFeed>();
    connect(feed.get(), &RunFeed::newsReady, this, [this, id = run.id](const RunNews &news) { report(id, news.progress); });
    connect(feed.get(), &RunFeed::finished, this, [this, id = run.id] {
        m_done.insert(id);
        // Later: this is the feed's own signal.
        QMetaObject::invokeMethod(this, [this, id] { m_feeds.erase(id); }, Qt::QueuedConnection);
    });
    feed->start(platform->openLog(run), nullptr, run);
    m_feeds.emplace(run.id, std::move(feed));
}

void ProgressKeeper::report(const QString &runId, const RunProgress &progress)
{
    if (!progress.step() && !progress.epoch() && !progress.best())
        return;
    const std::optional<BestMetric> best = progress.best();
    m_context.runs.reportProgress(runId, progress.step(), progress.totalSteps(), progress.epoch(), progress.totalEpochs(),
                                  best ? best->name : QString(), best ? std::optional(best->value) : std::nullopt);
}

} // namespace Trainyard
