#include "services/metricfiles/eventfolder.h"

#include "services/logs/recordjudge.h"
#include "services/metricfiles/regularfile.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(MetricFiles)
};

constexpr qint64 windowSize = qint64(1) << 20;
constexpr qint64 longestStart = qint64(256) << 10;

/// The time in `events.out.tfevents.1700000000.host`, then the name: the order in which the files were begun.
std::pair<qint64, QString> ageOf(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    const QString mark = QStringLiteral("tfevents.");
    const qsizetype at = name.indexOf(mark);
    return {at < 0 ? 0 : name.mid(at + mark.size()).section(QLatin1Char('.'), 0, 0).toLongLong(), name};
}

} // namespace

struct EventFolder::File
{
    explicit File(QString name) : path(std::move(name)) {}

    QString path;
    RecordFrames frames;
    qint64 size = 0;
    qint64 modifiedMs = 0;
    quint64 inode = 0;
    bool startIsKnown = false;
    qint64 startSize = -1; ///< of the file when its start was read
    QHash<QByteArray, qint64> firstSteps;  ///< of each tag, as far as the file's start tells
    std::optional<qint64> sessionStart;    ///< what earlier files say from this step on no longer holds
    bool damageWasTold = false;
    bool failureWasTold = false;

    void tellFailure(const Error &error, MetricFileNews &news)
    {
        if (!std::exchange(failureWasTold, true))
            news.problems.append(error);
    }
};

EventFolder::EventFolder(std::optional<Phase> phase, const QString &prefix)
    : m_phase(phase)
    , m_prefix(prefix)
    , m_tags(std::make_unique<MetricTags>(phase, prefix))
{
}

EventFolder::~EventFolder() = default;

void EventFolder::setFiles(const QStringList &paths)
{
    for (const QString &path : paths) {
        const bool isKnown = std::any_of(m_files.begin(), m_files.end(), [&](const auto &file) { return file->path == path; });
        if (!isKnown)
            m_files.push_back(std::make_unique<File>(path));
    }
    std::sort(m_files.begin(), m_files.end(), [](const auto &a, const auto &b) { return ageOf(a->path) < ageOf(b->path); });
}

MetricFileNews EventFolder::poll(qint64 &budget)
{
    MetricFileNews news;
    readStarts(news);
    if (news.isReplaced) {
        startAgain();
        return news;
    }
    for (size_t i = 0; i < m_files.size() && !news.isReplaced; ++i)
        readFile(i, budget, news);
    if (news.isReplaced) {
        news.events.clear();
        startAgain();
    }
    return news;
}

/// Before earlier files are read it has to be known from where on later ones replace them.
void EventFolder::readStarts(MetricFileNews &news)
{
    for (const auto &file : m_files) {
        if (file->startIsKnown)
            continue;
        readStart(*file, news);
        if (goesBehindWhatWasTold(*file))
            news.isReplaced = true;
    }
}

void EventFolder::readStart(File &file, MetricFileNews &news)
{
    const Result<RegularFile> opened = RegularFile::open(file.path);
    if (!opened)
        return file.tellFailure(opened.error(), news);
    if (opened->size() == std::exchange(file.startSize, opened->size()))
        return;
    const Result<QByteArray> start = opened->read(0, longestStart);
    if (!start)
        return file.tellFailure(start.error(), news);
    RecordFrames frames;
    frames.read(*start, [&](QByteArrayView data, qint64) {
        const std::optional<SummaryEvent> event = decodeEvent(data);
        if (!event)
            return;
        if (event->startsSession && !file.sessionStart)
            file.sessionStart = event->step;
        for (const TaggedScalar &scalar : event->scalars) {
            if (!file.firstSteps.contains(scalar.tag))
                file.firstSteps.insert(scalar.tag, event->step);
        }
    });
    file.startIsKnown = !file.firstSteps.isEmpty() || opened->size() >= longestStart;
}

bool EventFolder::goesBehindWhatWasTold(const File &file) const
{
    if (file.frames.offset() > 0 || m_files.size() < 2)
        return false; // it is what was told
    for (auto told = m_lastStep.cbegin(); told != m_lastStep.cend(); ++told) {
        const auto first = file.firstSteps.constFind(told.key());
        const bool isWrittenAgain = first != file.firstSteps.cend() && *first <= told.value();
        if (isWrittenAgain || (file.sessionStart && *file.sessionStart <= told.value()))
            return true;
    }
    return false;
}

void EventFolder::readFile(size_t index, qint64 &budget, MetricFileNews &news)
{
    File &file = *m_files[index];
    const Result<RegularFile> opened = RegularFile::open(file.path);
    if (!opened) { // a deleted file: what it said stays
        if (opened.error().kind != Error::Kind::NotFound || file.size == 0)
            file.tellFailure(opened.error(), news);
        return;
    }
    const bool isAnother = file.inode != 0 && (opened->inode() != file.inode || opened->size() < file.size);
    if (isAnother) {
        news.isReplaced = true;
        return;
    }
    const bool isUnchanged = opened->size() == file.size && opened->modifiedMs() == file.modifiedMs;
    if (isUnchanged)
        return;
    file.inode = opened->inode();
    while (file.frames.offset() < opened->size()) {
        if (budget <= 0) {
            news.isBehind = true;
            return;
        }
        const qint64 before = file.frames.offset();
        const Result<QByteArray> window = opened->read(before, std::max(windowSize, file.frames.needed()));
        if (!window)
            return file.tellFailure(window.error(), news);
        file.frames.read(*window, [&](QByteArrayView data, qint64 end) {
            if (const std::optional<SummaryEvent> event = decodeEvent(data))
                take(index, *event, end, news);
        });
        budget -= window->size();
        const bool hasMore = before + window->size() < opened->size();
        if (!hasMore)
            break;
    }
    file.size = opened->size();
    file.modifiedMs = opened->modifiedMs();
    tellDamage(file, news);
}

void EventFolder::take(size_t index, const SummaryEvent &event, qint64 end, MetricFileNews &news)
{
    ++m_records;
    for (const TaggedScalar &scalar : event.scalars) {
        if (!isPurged(index, scalar.tag, event.step))
            addScalar(scalar, event, end, news);
    }
}

bool EventFolder::isPurged(size_t index, const QByteArray &tag, qint64 step) const
{
    for (size_t later = index + 1; later < m_files.size(); ++later) {
        const File &file = *m_files[later];
        if (file.sessionStart && step >= *file.sessionStart)
            return true;
        const auto first = file.firstSteps.constFind(tag);
        if (first != file.firstSteps.cend() && step >= *first)
            return true;
    }
    return false;
}

void EventFolder::addScalar(const TaggedScalar &scalar, const SummaryEvent &event, qint64 end, MetricFileNews &news)
{
    const MetricTag &tag = m_tags->ofTag(scalar.tag);
    if (tag.role == MetricTag::Role::Epoch)
        return setEpochOf(event.step, scalar.value, news);
    if (tag.role != MetricTag::Role::Metric)
        return;
    m_lastStep[scalar.tag] = std::max(event.step, m_lastStep.value(scalar.tag, event.step));
    TimedEvent timed;
    timed.event.line = m_records;
    timed.event.offset = end;
    timed.event.phase = tag.phase;
    if (tag.stepsAreEpochs)
        timed.event.epoch = double(event.step);
    else
        timed.event.step = event.step;
    if (m_epoch && !timed.event.epoch)
        timed.event.epoch = m_epoch;
    timed.event.values.append({tag.name, scalar.value * tag.scale});
    constexpr double endOfTime = 1e13; // seconds; what is beyond does not fit into milliseconds
    timed.timeMs = std::isfinite(event.wallTime) && event.wallTime > 0 && event.wallTime < endOfTime ? qint64(event.wallTime * 1000) : 0;
    news.events.append(timed);
    if (tag.isLoss && !std::isfinite(scalar.value) && !std::exchange(m_lossWasLost, true))
        news.events.append({Logs::failureEvent(timed.event.line, end, "nan_loss"), timed.timeMs});
}

/// The tag `epoch` comes with, before or after the others of its step.
void EventFolder::setEpochOf(qint64 step, double epoch, MetricFileNews &news)
{
    if (!std::isfinite(epoch))
        return;
    m_epoch = epoch;
    for (auto timed = news.events.rbegin(); timed != news.events.rend() && timed->event.step == step; ++timed)
        timed->event.epoch = epoch;
}

void EventFolder::tellDamage(File &file, MetricFileNews &news)
{
    if (file.frames.damagedPlaces() == 0 || std::exchange(file.damageWasTold, true))
        return;
    news.problems.append({Error::Kind::Invalid,
                          Text::tr("%1 is damaged at byte %2: a checksum is wrong. What stands there is left out, the rest is read.")
                              .arg(file.path).arg(file.frames.firstDamage()),
                          QString()});
}

MetricFileNews EventFolder::finish()
{
    MetricFileNews news;
    for (const auto &file : m_files) {
        const qint64 unread = file->size - file->frames.offset();
        if (file->frames.isLost())
            news.problems.append({Error::Kind::Invalid, Text::tr("%1 is damaged: from some place on there is no record any more. What stands before it was read.").arg(file->path), QString()});
        else if (unread > 0)
            news.problems.append({Error::Kind::Invalid, Text::tr("%1 breaks off within its last record: its writer was stopped, or is still writing.").arg(file->path), QString()});
    }
    return news;
}

void EventFolder::startAgain()
{
    std::vector<std::unique_ptr<File>> files;
    files.swap(m_files);
    for (const auto &file : files) {
        if (QFileInfo::exists(file->path))
            m_files.push_back(std::make_unique<File>(file->path));
    }
    m_tags = std::make_unique<MetricTags>(m_phase, m_prefix);
    m_lastStep.clear();
    m_epoch.reset();
    m_records = 0;
    m_lossWasLost = false;
}

} // namespace Trainyard
