#include "services/preflight/data/containerreaders.h"

#include "services/common/crc32c.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <algorithm>
#include <vector>

namespace Trainyard {

namespace {

/// Opened, not empty, and not something else under this name.
bool isReadable(DataFile &file, const char *own, FileReport &report)
{
    if (!file.isOpen())
        return false;
    if (file.size() == 0) {
        report.add(Trouble::Empty);
        return false;
    }
    const QString foreign = foreignContent(file.readAt(0, 512));
    if (foreign.isEmpty() || foreign == QLatin1String(own))
        return true;
    report.add(foreign == QLatin1String("gzip") ? Trouble::NotDecoded : Trouble::WrongContent, 0, QString(), foreign);
    return false;
}

int bytesOfType(const QString &type)
{
    static const QHash<QString, int> sizes{{QStringLiteral("F64"), 8}, {QStringLiteral("F32"), 4}, {QStringLiteral("F16"), 2}, {QStringLiteral("BF16"), 2}, {QStringLiteral("I64"), 8}, {QStringLiteral("I32"), 4},
                                           {QStringLiteral("I16"), 2}, {QStringLiteral("I8"), 1}, {QStringLiteral("U8"), 1}, {QStringLiteral("U16"), 2}, {QStringLiteral("U32"), 4}, {QStringLiteral("U64"), 8},
                                           {QStringLiteral("BOOL"), 1}, {QStringLiteral("F8_E4M3"), 1}, {QStringLiteral("F8_E5M2"), 1}};
    return sizes.value(type);
}

void checkTensors(const QJsonObject &header, qint64 dataBytes, FileReport &report)
{
    std::vector<std::pair<qint64, qint64>> ranges;
    for (auto it = header.begin(); it != header.end(); ++it) {
        if (it.key() == QLatin1String("__metadata__"))
            continue;
        const QJsonObject tensor = it.value().toObject();
        const QJsonArray offsets = tensor.value(QStringLiteral("data_offsets")).toArray();
        const qint64 begin = offsets.at(0).toInteger(-1), end = offsets.at(1).toInteger(-1);
        qint64 count = 1;
        for (const QJsonValue size : tensor.value(QStringLiteral("shape")).toArray())
            count *= size.toInteger();
        const int itemBytes = bytesOfType(tensor.value(QStringLiteral("dtype")).toString());
        if (offsets.size() != 2 || begin < 0 || end < begin || (itemBytes > 0 && end - begin != count * itemBytes))
            report.add(Trouble::DamagedFile, 0, QString(), it.key());
        else if (end > dataBytes)
            report.add(Trouble::TruncatedFile, 0, QString(), it.key());
        ranges.emplace_back(begin, end);
    }
    std::sort(ranges.begin(), ranges.end());
    for (size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i].first < ranges[i - 1].second)
            return report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("data_offsets"));
    }
}

} // namespace

FileReport readParquet(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!isReadable(file, "Parquet", report))
        return report;
    const QByteArray head = file.readAt(0, 4), tail = file.readAt(std::max<qint64>(0, file.size() - 8), 8);
    if (head != "PAR1")
        report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("PAR1"));
    else if (file.size() < 12 || !tail.endsWith("PAR1"))
        report.add(Trouble::TruncatedFile, 0, QString(), QStringLiteral("PAR1"));
    else if (const qint64 footer = qFromLittleEndian<quint32>(tail.constData()); footer == 0 || footer > file.size() - 12)
        report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("footer %1").arg(footer));
    file.checkUnchanged();
    return report;
}

FileReport readTfRecord(const QByteArray &path, const ReadContext &context)
{
    constexpr qint64 largestRecord = qint64(1) << 30;
    FileReport report;
    DataFile file(path, context, report);
    if (!isReadable(file, "TFRecord", report))
        return report;
    RecordFacts facts;
    for (qint64 at = 0; at < file.size() && !context.cancelled;) {
        const QByteArray head = file.readAt(at, 12);
        const QString place = QString::number(facts.records + 1);
        if (head.size() < 12) {
            report.add(Trouble::TruncatedFile, 0, QString(), place);
            break;
        }
        const qint64 length = qFromLittleEndian<qint64>(head.constData());
        if (maskedCrc32c(QByteArrayView(head).first(8)) != qFromLittleEndian<quint32>(head.constData() + 8)) {
            report.add(Trouble::DamagedFile, 0, QString(), place); // the length cannot be trusted: nothing behind it can be found
            break;
        }
        if (length < 0 || at + 16 + length > file.size()) {
            report.add(Trouble::TruncatedFile, 0, QString(), place);
            break;
        }
        const QByteArray data = length <= largestRecord ? file.readAt(at + 12, length + 4) : QByteArray();
        if (!data.isEmpty() && maskedCrc32c(QByteArrayView(data).first(length)) != qFromLittleEndian<quint32>(data.constData() + length))
            report.add(Trouble::DamagedFile, 0, QString(), place);
        ++facts.records;
        at += 16 + length;
    }
    report.records = facts;
    file.checkUnchanged();
    return report;
}

FileReport readSafetensors(const QByteArray &path, const ReadContext &context)
{
    constexpr qint64 largestHeader = 100'000'000; // of the format's own reader
    FileReport report;
    DataFile file(path, context, report);
    if (!isReadable(file, "safetensors", report))
        return report;
    const QByteArray head = file.readAt(0, 8);
    const qint64 length = head.size() == 8 ? qFromLittleEndian<qint64>(head.constData()) : -1;
    if (length < 2 || length > largestHeader) {
        report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("header"));
    } else if (length > file.size() - 8) {
        report.add(Trouble::TruncatedFile, 0, QString(), QStringLiteral("header"));
    } else if (const QJsonDocument header = QJsonDocument::fromJson(file.readAt(8, length).trimmed()); !header.isObject()) {
        report.add(Trouble::DamagedFile, 0, QString(), QStringLiteral("header"));
    } else {
        checkTensors(header.object(), file.size() - 8 - length, report);
    }
    file.checkUnchanged();
    return report;
}

} // namespace Trainyard
