#pragma once

#include "services/alerts/alert.h"

#include <QList>

namespace Trainyard {

/**
 * `alerts.jsonl` of a run's folder: what happened, and what was told of it. Any number of processes write it at once, under `alerts.lock`.
 *
 * Nothing rings twice: raise() is true for the first who notices a cause, claim() for the first who wants to tell it over a channel. A claim is
 * written before the telling begins, so that a teller that is killed in the middle leaves silence, never a second ring.
 */
class AlertJournal
{
public:
    /// How a cause was told; the answer is empty while it is being told.
    struct Told
    {
        QString cause;
        QString channel; ///< desktop, command, webhook
        QString answer;
        bool operator==(const Told &) const = default;
    };

    explicit AlertJournal(const QString &runFolder) : m_folder(runFolder) {}

    bool raise(const Alert &alert) const;
    bool claim(const QString &cause, const QString &channel) const;
    void noteAnswer(const Told &told) const;

    QList<Alert> alerts() const;
    std::optional<Alert> alert(const QString &cause) const;
    /// The last word on each cause and channel.
    QList<Told> told() const;

private:
    QString file() const { return m_folder + QStringLiteral("/alerts.jsonl"); }
    QList<QJsonObject> lines() const;
    bool append(const QJsonObject &line) const;

    QString m_folder;
};

} // namespace Trainyard
