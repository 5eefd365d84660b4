#pragma once

#include <optional>
#include <string_view>

namespace Trainyard::Logs {

/// A bar as tqdm draws it: `Epoch 1/4:  24%|██▍   | 47/196 [00:03<00:10, 14.04it/s, loss=1.575]`.
struct ProgressBar
{
    std::string_view description; ///< before the percentage
    double position = 0;
    std::optional<double> total;
    std::string_view timing;  ///< `00:03<00:10, 14.04it/s`
    std::string_view postfix; ///< `loss=1.575`
    std::string_view rest;    ///< a record glued to the bar's end

    /// Of training, by its description: steps, Epoch 1; not Downloading, Validation. A bar without a description may be any.
    enum class Purpose { Training, Evaluation, Unnamed, Other };
    Purpose purpose() const;
};

/// @return nothing when @p text holds no such bar.
std::optional<ProgressBar> progressBarIn(std::string_view text);

/// Cheaper: whether it may hold one.
bool mayBeProgressBar(std::string_view text);

} // namespace Trainyard::Logs
