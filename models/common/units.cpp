#include "models/common/units.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace Trainyard {

namespace {

struct Unit
{
    const char *name;
    double factor;
};

constexpr std::array sizeUnits{Unit{"TiB", 1099511627776.0}, Unit{"GiB", 1073741824.0}, Unit{"MiB", 1048576.0}, Unit{"KiB", 1024.0},
                               Unit{"TB", 1e12}, Unit{"GB", 1e9}, Unit{"MB", 1e6}, Unit{"KB", 1e3}, Unit{"B", 1.0}};
constexpr std::array durationUnits{Unit{"d", 86400e3}, Unit{"h", 3600e3}, Unit{"m", 60e3}, Unit{"s", 1e3}};

/// The number before the unit times its factor; nothing for anything else than digits, a point and one of the units.
template<size_t N>
std::optional<double> parseWithUnit(QStringView text, const std::array<Unit, N> &units)
{
    text = text.trimmed();
    const auto isNumberCharacter = [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'.'; };
    const auto end = std::find_if_not(text.begin(), text.end(), isNumberCharacter);
    const QStringView number = text.left(end - text.begin());
    const QStringView unitName = text.mid(number.size()).trimmed();
    bool ok = false;
    const double value = number.toDouble(&ok);
    if (!ok || !std::isfinite(value))
        return std::nullopt;
    for (const Unit &unit : units) {
        if (unitName == QLatin1String(unit.name))
            return value * unit.factor;
    }
    return std::nullopt;
}

template<size_t N>
QString shortestText(qint64 value, const std::array<Unit, N> &units)
{
    for (const Unit &unit : units) {
        const auto factor = qint64(unit.factor);
        if (value >= factor && value % factor == 0)
            return QString::number(value / factor) + QLatin1String(unit.name);
    }
    return QString();
}

} // namespace

std::optional<qint64> parseSize(QStringView text)
{
    const std::optional<double> bytes = parseWithUnit(text, sizeUnits);
    if (!bytes || *bytes > 4.6e18)
        return std::nullopt;
    return qint64(std::llround(*bytes));
}

std::optional<Milliseconds> parseDuration(QStringView text)
{
    const std::optional<double> milliseconds = parseWithUnit(text, durationUnits);
    if (!milliseconds || *milliseconds < 1 || *milliseconds > 4.6e18)
        return std::nullopt;
    return Milliseconds(std::llround(*milliseconds));
}

QString sizeToText(qint64 bytes)
{
    return bytes == 0 ? QStringLiteral("0B") : shortestText(bytes, sizeUnits);
}

QString durationToText(Milliseconds duration)
{
    const qint64 milliseconds = duration.count();
    const QString text = shortestText(milliseconds, durationUnits);
    return text.isEmpty() ? QString::number(double(milliseconds) / 1000.0, 'g', 15) + u's' : text;
}

QString displaySize(qint64 bytes)
{
    for (const Unit &unit : std::array{sizeUnits[0], sizeUnits[1], sizeUnits[2], sizeUnits[3]}) {
        if (double(std::abs(bytes)) >= unit.factor)
            return QLocale().toString(double(bytes) / unit.factor, 'f', 1) + u' ' + QLatin1String(unit.name);
    }
    return QLocale().toString(bytes) + QStringLiteral(" B");
}

QString displayDuration(Milliseconds duration)
{
    const qint64 seconds = duration.count() / 1000;
    const auto twoDigits = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (seconds >= 86400)
        return QCoreApplication::translate("Units", "%1 d %2 h").arg(seconds / 86400).arg(twoDigits(seconds % 86400 / 3600));
    if (seconds >= 3600)
        return QCoreApplication::translate("Units", "%1 h %2 min").arg(seconds / 3600).arg(twoDigits(seconds % 3600 / 60));
    if (seconds >= 60)
        return QCoreApplication::translate("Units", "%1 min %2 s").arg(seconds / 60).arg(twoDigits(seconds % 60));
    const int decimals = seconds < 10 && duration.count() % 1000 != 0 ? 1 : 0;
    return QCoreApplication::translate("Units", "%1 s").arg(QLocale().toString(double(duration.count()) / 1000.0, 'f', decimals));
}

QString displayNumber(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    const double magnitude = std::abs(value);
    if (value == 0)
        return QStringLiteral("0");
    if (magnitude < 1e-4 || magnitude >= 1e6)
        return QString::number(value, 'g', 4);
    if (magnitude >= 1e4)
        return QLocale().toString(std::round(value), 'f', 0);
    const int decimals = std::clamp(3 - int(std::floor(std::log10(magnitude))), 0, 8);
    return QString::number(value, 'f', decimals);
}

int editDistance(QStringView a, QStringView b)
{
    // Optimal string alignment: insertions, deletions, replacements, swaps of neighbours.
    std::vector<int> previous2(size_t(b.size()) + 1), previous(size_t(b.size()) + 1), current(size_t(b.size()) + 1);
    for (size_t j = 0; j < previous.size(); ++j)
        previous[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        current[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int cost = a[i - 1] == b[j - 1] ? 0 : 1;
            current[size_t(j)] = std::min({previous[size_t(j)] + 1, current[size_t(j - 1)] + 1, previous[size_t(j - 1)] + cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[size_t(j)] = std::min(current[size_t(j)], previous2[size_t(j - 2)] + 1);
        }
        std::swap(previous2, previous);
        std::swap(previous, current);
    }
    return previous[size_t(b.size())];
}

QString nearestWord(QStringView word, const QStringList &known)
{
    constexpr qsizetype longestWord = 100; // longer ones are no misspelling of anything
    if (word.size() > longestWord)
        return QString();
    const QString wanted = word.toString().toLower();
    QString best;
    int bestDistance = std::max(2, int(word.size()) / 3) + 1;
    for (const QString &candidate : known) {
        const int distance = editDistance(wanted, QString(candidate).toLower());
        if (distance < bestDistance && distance < std::max(word.size(), candidate.size())) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

} // namespace Trainyard
