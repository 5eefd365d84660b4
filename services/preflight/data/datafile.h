#pragma once

#include "services/preflight/data/filereport.h"

#include <QByteArray>

#include <atomic>

namespace Trainyard {

/// What readers go by. All of it changes what they say: see fingerprint().
struct ReadOptions
{
    QString format;                    ///< of the input; empty: each file by its suffix
    QString targetColumn;              ///< as the job names it; empty: label, target, class or y
    std::optional<qint64> numClasses;
    bool isClassification = false;     ///< labels are 0..numClasses-1
    QList<qint64> ignoredLabels;       ///< stand for "no label", beside -100
    QList<qint64> inputShape;          ///< of one sample; empty: not said
    QString inputType;                 ///< `float32`; empty: not said
    bool readsMasks = false;           ///< images in a folder of masks hold class numbers

    quint64 fingerprint() const;
};

/// What a reader shares with the scan that called it.
struct ReadContext
{
    const ReadOptions &options;
    const QByteArray &root;            ///< of the input, with its slash
    const std::atomic_bool &cancelled;
    std::atomic<qint64> &bytesRead;
};

/**
 * A file that is only read. Opening never waits (a pipe that took the file's place is refused), and what cannot be opened or read is a trouble of the report.
 */
class DataFile
{
public:
    DataFile(const QByteArray &path, const ReadContext &context, FileReport &report);
    ~DataFile();
    Q_DISABLE_COPY_MOVE(DataFile)

    bool isOpen() const { return m_descriptor >= 0; }
    qint64 size() const { return m_size; }
    /// The next bytes, at most @p maximum; fewer at the end. False: the end, a fault, or cancelled.
    bool read(QByteArray &buffer, qsizetype maximum);
    /// Exactly @p count bytes from @p offset. False: there are not as many.
    bool readAt(qint64 offset, char *target, qsizetype count);
    QByteArray readAt(qint64 offset, qsizetype count);
    bool isCancelled() const { return m_context.cancelled; }
    /// At the end of reading: whether somebody wrote to it meanwhile. Adds the trouble.
    void checkUnchanged();

private:
    const ReadContext &m_context;
    FileReport &m_report;
    int m_descriptor = -1;
    qint64 m_size = 0;
    qint64 m_modifiedNs = 0;
    qint64 m_position = 0;
};

/// Line by line, whatever the line ends are (LF, CRLF), in bounded memory: a line over 64 MiB ends the reading with a trouble.
class LineReader
{
public:
    LineReader(DataFile &file, FileReport &report)
        : m_file(file)
        , m_report(report)
    {
    }
    /// The next line without its end, valid until the next call. False: no more.
    bool next(QByteArrayView &line);
    qint64 number() const { return m_number; } ///< of the line last given, from 1

private:
    DataFile &m_file;
    FileReport &m_report;
    QByteArray m_buffer, m_chunk;
    qsizetype m_start = 0;
    qint64 m_number = 0;
    bool m_isAtEnd = false;
};

bool isUtf8(QByteArrayView bytes);
/// `GBK`, `UTF-16`, `Latin-1`: what bytes that are no UTF-8 probably are.
QString guessedEncoding(QByteArrayView bytes);
/// What is no text at all: a web page or another file's start under the wrong name; empty: nothing to say. `HTML`, `PDF`, `ZIP`, ...
QString foreignContent(QByteArrayView start);

/// What is wrong with a whole text file, once: empty, another kind of file, a mark, UTF-16. True: it has no lines to read.
bool isNoText(DataFile &file, FileReport &report);

} // namespace Trainyard
