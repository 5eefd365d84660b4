#include "services/preflight/data/scanfindings.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QtNumeric>

#include <cmath>

#include <sys/stat.h>

using namespace Trainyard;

using Files = QMap<QString, QByteArray>;
Q_DECLARE_METATYPE(ReadOptions)
Q_DECLARE_METATYPE(ScriptHints)

namespace {

QByteArray picture(int seed, const char *format = "jpg", QImage::Format pixels = QImage::Format_RGB32, QSize size = {24, 24})
{
    QImage image(size, QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, qRgb(x * 7 * seed % 256, y * 5 + seed * 31 % 200, (x + y) * seed % 256));
    }
    if (pixels == QImage::Format_ARGB32)
        image = image.convertToFormat(pixels), image.setPixel(0, 0, qRgba(1, 2, 3, 4));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.convertToFormat(pixels).save(&buffer, format);
    return bytes;
}

/// Something without noise: a compressed copy looks the same.
QByteArray photo(const char *format, int side)
{
    QImage image(side, side, QImage::Format_RGB32);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const int light = int(127 + 60 * std::sin(8.3 * x / side + 5.1 * y / side) + 60 * std::cos(11.7 * x / side - 3.3 * y / side));
            image.setPixel(x, y, qRgb(light, light, 255 - light));
        }
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

void writeFiles(const QDir &folder, const Files &files)
{
    for (auto it = files.begin(); it != files.end(); ++it) {
        QVERIFY(folder.mkpath(QStringLiteral("d/") + it.key().section(u'/', 0, -2)));
        QFile file(folder.filePath(QStringLiteral("d/") + it.key()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(it.value()), it.value().size());
    }
}

QByteArray digest(const QString &path)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QDir folder(path);
    for (const QFileInfo &entry : folder.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name)) {
        hash.addData(QByteArray(entry.fileName().toUtf8() + QByteArray::number(entry.lastModified().toMSecsSinceEpoch())));
        QFile file(entry.filePath());
        hash.addData(entry.isDir() ? digest(entry.filePath()) : file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    return hash.result();
}

ScanResult scanned(const QTemporaryDir &folder, const ReadOptions &options, const QString &cacheFile = QString(), const std::atomic_bool &cancelled = false)
{
    return scanDataset({folder.filePath(QStringLiteral("d")), folder.path(), options, cacheFile}, cancelled, {});
}

/// `error data.bad-line 1 d/a.jsonl:7`
QStringList told(const ScanResult &scan, const ReadOptions &options, const ScriptHints &hints)
{
    QStringList lines;
    for (const Finding &finding : scanFindings(scan, options, hints, Place{QStringLiteral("job.yaml"), 3, QStringLiteral("model.num_classes")}).findings) {
        const QString line = finding.where.line ? QStringLiteral(":%1").arg(*finding.where.line) : QString();
        lines.append(QStringLiteral("%1 %2 %3 %4%5").arg(severityToText(finding.severity), finding.code, QString::number(finding.count), finding.where.file, line));
        if (finding.message.isEmpty() || finding.message.contains(u'%') || (finding.severity == Severity::Error && finding.fix.isEmpty()))
            lines.append(QStringLiteral("badly told: ") + finding.message);
    }
    lines.sort();
    return lines;
}

ReadOptions format(const char *name)
{
    ReadOptions options;
    options.format = QLatin1String(name);
    return options;
}

ReadOptions classes(const char *name, int count)
{
    ReadOptions options = format(name);
    options.numClasses = count;
    options.isClassification = true;
    return options;
}

QByteArray lines(int count, const char *line)
{
    return QByteArray(line).append('\n').repeated(count);
}

} // namespace

class TestDataScan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsFaultsAndNothingElse_data();
    void findsFaultsAndNothingElse();
    void theCacheTellsTheSame();
    void aSecondScanReadsOnlyWhatChanged();
    void cancelledScansKeepWhatTheyRead();
    void aFileThatBecameAPipeIsNoHang();
    void originalsStayAsTheyAre();

private:
    void addImageRows();
    void addJsonRows();
    void addTableRows();
    void addTextRows();
    void addArrayRows();
    void addContainerRows();
    void addBoxRows();
    void row(const char *name, const ReadOptions &options, const Files &files, const QStringList &expected, const ScriptHints &hints = {});
};

void TestDataScan::row(const char *name, const ReadOptions &options, const Files &files, const QStringList &expected, const ScriptHints &hints)
{
    QTest::newRow(name) << options << files << expected << hints;
}

void TestDataScan::findsFaultsAndNothingElse_data()
{
    QTest::addColumn<ReadOptions>("options");
    QTest::addColumn<Files>("files");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<ScriptHints>("hints");
    addImageRows();
    addJsonRows();
    addTableRows();
    addTextRows();
    addArrayRows();
    addContainerRows();
    addBoxRows();
}

void TestDataScan::addImageRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const Files good{{s("train/a/1.jpg"), picture(1)}, {s("train/b/1.jpg"), picture(2)}, {s("val/a/1.jpg"), picture(3)}, {s("val/b/1.png"), picture(4, "png")}};
    const auto with = [&good, &s](const char *name, const QByteArray &content) {
        Files files = good;
        files.insert(s(name), content);
        return files;
    };
    const ReadOptions images = format("image-folder");
    ScriptHints converts, opensRaw;
    converts.convertsImages = ScriptHints::Answer::Yes;
    opensRaw.convertsImages = ScriptHints::Answer::No;
    opensRaw.isRead = opensRaw.resizesImages = true;
    row("whole images", images, good, {});
    row("bytes after the end", images, with("train/a/2.jpg", picture(5) + "and more"), {});
    row("cut off JPEG", images, with("train/a/2.jpg", picture(5).chopped(40)), {s("error data.truncated-image 1 d/train/a/2.jpg")});
    row("cut off PNG", images, with("train/a/2.png", picture(5, "png").chopped(60)), {s("error data.truncated-image 1 d/train/a/2.png")});
    row("header alone", images, with("train/a/2.jpg", picture(5).first(30)), {s("error data.truncated-image 1 d/train/a/2.jpg")});
    row("web page", images, with("train/a/2.jpg", "<!DOCTYPE html><html>Log in</html>"), {s("error data.wrong-content 1 d/train/a/2.jpg")});
    row("PNG named jpg", images, with("train/a/2.jpg", picture(5, "png")), {s("warning data.wrong-suffix 1 d/train/a/2.jpg")});
    row("capital suffix", images, with("train/a/2.JPEG", picture(5)), {});
    row("notes beside", images, with("README.txt", "\xFF\xFE"), {});
    row("16 bits", images, with("train/a/2.png", picture(5, "png", QImage::Format_Grayscale16)), {s("warning data.bit-depth 1 d/train/a/2.png")}, converts);
    row("a grey one, loader opens raw", images, with("train/a/2.png", picture(5, "png", QImage::Format_Grayscale8)), {s("error data.mixed-modes 1 d/train/a/2.png")}, opensRaw);
    row("a transparent one, loader opens raw", images, with("train/a/2.png", picture(5, "png", QImage::Format_ARGB32)), {s("error data.mixed-modes 1 d/train/a/2.png")}, opensRaw);
    row("a grey one, loader converts", images, with("train/a/2.png", picture(5, "png", QImage::Format_Grayscale8)), {}, converts);
    row("a grey one, loader unknown", images, with("train/a/2.png", picture(5, "png", QImage::Format_Grayscale8)), {s("info data.mixed-modes 1 d/train/a/2.png")});
    row("all grey", images, {{s("a/1.png"), picture(1, "png", QImage::Format_Grayscale8)}, {s("b/1.png"), picture(2, "png", QImage::Format_Grayscale8)}}, {}, opensRaw);
    row("copy in val", images, with("val/b/other.jpg", picture(2)), {s("warning data.leak 1 d/val/b/other.jpg")});
    row("copy in the same split", images, with("train/b/other.jpg", picture(2)), {});
    row("copy under two classes", images, with("train/b/2.jpg", picture(1)), {s("warning data.conflicting-labels 1 d/train/b/2.jpg")});
    const Files large{{s("train/a/1.jpg"), photo("jpg", 128)}, {s("val/a/1.png"), photo("png", 96)}, {s("train/b/1.jpg"), picture(9)}};
    row("the same look in two splits", images, large, {s("info data.near-duplicates 1 d/val/a/1.png")}, converts);
    ScriptHints rawSizes = opensRaw;
    rawSizes.resizesImages = false;
    row("sizes that nothing brings to one", images, with("train/a/2.jpg", picture(7, "jpg", QImage::Format_RGB32, {40, 30})), {s("warning data.mixed-sizes 1 d/train/a/1.jpg")}, rawSizes);
    row("sizes that the script brings to one", images, with("train/a/2.jpg", picture(7, "jpg", QImage::Format_RGB32, {40, 30})), {}, opensRaw);
    Files uneven{{s("a/0.jpg"), picture(99)}};
    for (int i = 1; i <= 25; ++i)
        uneven.insert(QStringLiteral("b/%1.jpg").arg(i), picture(i));
    row("one class has nearly all", images, uneven, {s("warning data.imbalance 1 d/a/0.jpg")});
    ReadOptions masks = classes("", 3);
    masks.readsMasks = true;
    QImage mask(8, 8, QImage::Format_Grayscale8);
    mask.fill(2);
    const auto png = [](const QImage &image) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "png");
        return bytes;
    };
    const QByteArray goodMask = png(mask);
    mask.setPixel(1, 1, qRgb(7, 7, 7));
    row("mask within the classes", masks, {{s("images/1.jpg"), picture(1)}, {s("masks/1.png"), goodMask}}, {});
    row("mask beyond the classes", masks, {{s("images/1.jpg"), picture(1)}, {s("masks/1.png"), png(mask)}}, {s("error data.label-out-of-range 1 d/masks/1.png")});
    masks.ignoredLabels = {7};
    row("mask with an ignored value", masks, {{s("images/1.jpg"), picture(1)}, {s("masks/1.png"), png(mask)}}, {});
}

void TestDataScan::addJsonRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const ReadOptions jsonl = format("jsonl");
    const QByteArray good = lines(6, R"({"text": "a", "label": 1})") + lines(6, R"({"text": "b", "label": 0})");
    const auto file = [&s](const QByteArray &content) { return Files{{s("t.jsonl"), content}}; };
    ScriptHints needs, takes, skips;
    needs.isRead = takes.isRead = true;
    needs.neededKeys = {s("output")};
    takes.optionalKeys = {s("output")};
    skips.skipsBadLines = true;
    row("good lines", jsonl, file(good), {});
    row("CRLF, blank lines, no last end", jsonl, file("{\"a\": 1}\r\n\r\n{\"a\": 2}\r\n{\"a\": NaN}"), {s("warning data.missing-values 1 d/t.jsonl:4")});
    row("mark", jsonl, file("\xEF\xBB\xBF" + good), {s("error data.byte-order-mark 1 d/t.jsonl:1")});
    ScriptHints marked;
    marked.encodings = {s("utf8sig")};
    row("mark that the script expects", jsonl, file("\xEF\xBB\xBF" + good), {s("info data.byte-order-mark 1 d/t.jsonl:1")}, marked);
    row("open quote", jsonl, file(good + "{\"text\": \"a}\n" + good), {s("error data.bad-line 1 d/t.jsonl:13")});
    row("trailing comma", jsonl, file(good + "{\"text\": \"a\",}\n"), {s("error data.bad-line 1 d/t.jsonl:13")});
    row("two on one line", jsonl, file(good + "{\"text\": \"a\", \"label\": 1}{\"text\": \"a\", \"label\": 1}\n"), {s("error data.bad-line 1 d/t.jsonl:13")});
    row("single quotes", jsonl, file("{'text': 'a'}\n" + good), {s("error data.bad-line 1 d/t.jsonl:1")});
    row("cut off at the end", jsonl, file(good + "{\"text\": \"a"), {s("error data.bad-line 1 d/t.jsonl:13")});
    row("bad line that the script skips", jsonl, file(good + "{\n"), {s("warning data.bad-line 1 d/t.jsonl:13")}, skips);
    row("one document", jsonl, file("[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n"), {s("error data.bad-line 1 d/t.jsonl:1")});
    row("key with another name", jsonl, file(lines(12, R"({"q": "a", "output": "b"})") + "{\"q\": \"a\", \"answer\": \"b\"}\n"), {s("error data.missing-key 1 d/t.jsonl:13")}, needs);
    row("key with another name, no script", jsonl, file(lines(12, R"({"q": "a", "output": "b"})") + "{\"q\": \"a\"}\n"), {s("warning data.missing-key 1 d/t.jsonl:13")});
    row("key that the script takes or leaves", jsonl, file(lines(12, R"({"q": "a", "output": "b"})") + "{\"q\": \"a\"}\n"), {s("info data.missing-key 1 d/t.jsonl:13")}, takes);
    row("key that many lack", jsonl, file(lines(6, R"({"q": "a", "o": "b"})") + lines(6, R"({"q": "a"})")), {});
    row("number as text", jsonl, file(good + "{\"text\": \"a\", \"label\": \"1\"}\n"), {s("error data.mixed-types 1 d/t.jsonl:13")});
    row("null is no type", jsonl, file(good + "{\"text\": null, \"label\": 1.5}\n"), {});
    row("GBK", jsonl, file(good + "{\"text\": \"\xD6\xD0\xCE\xC4\", \"label\": 1}\n"), {s("error data.encoding 1 d/t.jsonl:13")});
    row("UTF-16", jsonl, file(QByteArray("\xFF\xFE{\0\"\0a\0", 9)), {s("error data.encoding 1 d/t.jsonl:1")});
    row("empty answer", jsonl, file(lines(3, R"({"q": "a", "output": "b"})") + "{\"q\": \"a\", \"output\": \"\"}\n"), {s("warning data.empty-sample 1 d/t.jsonl:4")});
    row("web page", jsonl, file("<html>no</html>"), {s("error data.wrong-content 1 d/t.jsonl")});
    row("label beyond the classes", classes("jsonl", 2), file(good + "{\"text\": \"a\", \"label\": 2}\n" + "{\"text\": \"a\", \"label\": 0}\n"), {s("error data.label-out-of-range 1 d/t.jsonl:13")});
    row("chats", jsonl, file(R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]})" "\n"), {});
    row("chat without a role", jsonl, file(R"({"messages": [{"content": "a"}]})" "\n"), {s("warning data.chat-shape 1 d/t.jsonl:1")});
    row("chat with an unknown role", jsonl, file(R"({"messages": [{"role": "boss", "content": "a"}]})" "\n"), {s("warning data.chat-shape 1 d/t.jsonl:1")});
    row("array of records", jsonl, {{s("t.json"), "[{\"a\": 1},\n {\"a\": 2}]"}}, {});
    row("lines named json", jsonl, {{s("t.json"), "{\"a\": 1}\n{\"a\": 2}\n"}}, {});
    row("lines named json, no format", {}, {{s("t.json"), "{\"a\": 1}\n{\"a\": 2}\n"}}, {});
    row("broken array", jsonl, {{s("t.json"), "[{\"a\": 1},\n {\"a\": 2},]"}}, {s("error data.bad-line 1 d/t.json:2")});
    const QByteArray record = "{\"text\": \"a sentence that is long enough\"}\n";
    row("record in two splits", jsonl, {{s("train.jsonl"), record + "{\"text\": \"other\"}\n"}, {s("val.jsonl"), record}}, {s("warning data.leak 1 d/val.jsonl")});
    row("files that are not there", jsonl, {{s("t.jsonl"), "{\"image\": \"i/1.jpg\"}\n{\"image\": \"i/2.jpg\"}\n"}, {s("i/1.jpg"), picture(1)}}, {s("error data.missing-file 1 d/t.jsonl:2")});
    row("files in another place", jsonl, {{s("t.jsonl"), "{\"image\": \"x/1.jpg\"}\n{\"image\": \"x/2.jpg\"}\n"}}, {s("info data.missing-file 2 d/t.jsonl:1")});
}

void TestDataScan::addTableRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const ReadOptions csv = format("csv");
    const auto file = [&s](const QByteArray &content) { return Files{{s("t.csv"), content}}; };
    const QByteArray head = "x,text,label\n", good = lines(6, "1.5,\"a, b\",0") + lines(6, "-2e3,\"two\nlines\",1");
    row("good rows", classes("csv", 2), file(head + good), {});
    row("semicolons", classes("csv", 2), file("x;label\n" + lines(3, "1,5;0") + lines(3, "2,5;1")), {});
    row("tabs", csv, {{s("t.tsv"), "x\tlabel\n1\t0\n2\t1\n"}}, {});
    row("label beyond the classes", classes("csv", 2), file(head + good + "1,a,2\n1,a,2\n"), {s("error data.label-out-of-range 2 d/t.csv:20")});
    row("negative label", classes("csv", 2), file(head + good + "1,a,-1\n"), {s("error data.label-out-of-range 1 d/t.csv:20")});
    row("ignored label", classes("csv", 2), file(head + good + "1,a,-100\n"), {});
    ScriptHints shifts;
    shifts.changesLabels = true;
    row("labels that the script shifts", classes("csv", 2), file("x,y\n1,1\n2,2\n1,1\n"), {s("info data.label-out-of-range 1 d/t.csv:3")}, shifts);
    row("no label", classes("csv", 2), file(head + good + "1,a,\n"), {s("error data.missing-values 1 d/t.csv:20")});
    row("no number", csv, file(head + good + "nan,a,1\n,a,1\ninf,a,0\n"), {s("warning data.missing-values 3 d/t.csv:20")});
    ScriptHints fills;
    fills.fillsMissing = true;
    row("no number, but the script fills in", csv, file(head + good + "nan,a,1\n"), {s("info data.missing-values 1 d/t.csv:20")}, fills);
    row("no text", csv, file(head + good + "1,,1\n"), {s("info data.missing-values 1 d/t.csv:20")});
    row("ragged", csv, file(head + good + "1,a,b,1\n1,a\n"), {s("error data.ragged-rows 2 d/t.csv:20")});
    row("row names without a header", csv, file("x,label\na,1,0\nb,2,1\n"), {});
    row("open quote", csv, file(head + good + "1,\"a,1\n2,b,0\n"), {s("error data.bad-line 1 d/t.csv:20")});
    row("text among numbers", csv, file(head + good + "twelve,a,1\n"), {s("warning data.mixed-types 1 d/t.csv:20")});
    row("mark", csv, file("\xEF\xBB\xBF" + head + good), {s("warning data.byte-order-mark 1 d/t.csv:1")});
    row("GBK", csv, file(head + good + "1,\xD6\xD0\xCE\xC4,1\n"), {s("warning data.encoding 1 d/t.csv:20")});
    ScriptHints utf8, gbk;
    utf8.isRead = utf8.opensText = true;
    gbk.encodings = {s("gbk")};
    row("GBK, the script reads UTF-8", csv, file(head + good + "1,\xD6\xD0\xCE\xC4,1\n"), {s("error data.encoding 1 d/t.csv:20")}, utf8);
    row("GBK, the script reads GBK", csv, file(head + good + "1,\xD6\xD0\xCE\xC4,1\n"), {s("info data.encoding 1 d/t.csv:20")}, gbk);
    row("one label", classes("csv", 2), file(head + lines(9, "1,a,1")), {s("error data.single-class 1 d/t.csv")});
    row("fewer classes than outputs", classes("csv", 5), file(head + good), {s("warning data.class-count 1 job.yaml:3")});
    row("column twice", csv, file("x,x,label\n1,2,0\n1,2,1\n"), {s("warning data.duplicate-column 1 d/t.csv:1")});
    ReadOptions named = csv;
    named.targetColumn = s("price");
    row("target column is not there", named, file(head + good), {s("warning data.missing-key 1 d/t.csv:1")});
    row("backslashes", csv, file("image,label\na\\1.jpg,0\nC:\\b\\2.jpg,1\n"), {s("error paths.windows-separator 2 d/t.csv:2")});
    row("home folder", csv, file("image,label\n/home/me/1.jpg,0\n"), {s("error paths.local 1 d/t.csv:2")});
    row("login form", csv, file("<!doctype html>\n<html>"), {s("error data.wrong-content 1 d/t.csv")});
}

void TestDataScan::addTextRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const ReadOptions text = format("text");
    row("good text", text, {{s("t.txt"), "Einf\xC3\xBCgen\n\xE4\xB8\xAD\n"}}, {});
    row("Latin-1", text, {{s("t.txt"), "a\nEinf\xFCgen ist\n"}}, {s("warning data.encoding 1 d/t.txt:2")});
    row("NUL", text, {{s("t.txt"), QByteArray("abcdefgh\nijk\0lmnopqrst\n", 23)}}, {s("error data.wrong-content 1 d/t.txt:2")});
    row("mark", text, {{s("t.txt"), "\xEF\xBB\xBF" "a\n"}}, {s("warning data.byte-order-mark 1 d/t.txt:1")});
    row("list of files", text, {{s("t.txt"), "i/1.jpg 0\ni/2.jpg 1\n"}, {s("i/1.jpg"), picture(1)}}, {s("error data.missing-file 1 d/t.txt:2")});
}

void TestDataScan::addArrayRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const auto npy = [](const char *type, const char *shape, const QByteArray &data) -> QByteArray {
        QByteArray header = QByteArray("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        header = header.leftJustified(117) + '\n';
        return QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header + data;
    };
    const auto numbers = [](const QList<float> &values) {
        QByteArray bytes;
        for (const float value : values)
            bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
        return bytes;
    };
    ReadOptions numpy = classes("numpy", 3);
    numpy.inputShape = {2};
    numpy.inputType = s("float32");
    const QByteArray good = npy("<f4", "(3, 2)", numbers({1, 2, 3, 4, 5, 6})), labels = npy("|u1", "(3,)", QByteArray("\0\1\2", 3));
    row("whole arrays", numpy, {{s("x.npy"), good}, {s("y.npy"), labels}}, {});
    row("array cut off", numpy, {{s("x.npy"), good.chopped(4)}}, {s("error data.truncated-file 1 d/x.npy")});
    row("no array", numpy, {{s("x.npy"), "hello, I am no array"}}, {s("error data.damaged-file 1 d/x.npy")});
    row("not a number", numpy, {{s("x.npy"), npy("<f4", "(2, 2)", numbers({1, float(qQNaN()), float(qInf()), 4}))}}, {s("warning data.missing-values 2 d/x.npy")});
    row("another shape", numpy, {{s("x.npy"), npy("<f4", "(2, 3)", numbers({1, 2, 3, 4, 5, 6}))}}, {s("warning data.array-shape 1 d/x.npy")});
    row("objects", numpy, {{s("x.npy"), npy("|O", "(2,)", "\x80\x03]q")}}, {s("error data.object-array 1 d/x.npy")});
    ScriptHints pickles;
    pickles.allowsPickle = true;
    row("objects that the script allows", numpy, {{s("x.npy"), npy("|O", "(2,)", "\x80\x03]q")}}, {s("info data.object-array 1 d/x.npy")}, pickles);
    row("label beyond the classes in an array", numpy, {{s("y_train.npy"), npy("|u1", "(3,)", QByteArray("\1\2\3", 3))}}, {s("error data.label-out-of-range 1 d/y_train.npy:3")});
    row("archive cut off", numpy, {{s("x.npz"), "PK\x03\x04 and no directory"}}, {s("error data.truncated-file 1 d/x.npz")});
}

void TestDataScan::addContainerRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const QByteArray record = QByteArray::fromHex("0500000000000000eab2043e68656c6c6fbb1f1c19");
    QByteArray changed = record;
    changed[14] = 'x';
    const ReadOptions tfrecord = format("tfrecord"), parquet = format("parquet");
    row("whole records", tfrecord, {{s("a.tfrecord"), record.repeated(3)}}, {});
    row("record cut off", tfrecord, {{s("a.tfrecord-00000-of-00002"), record.repeated(3).chopped(5)}}, {s("error data.truncated-file 1 d/a.tfrecord-00000-of-00002")});
    row("record changed", tfrecord, {{s("a.tfrecord"), QByteArray(record + changed + record)}}, {s("error data.damaged-file 1 d/a.tfrecord")});
    const QByteArray footer = QByteArray("PAR1") + "data" + "foot" + QByteArray("\x04\0\0\0", 4) + "PAR1";
    row("whole Parquet", parquet, {{s("a.parquet"), footer}}, {});
    row("Parquet cut off", parquet, {{s("a.parquet"), footer.chopped(3)}}, {s("error data.truncated-file 1 d/a.parquet")});
    row("Parquet footer beyond the file", parquet, {{s("a.parquet"), QByteArray("PAR1data") + QByteArray("\x99\0\0\0", 4) + "PAR1"}}, {s("error data.damaged-file 1 d/a.parquet")});
    row("CSV named parquet", parquet, {{s("a.parquet"), "a,b\n1,2\n"}}, {s("error data.damaged-file 1 d/a.parquet")});
    const auto tensors = [](const QByteArray &header, int dataBytes) -> QByteArray {
        const quint64 length = quint64(header.size());
        return QByteArray(reinterpret_cast<const char *>(&length), 8) + header + QByteArray(dataBytes, '\0');
    };
    const QByteArray header = R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "b": {"dtype": "F16", "shape": [1], "data_offsets": [8, 10]}})";
    row("whole tensors", {}, {{s("a.safetensors"), tensors(header, 10)}}, {});
    row("tensors cut off", {}, {{s("a.safetensors"), tensors(header, 9)}}, {s("error data.truncated-file 1 d/a.safetensors")});
    row("tensors that overlap", {}, {{s("a.safetensors"), tensors(QByteArray(header).replace("[8, 10]", "[6, 8]"), 10)}}, {s("error data.damaged-file 1 d/a.safetensors")});
    row("tensor of another size", {}, {{s("a.safetensors"), tensors(QByteArray(header).replace("[2]", "[3]"), 10)}}, {s("error data.damaged-file 1 d/a.safetensors")});
}

void TestDataScan::addBoxRows()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    const ReadOptions yolo = classes("yolo", 2), coco = format("coco");
    const auto labelled = [&s](const QByteArray &label) {
        return Files{{s("images/train/1.jpg"), picture(1)}, {s("labels/train/1.txt"), label}, {s("images/train/2.jpg"), picture(2)}, {s("labels/train/2.txt"), ""}};
    };
    row("whole boxes", yolo, labelled("0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.2 0.2 0.3 0.3\n"), {});
    row("class beyond the names", yolo, labelled("0 0.5 0.5 0.2 0.2\n2 0.5 0.5 0.2 0.2\n"), {s("error data.label-out-of-range 1 d/labels/train/1.txt:2")});
    row("pixels for fractions", yolo, labelled("0 120 80 20 20\n"), {s("error data.box-out-of-range 1 d/labels/train/1.txt:1")});
    row("box without area", yolo, labelled("0 0.5 0.5 0 0.2\n"), {s("error data.box-out-of-range 1 d/labels/train/1.txt:1")});
    row("four numbers", yolo, labelled("0 0.5 0.5 0.2\n"), {s("error data.bad-line 1 d/labels/train/1.txt:1")});
    Files alone = labelled("0 0.5 0.5 0.2 0.2\n");
    alone.insert(s("labels/train/9.txt"), "0 0.5 0.5 0.2 0.2\n");
    alone.insert(s("images/train/8.jpg"), picture(8));
    row("label without image, image without label", yolo, alone, {s("warning data.orphan-label 1 d/labels/train/9.txt"), s("info data.missing-label 1 d/images/train/8.jpg")});
    const auto document = [&s](const QByteArray &annotations) {
        return Files{{s("images/1.jpg"), picture(1)}, {s("a.json"), R"({"images": [{"id": 1, "file_name": "1.jpg", "width": 24, "height": 24}], "categories": [{"id": 7}], "annotations": [)" + annotations + "]}"}};
    };
    row("whole annotations", coco, document(R"({"id": 1, "image_id": 1, "category_id": 7, "bbox": [0, 0, 24, 24]})"), {});
    row("box beyond the image", coco, document(R"({"id": 1, "image_id": 1, "category_id": 7, "bbox": [20, 0, 24, 24]})"), {s("error data.box-out-of-range 1 d/a.json")});
    row("unknown image and category", coco, document(R"({"id": 1, "image_id": 2, "category_id": 8, "bbox": [0, 0, 4, 4]})"), {s("error data.unknown-id 2 d/a.json")});
    row("id twice", coco, document(R"({"id": 1, "image_id": 1, "category_id": 7}, {"id": 1, "image_id": 1, "category_id": 7})"), {s("error data.duplicate-id 1 d/a.json")});
    row("broken annotations", coco, document(R"({"id": 1,})"), {s("error data.bad-line 1 d/a.json:1")});
}

void TestDataScan::findsFaultsAndNothingElse()
{
    QFETCH(ReadOptions, options);
    QFETCH(Files, files);
    QFETCH(QStringList, expected);
    QFETCH(ScriptHints, hints);
    QTemporaryDir folder;
    writeFiles(QDir(folder.path()), files);
    expected.sort();
    QCOMPARE(told(scanned(folder, options), options, hints), expected);
}

void TestDataScan::theCacheTellsTheSame()
{
    QTemporaryDir folder;
    const ReadOptions options = classes("", 2);
    writeFiles(QDir(folder.path()), {{QStringLiteral("train/1.jpg"), picture(1)}, {QStringLiteral("val/1.png"), picture(1).chopped(9)}, {QStringLiteral("val/2.jpg"), picture(1)},
                                     {QStringLiteral("t.csv"), "x,label\n1,7\nnan,0\n1,\n1,1\n"}, {QStringLiteral("t.jsonl"), "{\"a\": 1}\n{\n"}});
    const QString cacheFile = folder.filePath(QStringLiteral("cache.sqlite"));
    const QStringList first = told(scanned(folder, options, cacheFile), options, {});
    QCOMPARE(first.size(), 6);
    const ScanResult second = scanned(folder, options, cacheFile);
    QCOMPARE(second.filesFromCache, 5);
    QCOMPARE(told(second, options, {}), first);
}

void TestDataScan::aSecondScanReadsOnlyWhatChanged()
{
    QTemporaryDir folder;
    Files files;
    for (int i = 0; i < 40; ++i)
        files.insert(QStringLiteral("a/%1.jpg").arg(i), picture(i + 1));
    writeFiles(QDir(folder.path()), files);
    const QString cacheFile = folder.filePath(QStringLiteral("home/datascan.sqlite"));
    QCOMPARE(scanned(folder, format("image-folder"), cacheFile).filesFromCache, 0);
    QCOMPARE(scanned(folder, format("image-folder"), cacheFile).filesFromCache, 40);
    writeFiles(QDir(folder.path()), {{QStringLiteral("a/7.jpg"), picture(3).chopped(50)}});
    const ScanResult third = scanned(folder, format("image-folder"), cacheFile);
    QCOMPARE(third.filesFromCache, 39);
    QCOMPARE(third.troubles.size(), 1);
    QCOMPARE(scanned(folder, classes("image-folder", 3), cacheFile).filesFromCache, 0); // other options, another answer
}

void TestDataScan::cancelledScansKeepWhatTheyRead()
{
    QTemporaryDir folder;
    Files files;
    for (int i = 0; i < 300; ++i)
        files.insert(QStringLiteral("a/%1.jpg").arg(i), picture(i + 1));
    writeFiles(QDir(folder.path()), files);
    const QString cacheFile = folder.filePath(QStringLiteral("home/datascan.sqlite"));
    std::atomic_bool cancelled = false;
    ScanRequest request{folder.filePath(QStringLiteral("d")), folder.path(), format("image-folder"), cacheFile, 1};
    std::atomic<int> calls = 0;
    const ScanResult first = scanDataset(request, cancelled, [&](const ScanProgress &) { cancelled = ++calls > 0; });
    QVERIFY(first.wasCancelled);
    const ScanResult second = scanned(folder, format("image-folder"), cacheFile);
    QVERIFY(!second.wasCancelled);
    QCOMPARE(second.filesRead, 300);
    QVERIFY(second.filesFromCache <= first.filesRead);
}

void TestDataScan::aFileThatBecameAPipeIsNoHang()
{
    QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("1.jpg")));
    QCOMPARE(mkfifo(path.constData(), 0600), 0);
    const ReadOptions options;
    const std::atomic_bool cancelled = false;
    std::atomic<qint64> bytes = 0;
    const ReadContext context{options, path, cancelled, bytes};
    QVERIFY(readerFor("1.jpg", QString())(path, context).has(Trouble::Changed));
    QVERIFY(readerFor("gone.csv", QString())(path + "gone.csv", context).has(Trouble::Changed));
}

void TestDataScan::originalsStayAsTheyAre()
{
    QTemporaryDir folder, home;
    writeFiles(QDir(folder.path()), {{QStringLiteral("a/1.jpg"), picture(1)}, {QStringLiteral("t.csv"), "a,b\n1,\n"}, {QStringLiteral("t.jsonl"), "{"}});
    const QByteArray before = digest(folder.path());
    scanned(folder, {}, home.filePath(QStringLiteral("datascan.sqlite")));
    QCOMPARE(digest(folder.path()), before);
}

QTEST_GUILESS_MAIN(TestDataScan)
#include "tst_datascan.moc"
