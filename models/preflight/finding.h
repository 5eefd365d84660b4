#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

enum class Severity { Info, Warning, Error };

QString severityToText(Severity severity); ///< `error`, `warning`, `info`: contract, never translated
std::optional<Severity> severityFromText(QStringView text);

/// Where something is. Any part may be missing.
struct Place
{
    QString file;           ///< relative to the folder of job.yaml, with `/`
    std::optional<int> line; ///< counts from 1
    QString key;            ///< dotted path in job.yaml, list entries as `inputs[0].source`

    bool isEmpty() const { return file.isEmpty() && !line && key.isEmpty(); }
    QJsonObject toJson() const;
    static Place fromJson(const QJsonObject &object);
    bool operator==(const Place &) const = default;
};

/**
 * One thing that preflight found. An Error says that a check did not complete; a Finding says it did, and what is wrong with the job.
 *
 * Everything of one kind is one finding with a count and its first places.
 */
struct Finding
{
    QString code; ///< stable, dotted, lower case; listed in docs/findings.md
    Severity severity = Severity::Error;
    QString message; ///< what is wrong with this job, with its values; translated
    Place where;
    QString fix;  ///< what to change; an error always has one; translated
    int count = 1;
    QList<Place> places; ///< the first few, `where` first; empty when count is 1

    QJsonObject toJson() const;
    static Finding fromJson(const QJsonObject &object);
    bool operator==(const Finding &) const = default;
};

using Findings = QList<Finding>;

/// Builders that keep a rule to one statement. @p message and @p fix are translated already.
Finding errorFinding(const char *code, const Place &where, const QString &message, const QString &fix);
Finding warningFinding(const char *code, const Place &where, const QString &message, const QString &fix);
Finding infoFinding(const char *code, const Place &where, const QString &message, const QString &fix = QString());
/// One finding for everything of one kind: counts @p places, stands at the first and keeps the first few.
Finding atPlaces(Finding finding, const QList<Place> &places);
/// A file of nonsense has one fault ten thousand times: keeps the first 50 of each code, the rest becomes one more with a count.
void foldRepeated(Findings &findings);

bool hasErrors(const Findings &findings);
int countOf(const Findings &findings, Severity severity);

/// Something that could not be checked, so that green is never read as more than it is.
struct NotChecked
{
    QString what;
    QString why;

    QJsonObject toJson() const;
    static NotChecked fromJson(const QJsonObject &object);
    bool operator==(const NotChecked &) const = default;
};

/// What `trainyard check` answers.
struct CheckReport
{
    Findings findings;
    QList<NotChecked> notChecked;

    QJsonObject toJson() const;
    bool operator==(const CheckReport &) const = default;
};

} // namespace Trainyard
