#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <vector>

namespace Trainyard {

/// Finds what is in two splits, or under two classes, from hashes alone. The order in which entries come decides nothing but who is named first.
class LikeFiles
{
public:
    struct Pair
    {
        quint64 first = 0;  ///< name hash, or line
        quint64 second = 0;
    };
    struct Answer
    {
        qint64 count = 0;
        QList<Pair> pairs; ///< the first few
    };

    /// @p content: the same for the same bytes. @p name tells the entries apart. @p group: of a split 1..3, or of a class any number.
    void add(quint64 content, quint64 name, quint32 split, quint32 group);
    bool isEmpty() const { return m_entries.empty(); }

    /// Entries of a later split whose content an earlier split has, too.
    Answer acrossSplits();
    /// Entries whose content stands under another class, too.
    Answer acrossClasses();
    /// Entries of a later split that differ from one of an earlier split in at most three of their 64 bits; those of one group are the very same.
    Answer nearlyAcrossSplits() const;

private:
    struct Entry
    {
        quint64 content = 0;
        quint64 name = 0;
        quint32 split = 0;
        quint32 group = 0;
    };
    void sort();

    std::vector<Entry> m_entries;
};

} // namespace Trainyard
