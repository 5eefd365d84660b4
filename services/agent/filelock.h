#pragma once

#include <QString>

#include <optional>
#include <utility>

namespace Trainyard {

/**
 * An exclusive lock on a file between processes, released when the last process that holds the descriptor ends, however it ends.
 *
 * Open-file-description locks (Linux): a forked child keeps the lock, and isLocked() asks without taking it.
 */
class FileLock
{
public:
    FileLock(FileLock &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

    /// Makes the file, never its folder: that of a deleted run must not come back. Nothing when somebody else holds it or it cannot be made.
    static std::optional<FileLock> tryLock(const QString &path);
    static bool isLocked(const QString &path);

    /// Close-on-exec unless setInheritable().
    int descriptor() const { return m_descriptor; }
    /// A program that is started now keeps the lock for as long as it lives.
    void setInheritable();

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor = -1;
};

} // namespace Trainyard
