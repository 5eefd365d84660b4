#include "services/preflight/data/troubletexts.h"

#include <QCoreApplication>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(DataScan)
};

using Answer = ScriptHints::Answer;

TroubleText error(const char *code, const QString &message, const QString &fix)
{
    return {code, Severity::Error, message, fix};
}

TroubleText warning(const char *code, const QString &message, const QString &fix)
{
    return {code, Severity::Warning, message, fix};
}

TroubleText info(const char *code, const QString &message, const QString &fix)
{
    return {code, Severity::Info, message, fix};
}

TroubleText withSeverity(TroubleText text, Severity severity)
{
    text.severity = severity;
    return text;
}

bool isJson(const TroubleGroup &group)
{
    const QString file = group.places.value(0).file.toLower();
    return file.endsWith(QLatin1String(".jsonl")) || file.endsWith(QLatin1String(".ndjson")) || file.endsWith(QLatin1String(".json"));
}

/// The script's reader fails at other bytes than UTF-8 unless it is told the encoding.
Severity severityOfEncoding(const TroubleGroup &group, const ScriptHints &hints)
{
    const QString encoding = QString(group.value).toLower().remove(u'-');
    const bool isExpected = hints.encodings.contains(encoding) || (encoding == QLatin1String("gbk") && (hints.encodings.contains(QStringLiteral("gb18030")) || hints.encodings.contains(QStringLiteral("gb2312"))));
    if (isExpected || (encoding == QLatin1String("latin1") && (hints.encodings.contains(QStringLiteral("cp1252")) || hints.encodings.contains(QStringLiteral("iso88591")))) || hints.ignoresEncodingErrors)
        return Severity::Info;
    return isJson(group) || (hints.isRead && hints.opensText) ? Severity::Error : Severity::Warning;
}

Severity severityOfMark(const TroubleGroup &group, const ScriptHints &hints)
{
    if (hints.encodings.contains(QStringLiteral("utf8sig")))
        return Severity::Info;
    return isJson(group) ? Severity::Error : Severity::Warning;
}

Severity severityOfMissingKey(const QString &key, const ScriptHints &hints)
{
    if (hints.neededKeys.contains(key))
        return Severity::Error;
    if (hints.optionalKeys.contains(key))
        return Severity::Info;
    return hints.isRead && !hints.neededKeys.isEmpty() ? Severity::Info : Severity::Warning; // the script reads other keys
}

TroubleText fileText(Trouble trouble)
{
    const QString leaveOut = Text::tr("Copy them again from the source, or leave them out.");
    switch (trouble) {
    case Trouble::Unreadable:
        return error("data.unreadable", Text::tr("Files that cannot be read: %1, the first is %2."), Text::tr("Give yourself the right to read them, for example with chmod -R u+rX, or leave them out."));
    case Trouble::Changed:
        return warning("data.changed-meanwhile", Text::tr("Files that vanished or changed while they were read: %1, the first is %2."), Text::tr("Wait until nothing writes to the data any more, then check again."));
    case Trouble::Empty:
        return error("data.empty-file", Text::tr("Files without content: %1, the first is %2."), leaveOut);
    case Trouble::WrongSuffix:
        return warning("data.wrong-suffix", Text::tr("Images of another kind than their name says: %1, the first is %2 (%4)."), Text::tr("Give copies of them the right suffix."));
    case Trouble::TruncatedImage:
        return error("data.truncated-image", Text::tr("Images that cannot be decoded to the end: %1, the first is %2."), leaveOut);
    case Trouble::DamagedImage:
        return warning("data.damaged-image", Text::tr("Images with damaged content, which loaders paint over with stripes or grey: %1, the first is %2."), leaveOut);
    case Trouble::TruncatedFile:
        return error("data.truncated-file", Text::tr("Files that end too early: %1, the first is %2 (%4)."), leaveOut);
    case Trouble::DamagedFile:
        return error("data.damaged-file", Text::tr("Files whose content contradicts itself: %1, the first is %2 (%4)."), leaveOut);
    default: return {};
    }
}

TroubleText arrayText(Trouble trouble, const ReadOptions &options, const ScriptHints &hints)
{
    switch (trouble) {
    case Trouble::ObjectArray:
        return withSeverity(error("data.object-array", Text::tr("Arrays of Python objects: %1, the first is %2. NumPy refuses to load them, since they may run code."), Text::tr("Save them again as numbers, or load them with allow_pickle=True if you trust them.")),
                            hints.allowsPickle ? Severity::Info : Severity::Error);
    case Trouble::ArrayShape: {
        QStringList shape;
        for (const qint64 size : options.inputShape)
            shape.append(QString::number(size));
        return warning("data.array-shape", Text::tr("Arrays of another shape than the model's input (%5): %1, the first is %2 with %4.").replace(QStringLiteral("%5"), shape.join(QStringLiteral(" x "))),
                       Text::tr("Save them in the shape of model.input, or correct model.input."));
    }
    case Trouble::ArrayType:
        return warning("data.array-type", Text::tr("Arrays of another type than model.input says: %1, the first is %2 with %4."), Text::tr("Convert them in the loader, or correct model.input.dtype."));
    default: return {};
    }
}

TroubleText labelText(Trouble trouble, const ReadOptions &options, const ScriptHints &hints)
{
    const QString last = QString::number(std::max<qint64>(2, options.numClasses.value_or(2)) - 1);
    const auto withLast = [&last](QString text) { return text.replace(QStringLiteral("%5"), last); };
    switch (trouble) {
    case Trouble::LabelOutOfRange: {
        const TroubleText text = error("data.label-out-of-range", withLast(Text::tr("Labels beyond the model's classes 0 to %5: %1, with the values %4; the first is in %2.")),
                                       Text::tr("Number the labels from 0, or set model.num_classes to how many there are."));
        return withSeverity(text, hints.changesLabels ? Severity::Info : Severity::Error);
    }
    case Trouble::MaskValue:
        return error("data.label-out-of-range", withLast(Text::tr("Masks with class numbers beyond 0 to %5: %1, the first is %2 with the value %4.")),
                     Text::tr("Number the classes in the masks from 0, correct model.num_classes, or name the value as ignore_index in the loss."));
    case Trouble::BoxOutOfRange:
        return error("data.box-out-of-range", Text::tr("Boxes that reach beyond their image or have no area: %1, the first is in %2 (%4)."), Text::tr("Correct or remove these boxes; YOLO wants centre and size as fractions of the image."));
    case Trouble::OrphanLabel:
        return warning("data.orphan-label", Text::tr("Label files without an image: %1, the first is %2."), Text::tr("Add the images, or remove these label files."));
    case Trouble::MissingLabel:
        return info("data.missing-label", Text::tr("Images without a label file, taken for background: %1, the first is %2."), Text::tr("Add the label files if there is something on these images."));
    case Trouble::ClassNames:
        return error("data.class-names", Text::tr("The data's description contradicts itself: %4 (%2)."), Text::tr("Let nc be the number of names."));
    case Trouble::DuplicateId:
        return error("data.duplicate-id", Text::tr("Ids that are given twice: %1, the first is %4 in %2."), Text::tr("Give each image and each annotation an id of its own."));
    case Trouble::UnknownId:
        return error("data.unknown-id", Text::tr("Annotations that name an image or a category that is not listed: %1, the first is %4 in %2."), Text::tr("Add what they name, or remove these annotations."));
    default: return {};
    }
}

TroubleText pathText(Trouble trouble)
{
    switch (trouble) {
    case Trouble::MissingFile:
        return error("data.missing-file", Text::tr("Entries that name a file that is not there: %1, the first is %4 in %2."), Text::tr("Add these files, or take the entries out of a copy of the list."));
    case Trouble::NoFileOfList:
        return info("data.missing-file", Text::tr("None of the %1 files that %2 names was found near it, %4 for one. Perhaps the script looks for them in another folder."), Text::tr("Check that they are sent along, and where the script looks for them."));
    case Trouble::WindowsSeparator:
        return error("paths.windows-separator", Text::tr("Entries with backslashes or a drive, which name no file on Linux: %1, the first is %4 in %2."), Text::tr("Write them with slashes, in a copy of the list."));
    case Trouble::LocalPath:
        return error("paths.local", Text::tr("Entries that name a folder of this computer, which is nowhere else: %1, the first is %4 in %2."), Text::tr("Write the paths relative to the data."));
    default: return {};
    }
}

TroubleText tableText(Trouble trouble, const QString &subject, const TroubleGroup &group, const ReadOptions &options, const ScriptHints &hints)
{
    switch (trouble) {
    case Trouble::RaggedRow:
        return error("data.ragged-rows", Text::tr("Rows with another number of cells than the header: %1, the first is %2 with %4."), Text::tr("Put cells that hold the delimiter in quotes, or repair the rows in a copy."));
    case Trouble::DuplicateColumn:
        return warning("data.duplicate-column", Text::tr("The column %3 is there twice in %2: readers keep one of them, or rename it."), Text::tr("Rename one of them."));
    case Trouble::MissingTarget:
        return withSeverity(error("data.missing-values", Text::tr("Rows without a value in the target column %3: %1, the first is %2."), Text::tr("Fill in the labels, or leave these rows out.")),
                            hints.fillsMissing ? Severity::Info : Severity::Error);
    case Trouble::MissingValue:
        return withSeverity(warning("data.missing-values", Text::tr("Values of %3 that are blank or not finite: %1, the first is in %2. One of them makes the loss NaN."), Text::tr("Fill them in or leave these rows out, in a copy or when loading.")),
                            hints.fillsMissing ? Severity::Info : Severity::Warning);
    case Trouble::MissingText:
        return info("data.missing-values", Text::tr("Rows with nothing in the text column %3: %1, the first is %2."), Text::tr("Check that the script takes an empty text."));
    case Trouble::TextInNumbers: {
        const bool isTarget = subject == options.targetColumn || options.targetColumn.isEmpty();
        const TroubleText text = warning("data.mixed-types", Text::tr("Text among the numbers of column %3: %1, the first is “%4” in %2."), Text::tr("Write numbers, without units and thousands separators."));
        return withSeverity(text, isTarget && hints.neededKeys.contains(subject) ? Severity::Error : Severity::Warning);
    }
    case Trouble::BadLine:
        if (!isJson(group))
            return error("data.bad-line", Text::tr("Rows that cannot be read: %1, the first is %2. A quote that is opened there is never closed, or a value is none."), Text::tr("Correct the line in a copy."));
        return withSeverity(error("data.bad-line", Text::tr("Lines that are no JSON: %1, the first is %2, from column %4 on."), Text::tr("Correct or remove these lines in a copy.")),
                            hints.skipsBadLines ? Severity::Warning : Severity::Error);
    default: return {};
    }
}

TroubleText recordText(Trouble trouble, const QString &subject, const TroubleGroup &group, const ScriptHints &hints)
{
    switch (trouble) {
    case Trouble::OneDocument:
        return error("data.bad-line", Text::tr("%2 is one JSON document spread over many lines; JSON lines want each record in a line of its own."), Text::tr("Write one record per line in a copy, or name the file .json if the script reads it whole."));
    case Trouble::ByteOrderMark:
        return withSeverity(error("data.byte-order-mark", Text::tr("Files that begin with a byte-order mark: %1, the first is %2. JSON readers refuse it, others take it for a part of the first name."), Text::tr("Save a copy as UTF-8 without a mark.")),
                            severityOfMark(group, hints));
    case Trouble::Encoding:
        return withSeverity(error("data.encoding", Text::tr("Lines that are not UTF-8 text: %1, the first is %2. It looks like %4."), Text::tr("Save a copy as UTF-8, or give the script's reader the encoding.")), severityOfEncoding(group, hints));
    case Trouble::MixedTypes:
        return error("data.mixed-types", subject.isEmpty() ? Text::tr("Records of different kinds: %1 odd ones, the first is %2 (%4).") : Text::tr("The key %3 has values of different types (%4): %1 odd ones, the first is %2."), Text::tr("Give all records the same shape, in a copy."));
    case Trouble::MissingKey: {
        const QString message = group.value.isEmpty() ? Text::tr("Records without %3, which the others have: %1, the first is %2.") : Text::tr("Records without %3, which the others have: %1, the first is %2, with %4 in its place.");
        return withSeverity(warning("data.missing-key", message, Text::tr("Add the key, or correct its name, in a copy.")), severityOfMissingKey(subject, hints));
    }
    case Trouble::EmptySample:
        return warning("data.empty-sample", subject.isEmpty() ? Text::tr("Samples without content: %1, the first is %2.") : Text::tr("Samples with an empty %3: %1, the first is %2."), Text::tr("Leave these samples out: they teach nothing, or to say nothing."));
    case Trouble::ChatShape:
        return warning("data.chat-shape", Text::tr("Chats that most templates refuse: %1, the first is %2 (%4)."), Text::tr("Give each turn a role (system, user, assistant, tool) and a content."));
    default: return {};
    }
}

} // namespace

TroubleText troubleText(Trouble trouble, const QString &subject, const TroubleGroup &group, const ReadOptions &options, const ScriptHints &hints)
{
    if (trouble == Trouble::DeepColour) {
        return withSeverity(warning("data.bit-depth", Text::tr("Images with %4 bits for each colour: %1, the first is %2. Most loaders cut or overflow them to 8 bits."), Text::tr("Scale them to 8 bits in a copy, or read them with a loader that keeps 16 bits.")),
                            hints.handlesDeepColour ? Severity::Info : Severity::Warning);
    }
    if (trouble == Trouble::WrongContent) {
        return error("data.wrong-content", group.value.isEmpty() ? Text::tr("Files that are not what their name says: %1, the first is %2.") : Text::tr("Files that are not what their name says: %1, the first is %2, which is %4."),
                     Text::tr("Fetch them again: often an error page or a login form was saved in place of the file."));
    }
    for (const TroubleText &text : {fileText(trouble), arrayText(trouble, options, hints), labelText(trouble, options, hints), pathText(trouble), tableText(trouble, subject, group, options, hints),
                                    recordText(trouble, subject, group, hints)}) {
        if (text.code)
            return text;
    }
    return {};
}

QString filled(const QString &text, const QStringList &values)
{
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == u'%' && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (number < 1 || number > values.size()) {
            result += text[i];
        } else {
            result += values[number - 1];
            ++i;
        }
    }
    return result;
}

QString placeText(const Place &place)
{
    return place.line ? filled(Text::tr("%1, line %2"), {place.file, QString::number(*place.line)}) : place.file;
}

} // namespace Trainyard
