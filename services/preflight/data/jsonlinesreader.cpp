#include "services/preflight/data/jsonlinesreader.h"

#include "services/preflight/data/recordcheck.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 largestDocument = qint64(1) << 30;

qint64 lineOf(QByteArrayView document, QByteArrayView piece)
{
    return 1 + std::count(document.begin(), piece.begin(), '\n');
}

/// A JSON document: a list of records, or an object.
void readDocument(DataFile &file, RecordCheck &records, FileReport &report)
{
    if (file.size() > largestDocument)
        return report.add(Trouble::TooLarge);
    QByteArray bytes;
    file.read(bytes, file.size());
    QByteArrayView text = bytes;
    if (text.startsWith("\xEF\xBB\xBF"))
        text = text.sliced(3);
    if (!isUtf8(text))
        return report.add(Trouble::Encoding, 0, QString(), guessedEncoding(text));
    JsonScanner scanner(text);
    JsonPiece document;
    if (!scanner.readWhole(document)) {
        const QByteArrayView before = text.first(scanner.errorColumn() - 1);
        return report.add(Trouble::BadLine, 1 + std::count(before.begin(), before.end(), '\n'), QString(),
                          QString::number(before.size() - (before.lastIndexOf('\n') + 1) + 1));
    }
    if (document.type == JsonPiece::Type::Array) {
        qint64 line = 1;
        QByteArrayView counted = text.first(0);
        JsonScanner(document.text).readArray([&](const JsonPiece &item) {
            const QByteArrayView between(counted.end(), item.text.begin());
            line += std::count(between.begin(), between.end(), '\n');
            counted = QByteArrayView(text.begin(), item.text.begin());
            if (item.type == JsonPiece::Type::Object)
                records.addRecord(item.text, line);
            else
                records.addOther(item, line);
        });
    } else if (document.type == JsonPiece::Type::Object) {
        records.addRecord(document.text, lineOf(text, document.text));
    }
}

/// `.json` may hold JSON lines, too: the first line is a whole record, and there are more.
bool holdsLines(DataFile &file)
{
    constexpr qsizetype startBytes = 256 * 1024;
    const QByteArray start = file.readAt(0, startBytes).trimmed();
    const qsizetype end = start.indexOf('\n');
    JsonPiece record;
    return end > 0 && JsonScanner(QByteArrayView(start).first(end)).readWhole(record) && record.type == JsonPiece::Type::Object;
}

bool isBlank(QByteArrayView line)
{
    return line.trimmed().isEmpty();
}

/// One document that is spread over the lines, where each line should be one.
bool isOneDocument(const QList<QByteArray> &firstLines)
{
    if (firstLines.size() < 2)
        return false;
    const QByteArray first = firstLines[0].trimmed();
    return first == "[" || first == "{" || (first.startsWith('[') && first.endsWith(','));
}

} // namespace

FileReport readJsonLines(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || isNoText(file, report))
        return report;
    RecordCheck records(path, context, report);
    LineReader lines(file, report);
    QByteArrayView line;
    QList<QByteArray> firstLines;
    const bool isDocument = path.toLower().endsWith(".json") && !holdsLines(file);
    for (bool isFirst = true; !isDocument && lines.next(line);) {
        if (isFirst && line.startsWith("\xEF\xBB\xBF"))
            line = line.sliced(3);
        isFirst = false;
        if (isBlank(line))
            continue;
        if (firstLines.size() < 2)
            firstLines.append(line.first(std::min<qsizetype>(line.size(), 200)).toByteArray() + (line.endsWith(',') ? "," : ""));
        if (!isUtf8(line)) {
            report.add(Trouble::Encoding, lines.number(), QString(), guessedEncoding(line));
            continue;
        }
        JsonScanner scanner(line);
        JsonPiece piece;
        if (!scanner.readWhole(piece))
            report.add(Trouble::BadLine, lines.number(), QString(), QString::number(scanner.errorColumn()));
        else if (piece.type == JsonPiece::Type::Object)
            records.addRecord(piece.text, lines.number());
        else
            records.addOther(piece, lines.number());
    }
    if (!isDocument && report.has(Trouble::BadLine) && isOneDocument(firstLines)) {
        report.troubles = {{Trouble::OneDocument, QString(), QString(), 1, {1}}};
        return report;
    }
    if (isDocument && !context.cancelled)
        readDocument(file, records, report);
    records.finish();
    file.checkUnchanged();
    return report;
}

FileReport readJson(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || isNoText(file, report))
        return report;
    if (holdsLines(file))
        return readJsonLines(path, context);
    FileReport ofRecords; // what its records hold is nobody's business: only its syntax is looked at
    RecordCheck records(path, context, ofRecords);
    readDocument(file, records, report);
    file.checkUnchanged();
    return report;
}

} // namespace Trainyard
