#pragma once

#include "models/job/job.h"
#include "models/preflight/finding.h"

#include <QByteArray>
#include <QHash>

namespace Trainyard {

/**
 * One job.yaml, read: the job as far as it could be understood, every fault in it, and where each key stands.
 *
 * Reading never gives up after the first fault. @c isReadable is false only where there is no job at all (not text, not YAML,
 * not a mapping, too complex): commands then exit with 2.
 */
struct JobDocument
{
    Job job;
    Findings findings;          ///< job.* only; places carry file, line and key
    bool isReadable = false;
    QString fileName;           ///< as it stands in Place::file: `job.yaml`
    QHash<QString, int> lines;  ///< dotted key -> line, from 1

    /// Where @p key stands; the nearest parent that is in the file gives the line when the key itself is not.
    Place place(const QString &key) const;
};

/// Reads text of any origin: UTF-8 with or without mark, UTF-16 with a mark, CRLF. More than 256 KiB is refused.
JobDocument readJob(const QByteArray &text, const QString &fileName = QStringLiteral("job.yaml"));
/// Reads a file; a missing, unreadable or huge file is a finding like every other fault.
JobDocument readJobFile(const QString &path);

/// job.yaml text that reads back equal. Keys in the order of the contract, values quoted where YAML would change them.
QByteArray writeJob(const Job &job);
/**
 * @p oldText changed so that it reads as @p job: sections that hold the same keep the person's comments and layout, changed ones are
 * written anew. Where that is not possible (a broken file, one flow mapping, anchors across sections) the same as writeJob().
 */
QByteArray updateJobText(const QByteArray &oldText, const Job &job);

/// A parameter's values with every `${...}` replaced: what the script gets.
QStringList resolvedValues(const Job &job, const Parameter &parameter);
/// @p text with every `${parameters.NAME}` replaced; an unknown name stays as it is.
QString resolveReferences(const Job &job, const QString &text);

} // namespace Trainyard
