#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/valueunits.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace Trainyard::Logs {

/// What a printed name means.
struct MetricName
{
    enum class Role {
        Metric,
        GlobalStep, ///< counts over the whole run: wins over any other step
        Step,
        Epoch,
        Phase,         ///< a bare word of phase: `Test`, `train`
        Configuration, ///< weight_decay, batch_size: a record of such names alone is configuration
        Ignored        ///< v_num, pid, seed, a file name
    };
    enum class Measure { Plain, Seconds, Bytes, Eta, Percent };

    Role role = Role::Metric;
    Measure measure = Measure::Plain;
    QString name; ///< canonical, or as printed where the name is its own
    std::optional<Phase> phase;
    double scale = 1;          ///< of a unit named in the key: `(ms)`, `_gb`
    bool isKnown = false;      ///< in the table of canonical names
    bool isWeak = false;       ///< gives way to another printed name of the same canonical name: total_loss to loss
    bool isResult = false;     ///< tells how training goes: a loss, an accuracy, a score; such a value makes a record a metrics record
    bool isLoss = false;       ///< nan or inf in it is a failure
    bool isThroughput = false; ///< tells how fast it goes, in words that nothing else uses
    bool isRunningMean = false;
};

/// Resolves printed names, and remembers them: a log prints the same few over and over. Bounded.
class MetricNames
{
public:
    MetricNames();
    ~MetricNames();

    const MetricName &resolve(std::string_view printed);
    /// A word of phase that stands for itself: CatBoost's `test: 0.65`.
    const MetricName &own(std::string_view printed);
    /// Between two lines: forgets when there are too many. What resolve() gave before is gone then.
    void trim();

private:
    struct Hash
    {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::unique_ptr<MetricName>, Hash, std::equal_to<>> m_known;
};

/// The phase a word stands for: val, valid, evaluation, 验证集 -> eval; test -> test; train, training, 训练集 -> train.
std::optional<Phase> phaseOfWord(std::string_view word);

/// Lower case, every run of other characters than letters and digits one `_`: how names are compared.
std::string normalisedName(std::string_view printed);

} // namespace Trainyard::Logs
