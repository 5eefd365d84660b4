#pragma once

#include <optional>
#include <string_view>

namespace Trainyard::Logs {

/// A save that a line tells of.
struct CheckpointLine
{
    std::string_view path;   ///< as printed; empty: the line names none
    size_t wordsAt = 0;      ///< where the record begins to speak of the save
    bool mayYetFail = false; ///< `saving ... ...`: the next line may say that it failed
};

/// Cheap: whether the line has a word of saving at all.
bool mayTellOfCheckpoint(std::string_view text);

/// Reads `Saving model checkpoint to out/checkpoint-60`, `Saved checkpoint x.pt (epoch 1)`, `模型已保存至 ...`, `Saving checkpoint at 2 epochs`.
/// Not: loading, settings that have to do with saving, and what is written beside a model (configuration, tokenizer, optimizer state).
std::optional<CheckpointLine> checkpointIn(std::string_view record);

} // namespace Trainyard::Logs
