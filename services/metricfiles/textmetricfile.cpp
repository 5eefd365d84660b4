#include "services/metricfiles/textmetricfile.h"

#include "services/metricfiles/regularfile.h"

namespace Trainyard {

namespace {

constexpr qint64 pieceSize = qint64(1) << 20;
constexpr qint64 startSize = 1024;
constexpr qsizetype longestLine = 1 << 20;

} // namespace

TextMetricFile::TextMetricFile(QString path, bool isTable)
    : m_path(std::move(path))
    , m_isTable(isTable)
{
    startAgain();
}

void TextMetricFile::startAgain()
{
    if (m_isTable)
        m_reader = MetricsCsv();
    else
        m_reader = LogReader();
    m_start.clear();
    m_partialLine.clear();
    m_offset = 0;
    m_lines = 0;
    m_inode = 0;
}

MetricFileNews TextMetricFile::poll(qint64 &budget)
{
    MetricFileNews news;
    const Result<RegularFile> file = RegularFile::open(m_path);
    const Result<QByteArray> start = file ? file->read(0, startSize) : Result<QByteArray>(file.error());
    if (!start) {
        if (!std::exchange(m_failureWasTold, true))
            news.problems.append(start.error());
        return news;
    }
    const bool isAnother = file->size() < m_offset || (m_inode != 0 && m_inode != file->inode()) || !start->startsWith(m_start);
    if (isAnother) {
        news.isReplaced = m_offset > 0;
        startAgain();
        if (news.isReplaced)
            return news;
    }
    m_inode = file->inode();
    while (m_offset < file->size() && budget > 0) {
        const Result<QByteArray> piece = file->read(m_offset, pieceSize);
        if (!piece || piece->isEmpty())
            break;
        m_offset += piece->size();
        budget -= piece->size();
        take(*piece, news);
    }
    m_start = start->left(m_offset);
    news.isBehind = m_offset < file->size() && budget <= 0;
    return news;
}

void TextMetricFile::take(const QByteArray &data, MetricFileNews &news)
{
    if (LogReader *reader = std::get_if<LogReader>(&m_reader)) {
        for (const LogEvent &event : reader->feed(data))
            news.events.append({event, 0});
        return;
    }
    m_partialLine += data;
    qsizetype from = 0;
    for (qsizetype end = 0; (end = m_partialLine.indexOf('\n', from)) >= 0; from = end + 1)
        takeLine(QByteArrayView(m_partialLine).sliced(from, end - from), news);
    m_partialLine.remove(0, from);
    if (m_partialLine.size() > longestLine) // no row of metrics is as long
        m_partialLine.truncate(longestLine);
}

void TextMetricFile::takeLine(QByteArrayView line, MetricFileNews &news)
{
    ++m_lines;
    if (m_lines == 1 && line.startsWith("\xef\xbb\xbf"))
        line = line.sliced(3);
    news.events.append(std::get<MetricsCsv>(m_reader).read(line, m_lines, m_offset));
}

/// A last line without its end is taken for whole.
MetricFileNews TextMetricFile::finish()
{
    MetricFileNews news;
    if (LogReader *reader = std::get_if<LogReader>(&m_reader)) {
        for (const LogEvent &event : reader->finish())
            news.events.append({event, 0});
    } else if (!m_partialLine.isEmpty()) {
        takeLine(std::exchange(m_partialLine, {}), news);
    }
    return news;
}

} // namespace Trainyard
