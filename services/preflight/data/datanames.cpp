#include "services/preflight/data/datanames.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace Trainyard {

namespace {

constexpr qsizetype longestName = 200;

bool isUnsafeCharacter(char c)
{
    return uchar(c) <= 0x20 || uchar(c) >= 0x7F || std::strchr("\\:*?\"<>|#%&;$'`{}^", c);
}

bool isReservedOnWindows(const QByteArray &name)
{
    static const QList<QByteArray> devices{"con", "prn", "aux", "nul"};
    const QByteArray stem = name.split('.').first().toLower();
    return devices.contains(stem) || (stem.size() == 4 && (stem.startsWith("com") || stem.startsWith("lpt")) && stem[3] >= '1' && stem[3] <= '9');
}

QString folded(const QByteArray &name)
{
    return QString::fromUtf8(name).normalized(QString::NormalizationForm_C).toCaseFolded();
}

} // namespace

bool isUnsafeName(const QByteArray &name)
{
    return name.size() > longestName || name.startsWith('-') || name.endsWith('.') || isReservedOnWindows(name)
        || std::any_of(name.begin(), name.end(), isUnsafeCharacter);
}

QByteArray safeName(const QByteArray &name)
{
    QByteArray safe;
    for (const char c : name) {
        if (c == ' ')
            safe += '_';
        else if (isUnsafeCharacter(c))
            safe += "x" + QByteArray::number(uchar(c), 16);
        else
            safe += c;
    }
    while (safe.endsWith('.'))
        safe.chop(1);
    if (safe.isEmpty() || safe.startsWith('-') || isReservedOnWindows(safe))
        safe.prepend('_');
    if (safe.size() > longestName) {
        const QByteArray mark = '_' + QByteArray::number(qHash(name, 0), 16);
        const qsizetype dot = safe.lastIndexOf('.');
        const QByteArray suffix = dot > 0 && safe.size() - dot < 16 ? safe.mid(dot) : QByteArray();
        safe = safe.left(longestName - mark.size() - suffix.size()) + mark + suffix;
    }
    return safe;
}

QList<std::pair<QByteArray, QByteArray>> caseTwins(const QList<QByteArray> &names)
{
    std::vector<std::pair<size_t, qsizetype>> hashes;
    hashes.reserve(size_t(names.size()));
    for (qsizetype i = 0; i < names.size(); ++i)
        hashes.emplace_back(qHash(folded(names[i]), 0), i);
    std::sort(hashes.begin(), hashes.end());
    QList<std::pair<QByteArray, QByteArray>> twins;
    for (size_t i = 1; i < hashes.size(); ++i) {
        const QByteArray &first = names[hashes[i - 1].second], &second = names[hashes[i].second];
        if (hashes[i].first == hashes[i - 1].first && folded(first) == folded(second))
            twins.append({first, second});
    }
    std::sort(twins.begin(), twins.end());
    return twins;
}

QString splitOf(const QByteArray &relativePath)
{
    QList<QByteArray> parts = relativePath.toLower().split('/');
    if (const qsizetype dot = parts.last().indexOf('.'); dot > 0)
        parts.last().truncate(dot);
    for (const QByteArray &part : std::as_const(parts)) {
        if (part == "train" || part == "training")
            return QStringLiteral("train");
        if (part == "val" || part == "valid" || part == "validation" || part == "dev")
            return QStringLiteral("val");
        if (part == "test" || part == "testing")
            return QStringLiteral("test");
    }
    return QString();
}

QString shownName(const QByteArray &path)
{
    return QString::fromUtf8(path);
}

} // namespace Trainyard
