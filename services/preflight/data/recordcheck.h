#pragma once

#include "services/preflight/data/datafile.h"
#include "services/preflight/data/jsonscanner.h"

#include <QHash>
#include <QMap>

namespace Trainyard {

/**
 * Looks at the records of one file, one by one, and tells at the end what does not fit together. Memory grows with the number of different keys
 * and sets of keys, both limited, never with the number of records.
 */
class RecordCheck
{
public:
    RecordCheck(const QByteArray &path, const ReadContext &context, FileReport &report);

    /// @p text is one JSON object.
    void addRecord(QByteArrayView text, qint64 line);
    void addOther(const JsonPiece &piece, qint64 line); ///< a record that is no object
    void finish();

private:
    struct Lines
    {
        qint64 count = 0;
        QList<qint64> first;
        void add(qint64 line);
    };
    struct KeyFacts
    {
        qint64 count = 0;
        QMap<int, Lines> types; ///< by JsonPiece::Type, numbers as one; null is none of them
    };

    void lookAtValue(const QByteArray &key, const JsonPiece &value, qint64 line);
    void lookAtTurns(const JsonPiece &messages, qint64 line);
    void tell(Trouble trouble, const QString &subject, const QString &value, const Lines &lines);
    void tellMixedTypes(const QByteArray &key, const KeyFacts &facts);
    void tellMissingKeys();

    const QByteArray m_folder;
    const ReadContext &m_context;
    FileReport &m_report;
    RecordFacts m_facts;
    QMap<QByteArray, KeyFacts> m_keys;
    QHash<QByteArray, Lines> m_keySets; ///< sorted keys, joined by line ends
    Lines m_objects, m_others;
    const bool m_isOfSplit;
};

} // namespace Trainyard
