#include "services/alerts/alertjournal.h"

#include "services/agent/filelock.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr int longestWaitMs = 2000;

/// Nothing when the folder is gone or cannot be written: then nothing is told either.
std::optional<FileLock> lockJournal(const QString &folder)
{
    if (!QFileInfo::exists(folder))
        return std::nullopt;
    for (const QDeadlineTimer deadline(longestWaitMs); !deadline.hasExpired(); QThread::msleep(2)) {
        if (std::optional<FileLock> lock = FileLock::tryLock(folder + u"/alerts.lock"_s))
            return lock;
    }
    return std::nullopt;
}

} // namespace

QList<QJsonObject> AlertJournal::lines() const
{
    QFile journal(file());
    QList<QJsonObject> objects;
    if (!journal.open(QIODevice::ReadOnly))
        return objects;
    while (!journal.atEnd()) {
        const QJsonObject object = QJsonDocument::fromJson(journal.readLine()).object();
        if (!object.isEmpty()) // a line that a full disk cut
            objects.append(object);
    }
    return objects;
}

bool AlertJournal::append(const QJsonObject &line) const
{
    QFile journal(file());
    if (!journal.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered))
        return false;
    QByteArray text = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    if (journal.size() > 0 && (!journal.seek(journal.size() - 1) || journal.read(1) != "\n"))
        text.prepend('\n');
    return journal.write(text) == text.size();
}

bool AlertJournal::raise(const Alert &alert) const
{
    const std::optional<FileLock> lock = lockJournal(m_folder);
    return lock && !this->alert(alert.cause) && append(alert.toJson());
}

bool AlertJournal::claim(const QString &cause, const QString &channel) const
{
    const std::optional<FileLock> lock = lockJournal(m_folder);
    const QList<Told> known = told();
    const bool isTaken = std::any_of(known.cbegin(), known.cend(), [&](const Told &each) { return each.cause == cause && each.channel == channel; });
    return lock && !isTaken && append({{u"told"_s, cause}, {u"channel"_s, channel}});
}

void AlertJournal::noteAnswer(const Told &told) const
{
    const std::optional<FileLock> lock = lockJournal(m_folder);
    if (lock)
        append({{u"told"_s, told.cause}, {u"channel"_s, told.channel}, {u"answer"_s, told.answer}});
}

QList<Alert> AlertJournal::alerts() const
{
    QList<Alert> alerts;
    for (const QJsonObject &line : lines()) {
        if (const std::optional<Alert> alert = Alert::fromJson(line))
            alerts.append(*alert);
    }
    return alerts;
}

std::optional<Alert> AlertJournal::alert(const QString &cause) const
{
    for (const Alert &alert : alerts()) {
        if (alert.cause == cause)
            return alert;
    }
    return std::nullopt;
}

QList<AlertJournal::Told> AlertJournal::told() const
{
    QList<Told> answers;
    for (const QJsonObject &line : lines()) {
        const Told told{line.value("told"_L1).toString(), line.value("channel"_L1).toString(), line.value("answer"_L1).toString()};
        if (told.cause.isEmpty())
            continue;
        const auto known = std::find_if(answers.begin(), answers.end(), [&](const Told &each) { return each.cause == told.cause && each.channel == told.channel; });
        if (known == answers.end())
            answers.append(told);
        else
            *known = told;
    }
    return answers;
}

} // namespace Trainyard
