#include "services/preflight/data/likefiles.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_set>

namespace Trainyard {

namespace {

constexpr qsizetype pairsKept = 10;
constexpr int mostDifferentBits = 3;
constexpr size_t mostOfOneLook = 200; ///< plain walls and empty roads all look the same: that says nothing

} // namespace

void LikeFiles::add(quint64 content, quint64 name, quint32 split, quint32 group)
{
    m_entries.push_back({content, name, split, group});
}

void LikeFiles::sort()
{
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry &a, const Entry &b) { return std::tie(a.content, a.split) < std::tie(b.content, b.split); });
}

LikeFiles::Answer LikeFiles::acrossSplits()
{
    sort();
    Answer answer;
    for (size_t i = 0, first = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].content != m_entries[first].content)
            first = i;
        if (m_entries[i].split == m_entries[first].split)
            continue;
        ++answer.count;
        if (answer.pairs.size() < pairsKept)
            answer.pairs.append({m_entries[first].name, m_entries[i].name});
    }
    return answer;
}

LikeFiles::Answer LikeFiles::acrossClasses()
{
    sort();
    Answer answer;
    for (size_t i = 0, first = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].content != m_entries[first].content)
            first = i;
        if (m_entries[i].group == m_entries[first].group)
            continue;
        ++answer.count;
        if (answer.pairs.size() < pairsKept)
            answer.pairs.append({m_entries[first].name, m_entries[i].name});
    }
    return answer;
}

/// Two hashes that differ in three bits are equal in one of four parts: sorted by each part, they lie in one run.
LikeFiles::Answer LikeFiles::nearlyAcrossSplits() const
{
    constexpr quint64 parts[] = {0xFFFFull, 0xFFFF0000ull, 0xFFFF00000000ull, 0xFFFF000000000000ull};
    std::vector<Entry> entries = m_entries;
    Answer answer;
    std::unordered_set<quint64> told;
    for (const quint64 part : parts) {
        std::stable_sort(entries.begin(), entries.end(), [part](const Entry &a, const Entry &b) { return (a.content & part) < (b.content & part); });
        for (size_t start = 0, end = 0; start < entries.size(); start = end) {
            while (end < entries.size() && (entries[end].content & part) == (entries[start].content & part))
                ++end;
            if (end - start > mostOfOneLook)
                continue;
            for (size_t i = start; i < end; ++i) {
                for (size_t j = i + 1; j < end; ++j) {
                    const bool isNear = entries[i].split != entries[j].split && entries[i].group != entries[j].group
                        && std::popcount(entries[i].content ^ entries[j].content) <= mostDifferentBits;
                    const Entry &early = entries[i].split < entries[j].split ? entries[i] : entries[j];
                    const Entry &late = entries[i].split < entries[j].split ? entries[j] : entries[i];
                    if (!isNear || !told.insert(late.name).second)
                        continue;
                    ++answer.count;
                    if (answer.pairs.size() < pairsKept)
                        answer.pairs.append({early.name, late.name});
                }
            }
        }
    }
    return answer;
}

} // namespace Trainyard
