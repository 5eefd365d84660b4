#include "services/preflight/data/boxreaders.h"
#include "services/preflight/data/containerreaders.h"
#include "services/preflight/data/datasetscan.h"
#include "services/preflight/data/imagereader.h"
#include "services/preflight/data/jsonlinesreader.h"
#include "services/preflight/data/numpyreader.h"
#include "services/preflight/data/tablereader.h"

namespace Trainyard {

namespace {

FileReader readerOfSuffix(const QByteArray &suffix)
{
    static const QHash<QByteArray, FileReader> readers{
        {"csv", readTable}, {"tsv", readTable}, {"jsonl", readJsonLines}, {"ndjson", readJsonLines}, {"json", readJson},
        {"npy", readNumpy}, {"npz", readNumpy}, {"parquet", readParquet}, {"tfrecord", readTfRecord}, {"tfrecords", readTfRecord}, {"safetensors", readSafetensors},
    };
    return readers.value(suffix);
}

} // namespace

FileReader readerFor(const QByteArray &relativePath, const QString &format)
{
    const QByteArray name = relativePath.mid(relativePath.lastIndexOf('/') + 1);
    const qsizetype dot = name.lastIndexOf('.');
    const QByteArray suffix = dot < 0 ? QByteArray() : name.mid(dot + 1).toLower();
    if (isImageName(name))
        return readImage;
    if (format == QLatin1String("image-folder"))
        return nullptr;
    if (format == QLatin1String("jsonl") && suffix == "json")
        return readJsonLines;
    if (format == QLatin1String("coco") && suffix == "json")
        return readCoco;
    if (format == QLatin1String("yolo") && suffix == "txt")
        return isYoloLabelName(relativePath) ? readYoloLabels : readText;
    if (format == QLatin1String("tfrecord") && (name.contains(".tfrecord") || name.contains("-of-")))
        return readTfRecord;
    if (format == QLatin1String("text"))
        return suffix == "txt" || suffix == "text" || suffix == "raw" || suffix == "tokens" ? readText : nullptr;
    if (format == QLatin1String("csv") && (suffix == "txt" || suffix == "data" || suffix == "tab"))
        return readTable;
    return readerOfSuffix(suffix);
}

} // namespace Trainyard
