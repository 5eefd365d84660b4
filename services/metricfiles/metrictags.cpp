#include "services/metricfiles/metrictags.h"

#include "services/logs/metricnames.h"
#include "services/logs/metricnametable.h"

#include <array>

namespace Trainyard {

namespace {

using Logs::MetricName;

std::string_view view(const QByteArray &text)
{
    return {text.constData(), size_t(text.size())};
}

/// `Loss/train`, `accuracy_val`: the word of phase stands last, so it is put first.
QByteArray withPhaseFirst(const QByteArray &printed)
{
    const qsizetype cut = std::max({printed.lastIndexOf('/'), printed.lastIndexOf('_'), printed.lastIndexOf('.')});
    if (cut <= 0 || !Logs::phaseOfWord(view(printed.mid(cut + 1))))
        return printed;
    return printed.mid(cut + 1) + '/' + printed.left(cut);
}

bool isWallTime(const std::string &normalised)
{
    constexpr std::array names{"wall_time", "walltime", "timestamp", "time_stamp", "datetime"};
    return std::any_of(names.begin(), names.end(), [&](const char *name) { return normalised == name; });
}

MetricTag::Role roleOf(const MetricName &name, bool isColumn)
{
    switch (name.role) {
    case MetricName::Role::Step:
    case MetricName::Role::GlobalStep: return MetricTag::Role::Step;
    case MetricName::Role::Epoch: return MetricTag::Role::Epoch;
    case MetricName::Role::Metric: return MetricTag::Role::Metric;
    default: return isColumn ? MetricTag::Role::Ignored : MetricTag::Role::Metric;
    }
}

} // namespace

MetricTags::MetricTags(std::optional<Phase> phase, QString prefix)
    : m_names(std::make_unique<Logs::MetricNames>())
    , m_phase(phase)
    , m_prefix(std::move(prefix))
{
}

MetricTags::~MetricTags() = default;
MetricTags::MetricTags(MetricTags &&) noexcept = default;
MetricTags &MetricTags::operator=(MetricTags &&) noexcept = default;

const MetricTag &MetricTags::ofTag(const QByteArray &tag)
{
    auto known = m_known.find(tag);
    if (known == m_known.end())
        known = m_known.insert(tag, resolved(tag, false));
    return *known;
}

const MetricTag &MetricTags::ofColumn(const QByteArray &name)
{
    auto known = m_known.find(name);
    if (known == m_known.end())
        known = m_known.insert(name, resolved(name, true));
    return *known;
}

MetricTag MetricTags::resolved(const QByteArray &printed, bool isColumn)
{
    MetricTag tag;
    m_names->trim();
    if (isColumn && isWallTime(Logs::normalisedName(view(printed)))) {
        tag.role = MetricTag::Role::WallTime;
        return tag;
    }
    QByteArray ordered = withPhaseFirst(printed);
    const bool isOfKeras = !isColumn && ordered.startsWith("epoch_") && !m_names->resolve(view(ordered)).isKnown;
    if (isOfKeras)
        ordered.remove(0, 6);
    const MetricName &name = m_names->resolve(view(ordered));
    tag.stepsAreEpochs = isOfKeras && (name.isKnown || name.isResult) && roleOf(name, false) == MetricTag::Role::Metric;
    tag.role = isOfKeras && !tag.stepsAreEpochs ? MetricTag::Role::Metric : roleOf(name, isColumn);
    if (tag.role != MetricTag::Role::Metric)
        return tag;
    const bool keepsItsName = name.role != MetricName::Role::Metric || name.name.isEmpty() || (isOfKeras && !tag.stepsAreEpochs);
    tag.name = keepsItsName ? QString::fromUtf8(printed) : name.name;
    tag.phase = name.phase ? name.phase : m_phase;
    tag.scale = keepsItsName || !name.isKnown ? 1 : name.scale;
    tag.isLoss = name.isLoss;
    tag.isResult = name.isKnown || name.isResult;
    makeUnique(tag, printed);
    return tag;
}

void MetricTags::makeUnique(MetricTag &tag, const QByteArray &printed)
{
    const QString phase = tag.phase ? phaseToText(*tag.phase) : phaseToText(Phase::Train);
    const auto key = [&] { return QString(phase + QLatin1Char(' ') + tag.name); };
    if (m_taken.contains(key()))
        tag.name = QString::fromUtf8(printed);
    for (int number = 2; m_taken.contains(key()); ++number)
        tag.name = QString::fromUtf8(printed) + QLatin1Char('.') + QString::number(number);
    m_taken.insert(key());
    tag.name.prepend(m_prefix);
}

} // namespace Trainyard
