#pragma once

#include "models/job/job.h"
#include "models/preflight/finding.h"

#include <QHash>
#include <QSet>

namespace Trainyard {

/**
 * Replaces `${parameters.NAME}` in texts by the parameter's value; parameters may refer to each other.
 *
 * Every other `${...}` stays as it is: it belongs to the shell or to the script's own configuration. What cannot be replaced (an unknown
 * name, a circle, a text over 64 KiB) stays as well.
 */
class References
{
public:
    explicit References(const QList<Parameter> &parameters);

    QString resolve(const QString &text);
    /// The same, with a finding at @p where for each reference that cannot be replaced.
    QString resolve(const QString &text, const Place &where, Findings &findings);

private:
    enum class Problem { Unknown, Circle, TooLong };

    /// What a parameter comes to: a text, or the name and the reason why there is none.
    struct Outcome
    {
        std::optional<QString> text;
        QString culprit;
        Problem problem = Problem::Unknown;
    };

    Outcome valueOf(const QString &name);
    Outcome replaced(const QString &text);
    Finding findingFor(const Outcome &outcome, const Place &where) const;

    QHash<QString, QString> m_written; ///< parameter -> text as written
    QHash<QString, Outcome> m_known;   ///< each parameter is looked at once, failures too: they could double like texts
    QSet<QString> m_active;                           ///< being replaced now: meeting one again is a circle
};

} // namespace Trainyard
