#pragma once

#include "services/logs/numbers.h"
#include "services/logs/valueunits.h"

#include <string_view>
#include <vector>

namespace Trainyard::Logs {

/// A piece of a record.
struct Token
{
    enum class Kind {
        Word,   ///< loss, samples/s, Acc@1, memory(GiB), training's
        Quoted, ///< text in quotes, without them
        Number,
        Time,      ///< 0:07:10, in seconds
        Junk,      ///< 2.6.0, 10.0.0.4:1454, 2025-08-15: no number, no name
        Call,      ///< name( ... = ...): source text or an object's dump
        Separator, ///< : = ：
        Slash,
        Open, ///< ( [ {
        Close,
        Delimiter, ///< , ; | and their like
        Dash,      ///< a dash between blanks, a bullet
        Bar        ///< the drawing of a progress bar
    };
    Kind kind = Kind::Junk;
    std::string_view text;
    double value = 0;       ///< Number, Time
    ValueUnit unit;         ///< Number: of `12 ms`, `45.2%`, `10.5G`
    char symbol = 0;        ///< Separator, Open, Close: which
    bool isInteger = false; ///< Number without a point and an exponent
    bool isRange = false;   ///< `0-50`: value is the upper end
    bool gapBefore = false; ///< two blanks or more, or a tab, stand before it
    bool blankBefore = false;
};

/// Cuts a record into tokens; at most 2048 of them. Never fails: what is nothing else is Junk.
void tokenise(std::string_view record, std::vector<Token> &tokens);

/// Whether @p text ends with a symbol outside ASCII that ends a word (`：`, `█`): digits behind it are a number of their own.
bool endsWithWideSymbol(std::string_view text);

} // namespace Trainyard::Logs
