#include "services/logs/checkpointlines.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <array>
#include <string>

namespace Trainyard::Logs {

namespace {

constexpr size_t npos = std::string_view::npos;

std::string loweredText(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), lowered);
    return lower;
}

/// Words that make a line about saving something else, or about no save of now.
constexpr std::array otherThings{"loading",
                                 "loaded",
                                 "load from",
                                 "resum",
                                 "restor",
                                 "will be saved",
                                 "will be logged",
                                 "about to be saved",
                                 "config",
                                 "tokenizer",
                                 "special tokens",
                                 "template",
                                 "processor",
                                 "vocab",
                                 "optimizer state saved",
                                 "scheduler state saved",
                                 "scheduler states",
                                 "random states",
                                 "sampler state",
                                 "saving dict",
                                 "summary for",
                                 "results saved",
                                 "logging",
                                 "log file",
                                 "predictions",
                                 "saved locally",
                                 "saving dataset",
                                 "saving the dataset",
                                 "figure",
                                 "plot",
                                 "hook",
                                 "every",
                                 "deleting",
                                 "delet",
                                 "remov",
                                 "savings",
                                 "solver state",
                                 "args",
                                 "hparams",
                                 "save_",
                                 "save-",
                                 "not saved",
                                 "skip",
                                 "if you",
                                 "saver",
                                 "saving image",
                                 "wandb run",
                                 "optimizer.bin",
                                 "scheduler.bin",
                                 "metrics saved",
                                 "saved metrics",
                                 "model weights saved in",
                                 "video",
                                 "saving results",
                                 "not sav",
                                 "history",
                                 "to save the",
                                 "will save",
                                 "failed to save",
                                 "error saving",
                                 "could not save",
                                 "unable to save",
                                 "cannot save",
                                 "can't save",
                                 "best model so far was",
                                 "finished async save"};

/// The verbs, the longer before the shorter.
constexpr std::array verbs{"snapshotting to",    "checkpoint save for", "checkpoint save", "writing model", "wrote model", "wrote checkpoint",
                           "writing checkpoint", "created at",          "saving",          "saved",         "save"};

constexpr std::array nouns{"checkpoint", "ckpt", "model",        "weight", "state", "snapshot", "params", "adapter", "best", "epoch", ".pt",
                           ".pth",       ".bin", ".safetensors", ".h5",    ".hdf5", ".keras",   ".npz",   ".zip",    ".pkl", ".tar",  ".pdparams"};

constexpr std::array endings{".pt",     ".pth", ".ckpt",   ".bin",      ".safetensors", ".h5",         ".hdf5",  ".keras",  ".npz",
                             ".zip",    ".pkl", ".tar",    ".pdparams", ".params",      ".caffemodel", ".model", ".onnx",   ".om",
                             ".mindir", ".pb",  ".joblib", ".msgpack",  ".gguf",        ".tar.gz",     ".cbm",   ".json.gz"};

bool endsLikeAFile(std::string_view text)
{
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return text.size() > ending.size() && text.ends_with(ending); });
}

bool looksLikeAPath(std::string_view text)
{
    return contains(text, "/") || contains(text, "\\") ? text.size() > 1 : endsLikeAFile(text);
}

/// Cuts off what follows a path: ` (epoch 1)`, ` in torch_dist format`, ` as top 1`, `, score 3`, a full stop, dots.
std::string_view cutPath(std::string_view text)
{
    text = trimmed(text);
    for (std::string_view word : {"path ", "file ", "directory ", "folder ", "dir ", "the file ", "disk at "})
        text.remove_prefix(startsWithIgnoringCase(text, word) ? word.size() : 0);
    text = trimmed(text);
    if (!text.empty() && (text[0] == '\'' || text[0] == '"' || text[0] == '`')) {
        const size_t close = text.find(text[0], 1);
        return text.substr(1, (close == npos ? text.size() : close) - 1);
    }
    for (std::string_view stop : {" (",    " in torch", " [ t", " [",  " as top", " as ", ", ", " with ",        " after ", " took ", " at ",
                                  " for ", " and ",     " |",   " | ", "; ",      "，",   "。", " successfully", " ...",    " in "})
        text = text.substr(0, text.find(stop));
    if (const size_t source = text.rfind(' '); source != npos && contains(text.substr(source), ".py:"))
        text = text.substr(0, source); // rich prints the line of code at the end
    while (!text.empty()
           && (text.back() == '.' || text.back() == ',' || text.back() == '!' || text.back() == ')' || text.back() == ':' || text.back() == '\''
               || text.back() == '"' || isBlank(text.back())))
        text.remove_suffix(1);
    return text;
}

/// What stands behind the last of the connecting words.
std::string_view behindConnector(std::string_view text)
{
    for (std::string_view word : {"path=",
                                  " -> ",
                                  " to checkpoint ",
                                  " to file ",
                                  " to binary proto file ",
                                  " into ",
                                  " to ",
                                  "至 ",
                                  "至：",
                                  "至",
                                  "到 ",
                                  "到：",
                                  "到",
                                  " at: ",
                                  " in ",
                                  ": ",
                                  "： ",
                                  "：",
                                  " as ",
                                  " for ",
                                  " at "}) {
        const size_t at = text.find(word);
        if (at == npos)
            continue;
        const std::string_view path = cutPath(text.substr(at + word.size()));
        const bool isSure = word == " to " || word == " into ";
        const bool isOneWord = !path.empty() && !contains(path, " ");
        if (looksLikeAPath(path) || (isSure && isOneWord))
            return path;
    }
    return {};
}

/// A path without a connecting word: `Saved checkpoint /ckpt/a.pt (epoch 1)`.
std::string_view pathAmongWords(std::string_view text)
{
    size_t at = 0;
    while (at < text.size()) {
        const size_t start = text.find_first_not_of(" \t([", at);
        if (start == npos)
            return {};
        const char quote = text[start];
        const bool isQuoted = quote == '\'' || quote == '"' || quote == '`';
        const size_t end = isQuoted ? text.find(quote, start + 1) : text.find_first_of(" \t)]", start);
        const std::string_view word = cutPath(text.substr(start, (end == npos ? text.size() : end + (isQuoted ? 1 : 0)) - start));
        if (looksLikeAPath(word)) {
            const std::string_view withBlanks = cutPath(text.substr(start)); // `/home/me/My Runs/step-94.pt`
            return !isQuoted && endsLikeAFile(withBlanks) ? withBlanks : word;
        }
        if (end == npos)
            return {};
        at = end + 1;
    }
    return {};
}

size_t findVerb(const std::string &lower, std::string_view &verb)
{
    for (std::string_view candidate : verbs) {
        for (size_t at = lower.rfind(candidate); at != npos; at = at == 0 ? npos : lower.rfind(candidate, at - 1)) {
            const char before = at == 0 ? ' ' : lower[at - 1];
            const char after = at + candidate.size() < lower.size() ? lower[at + candidate.size()] : ' ';
            if (isWordByte(before) || before == '-' || before == '/' || isWordByte(after) || after == '-')
                continue;
            verb = candidate;
            return at;
        }
    }
    return npos;
}

std::optional<CheckpointLine> inChinese(std::string_view record)
{
    const size_t at = record.find("保存");
    if (at == npos || contains(record, "配置") || contains(record, "日志") || contains(record, "加载"))
        return std::nullopt;
    CheckpointLine line;
    line.wordsAt = at;
    line.path = behindConnector(record.substr(at));
    if (line.path.empty())
        line.path = pathAmongWords(record.substr(at + 6));
    const bool namesModel = contains(record, "模型") || contains(record, "检查点") || contains(record, "权重");
    return namesModel && !line.path.empty() ? std::optional(line) : std::nullopt;
}

} // namespace

bool mayTellOfCheckpoint(std::string_view text)
{
    for (size_t at = text.find("av"); at != npos; at = text.find("av", at + 2)) {
        if (at > 0 && lowered(text[at - 1]) == 's' && at + 2 < text.size() && (text[at + 2] == 'e' || text[at + 2] == 'i'))
            return true;
    }
    return contains(text, "napshot") || contains(text, "riting ") || contains(text, "heckpoint") || contains(text, "rote ") || contains(text, "保存");
}

std::optional<CheckpointLine> checkpointIn(std::string_view record)
{
    if (contains(record, "保存"))
        return inChinese(record);
    if (const size_t colon = record.find(": "); colon != npos && contains(record.substr(0, colon), "save_") && !contains(record.substr(0, colon), " "))
        record.remove_prefix(colon + 2); // a function's name
    const std::string lower = loweredText(record);
    std::string_view verb;
    const size_t at = findVerb(lower, verb);
    if (at == npos || std::any_of(otherThings.begin(), otherThings.end(), [&](const char *word) { return contains(lower, word); }))
        return std::nullopt;
    if (std::none_of(nouns.begin(), nouns.end(), [&](const char *noun) { return contains(lower, noun); }))
        return std::nullopt;
    CheckpointLine line;
    line.wordsAt = std::min(at, lower.find("checkpoint"));
    std::string_view behind = record.substr(at + verb.size());
    const std::string_view end = trimmed(record);
    const bool isUnderWay = end.ends_with("...") && verb == "saving";
    line.path = behindConnector(behind);
    if (line.path.empty())
        line.path = pathAmongWords(behind);
    if (line.path.empty()) // `out/ckpt_epoch_0.pth saving......`
        line.path = pathAmongWords(record.substr(0, at));
    if (line.path.empty() && contains(lower, "finalized"))
        return std::nullopt;
    line.mayYetFail = isUnderWay;
    if (!line.path.empty())
        return contains(loweredText(line.path), "optim_states") ? std::nullopt : std::optional(line);
    const bool namesCheckpoint = contains(lower, "checkpoint") || contains(lower, "ckpt") || contains(lower, "saving models")
        || contains(lower, "save the latest model")
        || (lower.starts_with("saving the ") && contains(lower, "model")) || (lower.starts_with("saved new best") && contains(lower, "model")) || (isUnderWay && contains(lower, "saving model"));
    const bool isShort = std::count(lower.begin(), lower.end(), ' ') <= 11;
    const bool isNow = verb == "saving" || verb == "checkpoint save for" || verb == "checkpoint save" || contains(lower, "save the latest model") || lower.starts_with("saved");
    // `saving checkpoint step_1000 ...` names something that is no path: wait for the line that says it is done.
    const bool namesSomething = isUnderWay && contains(trimmed(behind), "_");
    return namesCheckpoint && isShort && isNow && !namesSomething ? std::optional(line) : std::nullopt;
}

} // namespace Trainyard::Logs
