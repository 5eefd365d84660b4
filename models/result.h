#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace Trainyard {

/**
 * Why an operation did not complete.
 *
 * @c kind decides what the caller does (retry, sign in, give up); texts are never parsed to decide.
 */
struct Error
{
    enum class Kind {
        Invalid,      ///< the input cannot be used; asking again without changing it is pointless
        NotFound,     ///< a file, a run, a program that is not there
        Conflict,     ///< somebody else changed or holds it
        Unauthorized, ///< wrong or missing credential
        Forbidden,    ///< right credential, missing right
        Unavailable,  ///< not on this machine or platform
        Transient,    ///< may work when tried again
        Io,           ///< disk or pipe: full, read-only, broken
        Resource,     ///< out of memory, out of quota, over a limit
        Crashed,      ///< a helper program died
        Timeout,
        Cancelled,
        Internal      ///< our own mistake
    };

    Kind kind = Kind::Internal;
    QString message; ///< one translated sentence: what failed, on what, what to do
    QString detail;  ///< the raw answer, for the log

    bool operator==(const Error &) const = default;
};

/// A value or the reason why there is none; member names as in std::expected.
template<typename T = std::monostate>
class [[nodiscard]] Result
{
public:
    using value_type = T;

    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_content.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T &value() const & { return std::get<0>(m_content); }
    T &value() & { return std::get<0>(m_content); }
    T &&value() && { return std::get<0>(std::move(m_content)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }
    T value_or(T other) const { return has_value() ? value() : std::move(other); }

    const Error &error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

/// What an operation without a value answers when it went well: `return success();`
inline Result<> success()
{
    return Result<>(std::monostate{});
}

} // namespace Trainyard
