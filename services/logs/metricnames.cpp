#include "services/logs/metricnames.h"

#include "services/logs/bytetext.h"
#include "services/logs/metricnametable.h"

#include <algorithm>
#include <array>

namespace Trainyard::Logs {

namespace {

using Role = MetricName::Role;
using Measure = MetricName::Measure;

/// Words that tell how training goes, whole or as the start of a longer one, and words that turn a name into a setting.
bool tellsAResult(std::string_view name)
{
    static constexpr std::array whole{"wer", "cer",  "f1",     "auc", "roc", "ap",   "iou",  "miou",  "fid", "r2",
                                      "mae", "mse",  "rmse",   "bpb", "nll", "bleu", "ssim", "psnr",  "ppl", "dice",
                                      "mrr", "ndcg", "return", "eer", "epe", "kl",   "acc",  "rmsle", "mape"};
    static constexpr std::array starts{"accura", "acc1",    "acc5",    "map",   "rouge", "bleu", "score", "reward", "precision",
                                       "recall", "perplex", "entropy", "error", "top1",  "top5", "f1",    "损失",   "准确"};
    static constexpr std::array falseParts{"scale",  "weight",    "function", "coef",   "smoothing", "type",   "best", "worst",
                                           "target", "threshold", "alpha",    "lambda", "interval",  "_ratio", "num_", "errors"};
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
    for (std::string_view ending :
         {".py", ".cc", ".cpp", ".cu", ".go", ".h", ".json", ".yaml", ".pt", ".pth", ".bin", ".so", ".com", ".co", ".org", ".io", ".txt"}) {
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

/// `tgs (tokens/gpu/second)`, `train loss (avg)`: without the explanation.
std::string_view withoutBrackets(std::string_view printed)
{
    const size_t open = printed.ends_with(')') ? printed.rfind('(') : std::string_view::npos;
    return open == std::string_view::npos || open == 0 ? printed : trimmed(printed.substr(0, open));
}

bool isLearningRateOfGroup(std::string_view printed, std::string_view name)
{
    return (printed.starts_with("lr-") || printed.starts_with("lr(") || printed.starts_with("lr/") || printed.starts_with("LR-"))
        && !contains(name, "loss");
}

void applyCanonical(MetricName &metric, const CanonicalName &entry, const ValueUnit &unit)
{
    metric.name = QLatin1String(entry.canonical);
    metric.measure = entry.measure;
    metric.scale = entry.scale;
    metric.isKnown = true;
    metric.isWeak = entry.traits & CanonicalName::Weak;
    metric.isResult = entry.traits & CanonicalName::Result;
    metric.isLoss = entry.traits & CanonicalName::Loss;
    metric.isThroughput = entry.traits & CanonicalName::Throughput;
    const bool hasUnit = (entry.measure == Measure::Bytes && unit.kind == ValueUnit::Kind::Bytes)
        || (entry.measure == Measure::Seconds && unit.kind == ValueUnit::Kind::Seconds);
    if (hasUnit)
        metric.scale = unit.scale;
}

/// @return whether the tables know @p name.
bool applyTables(MetricName &metric, const std::string &name, const ValueUnit &unit)
{
    if (const CanonicalName *canonical = canonicalName(name)) {
        applyCanonical(metric, *canonical, unit);
        return true;
    }
    if (const RoleName *role = roleName(name)) {
        metric.role = role->role;
        metric.isKnown = true;
        metric.name = QString::fromStdString(name);
        return true;
    }
    return false;
}

/// No blank stands between the words of a Chinese name: `验证损失`, `测试集上的准确率`, `平均训练损失`.
bool applyChinese(MetricName &metric, std::string_view body, const std::string &name)
{
    if (body.empty() || !isForeign(body[0]))
        return false;
    std::string rest = name;
    std::optional<Phase> phase;
    for (std::string_view word : {std::string_view("训练集"), std::string_view("验证集"), std::string_view("测试集"), std::string_view("训练"),
                                  std::string_view("验证"), std::string_view("测试"), std::string_view("评估"), std::string_view("平均"),
                                  std::string_view("当前"), std::string_view("上的"), std::string_view("的")}) {
        const size_t at = rest.find(word);
        if (at == std::string::npos)
            continue;
        rest.erase(at, word.size());
        if (!phase)
            phase = phaseOfWord(word);
    }
    if (rest == name || !applyTables(metric, rest, {}))
        return false;
    metric.phase = metric.phase ? metric.phase : phase;
    return true;
}

/// Of a metric's name that ends in its phase.
std::optional<Phase> phaseAtEnd(const std::string &name)
{
    const size_t last = name.rfind('_');
    const bool isOfMetric = last != std::string::npos && canonicalName(std::string_view(name).substr(0, last));
    return isOfMetric ? phaseOfWord(std::string_view(name).substr(last + 1)) : std::nullopt;
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
    if (const std::optional<Phase> phase = phaseAtEnd(name)) { // `loss train`, `acc_val`
        metric.phase = phase;
        applyTables(metric, name.substr(0, name.rfind('_')), unit);
        return metric;
    }
    if (name.ends_with("_value"))
        name.erase(name.size() - 6);
    if (applyTables(metric, name, unit) || applyTables(metric, normalisedName(withoutBrackets(body)), unit) || applyChinese(metric, body, name))
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
