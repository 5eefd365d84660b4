#include "services/logs/metricnames.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <array>

namespace Trainyard::Logs {

namespace {

using Role = MetricName::Role;
using Measure = MetricName::Measure;

enum Trait : unsigned { Result = 1, Loss = 2, Weak = 4, Throughput = 8, PerDevice = 16 };

struct CanonicalName
{
    std::string_view printed; ///< normalised
    const char *canonical;
    unsigned traits = 0;
    Measure measure = Measure::Plain;
    double scale = 1;
};

constexpr double mebi = 1024.0 * 1024;

/// Printed names, normalised, without their word of phase. The order of the table means nothing.
constexpr CanonicalName canonicalNames[]{
    {"loss", "loss", Result | Loss}, {"total_loss", "loss", Result | Loss | Weak}, {"lm_loss", "loss", Result | Loss | Weak}, {"lm_loss_value", "loss", Result | Loss | Weak},
    {"reduced_train_loss", "loss", Result | Loss | Weak}, {"reduced_loss", "loss", Result | Loss | Weak}, {"step_loss", "loss", Result | Loss | Weak},
    {"avr_loss", "loss", Result | Loss | Weak}, {"avg_loss", "loss", Result | Loss | Weak}, {"average_loss", "loss", Result | Loss | Weak}, {"mean_loss", "loss", Result | Loss | Weak},
    {"loss_total", "loss", Result | Loss | Weak}, {"loss_value", "loss", Result | Loss | Weak}, {"损失", "loss", Result | Loss}, {"损失值", "loss", Result | Loss}, {"平均损失", "loss", Result | Loss | Weak},
    {"acc", "accuracy", Result}, {"accuracy", "accuracy", Result}, {"acc1", "accuracy", Result}, {"acc_1", "accuracy", Result}, {"prec_1", "accuracy", Result}, {"prec1", "accuracy", Result},
    {"top1", "accuracy", Result}, {"top_1", "accuracy", Result}, {"top_1_accuracy", "accuracy", Result}, {"top1_accuracy", "accuracy", Result}, {"top1_acc", "accuracy", Result},
    {"accuracy_top1", "accuracy", Result}, {"accuracy_top_1", "accuracy", Result}, {"acc_top1", "accuracy", Result}, {"准确率", "accuracy", Result}, {"精度", "accuracy", Result},
    {"overall_accuracy", "accuracy", Result | Weak}, {"avg_acc", "accuracy", Result | Weak}, {"average_accuracy", "accuracy", Result | Weak}, {"set_accuracy", "accuracy", Result | Weak},
    {"acc5", "accuracy_top5", Result}, {"acc_5", "accuracy_top5", Result}, {"prec_5", "accuracy_top5", Result}, {"prec5", "accuracy_top5", Result}, {"top5", "accuracy_top5", Result},
    {"top_5", "accuracy_top5", Result}, {"top_5_accuracy", "accuracy_top5", Result}, {"top5_accuracy", "accuracy_top5", Result}, {"top5_acc", "accuracy_top5", Result},
    {"accuracy_top5", "accuracy_top5", Result}, {"accuracy_top_5", "accuracy_top5", Result}, {"acc_top5", "accuracy_top5", Result},
    {"lr", "learning_rate"}, {"learning_rate", "learning_rate"}, {"learningrate", "learning_rate"}, {"cur_lr", "learning_rate"}, {"current_lr", "learning_rate"}, {"lr_0", "learning_rate"}, {"base_lr", "learning_rate", Weak},
    {"lr_scheduler", "learning_rate"}, {"学习率", "learning_rate"},
    {"grad_norm", "grad_norm", Result}, {"gnorm", "grad_norm", Result}, {"global_norm", "grad_norm", Result}, {"gradient_norm", "grad_norm", Result}, {"global_grad_norm", "grad_norm", Result},
    {"gradnorm", "grad_norm", Result}, {"norm", "grad_norm", Result | Weak}, {"total_norm", "grad_norm", Result | Weak},
    {"ppl", "perplexity", Result}, {"perplexity", "perplexity", Result}, {"languageperplexity", "perplexity", Result}, {"language_perplexity", "perplexity", Result}, {"lm_loss_ppl", "perplexity", Result},
    {"困惑度", "perplexity", Result},
    {"samples_s", "samples_per_second", Throughput}, {"samples_sec", "samples_per_second", Throughput}, {"sample_s", "samples_per_second", Throughput}, {"sample_sec", "samples_per_second", Throughput},
    {"samples_per_second", "samples_per_second", Throughput}, {"samples_per_sec", "samples_per_second", Throughput}, {"interval_samples_per_second", "samples_per_second", Throughput},
    {"samples_s_p", "samples_per_second", Throughput}, {"images_s", "samples_per_second", Throughput}, {"image_s", "samples_per_second", Throughput}, {"images_sec", "samples_per_second", Throughput},
    {"img_s", "samples_per_second", Throughput}, {"imgs_s", "samples_per_second", Throughput}, {"img_sec", "samples_per_second", Throughput}, {"imgs_sec", "samples_per_second", Throughput},
    {"images_per_second", "samples_per_second", Throughput}, {"images_per_sec", "samples_per_second", Throughput}, {"examples_per_second", "samples_per_second", Throughput}, {"examples_s", "samples_per_second", Throughput},
    {"examples_sec", "samples_per_second", Throughput}, {"ips", "samples_per_second", Throughput}, {"currsamplespersec", "samples_per_second", Throughput}, {"samples_per_step_s", "samples_per_second", Throughput},
    {"runningavgsamplespersec", "samples_per_second_avg", Throughput}, {"throughput_samples_per_sec", "samples_per_second", Throughput},
    {"tokens_s", "tokens_per_second", Throughput}, {"tok_s", "tokens_per_second", Throughput}, {"tok_sec", "tokens_per_second", Throughput}, {"tokens_sec", "tokens_per_second", Throughput}, {"token_s", "tokens_per_second", Throughput},
    {"tps", "tokens_per_second", Throughput}, {"wps", "tokens_per_second", Throughput}, {"tokens_per_sec", "tokens_per_second", Throughput}, {"tokens_per_second", "tokens_per_second", Throughput},
    {"throughput_tokens_per_sec", "tokens_per_second", Throughput}, {"words_per_second", "tokens_per_second", Throughput}, {"token_throughput", "tokens_per_second", Throughput},
    {"tokens_s_device", "tokens_per_second_per_device", Throughput}, {"tokens_s_gpu", "tokens_per_second_per_device", Throughput}, {"tgs", "tokens_per_second_per_device", Throughput},
    {"tokens_per_gpu_per_second", "tokens_per_second_per_device", Throughput}, {"tokens_per_gpu_per_second_tgs", "tokens_per_second_per_device", Throughput},
    {"tokens_per_second_per_gpu", "tokens_per_second_per_device", Throughput}, {"tokens_per_sec_per_gpu", "tokens_per_second_per_device", Throughput}, {"tokens_per_second_per_device", "tokens_per_second_per_device", Throughput},
    {"tokens_train_per_sec_per_gpu", "tokens_per_second_per_device", Throughput}, {"throughput_device_tokens_per_sec", "tokens_per_second_per_device", Throughput},
    {"it_s", "steps_per_second", Throughput}, {"iter_s", "steps_per_second", Throughput}, {"steps_s", "steps_per_second", Throughput}, {"step_s", "steps_per_second", Throughput}, {"iters_s", "steps_per_second", Throughput},
    {"steps_sec", "steps_per_second", Throughput}, {"step_sec", "steps_per_second", Throughput}, {"ups", "steps_per_second", Throughput}, {"global_step_sec", "steps_per_second", Throughput},
    {"train_speed_iter_s", "steps_per_second", Throughput}, {"steps_per_second", "steps_per_second", Throughput}, {"steps_per_sec", "steps_per_second", Throughput}, {"interval_steps_per_second", "steps_per_second", Throughput},
    {"iterations_per_second", "steps_per_second", Throughput}, {"batches_per_sec", "steps_per_second", Throughput}, {"throughput_batches_per_sec", "steps_per_second", Throughput},
    {"time", "step_time_seconds", Weak, Measure::Seconds}, {"iter_time", "step_time_seconds", 0, Measure::Seconds}, {"dt", "step_time_seconds", 0, Measure::Seconds}, {"seconds", "step_time_seconds", Weak, Measure::Seconds},
    {"step_time", "step_time_seconds", Throughput, Measure::Seconds}, {"per_step_time", "step_time_seconds", Throughput, Measure::Seconds}, {"average_step_time", "step_time_seconds", Throughput, Measure::Seconds},
    {"avg_step_time", "step_time_seconds", Throughput, Measure::Seconds}, {"batch_cost", "step_time_seconds", Throughput, Measure::Seconds}, {"avg_batch_cost", "step_time_seconds", Throughput, Measure::Seconds},
    {"batch_time", "step_time_seconds", Throughput, Measure::Seconds}, {"iteration_time", "step_time_seconds", Throughput, Measure::Seconds}, {"step_avg", "step_time_seconds", Throughput, Measure::Seconds}, {"batch_t", "step_time_seconds", 0, Measure::Seconds}, {"data_t", "data_time_seconds", 0, Measure::Seconds},
    {"train_time", "train_time", 0, Measure::Seconds}, {"val_time", "val_time", 0, Measure::Seconds}, {"eval_time", "eval_time", 0, Measure::Seconds}, {"test_time", "test_time", 0, Measure::Seconds}, {"train_wall", "train_wall", 0, Measure::Seconds},
    {"time_per_step", "step_time_seconds", Throughput, Measure::Seconds},
    {"time_batch", "step_time_seconds", Throughput, Measure::Seconds}, {"ms_batch", "step_time_seconds", Throughput, Measure::Seconds, 1e-3}, {"ms_step", "step_time_seconds", Throughput, Measure::Seconds, 1e-3},
    {"elapsed_time_per_iteration", "step_time_seconds", Throughput, Measure::Seconds}, {"train_step_timing", "step_time_seconds", Throughput, Measure::Seconds}, {"train_step_timing_in_s", "step_time_seconds", Throughput, Measure::Seconds},
    {"s_it", "step_time_seconds", Throughput, Measure::Seconds}, {"s_iter", "step_time_seconds", Throughput, Measure::Seconds}, {"sec_batch", "step_time_seconds", Throughput, Measure::Seconds}, {"sec_step", "step_time_seconds", Throughput, Measure::Seconds},
    {"train_speed_s_it", "step_time_seconds", Throughput, Measure::Seconds}, {"per_step_time_s", "step_time_seconds", Throughput, Measure::Seconds}, {"step_time_seconds", "step_time_seconds", Throughput, Measure::Seconds},
    {"data", "data_time_seconds", Weak, Measure::Seconds}, {"data_time", "data_time_seconds", 0, Measure::Seconds}, {"reader_cost", "data_time_seconds", 0, Measure::Seconds},
    {"avg_reader_cost", "data_time_seconds", 0, Measure::Seconds}, {"data_cost", "data_time_seconds", 0, Measure::Seconds},
    {"epoch_time", "epoch_time_seconds", Throughput, Measure::Seconds},
    {"eta", "eta_seconds", 0, Measure::Eta}, {"remaining", "eta_seconds", 0, Measure::Eta}, {"remaining_time", "eta_seconds", 0, Measure::Eta}, {"剩余时间", "eta_seconds", 0, Measure::Eta}, {"time_left", "eta_seconds", 0, Measure::Eta},
    {"tflops", "tflops"}, {"tflop_s", "tflops"}, {"tflop_s_device", "tflops"}, {"tflop_s_gpu", "tflops"}, {"throughput_per_gpu_tflop_s_gpu", "tflops"}, {"throughput_per_gpu", "tflops", Weak}, {"tflops_per_gpu", "tflops"},
    {"train_throughput_per_npu", "tflops"},
    {"mfu", "mfu_percent", 0, Measure::Percent},
    {"memory", "gpu_memory_bytes", 0, Measure::Bytes, mebi}, {"max_mem", "gpu_memory_bytes", 0, Measure::Bytes, mebi}, {"gpu_mem", "gpu_memory_bytes", 0, Measure::Bytes, mebi},
    {"gpu_memory", "gpu_memory_bytes", 0, Measure::Bytes, mebi}, {"memallocated", "gpu_memory_bytes", 0, Measure::Bytes, mebi}, {"memory_used", "gpu_memory_bytes", 0, Measure::Bytes, mebi},
    {"fb", "gpu_memory_bytes", 0, Measure::Bytes, mebi}, {"memory_usage", "gpu_memory_bytes", Weak, Measure::Bytes, mebi}, {"mem", "gpu_memory_bytes", Weak, Measure::Bytes, mebi}, {"gpu_mem_gb", "gpu_memory_bytes", 0, Measure::Bytes, 1024 * mebi},
    {"memory_allocated", "gpu_memory_bytes", Weak, Measure::Bytes, mebi}, {"max_mem_allocated", "gpu_memory_bytes", Weak, Measure::Bytes, mebi}, {"memory_max_allocated", "gpu_memory_bytes", Weak, Measure::Bytes, mebi},
    {"显存", "gpu_memory_bytes", 0, Measure::Bytes, mebi},
    {"maxmemallocated", "gpu_memory_peak_bytes", 0, Measure::Bytes, mebi}, {"max_mem_reserved", "gpu_memory_reserved_bytes", 0, Measure::Bytes, mebi}, {"memory_reserved", "gpu_memory_reserved_bytes", 0, Measure::Bytes, mebi},
    {"memory_total", "gpu_memory_total_bytes", 0, Measure::Bytes, mebi},
    {"gpu_util", "gpu_utilization_percent", 0, Measure::Percent}, {"utilization_gpu", "gpu_utilization_percent", 0, Measure::Percent}, {"sm", "gpu_utilization_percent", 0, Measure::Percent},
    {"utilization_memory", "gpu_memory_utilization_percent", 0, Measure::Percent}, {"power_draw", "gpu_power_watts"}, {"temperature_gpu", "gpu_temperature_celsius"},
    {"hbm_usage", "npu_memory_bytes", 0, Measure::Bytes, mebi}, {"aicore", "npu_utilization_percent", 0, Measure::Percent}, {"ai_core", "npu_utilization_percent", 0, Measure::Percent}, {"aicore_usage_rate", "npu_utilization_percent", Throughput, Measure::Percent}, {"hbm_usage_rate", "npu_memory_percent", Throughput, Measure::Percent},
    {"p", "precision", Result | Weak}, {"box_p", "precision", Result | Weak}, {"precision", "precision", Result}, {"r", "recall", Result | Weak}, {"recall", "recall", Result},
    {"precision_b", "precision", Result | Weak}, {"recall_b", "recall", Result | Weak},
    {"map50", "map50", Result}, {"map_50", "map50", Result}, {"map_0_5", "map50", Result}, {"map50_b", "map50", Result}, {"map50_95", "map50_95", Result}, {"map_0_5_0_95", "map50_95", Result}, {"map50_95_b", "map50_95", Result},
};

struct RoleName
{
    std::string_view printed;
    Role role;
};

constexpr RoleName roleNames[]{
    {"global_step", Role::GlobalStep}, {"num_updates", Role::GlobalStep}, {"current_steps", Role::GlobalStep}, {"training_iteration", Role::GlobalStep}, {"global_step_max_steps", Role::GlobalStep}, {"globalstep", Role::GlobalStep},
    {"global_steps", Role::GlobalStep}, {"trainer_global_step", Role::GlobalStep},
    {"step", Role::Step}, {"steps", Role::Step}, {"iter", Role::Step}, {"iters", Role::Step}, {"iteration", Role::Step}, {"batch", Role::Step}, {"batches", Role::Step}, {"itr", Role::Step}, {"步数", Role::Step},
    {"步", Role::Step}, {"迭代", Role::Step}, {"迭代次数", Role::Step},
    {"epoch", Role::Epoch}, {"ep", Role::Epoch}, {"cur_epoch", Role::Epoch}, {"current_epoch", Role::Epoch}, {"轮次", Role::Epoch}, {"轮", Role::Epoch}, {"第", Role::Epoch}, {"epoch_num", Role::Epoch}, {"progress_or_epoch", Role::Epoch}, {"trainer_epoch", Role::Epoch}, {"time_epoch", Role::Epoch},
    {"and", Role::Ignored}, {"in", Role::Ignored}, {"at", Role::Ignored}, {"to", Role::Ignored}, {"of", Role::Ignored}, {"with", Role::Ignored}, {"for", Role::Ignored}, {"from", Role::Ignored}, {"by", Role::Ignored},
    {"took", Role::Ignored}, {"after", Role::Ignored}, {"the", Role::Ignored}, {"over", Role::Ignored}, {"than", Role::Ignored}, {"about", Role::Ignored}, {"per", Role::Ignored}, {"was", Role::Ignored},
    {"train_time_batch", Role::Ignored}, {"train_time_sample", Role::Ignored}, {"train_time_token", Role::Ignored}, {"device", Role::Ignored}, {"rank", Role::Ignored}, {"local_rank", Role::Ignored}, {"world_size", Role::Ignored}, {"seed", Role::Ignored}, {"v_num", Role::Ignored}, {"pid", Role::Ignored}, {"port", Role::Ignored}, {"version", Role::Ignored}, {"date", Role::Ignored},
    {"timestamp", Role::Ignored}, {"ts", Role::Ignored}, {"uid", Role::Ignored}, {"gid", Role::Ignored}, {"line", Role::Ignored}, {"errno", Role::Ignored}, {"job", Role::Ignored}, {"task", Role::Ignored}, {"node", Role::Ignored},
    {"batch_size", Role::Configuration}, {"train_batch_size", Role::Configuration}, {"epochs", Role::Configuration}, {"num_epochs", Role::Configuration}, {"max_epochs", Role::Configuration}, {"weight_decay", Role::Configuration},
    {"momentum", Role::Configuration}, {"gamma", Role::Configuration}, {"step_size", Role::Configuration}, {"num_workers", Role::Configuration}, {"dropout", Role::Configuration}, {"hidden", Role::Configuration},
    {"max_steps", Role::Configuration}, {"warmup_steps", Role::Configuration}, {"betas", Role::Configuration}, {"eps", Role::Configuration}, {"num_classes", Role::Configuration}, {"label_smoothing", Role::Configuration},
    {"warmup", Role::Configuration}, {"warmup_epochs", Role::Configuration}, {"num_layers", Role::Configuration}, {"hidden_size", Role::Configuration}, {"vocab_size", Role::Configuration}, {"total_steps", Role::Configuration},
    {"lr0", Role::Configuration}, {"lrf", Role::Configuration}, {"clip", Role::Configuration}, {"max_grad_norm", Role::Configuration}, {"patience", Role::Configuration},
};

struct PhaseWord
{
    std::string_view word;
    Phase phase;
};

constexpr PhaseWord phaseWords[]{
    {"train", Phase::Train}, {"training", Phase::Train}, {"trn", Phase::Train}, {"训练集", Phase::Train}, {"训练", Phase::Train},
    {"eval", Phase::Eval}, {"val", Phase::Eval}, {"valid", Phase::Eval}, {"validation", Phase::Eval}, {"validate", Phase::Eval}, {"validating", Phase::Eval}, {"evaluation", Phase::Eval}, {"evaluate", Phase::Eval}, {"evaluating", Phase::Eval},
    {"cv", Phase::Eval}, {"dev", Phase::Eval}, {"验证集", Phase::Eval}, {"验证", Phase::Eval}, {"评估", Phase::Eval},
    {"test", Phase::Test}, {"testing", Phase::Test}, {"测试集", Phase::Test}, {"测试", Phase::Test},
};

template<typename Entry, size_t N>
auto indexOf(const Entry (&table)[N])
{
    std::unordered_map<std::string_view, const Entry *> index;
    for (const Entry &entry : table)
        index.emplace(entry.printed, &entry);
    return index;
}

/// Words that tell how training goes, whole or as the start of a longer one, and words that turn a name into a setting.
bool tellsAResult(std::string_view name)
{
    static constexpr std::array whole{"wer", "cer", "f1", "auc", "roc", "ap", "iou", "miou", "fid", "r2", "mae", "mse", "rmse", "bpb", "nll", "bleu", "ssim", "psnr", "ppl", "dice", "mrr", "ndcg", "return", "eer", "epe", "kl", "acc", "rmsle", "mape"};
    static constexpr std::array starts{"accura", "acc1", "acc5", "map", "rouge", "bleu", "score", "reward", "precision", "recall", "perplex", "entropy", "error", "top1", "top5", "f1", "损失", "准确"};
    static constexpr std::array falseParts{"scale", "weight", "function", "coef", "smoothing", "type", "best", "worst", "target", "threshold", "alpha", "lambda", "interval", "_ratio", "num_", "errors"};
    if (std::any_of(falseParts.begin(), falseParts.end(), [&](const char *part) { return contains(name, part); }))
        return false;
    if (contains(name, "loss"))
        return true;
    while (!name.empty()) {
        const size_t end = std::min(name.find('_'), name.size());
        const std::string_view word = name.substr(0, end);
        if (std::any_of(whole.begin(), whole.end(), [&](const char *result) { return word == result; })
            || std::any_of(starts.begin(), starts.end(), [&](const char *start) { return word.starts_with(start); }))
            return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

bool looksLikeAFile(std::string_view printed)
{
    for (std::string_view ending : {".py", ".cc", ".cpp", ".cu", ".go", ".h", ".json", ".yaml", ".pt", ".pth", ".bin", ".so", ".com", ".co", ".org", ".io", ".txt"}) {
        if (printed.size() > ending.size() && printed.ends_with(ending))
            return true;
    }
    return false;
}

/// `memory(GiB)`, `iter time (s)`, `memory.used [MiB]`: cuts the unit off.
ValueUnit takeUnitInBrackets(std::string_view &printed)
{
    if (printed.empty() || (printed.back() != ')' && printed.back() != ']'))
        return {};
    const size_t open = printed.find_last_of(printed.back() == ')' ? '(' : '[');
    if (open == std::string_view::npos || open == 0)
        return {};
    const ValueUnit unit = unitFromText(printed.substr(open + 1, printed.size() - open - 2));
    if (unit.kind != ValueUnit::Kind::None)
        printed = trimmed(printed.substr(0, open));
    return unit;
}

/// `Epoch(train)`, `Iter(val)`
std::optional<Phase> takePhaseInBrackets(std::string_view &printed)
{
    const size_t open = printed.find('(');
    if (open == std::string_view::npos || open == 0 || !printed.ends_with(')'))
        return std::nullopt;
    const std::optional<Phase> phase = phaseOfWord(printed.substr(open + 1, printed.size() - open - 2));
    if (phase)
        printed = printed.substr(0, open);
    return phase;
}

std::optional<Phase> takePhase(std::string &name)
{
    const size_t end = name.find('_');
    if (end == std::string::npos)
        return std::nullopt;
    const std::optional<Phase> phase = phaseOfWord(std::string_view(name).substr(0, end));
    if (!phase)
        return std::nullopt;
    name.erase(0, end + 1);
    // LightGBM's `valid_1's auc` and `training's auc`, XGBoost's `validation_0-auc`.
    if (name.size() > 2 && isDigit(name[0]) && name[1] == '_')
        name.erase(0, 2);
    for (std::string_view filler : {std::string_view("s_"), std::string_view("set_")}) {
        if (name.starts_with(filler))
            name.erase(0, filler.size());
    }
    return phase;
}

/// The printed name without its word of phase, as it was printed.
std::string_view withoutPhaseWord(std::string_view printed)
{
    size_t end = 0;
    while (end < printed.size() && (isLetter(printed[end]) || isForeign(printed[end])))
        ++end;
    while (end < printed.size() && !isWordByte(printed[end]))
        ++end;
    while (end < printed.size() && printed[end] == '_')
        ++end;
    if (end + 1 < printed.size() && isDigit(printed[end]) && !isLetter(printed[end + 1]) && !isDigit(printed[end + 1]))
        end += 2;
    if (printed.substr(end).starts_with("'s ") || printed.substr(end).starts_with("s "))
        end = printed.find(' ', end) + 1;
    return printed.substr(end);
}

bool isLearningRateOfGroup(std::string_view printed, std::string_view name)
{
    return (printed.starts_with("lr-") || printed.starts_with("lr(") || printed.starts_with("lr/") || printed.starts_with("LR-")) && !contains(name, "loss");
}

void applyCanonical(MetricName &metric, const CanonicalName &entry, const ValueUnit &unit)
{
    metric.name = QLatin1String(entry.canonical);
    metric.measure = entry.measure;
    metric.scale = entry.scale;
    metric.isKnown = true;
    metric.isWeak = entry.traits & Weak;
    metric.isResult = entry.traits & Result;
    metric.isLoss = entry.traits & Loss;
    metric.isThroughput = entry.traits & Throughput;
    const bool hasUnit = (entry.measure == Measure::Bytes && unit.kind == ValueUnit::Kind::Bytes) || (entry.measure == Measure::Seconds && unit.kind == ValueUnit::Kind::Seconds);
    if (hasUnit)
        metric.scale = unit.scale;
}

/// @return whether the tables know @p name.
bool applyTables(MetricName &metric, const std::string &name, const ValueUnit &unit)
{
    static const auto canonical = indexOf(canonicalNames);
    static const auto roles = indexOf(roleNames);
    if (const auto found = canonical.find(name); found != canonical.end()) {
        applyCanonical(metric, *found->second, unit);
        return true;
    }
    if (const auto found = roles.find(name); found != roles.end()) {
        metric.role = found->second->role;
        metric.isKnown = true;
        metric.name = QString::fromStdString(name);
        return true;
    }
    return false;
}

MetricName resolved(std::string_view printed)
{
    MetricName metric;
    printed = trimmed(printed);
    if (const std::optional<Phase> phase = phaseOfWord(printed)) {
        metric.role = Role::Phase;
        metric.phase = phase;
        metric.name = QString::fromUtf8(printed.data(), qsizetype(printed.size()));
        return metric;
    }
    if (looksLikeAFile(printed)) {
        metric.role = Role::Ignored;
        return metric;
    }
    std::string_view body = printed;
    std::string name = normalisedName(body);
    if (applyTables(metric, name, {}))
        return metric;
    metric.phase = takePhaseInBrackets(body);
    const ValueUnit unit = takeUnitInBrackets(body);
    name = normalisedName(body);
    for (int part = 0; part < 4; ++part) { // `Eval metrics/eval/LanguagePerplexity`
        if (name.starts_with("metrics_"))
            name.erase(0, 8);
        const std::optional<Phase> phase = takePhase(name);
        if (!phase)
            break;
        metric.phase = metric.phase.value_or(*phase);
    }
    if (applyTables(metric, name, unit))
        return metric;
    const std::string_view own = metric.phase ? withoutPhaseWord(body) : body;
    if (name == "loss_train_total" || name == "loss_eval_total" || name == "loss_val_total") { // the phase stands in second place
        metric.phase = name == "loss_train_total" ? Phase::Train : Phase::Eval;
        applyTables(metric, "loss", unit);
        return metric;
    }
    if (isLearningRateOfGroup(own, name) && applyTables(metric, "lr", unit))
        return metric;
    if (unit.name && applyTables(metric, normalisedName(unit.name), unit)) {
        metric.isWeak = true;
        return metric;
    }
    metric.name = QString::fromUtf8(own.data(), qsizetype(own.size())).replace(QLatin1Char(' '), QLatin1Char('_'));
    metric.isResult = tellsAResult(name);
    metric.isLoss = metric.isResult && contains(name, "loss");
    return metric;
}

} // namespace

std::optional<Phase> phaseOfWord(std::string_view word)
{
    for (const PhaseWord &entry : phaseWords) {
        if (equalsIgnoringCase(entry.word, word))
            return entry.phase;
    }
    return std::nullopt;
}

std::string normalisedName(std::string_view printed)
{
    std::string name;
    name.reserve(printed.size());
    for (char c : printed) {
        if (isLetter(c) || isDigit(c) || isForeign(c))
            name.push_back(lowered(c));
        else if (!name.empty() && name.back() != '_')
            name.push_back('_');
    }
    if (!name.empty() && name.back() == '_')
        name.pop_back();
    return name;
}

MetricNames::MetricNames() = default;
MetricNames::~MetricNames() = default;

const MetricName &MetricNames::resolve(std::string_view printed)
{
    if (const auto found = m_known.find(printed); found != m_known.end())
        return *found->second;
    return *m_known.emplace(std::string(printed), std::make_unique<MetricName>(resolved(printed))).first->second;
}

const MetricName &MetricNames::own(std::string_view printed)
{
    const std::string key = std::string("own ").append(printed);
    auto &known = m_known[key];
    if (!known) {
        known = std::make_unique<MetricName>();
        known->name = QString::fromUtf8(printed.data(), qsizetype(printed.size()));
    }
    return *known;
}

void MetricNames::trim()
{
    constexpr size_t mostNames = 4096;
    if (m_known.size() > mostNames)
        m_known.clear();
}

} // namespace Trainyard::Logs
