#include "services/preflight/data/boxreaders.h"

#include "services/preflight/data/jsonscanner.h"
#include "services/preflight/data/labelcheck.h"
#include "services/preflight/data/pathvalues.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 largestDocument = qint64(2) << 30;

QString shown(double value)
{
    return QString::number(value, 'g', 6);
}

/// The parts of a COCO document; views into its text.
struct CocoDocument
{
    QByteArrayView images, annotations, categories;
};

class CocoCheck
{
public:
    CocoCheck(const QByteArray &path, const ReadContext &context, FileReport &report)
        : m_folder(path.left(path.lastIndexOf('/')))
        , m_context(context)
        , m_report(report)
    {
    }

    void check(const CocoDocument &document)
    {
        each(document.categories, [this](const QHash<QByteArray, JsonPiece> &category) { m_categories.insert(numberOf(category.value("id"))); });
        each(document.images, [this](const QHash<QByteArray, JsonPiece> &image) { addImage(image); });
        judgeMissingFiles(QStringLiteral("file_name"), m_files, m_report);
        each(document.annotations, [this](const QHash<QByteArray, JsonPiece> &annotation) { lookAtAnnotation(annotation); });
    }

private:
    template<typename Visit>
    void each(QByteArrayView list, const Visit &visit)
    {
        if (list.isEmpty())
            return;
        JsonScanner(list).readArray([&](const JsonPiece &item) {
            if (m_context.cancelled || item.type != JsonPiece::Type::Object)
                return;
            QHash<QByteArray, JsonPiece> members;
            JsonScanner(item.text).readObject([&members](QByteArrayView key, const JsonPiece &value) { members.insert(key.toByteArray(), value); });
            visit(members);
        });
    }

    static qint64 numberOf(const JsonPiece &piece)
    {
        bool isNumber = false;
        const qint64 value = piece.text.toByteArray().toLongLong(&isNumber);
        return isNumber ? value : -1;
    }

    void addImage(const QHash<QByteArray, JsonPiece> &image)
    {
        const qint64 id = numberOf(image.value("id"));
        if (m_images.contains(id))
            m_report.add(Trouble::DuplicateId, 0, QString(), QStringLiteral("images %1").arg(id));
        m_images.insert(id, {numberOf(image.value("width")), numberOf(image.value("height"))});
        if (const JsonPiece name = image.value("file_name"); name.type == JsonPiece::Type::Text && !name.isBlank()) {
            ++m_files;
            checkPathValue(name.text, m_folder, m_context, 0, QStringLiteral("file_name"), m_report);
        }
    }

    void lookAtAnnotation(const QHash<QByteArray, JsonPiece> &annotation)
    {
        const qint64 id = numberOf(annotation.value("id")), imageId = numberOf(annotation.value("image_id"));
        if (annotation.contains("id") && m_annotations.contains(id))
            m_report.add(Trouble::DuplicateId, 0, QString(), QStringLiteral("annotations %1").arg(id));
        m_annotations.insert(id);
        if (!m_images.contains(imageId))
            m_report.add(Trouble::UnknownId, 0, QString(), QStringLiteral("image_id %1").arg(imageId));
        if (annotation.contains("category_id") && !m_categories.contains(numberOf(annotation.value("category_id"))))
            m_report.add(Trouble::UnknownId, 0, QString(), QStringLiteral("category_id %1").arg(numberOf(annotation.value("category_id"))));
        QList<double> box;
        if (const JsonPiece list = annotation.value("bbox"); list.type == JsonPiece::Type::Array)
            JsonScanner(list.text).readArray([&box](const JsonPiece &value) { box.append(value.text.toByteArray().toDouble()); });
        if (box.size() != 4)
            return;
        constexpr double tolerance = 1.0; // pixels: tools round in different ways
        const auto [width, height] = m_images.value(imageId, {-1, -1});
        const bool isOutside = box[0] < -tolerance || box[1] < -tolerance || (width > 0 && box[0] + box[2] > double(width) + tolerance) || (height > 0 && box[1] + box[3] > double(height) + tolerance);
        if (isOutside || box[2] <= 0 || box[3] <= 0)
            m_report.add(Trouble::BoxOutOfRange, 0, QString(), QStringLiteral("id %1: %2, %3, %4, %5").arg(QString::number(id), shown(box[0]), shown(box[1]), shown(box[2]), shown(box[3])));
    }

    const QByteArray m_folder;
    const ReadContext &m_context;
    FileReport &m_report;
    QHash<qint64, std::pair<qint64, qint64>> m_images; ///< width and height
    QSet<qint64> m_categories, m_annotations;
    qint64 m_files = 0;
};

} // namespace

bool isYoloLabelName(const QByteArray &relativePath)
{
    const QByteArray name = relativePath.mid(relativePath.lastIndexOf('/') + 1).toLower();
    static const QList<QByteArray> others{"classes.txt", "names.txt", "train.txt", "val.txt", "valid.txt", "test.txt", "readme.txt", "license.txt", "requirements.txt", "notes.txt", "readme.roboflow.txt", "readme.dataset.txt"};
    return name.endsWith(".txt") && !others.contains(name);
}

QByteArray yoloPartner(const QByteArray &path, bool isImage)
{
    const qsizetype dot = path.lastIndexOf('.');
    QByteArray stem = path.left(dot);
    const QByteArray from = isImage ? "/images/" : "/labels/", to = isImage ? "/labels/" : "/images/";
    if (const qsizetype at = stem.lastIndexOf(from); at >= 0)
        stem.replace(at, from.size(), to);
    return isImage ? stem + ".txt" : stem;
}

FileReport readYoloLabels(const QByteArray &path, const ReadContext &context)
{
    constexpr double tolerance = 1e-3;
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || file.size() == 0 || isNoText(file, report)) // nothing on the image: background
        return report;
    RecordFacts facts;
    ReadOptions options = context.options;
    options.isClassification = true;
    LineReader lines(file, report);
    QByteArrayView line;
    while (lines.next(line)) {
        const QList<QByteArray> words = line.toByteArray().simplified().split(' ');
        if (words.first().isEmpty())
            continue;
        QList<double> numbers;
        bool areNumbers = true;
        for (const QByteArray &word : words) {
            bool isNumber = false;
            numbers.append(word.toDouble(&isNumber));
            areNumbers = areNumbers && isNumber && qIsFinite(numbers.last());
        }
        if (!areNumbers || numbers.size() < 5 || numbers[0] != qint64(numbers[0])) {
            report.add(Trouble::BadLine, lines.number());
            continue;
        }
        ++facts.records;
        facts.target = QStringLiteral("class");
        addLabel(QString::number(qint64(numbers[0])), lines.number(), options, facts, report);
        const auto isOutside = [](double value) { return value < -tolerance || value > 1 + tolerance; };
        const bool isBox = numbers.size() == 5;
        const bool isEmptyBox = isBox && (numbers[3] <= 0 || numbers[4] <= 0);
        const qsizetype checked = isBox || numbers.size() % 2 == 1 ? numbers.size() : 5; // key points bring numbers of their own
        if (isEmptyBox || std::any_of(numbers.begin() + 1, numbers.begin() + checked, isOutside))
            report.add(Trouble::BoxOutOfRange, lines.number(), QString(), QString::fromUtf8(words.mid(1, 4).join(' ')));
    }
    facts.target.clear(); // several objects on an image: their numbers are no balance of samples
    report.records = facts;
    file.checkUnchanged();
    return report;
}

FileReport readCoco(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || isNoText(file, report))
        return report;
    if (file.size() > largestDocument) {
        report.add(Trouble::TooLarge);
        return report;
    }
    QByteArray bytes;
    file.read(bytes, file.size());
    QByteArrayView text = bytes;
    if (text.startsWith("\xEF\xBB\xBF"))
        text = text.sliced(3);
    CocoDocument document;
    JsonScanner scanner(text);
    const bool isJson = scanner.readObject([&document](QByteArrayView key, const JsonPiece &value) {
        if (value.type != JsonPiece::Type::Array)
            return;
        if (key == QByteArrayView("images"))
            document.images = value.text;
        else if (key == QByteArrayView("annotations"))
            document.annotations = value.text;
        else if (key == QByteArrayView("categories"))
            document.categories = value.text;
    });
    if (!context.cancelled && !isJson && text.trimmed().startsWith('{')) {
        const QByteArrayView before = text.first(scanner.errorColumn() - 1);
        report.add(Trouble::BadLine, 1 + std::count(before.begin(), before.end(), '\n'), QString(), QString::number(before.size() - (before.lastIndexOf('\n') + 1) + 1));
    }
    if (isJson && !document.images.isEmpty() && !document.annotations.isEmpty())
        CocoCheck(path, context, report).check(document);
    file.checkUnchanged();
    return report;
}

} // namespace Trainyard
