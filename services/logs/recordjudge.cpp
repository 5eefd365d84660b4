#include "services/logs/recordjudge.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <cmath>

namespace Trainyard::Logs {

namespace {

using Role = MetricName::Role;

/// Where the run stands, as far as the record says it.
struct Standing
{
    std::optional<qint64> step;
    std::optional<qint64> totalSteps;
    std::optional<double> epoch;
    std::optional<double> totalEpochs;
    bool stepIsAPosition = false; ///< of a bar or a loader, not named a step
};

std::optional<Phase> phaseAtHead(std::string_view record)
{
    for (std::string_view start : {std::string_view("completed eval"), std::string_view("saving dict for global step"),
                                   std::string_view("epoch(val)"), std::string_view("iter(val)")}) {
        if (startsWithIgnoringCase(record, start))
            return Phase::Eval;
    }
    if (startsWithIgnoringCase(record, "epoch(train)") || startsWithIgnoringCase(record, "iter(train)"))
        return Phase::Train;
    if (startsWithIgnoringCase(record, "epoch(test)") || startsWithIgnoringCase(record, "iter(test)"))
        return Phase::Test;
    if (record.starts_with("【"))
        return phaseOfWord(record.substr(3, record.find("】") - 3));
    size_t start = record.find_first_not_of("=*>#-[ |");
    start = start == std::string_view::npos ? 0 : start;
    size_t end = start;
    while (end < record.size() && (isLetter(record[end]) || isForeign(record[end])))
        ++end;
    const char after = end < record.size() ? record[end] : ' ';
    return isBlank(after) || contains(":](,|", std::string_view(&after, 1)) ? phaseOfWord(record.substr(start, end - start)) : std::nullopt;
}

/// `step`; an `iter` or `batch` beside it counts something finer.
bool isCountOfUpdates(const Field &field)
{
    return field.name->name == QLatin1String("step") || field.name->name == QLatin1String("steps");
}

Standing standingOf(const ScannedRecord &record)
{
    Standing standing;
    std::vector<ScannedRecord::Position> positions = record.positions;
    for (const Field &field : record.fields) {
        if (field.name->role == Role::Epoch && !standing.epoch) {
            standing.epoch = field.value;
            standing.totalEpochs = field.total;
        }
        const bool isTimmEpoch = field.name->role == Role::Phase && field.isInteger && !positions.empty(); // `Train: 0 [ 50/1251 ( 4%)]`
        if (isTimmEpoch && !standing.epoch)
            standing.epoch = field.value;
    }
    bool stepIsOfUpdates = false;
    for (Role role : {Role::GlobalStep, Role::Step}) {
        for (const Field &field : record.fields) {
            const bool isWhole = field.isInteger || (role == Role::GlobalStep && field.value == std::floor(field.value)); // NeMo's 19.00
            const bool fits = field.name->role == role && isWhole && std::abs(field.value) < 9e15;
            const bool isNearer = standing.step && role == Role::Step && isCountOfUpdates(field) && !stepIsOfUpdates; // `iter 4 step 1`
            if (!fits || (standing.step && !isNearer))
                continue;
            stepIsOfUpdates = isCountOfUpdates(field) || role == Role::GlobalStep;
            standing.totalSteps.reset();
            standing.step = qint64(field.value);
            if (field.total && *field.total < 9e15)
                standing.totalSteps = qint64(*field.total);
        }
    }
    if (!standing.epoch && positions.size() >= 2 && positions[0].isAtHead && !standing.step) { // [0/5][500/1583]
        standing.epoch = positions[0].value;
        standing.totalEpochs = positions[0].total;
        positions.erase(positions.begin());
    }
    if (!standing.step && !positions.empty() && std::abs(positions[0].value) < 9e15) {
        standing.step = qint64(positions[0].value);
        if (positions[0].total && *positions[0].total < 9e15)
            standing.totalSteps = qint64(*positions[0].total);
        // `[100]` counts iterations, `[1/196]` and `Epoch(val) [1][5000]` what a loader gives
        standing.stepIsAPosition = positions[0].total.has_value() || (standing.epoch && !positions[0].isAtHead);
    }
    return standing;
}

/// The counts that decide.
struct Weight
{
    int results = 0;
    int explicitResults = 0;
    int speeds = 0;
    int rates = 0;  ///< learning rates
    int others = 0; ///< known: times, memory
    int own = 0;    ///< own names, joined explicitly
    int configuration = 0;
    bool namesAPhase = false;
};

/// `Total running time: 31s` says nothing of training.
bool isSomeTime(const MetricName &name)
{
    return name.name.endsWith(QLatin1String("time"), Qt::CaseInsensitive) || name.name.contains(QLatin1String("elapsed"), Qt::CaseInsensitive)
        || name.name.contains(QLatin1String("time_taken"), Qt::CaseInsensitive);
}

Weight weigh(const ScannedRecord &record)
{
    Weight weight;
    for (const Field &field : record.fields) {
        const MetricName &name = *field.name;
        weight.configuration += name.role == Role::Configuration;
        if (name.role != Role::Metric)
            continue;
        weight.namesAPhase = weight.namesAPhase || field.phase.has_value();
        if (name.isResult && name.name != QLatin1String("grad_norm")) { // alone it is a limit in a configuration
            ++weight.results;
            weight.explicitResults += field.join != Field::Join::Blank;
        } else if (name.isThroughput) {
            ++weight.speeds;
        } else if (name.name == QLatin1String("learning_rate")) {
            ++weight.rates;
        } else if (name.isKnown) {
            ++weight.others;
        } else if (field.join != Field::Join::Blank && !isSomeTime(name)) {
            ++weight.own;
        }
    }
    return weight;
}

bool beginsLikeSomethingElse(std::string_view record)
{
    if (record.substr(0, record.find(' ')).ends_with("Error:") || contains(record.substr(0, 60), "yperparam") || contains(record.substr(0, 60), "hparams"))
        return true;
    for (std::string_view start : {std::string_view("best"),
                                   std::string_view("max acc"),
                                   std::string_view("maximum acc"),
                                   std::string_view("highest"),
                                   std::string_view("***"),
                                   std::string_view("load"),
                                   std::string_view("resum"),
                                   std::string_view("restor"),
                                   std::string_view("namespace("),
                                   std::string_view("config"),
                                   std::string_view("usage:"),
                                   std::string_view("+ "),
                                   std::string_view("export "),
                                   std::string_view("--"),
                                   std::string_view("parser."),
                                   std::string_view("file \""),
                                   std::string_view("args"),
                                   std::string_view("hyperparameters"),
                                   std::string_view("warning"),
                                   std::string_view("final "),
                                   std::string_view("def "),
                                   std::string_view("import "),
                                   std::string_view("return "),
                                   std::string_view("raise "),
                                   std::string_view("if "),
                                   std::string_view("for "),
                                   std::string_view("parameters"),
                                   std::string_view("setting "),
                                   std::string_view("early stopping"),
                                   std::string_view("$ ")}) {
        if (startsWithIgnoringCase(record, start))
            return true;
    }
    return false;
}

bool isMetrics(const ScannedRecord &record, const Standing &standing, const Weight &weight, const RecordPlace &place, const LogContext &context)
{
    if (record.fields.empty())
        return false;
    if (place.isResult)
        return !(weight.configuration > 0 && weight.results == 0) && weight.results + weight.speeds + weight.rates + weight.own + weight.others > 0;
    if (beginsLikeSomethingElse(place.record))
        return false;
    const bool isPlaced = standing.step || standing.epoch;
    const bool saysPhase = weight.namesAPhase || record.phase || context.nextPhase || phaseAtHead(place.record);
    constexpr size_t prose = 7;
    if (record.hasCall && !(isPlaced && weight.results > 0))
        return false;
    if (weight.results > 0) {
        if (record.words > prose && weight.explicitResults == 0 && !isPlaced)
            return false;
        if (weight.configuration > 0 && !isPlaced)
            return false;
        return isPlaced || context.headerEpoch || saysPhase || record.isDict || weight.results + weight.speeds + weight.rates + weight.others >= 2
            || (weight.explicitResults > 0 && weight.own >= 2 && record.words <= prose)
            || (weight.explicitResults > 0 && record.words <= 1 && record.fields.size() == 1 && record.fields[0].name->isKnown);
    }
    if (weight.configuration > 0)
        return false;
    if (weight.speeds > 0)
        return isPlaced || weight.speeds >= 2 || (record.words <= 2 && record.fields.size() <= 2);
    if (standing.step)
        return weight.rates + weight.own + weight.others > 0 && record.words <= prose
            && (weight.rates + weight.others > 0 || !standing.stepIsAPosition || record.positions[0].isAtHead);
    return standing.epoch && weight.rates + weight.others >= 2 && record.words <= prose;
}

/// The first value of a name counts.
void addValue(LogEvent &event, const QString &name, double value)
{
    const bool isKnown = std::any_of(event.values.cbegin(), event.values.cend(), [&](const auto &known) { return known.first == name; });
    if (!isKnown)
        event.values.append({name, value});
}

/// The values of one phase.
class PhaseValues
{
public:
    PhaseValues(const ScannedRecord &record, std::optional<Phase> linePhase)
        : m_record(record)
        , m_linePhase(linePhase)
    {
        bool isFirst = true;
        for (const Field &field : record.fields) {
            if (field.name->role != Role::Metric || !field.name->isResult)
                continue;
            if (!isFirst && field.phase != m_resultPhase) {
                m_resultPhase.reset();
                return;
            }
            m_resultPhase = field.phase;
            isFirst = false;
        }
    }

    void collect(Phase phase, LogEvent &event) const
    {
        event.values.reserve(qsizetype(m_record.fields.size()));
        for (const bool weak : {false, true}) {
            for (const Field &field : m_record.fields) {
                if (field.name->role == Role::Metric && field.name->isWeak == weak && phaseOf(field) == phase)
                    add(field, event);
            }
        }
        if (event.value(u"runtime") && event.value(u"samples_per_second") && phase == Phase::Train)
            event.values.removeIf([](const auto &value) { return value.first == QLatin1String("loss"); }); // the mean over the whole run
    }

    Phase phaseOf(const Field &field) const
    {
        if (field.phase)
            return *field.phase;
        const std::optional<Phase> ofTheRest = field.name->isResult || m_linePhase ? m_linePhase : m_resultPhase;
        return ofTheRest.value_or(Phase::Train);
    }

private:
    static void add(const Field &field, LogEvent &event)
    {
        double value = field.value;
        const bool isShare = field.total && field.isInteger && field.name->isResult && *field.total >= value && *field.total > 1; // 9831/10000
        if (isShare)
            value /= *field.total;
        const qsizetype before = event.values.size();
        addValue(event, field.name->name, value);
        if (field.average && event.values.size() > before)
            addValue(event, QString(field.name->name + QLatin1String("_avg")), *field.average);
    }

    const ScannedRecord &m_record;
    std::optional<Phase> m_linePhase;
    std::optional<Phase> m_resultPhase; ///< that all results of the line are of: a learning rate beside `val_loss` alone goes with it
};

} // namespace

LogEvent failureEvent(qint64 line, qint64 offset, const char *code)
{
    LogEvent event;
    event.line = line;
    event.offset = offset;
    event.kind = LogEvent::Kind::Failure;
    event.code = QLatin1String(code);
    return event;
}

namespace {

/// What the whole line is about, as far as it says so.
std::optional<Phase> phaseOfLine(const ScannedRecord &record, const RecordPlace &place, const LogContext &context)
{
    if (record.phase)
        return record.phase;
    if (const std::optional<Phase> phase = phaseAtHead(place.record))
        return phase;
    if (place.prefix->phase)
        return place.prefix->phase;
    for (const Field &field : record.fields) { // `validate step: 30`
        if ((field.name->role == Role::Step || field.name->role == Role::Epoch) && field.name->phase)
            return field.name->phase;
    }
    return context.nextPhase;
}

/// The position in a loader of validation or test data is not the training step.
bool isPositionOfALoader(const ScannedRecord &record, const Standing &standing, Phase phase, std::optional<Phase> linePhase)
{
    if (phase == Phase::Train)
        return false;
    const bool lineIsEvaluation = linePhase && *linePhase != Phase::Train;
    const bool countsItsOwn
        = record.isDict && record.phase && !record.find(Role::GlobalStep) && record.findNamed("iter"); // {"mode": "val", "iter": 625}
    return standing.stepIsAPosition || (lineIsEvaluation && standing.totalSteps) || countsItsOwn;
}

LogEvent eventOf(const ScannedRecord &record, const RecordPlace &place, const LogContext &context, const Standing &standing, Phase phase,
                 std::optional<Phase> linePhase)
{
    LogEvent event;
    event.line = place.line;
    event.offset = place.offset;
    PhaseValues(record, linePhase).collect(phase, event);
    if (event.values.isEmpty())
        return event;
    if (!isPositionOfALoader(record, standing, phase, linePhase)) {
        event.step = standing.step;
        event.totalSteps = standing.totalSteps;
    }
    event.epoch = standing.epoch ? standing.epoch : context.headerEpoch;
    event.totalEpochs = standing.epoch ? standing.totalEpochs : context.headerTotalEpochs;
    const bool isSaid
        = linePhase || std::any_of(record.fields.begin(), record.fields.end(), [&](const Field &field) { return field.phase == phase; });
    if (isSaid)
        event.phase = phase;
    if (place.prefix->rank)
        event.values.append({QStringLiteral("rank"), double(*place.prefix->rank)});
    return event;
}

} // namespace

bool judgeRecord(const ScannedRecord &record, const RecordPlace &place, LogContext &context, QList<LogEvent> &events)
{
    Standing standing = standingOf(record);
    const std::optional<Phase> linePhase = phaseOfLine(record, place, context);
    const Weight weight = weigh(record);
    const bool isPlaced = standing.step || standing.epoch || context.headerEpoch;
    if (!isPlaced && place.prefix->bareLabel && context.labelIsNew && weight.results > 0)
        standing.step = place.prefix->bareLabel; // `100: loss 2.3`
    if (!isMetrics(record, standing, weight, place, context))
        return false;
    context.nextPhase.reset();
    if (standing.epoch && standing.epoch != context.headerEpoch)
        context.headerEpoch.reset(); // the log goes on with epochs of its own
    const qsizetype before = events.size();
    for (Phase phase : {Phase::Train, Phase::Eval, Phase::Test}) {
        const LogEvent event = eventOf(record, place, context, standing, phase, linePhase);
        if (!event.values.isEmpty())
            events.append(event);
    }
    const bool lossIsLost = std::any_of(record.fields.begin(), record.fields.end(),
                                        [](const Field &field) { return field.name->isLoss && !std::isfinite(field.value); });
    if (lossIsLost)
        events.append(failureEvent(place.line, place.offset, "nan_loss"));
    return events.size() > before;
}

namespace {

/// `Epoch 2`, `epoch 2/2`, `Epoch: [3]`
bool readEpochHeader(std::string_view body, LogContext &context)
{
    body = body.substr(5);
    const size_t number = body.find_first_not_of(" :[#");
    if (number == std::string_view::npos)
        return false;
    body = body.substr(number);
    double epoch = 0;
    bool isInteger = false;
    const size_t length = numberAt(body, epoch, isInteger);
    if (length == 0 || !isInteger)
        return false;
    std::string_view rest = trimmed(body.substr(length));
    std::optional<double> total;
    if (rest.starts_with('/')) {
        double value = 0;
        rest = trimmed(rest.substr(1));
        rest = trimmed(rest.substr(numberAt(rest, value, isInteger)));
        total = value;
    }
    if (!rest.empty() && rest != "]")
        return false;
    context.headerEpoch = epoch;
    context.headerTotalEpochs = total;
    return true;
}

} // namespace

bool readHeader(std::string_view record, LogContext &context)
{
    constexpr size_t longest = 48;
    constexpr std::string_view decoration = " -=*#>.:\t";
    const size_t start = record.find_first_not_of(decoration);
    if (record.size() > longest || start == std::string_view::npos)
        return false;
    const std::string_view body = record.substr(start, record.find_last_not_of(decoration) + 1 - start);
    if (startsWithIgnoringCase(body, "epoch"))
        return readEpochHeader(body, context);
    if (!trimmed(record).ends_with(':'))
        return false;
    const std::optional<Phase> phase = phaseOfWord(body.substr(0, body.find_first_of(" :")));
    if (phase && std::count(body.begin(), body.end(), ' ') <= 2)
        context.nextPhase = phase;
    return phase.has_value();
}

} // namespace Trainyard::Logs
