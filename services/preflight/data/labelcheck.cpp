#include "services/preflight/data/labelcheck.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr qsizetype mostLabels = 1000;
constexpr qsizetype mostListed = 5;

} // namespace

bool isTargetColumn(const QString &name, const ReadOptions &options)
{
    if (!options.targetColumn.isEmpty())
        return name == options.targetColumn;
    static const QStringList usual{QStringLiteral("label"), QStringLiteral("target"), QStringLiteral("class"), QStringLiteral("y")};
    return usual.contains(name.toLower());
}

std::optional<qsizetype> targetColumn(const QStringList &columns, const ReadOptions &options)
{
    if (!options.targetColumn.isEmpty()) {
        const qsizetype named = columns.indexOf(options.targetColumn);
        return named < 0 ? std::nullopt : std::optional(named);
    }
    for (const char *usual : {"label", "target", "class", "y"}) {
        for (qsizetype i = 0; i < columns.size(); ++i) {
            if (columns[i].compare(QLatin1String(usual), Qt::CaseInsensitive) == 0)
                return i;
        }
    }
    return std::nullopt;
}

void addLabel(const QString &label, qint64 line, const ReadOptions &options, RecordFacts &facts, FileReport &report)
{
    if (facts.labels.size() < mostLabels || facts.labels.contains(label))
        ++facts.labels[label];
    else
        facts.hasMoreLabels = true;
    if (!options.isClassification || !options.numClasses)
        return;
    bool isNumber = false;
    const double value = label.toDouble(&isNumber);
    constexpr qint64 ignoredByDefault = -100; // of the framework's cross-entropy
    if (!isNumber || value != std::floor(value) || qint64(value) == ignoredByDefault || options.ignoredLabels.contains(qint64(value)))
        return;
    const qint64 classes = std::max<qint64>(2, *options.numClasses); // one output tells two classes apart
    if (value >= 0 && value < double(classes))
        return;
    report.add(Trouble::LabelOutOfRange, line, facts.target, label);
    const auto told = std::find_if(report.troubles.begin(), report.troubles.end(), [&facts](const FileTrouble &other) { return other.trouble == Trouble::LabelOutOfRange && other.subject == facts.target; });
    QStringList listed = told->value.split(QStringLiteral(", "));
    if (!listed.contains(label) && listed.size() < mostListed)
        told->value = (listed << label).join(QStringLiteral(", "));
}

} // namespace Trainyard
