#pragma once

#include <QString>

#include <array>
#include <optional>
#include <utility>

namespace Trainyard {

/// One table for both directions between an enumeration and its contract texts.
template<typename Enum, size_t N>
struct EnumText
{
    std::array<std::pair<Enum, const char *>, N> entries;

    QString toText(Enum value) const
    {
        for (const auto &[entry, text] : entries) {
            if (entry == value)
                return QLatin1String(text);
        }
        Q_UNREACHABLE();
    }

    std::optional<Enum> fromText(QStringView wanted) const
    {
        for (const auto &[entry, text] : entries) {
            if (wanted == QLatin1String(text))
                return entry;
        }
        return std::nullopt;
    }
};

template<typename Enum, size_t N>
EnumText(std::array<std::pair<Enum, const char *>, N>) -> EnumText<Enum, N>;

} // namespace Trainyard
