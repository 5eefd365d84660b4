#include "models/common/textdecoding.h"
#include "models/common/yamltree.h"
#include "models/job/jobdocument.h"
#include "models/job/jobsections.h"

#include <QHash>

#include <algorithm>

namespace Trainyard {

namespace {

/// The lines of one top-level key: its own and those below it that belong to it.
struct Region
{
    QString key;
    qsizetype first; ///< index of a line
    qsizetype end;   ///< behind its last line; comments and empty lines above the next key are not part of it
};

bool isCommentOrBlank(const QByteArray &line)
{
    const QByteArray trimmed = line.trimmed();
    return trimmed.isEmpty() || trimmed.startsWith('#');
}

/// Nothing when the text is not one block mapping with each key once: then there are no regions to replace.
std::optional<QList<Region>> regionsOf(const YamlNode &root, const QList<QByteArray> &lines)
{
    if (root.kind != YamlNode::Kind::Mapping || root.isFlow)
        return std::nullopt;
    QList<Region> regions;
    for (const YamlEntry &entry : root.entries) {
        const qsizetype first = entry.line - 1;
        if (!entry.isText || (!regions.isEmpty() && first <= regions.last().first))
            return std::nullopt; // merged from an anchor, or two keys on one line
        regions.append({entry.key, first, lines.size()});
    }
    for (qsizetype i = 0; i < regions.size(); ++i) {
        qsizetype &end = regions[i].end;
        if (i + 1 < regions.size())
            end = regions[i + 1].first;
        while (end > regions[i].first + 1 && isCommentOrBlank(lines[end - 1]))
            --end;
    }
    return regions;
}

QHash<QString, QByteArray> byKey(const QList<std::pair<QString, QByteArray>> &sections)
{
    QHash<QString, QByteArray> result;
    for (const auto &[key, text] : sections)
        result.insert(key, text);
    return result;
}

QByteArray merged(const QList<QByteArray> &lines, const QList<Region> &regions, const Job &oldJob, const Job &job)
{
    const QHash<QString, QByteArray> before = byKey(jobSections(oldJob));
    const QList<std::pair<QString, QByteArray>> wanted = jobSections(job);
    const QHash<QString, QByteArray> after = byKey(wanted);
    QByteArray text;
    qsizetype position = 0;
    const auto copyUntil = [&](qsizetype end) {
        for (; position < end; ++position)
            text += lines[position] + '\n';
    };
    // A new key goes in front of the first key of the file that follows it in the contract's order.
    qsizetype next = 0;
    const auto orderOf = [&wanted](const QString &key) {
        const auto found = std::find_if(wanted.begin(), wanted.end(), [&key](const auto &section) { return section.first == key; });
        return found == wanted.end() ? qsizetype(-1) : found - wanted.begin();
    };
    const auto isInFile = [&regions](const QString &key) {
        return std::any_of(regions.begin(), regions.end(), [&key](const Region &region) { return region.key == key; });
    };
    const auto addNewBefore = [&](qsizetype order) {
        for (; next < order; ++next) {
            if (!isInFile(wanted[next].first) && wanted[next].first != u"schema") // a file without it is as good
                text += (startsParagraph(wanted[next].first) ? "\n" : "") + wanted[next].second;
        }
    };
    for (const Region &region : regions) {
        copyUntil(region.first);
        addNewBefore(orderOf(region.key));
        if (before.value(region.key) == after.value(region.key))
            copyUntil(region.end);
        else
            text += after.value(region.key);
        position = region.end;
    }
    copyUntil(lines.size());
    addNewBefore(wanted.size());
    return text;
}

} // namespace

QByteArray updateJobText(const QByteArray &oldText, const Job &job)
{
    const JobDocument old = readJob(oldText);
    const QByteArray decoded = decodeText(oldText).utf8;
    const YamlTree tree = parseYaml(oldText, old.fileName, maximumJobBytes);
    if (!old.isReadable || !tree.root)
        return writeJob(job);
    QList<QByteArray> lines = decoded.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    const std::optional<QList<Region>> regions = regionsOf(*tree.root, lines);
    if (!regions)
        return writeJob(job);
    const QByteArray text = merged(lines, *regions, old.job, job);
    const JobDocument check = readJob(text);
    return check.isReadable && check.job == job ? text : writeJob(job);
}

} // namespace Trainyard
