#pragma once

#include "models/job/jobtablemodel.h"
#include "models/result.h"

#include <QStringList>

namespace Trainyard {

/// The definitions that the Jobs page lists, kept in jobs.json below Trainyard's home. Files that are gone stay listed as such until they are removed.
class JobLibrary
{
public:
    explicit JobLibrary(QString home) : m_home(std::move(home)) {}

    /// Added by hand, or opened; newest first.
    QStringList files() const;
    /// Puts @p file first. Errors: Io.
    Result<> add(const QString &file) const;
    /// Takes @p file off the list; the file itself is left alone.
    Result<> remove(const QString &file) const;
    /// The list, then the templates of a person's own. Reads each file: for a worker.
    QList<JobEntry> entries() const;

    QString templatesFolder() const { return m_home + QStringLiteral("/templates"); }

private:
    Result<> write(const QStringList &files) const;

    QString m_home;
};

/// Copies a definition beside itself under a free name (`job-2.yaml`), so that its relative paths still hold. Answers the new file.
Result<QString> duplicateJob(const QString &file);
/// What the job reads - code, inputs, model files - by absolute paths, from the job's @p folder; outputs stay relative.
void makeSourcesAbsolute(Job &job, const QString &folder);
/// A new folder below @p projects with the template's definition in it. Answers the new file.
Result<QString> createJobFromTemplate(const QString &templateFile, const QString &projects);
/// Writes a copy with absolute paths to @p destination: it means the same wherever it lies.
Result<> exportJob(const QString &file, const QString &destination);

} // namespace Trainyard
