#pragma once

#include <QString>

#include <string_view>

namespace Trainyard::Logs {

/// What a unit says of a number. `scale` brings it to seconds, bytes or the plain number.
struct ValueUnit
{
    enum class Kind { None, Seconds, Bytes, Rate, SecondsPerStep, Percent, Flops, Count };
    Kind kind = Kind::None;
    double scale = 1;
    const char *name = nullptr; ///< the canonical name that the unit alone gives (`it/s` -> steps_per_second); nullptr: none
};

/// The unit spelled @p text (`ms`, `GiB`, `samples/s`, `s/it`, `%`); kind None when it is none.
ValueUnit unitFromText(std::string_view text);

} // namespace Trainyard::Logs
