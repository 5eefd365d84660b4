#include "services/metricfiles/metricfilefollower.h"

#include "services/metricfiles/eventfolder.h"
#include "services/metricfiles/metricfilesearch.h"
#include "services/metricfiles/textmetricfile.h"
#include "services/metricfiles/trainerstate.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(MetricFiles)
};

constexpr size_t mostSources = 64;
constexpr qint64 bytesPerPoll = qint64(8) << 20;

} // namespace

MetricFileFollower::MetricFileFollower(const QString &fileOrFolder, int searchEveryMs)
    : m_root(QDir::cleanPath(QFileInfo(fileOrFolder).absoluteFilePath()))
    , m_isFolder(QFileInfo(fileOrFolder).isDir())
    , m_searchEveryMs(searchEveryMs)
{
}

MetricFileFollower::~MetricFileFollower() = default;

MetricFileNews MetricFileFollower::poll()
{
    if (!m_sinceSearch.isValid() || m_sinceSearch.elapsed() >= m_searchEveryMs) {
        m_sinceSearch.start();
        search();
    }
    MetricFileNews news;
    qint64 budget = bytesPerPoll;
    for (const Source &source : m_sources) {
        MetricFileNews own = source.reader->poll(budget);
        keepOwnSeries(source.id, own);
        news.append(own);
        if (news.isReplaced)
            break;
    }
    if (news.isReplaced) { // the other sources come again too: what was handed over is one whole
        const QList<Error> problems = news.problems;
        m_sources.clear();
        m_owners.clear();
        m_runs.clear();
        m_sinceSearch.invalidate();
        news = {};
        news.isReplaced = true;
        news.problems = problems;
    }
    return news;
}

MetricFileNews MetricFileFollower::finish()
{
    MetricFileNews news;
    for (const Source &source : m_sources) {
        MetricFileNews own = source.reader->finish();
        keepOwnSeries(source.id, own);
        news.append(own);
    }
    return news;
}

void MetricFileFollower::search()
{
    if (!m_isFolder && QFileInfo(m_root).isDir())
        m_isFolder = true; // it was not there before
    addSources(m_isFolder ? metricFilesBelow(m_root) : QStringList{m_root});
}

void MetricFileFollower::addSources(const QStringList &paths)
{
    QMap<QString, QStringList> eventFolders;
    QStringList states;
    for (const QString &path : paths) {
        auto kind = m_kinds.find(path);
        if (kind == m_kinds.end()) {
            const qint64 size = QFileInfo(path).size();
            if (m_isFolder && size == m_looked.value(path, -1))
                continue;
            m_looked.insert(path, size);
            const MetricFileKind found = kindOfMetricFile(path);
            if (found == MetricFileKind::None || (m_isFolder && found == MetricFileKind::Log && !isForLogReader(path)))
                continue;
            kind = m_kinds.insert(path, found);
        }
        switch (*kind) {
        case MetricFileKind::TensorBoard: eventFolders[QFileInfo(path).path()].append(path); break;
        case MetricFileKind::TrainerState: states.append(path); break;
        case MetricFileKind::Csv:
        case MetricFileKind::Log:
            if (!known(path))
                add(path, std::make_unique<TextMetricFile>(path, *kind == MetricFileKind::Csv));
            break;
        case MetricFileKind::None: break;
        }
    }
    for (auto folder = eventFolders.cbegin(); folder != eventFolders.cend(); ++folder)
        addEventFolder(folder.key(), folder.value());
    const QString stateId = QStringLiteral("trainer_state");
    if (!states.isEmpty() && !known(stateId))
        add(stateId, std::make_unique<TrainerState>());
    if (auto *state = static_cast<TrainerState *>(known(stateId)))
        state->setFiles(states);
}

void MetricFileFollower::addEventFolder(const QString &folder, const QStringList &files)
{
    if (!known(folder)) {
        const RunLabel label = runLabel(m_isFolder ? m_root : folder, folder);
        if (!m_runs.contains(label.run))
            m_runs.append(label.run);
        const bool isFirstRun = m_runs.first() == label.run;
        const QString shown = label.run.isEmpty() ? QFileInfo(m_root).fileName() : label.run;
        add(folder, std::make_unique<EventFolder>(label.phase, isFirstRun ? QString() : shown + QLatin1Char('/')));
    }
    if (auto *events = static_cast<EventFolder *>(known(folder)))
        events->setFiles(files);
}

MetricSource *MetricFileFollower::known(const QString &id) const
{
    const auto found = std::find_if(m_sources.begin(), m_sources.end(), [&](const Source &source) { return source.id == id; });
    return found == m_sources.end() ? nullptr : found->reader.get();
}

void MetricFileFollower::add(const QString &id, std::unique_ptr<MetricSource> reader)
{
    if (m_sources.size() < mostSources)
        m_sources.push_back({id, std::move(reader)});
}

void MetricFileFollower::keepOwnSeries(const QString &sourceId, MetricFileNews &news)
{
    for (TimedEvent &timed : news.events) {
        timed.event.values.removeIf([&](const std::pair<QString, double> &value) {
            const SeriesKey key{value.first, timed.event.phase.value_or(Phase::Train)};
            if (!m_owners.contains(key))
                m_owners.insert(key, sourceId);
            return m_owners.value(key) != sourceId;
        });
    }
    news.events.removeIf([](const TimedEvent &timed) { return timed.event.kind == LogEvent::Kind::Metrics && timed.event.values.isEmpty(); });
}

Result<MetricFileNews> readMetricFiles(const QString &fileOrFolder)
{
    MetricFileFollower follower(fileOrFolder);
    MetricFileNews all;
    MetricFileNews news;
    do {
        news = follower.poll();
        if (news.isReplaced)
            all = {};
        all.append(news);
    } while (news.isBehind || news.isReplaced);
    all.append(follower.finish());
    all.isReplaced = false;
    const bool isEmptyFolder = QFileInfo(fileOrFolder).isDir() && all.events.isEmpty() && all.problems.isEmpty();
    if (!follower.hasSources() || isEmptyFolder)
        return Error{Error::Kind::Invalid, Text::tr("%1 holds no metrics: no event file, trainer_state.json, table or log of them.").arg(fileOrFolder), QString()};
    return all;
}

} // namespace Trainyard
