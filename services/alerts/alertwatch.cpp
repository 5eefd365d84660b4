#include "services/alerts/alertwatch.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDirIterator>
#include <QFileInfo>

#include <cmath>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Alerts)
};

constexpr double nearPart = 0.9; ///< of a limit

bool saysNan(const LogEvent &event)
{
    if (event.kind == LogEvent::Kind::Failure)
        return event.code == "nan_loss"_L1;
    const std::optional<double> loss = event.value(u"loss");
    return loss && !std::isfinite(*loss);
}

} // namespace

AlertWatch::AlertWatch(const RunFolder &folder, const LaunchFile &launch, const QDateTime &startedAt, const AlertBell &bell)
    : m_folder(folder)
    , m_launch(launch)
    , m_startedAt(startedAt)
    , m_bell(bell)
    , m_hang(launch.hangAfter)
    , m_log(folder.logFile())
{
    if (launch.checkpointEverySteps)
        m_gap.emplace(*launch.checkpointEverySteps);
}

void AlertWatch::look(const Sample &sample)
{
    if (m_bell.isWanted(AlertEvent::Nan) || (m_gap && m_bell.isWanted(AlertEvent::Checkpoint))) {
        readLog();
        watchCheckpoints();
    }
    watchLimits(sample.time);
    if (const std::optional<Milliseconds> still = m_hang.look(sample)) {
        ring(u"hang-%1"_s.arg(sample.logBytes), AlertEvent::Hang,
             Text::tr("No output for %1, and neither processors, cards nor disks work.").arg(displayDuration(*still)));
    }
}

void AlertWatch::readLog()
{
    constexpr qint64 pieceBytes = 1 << 20;
    constexpr int budgetMs = 200;
    if (!m_log.isOpen() && !m_log.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return;
    for (const QDeadlineTimer deadline(budgetMs); !deadline.hasExpired();) {
        const QByteArray piece = m_log.read(pieceBytes);
        for (const LogEvent &event : m_reader.feed(piece))
            handle(event);
        if (piece.size() == pieceBytes)
            continue;
        if (!std::exchange(m_hasCaughtUp, true) && m_gap) { // what is older: its files are there, or an agent before us told
            m_gap->noteCheckpoint();
            m_gapSince = QDateTime::currentDateTimeUtc();
        }
        return;
    }
}

void AlertWatch::handle(const LogEvent &event)
{
    if (saysNan(event) && !std::exchange(m_hasNan, true)) {
        ring(u"nan"_s, AlertEvent::Nan,
             event.step ? Text::tr("The loss is not a number at step %1, line %2 of the log.").arg(*event.step).arg(event.line)
                        : Text::tr("The loss is not a number, says line %1 of the log.").arg(event.line));
    }
    if (!m_gap)
        return;
    if (event.kind == LogEvent::Kind::Checkpoint) {
        m_gap->noteCheckpoint();
        m_gapSince = QDateTime::currentDateTimeUtc();
    } else if (event.step && event.phase.value_or(Phase::Train) == Phase::Train) {
        m_gap->noteStep(*event.step);
    }
}

void AlertWatch::watchCheckpoints()
{
    if (!m_gap || !m_hasCaughtUp || !m_gap->isOverdue())
        return;
    if (lastCheckpointFile() > m_gapSince) { // saved without a word
        m_gap->noteCheckpoint();
        m_gapSince = QDateTime::currentDateTimeUtc();
        return;
    }
    m_gap->setTold();
    ring(u"checkpoint-%1"_s.arg(m_gap->base()), AlertEvent::Checkpoint,
         Text::tr("No checkpoint since step %1: the run is at step %2, and the job asks for one every %3 steps.")
             .arg(m_gap->base()).arg(m_gap->step()).arg(*m_launch.checkpointEverySteps));
}

QDateTime AlertWatch::lastCheckpointFile() const
{
    QDateTime last;
    if (m_launch.checkpointDirectory.isEmpty())
        return last;
    QDirIterator files(m_launch.checkpointDirectory, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        last = std::max(last, QFileInfo(files.next()).lastModified());
    return last;
}

void AlertWatch::watchLimits(const QDateTime &now)
{
    const double hours = double(m_startedAt.msecsTo(now)) / 3600e3;
    const auto left = [hours](double limitHours) { return displayDuration(Milliseconds(qint64(std::max(0.0, limitHours - hours) * 3600e3))); };
    if (m_launch.maxDuration && !m_isNearDuration) {
        const double limit = double(m_launch.maxDuration->count()) / 3600e3;
        if ((m_isNearDuration = hours >= nearPart * limit)) {
            ring(u"limit-duration"_s, AlertEvent::Limit,
                 Text::tr("It is stopped in %1: limits.max_duration is %2.").arg(left(limit), durationToText(*m_launch.maxDuration)));
        }
    }
    if (m_launch.maxCost && m_launch.pricePerHour.value_or(0) > 0 && !m_isNearCost) {
        const double limit = *m_launch.maxCost / *m_launch.pricePerHour;
        if ((m_isNearCost = hours >= nearPart * limit)) {
            ring(u"limit-cost"_s, AlertEvent::Limit,
                 Text::tr("It is stopped in %1: limits.max_cost is %2, and %3 are used.")
                     .arg(left(limit), displayNumber(*m_launch.maxCost), displayNumber(hours * *m_launch.pricePerHour)));
        }
    }
}

void AlertWatch::ring(const QString &cause, AlertEvent event, const QString &message) const
{
    m_bell.ring(Alert{cause, event, QDateTime::currentDateTimeUtc(), message});
}

} // namespace Trainyard
