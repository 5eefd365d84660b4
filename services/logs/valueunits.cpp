#include "services/logs/valueunits.h"

#include "services/logs/bytetext.h"

namespace Trainyard::Logs {

namespace {

using Kind = ValueUnit::Kind;

constexpr double kibi = 1024;
constexpr double mebi = kibi * 1024;
constexpr double gibi = mebi * 1024;
constexpr double tebi = gibi * 1024;

struct UnitText
{
    std::string_view text;
    ValueUnit unit;
};

/// Spelling matters in the first table only where it tells units apart: M is bytes, m is a minute.
constexpr UnitText exactUnits[]{
    {"s", {Kind::Seconds, 1, nullptr}},     {"m", {Kind::Seconds, 60, nullptr}}, {"h", {Kind::Seconds, 3600, nullptr}},
    {"d", {Kind::Seconds, 86400, nullptr}}, {"K", {Kind::Bytes, kibi, nullptr}}, {"M", {Kind::Bytes, mebi, nullptr}},
    {"G", {Kind::Bytes, gibi, nullptr}},    {"T", {Kind::Flops, 1, "tflops"}},   {"k", {Kind::Count, 1000, nullptr}},
};

constexpr UnitText units[]{
    {"ms", {Kind::Seconds, 1e-3, nullptr}},
    {"us", {Kind::Seconds, 1e-6, nullptr}},
    {"sec", {Kind::Seconds, 1, nullptr}},
    {"secs", {Kind::Seconds, 1, nullptr}},
    {"second", {Kind::Seconds, 1, nullptr}},
    {"seconds", {Kind::Seconds, 1, nullptr}},
    {"秒", {Kind::Seconds, 1, nullptr}},
    {"毫秒", {Kind::Seconds, 1e-3, nullptr}},
    {"min", {Kind::Seconds, 60, nullptr}},
    {"mins", {Kind::Seconds, 60, nullptr}},
    {"minutes", {Kind::Seconds, 60, nullptr}},
    {"hours", {Kind::Seconds, 3600, nullptr}},
    {"hour", {Kind::Seconds, 3600, nullptr}},
    {"hrs", {Kind::Seconds, 3600, nullptr}},
    {"kb", {Kind::Bytes, kibi, nullptr}},
    {"kib", {Kind::Bytes, kibi, nullptr}},
    {"mb", {Kind::Bytes, mebi, nullptr}},
    {"mib", {Kind::Bytes, mebi, nullptr}},
    {"gb", {Kind::Bytes, gibi, nullptr}},
    {"gib", {Kind::Bytes, gibi, nullptr}},
    {"tb", {Kind::Bytes, tebi, nullptr}},
    {"tib", {Kind::Bytes, tebi, nullptr}},
    {"b", {Kind::Bytes, 1, nullptr}},
    {"bytes", {Kind::Bytes, 1, nullptr}},
    {"%", {Kind::Percent, 1, nullptr}},
    {"s/it", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"s/iter", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"s/step", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"s/batch", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"sec/step", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"sec/batch", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"sec/iter", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"ms/it", {Kind::SecondsPerStep, 1e-3, "step_time_seconds"}},
    {"ms/iter", {Kind::SecondsPerStep, 1e-3, "step_time_seconds"}},
    {"ms/step", {Kind::SecondsPerStep, 1e-3, "step_time_seconds"}},
    {"ms/batch", {Kind::SecondsPerStep, 1e-3, "step_time_seconds"}},
    {"us/step", {Kind::SecondsPerStep, 1e-6, "step_time_seconds"}},
    {"it/s", {Kind::Rate, 1, "steps_per_second"}},
    {"iter/s", {Kind::Rate, 1, "steps_per_second"}},
    {"iters/s", {Kind::Rate, 1, "steps_per_second"}},
    {"step/s", {Kind::Rate, 1, "steps_per_second"}},
    {"steps/s", {Kind::Rate, 1, "steps_per_second"}},
    {"steps/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"step/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"batches/s", {Kind::Rate, 1, "steps_per_second"}},
    {"batch/s", {Kind::Rate, 1, "steps_per_second"}},
    {"it/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"iters/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"iter/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"/s", {Kind::Rate, 1, "samples_per_second"}},
    {"samples/s", {Kind::Rate, 1, "samples_per_second"}},
    {"sample/s", {Kind::Rate, 1, "samples_per_second"}},
    {"samples/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"sample/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"samples/second", {Kind::Rate, 1, "samples_per_second"}},
    {"samples/s/p", {Kind::Rate, 1, "samples_per_second"}},
    {"images/s", {Kind::Rate, 1, "samples_per_second"}},
    {"image/s", {Kind::Rate, 1, "samples_per_second"}},
    {"images/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"imgs/s", {Kind::Rate, 1, "samples_per_second"}},
    {"img/s", {Kind::Rate, 1, "samples_per_second"}},
    {"img/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"imgs/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"examples/s", {Kind::Rate, 1, "samples_per_second"}},
    {"examples/sec", {Kind::Rate, 1, "samples_per_second"}},
    {"records/second", {Kind::Rate, 1, "samples_per_second"}},
    {"records/s", {Kind::Rate, 1, "samples_per_second"}},
    {"sents/s", {Kind::Rate, 1, "samples_per_second"}},
    {"seq/s", {Kind::Rate, 1, "samples_per_second"}},
    {"samples/sec.", {Kind::Rate, 1, "samples_per_second"}},
    {"updates/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"updates/s", {Kind::Rate, 1, "steps_per_second"}},
    {"ba/s", {Kind::Rate, 1, "steps_per_second"}},
    {"batches/sec", {Kind::Rate, 1, "steps_per_second"}},
    {"steps/second", {Kind::Rate, 1, "steps_per_second"}},
    {"iterations/s", {Kind::Rate, 1, "steps_per_second"}},
    {"words/sec", {Kind::Rate, 1, "tokens_per_second"}},
    {"s/ba", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"seconds/step", {Kind::SecondsPerStep, 1, "step_time_seconds"}},
    {"sequences/s", {Kind::Rate, 1, "samples_per_second"}},
    {"tokens/s", {Kind::Rate, 1, "tokens_per_second"}},
    {"token/s", {Kind::Rate, 1, "tokens_per_second"}},
    {"tokens/sec", {Kind::Rate, 1, "tokens_per_second"}},
    {"tok/s", {Kind::Rate, 1, "tokens_per_second"}},
    {"tok/sec", {Kind::Rate, 1, "tokens_per_second"}},
    {"words/s", {Kind::Rate, 1, "tokens_per_second"}},
    {"tokens/second", {Kind::Rate, 1, "tokens_per_second"}},
    {"tokens/s/gpu", {Kind::Rate, 1, "tokens_per_second_per_device"}},
    {"tokens/s/device", {Kind::Rate, 1, "tokens_per_second_per_device"}},
    {"ms/epoch", {Kind::SecondsPerStep, 1e-3, "epoch_time_seconds"}},
    {"s/epoch", {Kind::SecondsPerStep, 1, "epoch_time_seconds"}},
    {"tflops", {Kind::Flops, 1, "tflops"}},
    {"tflop/s", {Kind::Flops, 1, "tflops"}},
    {"tflop/s/gpu", {Kind::Flops, 1, "tflops"}},
    {"tflop/s/device", {Kind::Flops, 1, "tflops"}},
};

} // namespace

ValueUnit unitFromText(std::string_view text)
{
    for (const UnitText &entry : exactUnits) {
        if (entry.text == text)
            return entry.unit;
    }
    for (const UnitText &entry : units) {
        if (equalsIgnoringCase(entry.text, text))
            return entry.unit;
    }
    return {};
}

} // namespace Trainyard::Logs
