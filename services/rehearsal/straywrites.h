#pragma once

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

namespace Trainyard {

/**
 * Files that a script writes where nobody brings them back: in its own code folder, and anywhere else on the machine, as seen by looking at the files
 * that its processes have open. Caches of Python, devices and shared memory do not count.
 */
class StrayWrites
{
public:
    /// @p scratch: everything below it but the code is meant to be written.
    explicit StrayWrites(QString scratch) : m_scratch(std::move(scratch)) {}

    /// One look at the files that the keeper's family has open for writing.
    void look(qint64 keeperPid);
    /// Absolute paths, sorted.
    QStringList elsewhere() const;

    /// When each file below a folder was changed last, by its path in it.
    using Times = QHash<QString, QDateTime>;
    static Times timesIn(const QString &codeFolder);
    /// Relative to @p codeFolder: what is new there, or changed, against @p before.
    static QStringList inCode(const QString &codeFolder, const Times &before);

private:
    QString m_scratch;
    QSet<QString> m_elsewhere;
};

} // namespace Trainyard
