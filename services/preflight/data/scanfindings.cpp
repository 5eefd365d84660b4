#include "services/preflight/data/scanfindings.h"

#include "services/preflight/data/troubletexts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(DataScan)
};

using Answer = ScriptHints::Answer;

constexpr qint64 extremeRatio = 20; ///< of the largest class to the smallest

Finding grouped(const char *code, Severity severity, const QString &message, const QString &fix, qint64 count, const QList<Place> &places)
{
    return {QLatin1String(code), severity, message, places.value(0), fix, int(std::min<qint64>(count, INT_MAX)), count > 1 ? places : QList<Place>()};
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

void tellTroubles(const ScanResult &scan, const ReadOptions &options, const ScriptHints &hints, ScanFindings &told)
{
    for (auto it = scan.troubles.begin(); it != scan.troubles.end(); ++it) {
        const auto &[trouble, subject] = it.key();
        const TroubleGroup &group = it.value();
        if (trouble == Trouble::NotDecoded || trouble == Trouble::TooLarge) {
            told.notChecked.append({filled(Text::tr("The content of files: %1, the first is %2"), {number(group.count), placeText(group.places.value(0))}),
                                    trouble == Trouble::TooLarge ? Text::tr("They are too large to be read here.") : Text::tr("Nothing on this machine decodes this kind of image, or it has too many pixels.")});
            continue;
        }
        const TroubleText text = troubleText(trouble, subject, group, options, hints);
        const QStringList values{number(group.count), placeText(group.places.value(0)), subject, group.value};
        told.findings.append(grouped(text.code, text.severity, filled(text.message, values), text.fix, group.count, group.places));
    }
}

/// A batch needs the same channels in all of its images.
void tellModes(const ScanResult &scan, const ScriptHints &hints, Findings &findings)
{
    if (scan.modes.size() < 2 || hints.convertsImages == Answer::Yes)
        return;
    const auto most = std::max_element(scan.modes.begin(), scan.modes.end());
    QStringList counts;
    QList<Place> places;
    qint64 odd = 0;
    for (auto it = scan.modes.begin(); it != scan.modes.end(); ++it) {
        if (it == most)
            continue;
        odd += it.value();
        counts.append(QStringLiteral("%1 %2").arg(imageModeToText(it.key()), number(it.value())));
        places += scan.modePlaces.value(it.key());
    }
    const QString message = filled(Text::tr("Images with other channels than the rest, which are %3: %1 (%4), the first is %2."), {number(odd), placeText(places.value(0)), imageModeToText(most.key()), counts.join(QStringLiteral(", "))});
    const bool isCertain = hints.convertsImages == Answer::No;
    findings.append(grouped("data.mixed-modes", isCertain ? Severity::Error : Severity::Info, isCertain ? message : Text::tr("%1 Reading the script does not tell whether it converts them.").arg(message),
                            Text::tr("Convert each image when loading: Image.open(path).convert(\"RGB\")."), odd, places.mid(0, 10)));
}

void tellSizes(const ScanResult &scan, const ScriptHints &hints, Findings &findings)
{
    if (scan.images < 2 || scan.leastSize == scan.mostSize || hints.resizesImages || !hints.isRead || hints.convertsImages == Answer::Unknown)
        return;
    const auto text = [](const std::pair<int, int> &size) { return QStringLiteral("%1 x %2").arg(size.first).arg(size.second); };
    Finding finding = warningFinding("data.mixed-sizes", Place(), filled(Text::tr("The images have different sizes, %1 to %2, and nothing in the script brings them to one: a batch cannot be put together."), {text(scan.leastSize), text(scan.mostSize)}),
                                     Text::tr("Resize or crop them when loading, for example with transforms.Resize."));
    finding.where = scan.modePlaces.isEmpty() ? Place() : scan.modePlaces.first().value(0);
    findings.append(finding);
}

void tellPairs(const char *code, Severity severity, qint64 count, const QList<LikePair> &pairs, const QString &message, const QString &fix, Findings &findings)
{
    if (count == 0)
        return;
    QList<Place> places;
    for (const LikePair &pair : pairs)
        places.append(pair.second);
    const LikePair first = pairs.value(0);
    findings.append(grouped(code, severity, filled(message, {number(count), placeText(first.second), placeText(first.first)}), fix, count, places));
}

void tellCopies(const ScanResult &scan, Findings &findings)
{
    tellPairs("data.leak", Severity::Warning, scan.copies, scan.copyPairs, Text::tr("Data of one split that another split holds, too: %1, the first is %2, the same as %3. The result on it would flatter."),
              Text::tr("Remove them from one of the splits."), findings);
    tellPairs("data.near-duplicates", Severity::Info, std::max<qint64>(0, scan.lookalikes), scan.lookalikePairs, Text::tr("Images that look like one of another split: %1, the first is %2, like %3."),
              Text::tr("Look at them: a copy in another size or compression flatters the result."), findings);
    tellPairs("data.conflicting-labels", Severity::Warning, scan.contradictions, scan.contradictionPairs, Text::tr("The same image under two classes: %1, the first is %2, the same as %3."),
              Text::tr("Keep each image in the class that it shows."), findings);
}

/// How often each class is there; @p places: where to look.
void tellBalance(const QMap<QString, qint64> &classes, const Place &place, const ScriptHints &hints, Findings &findings)
{
    if (classes.size() < 2 || hints.weightsClasses)
        return;
    const auto [least, most] = std::minmax_element(classes.begin(), classes.end());
    if (*most < *least * extremeRatio)
        return;
    findings.append(warningFinding("data.imbalance", place, filled(Text::tr("The classes are very uneven: %2 samples of %1, %4 of %3. A model that always says %1 would look good."), {most.key(), number(*most), least.key(), number(*least)}),
                                   Text::tr("Weight the classes in the loss or the sampler, and look at each class's own result.")));
}

void tellLabels(const ScanResult &scan, const ReadOptions &options, const ScriptHints &hints, const Place &modelPlace, Findings &findings)
{
    if (scan.target.isEmpty() || scan.labels.isEmpty() || scan.hasMoreLabels)
        return;
    if (scan.labels.size() == 1 && scan.records > 4) {
        Finding finding = errorFinding("data.single-class", scan.firstTable, filled(Text::tr("The target column %1 holds nothing but %2: there is nothing to tell apart."), {scan.target, scan.labels.firstKey()}), Text::tr("Add samples of the other classes, or name the right column."));
        findings.append(finding);
    }
    if (!options.isClassification || !options.numClasses)
        return;
    tellBalance(scan.labels, scan.firstTable, hints, findings);
    const bool areNumbers = std::all_of(scan.labels.keyBegin(), scan.labels.keyEnd(), [](const QString &label) { bool isNumber; return label.toDouble(&isNumber), isNumber; });
    const qint64 classes = scan.labels.size();
    if (!areNumbers && classes > std::max<qint64>(2, *options.numClasses)) {
        findings.append(errorFinding("data.label-out-of-range", scan.firstTable, filled(Text::tr("The target column %1 has %2 different labels, and the model %3 classes."), {scan.target, number(classes), number(*options.numClasses)}),
                                     Text::tr("Set model.num_classes to the number of labels.")));
    } else if (classes > 1 && classes < *options.numClasses && !scan.troubles.contains({Trouble::LabelOutOfRange, scan.target})) {
        findings.append(warningFinding("data.class-count", modelPlace, filled(Text::tr("The data has labels of %1 classes, the model outputs %2."), {number(classes), number(*options.numClasses)}), Text::tr("Set model.num_classes to the number of labels, if no class is missing.")));
    }
}

} // namespace

ScanFindings scanFindings(const ScanResult &scan, const ReadOptions &options, const ScriptHints &hints, const Place &modelPlace)
{
    ScanFindings told;
    tellTroubles(scan, options, hints, told);
    tellModes(scan, hints, told.findings);
    tellSizes(scan, hints, told.findings);
    tellCopies(scan, told.findings);
    tellLabels(scan, options, hints, modelPlace, told.findings);
    if (scan.imageClasses.size() == 1 && scan.images > 4 && options.format == QLatin1String("image-folder")) {
        told.findings.append(errorFinding("data.single-class", scan.modePlaces.isEmpty() ? Place() : scan.modePlaces.first().value(0), Text::tr("All images lie in one class, %1: there is nothing to tell apart.").arg(scan.imageClasses.firstKey()),
                                          Text::tr("Add folders for the other classes, or set the input to the right folder.")));
    }
    tellBalance(scan.imageClasses, scan.modePlaces.isEmpty() ? Place() : scan.modePlaces.first().value(0), hints, told.findings);
    std::stable_sort(told.findings.begin(), told.findings.end(), [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    if (scan.wasCancelled)
        told.notChecked.append({Text::tr("The files of the data after the first %1").arg(number(scan.filesRead)), Text::tr("The scan was cancelled; it goes on there next time.")});
    return told;
}

} // namespace Trainyard
