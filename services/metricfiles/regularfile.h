#pragma once

#include "models/result.h"

#include <QByteArray>
#include <QString>

namespace Trainyard {

/// An open file of a disk. Opening never waits: a FIFO, a device or a folder is refused.
class RegularFile
{
public:
    /// Errors: NotFound; Forbidden; Invalid: no regular file; Io.
    static Result<RegularFile> open(const QString &path);
    RegularFile(RegularFile &&other) noexcept;
    RegularFile &operator=(RegularFile &&other) noexcept;
    ~RegularFile();

    /// As of opening.
    qint64 size() const { return m_size; }
    qint64 modifiedMs() const { return m_modifiedMs; }
    /// Tells two files of the same name apart.
    quint64 inode() const { return m_inode; }
    /// At most @p size bytes; fewer at the file's end. Errors: Io.
    Result<QByteArray> read(qint64 offset, qint64 size) const;

private:
    RegularFile() = default;

    QString m_path;
    int m_descriptor = -1;
    qint64 m_size = 0;
    qint64 m_modifiedMs = 0;
    quint64 m_inode = 0;
};

} // namespace Trainyard
