#pragma once

#include "models/result.h"
#include "models/run/logtext.h"

#include <memory>

namespace Trainyard {

/**
 * A log on this machine's disk. Stays readable when the file is renamed or deleted; what is cut off is gone.
 *
 * A log that comes from elsewhere is kept in a nameless temporary file.
 */
class LogFile final : public LogBytes
{
public:
    ~LogFile() override;

    /// Only a regular file: a pipe cannot be read a second time.
    static Result<std::shared_ptr<LogFile>> open(const QString &path);
    /// Empty; gone with the last owner.
    static Result<std::shared_ptr<LogFile>> temporary();

    /// For a temporary one. Io: the disk is full; what was written counts.
    Result<> append(QByteArrayView data);
    QByteArray read(qint64 offset, qint64 length) const override;

private:
    explicit LogFile(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor;
};

} // namespace Trainyard
