#include "services/dryrun/datachecks.h"

#include "models/common/units.h"
#include "services/dryrun/dryruntext.h"
#include "services/dryrun/yolodescription.h"
#include "services/preflight/data/scanfindings.h"
#include "services/preflight/scriptanalysis.h"
#include "services/preflight/scriptdata.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString timeText(double seconds)
{
    return displayDuration(Milliseconds(qint64(std::max(1.0, seconds) * 1000)));
}

QString activityOf(const ScanProgress &progress)
{
    const QString rate = number(qint64(progress.filesPerSecond));
    if (progress.knownFiles <= 0)
        return DryRunText::tr("Reading the data: %1 files, %2 a second").arg(number(progress.files), rate);
    if (!progress.secondsLeft)
        return DryRunText::tr("Reading the data: %1 of %2 files, %3 a second").arg(number(progress.files), number(progress.knownFiles), rate);
    return DryRunText::tr("Reading the data: %1 of %2 files, %3 a second, about %4 left").arg(number(progress.files), number(progress.knownFiles), rate, timeText(*progress.secondsLeft));
}

double fractionOf(const ScanProgress &progress)
{
    return progress.knownFiles > 0 ? std::min(1.0, double(progress.files) / double(progress.knownFiles)) : -1;
}

/// What was read, in a sentence.
QString evidenceOf(const ScanResult &scan)
{
    if (scan.images > 0 && scan.records > 0)
        return DryRunText::tr("Read to the end: %1 images, %2 records.").arg(number(scan.images), number(scan.records));
    if (scan.images > 0)
        return DryRunText::tr("Decoded to the end: %1 images.").arg(number(scan.images));
    if (scan.records > 0)
        return DryRunText::tr("Read to the end: %1 records.").arg(number(scan.records));
    return scan.filesRead > 0 ? DryRunText::tr("Read to the end: %1 files.").arg(number(scan.filesRead)) : QString();
}

} // namespace

DataCheck scanData(const PreflightContext &context, const QString &cacheFile, const DataCheck &quick, const std::atomic_bool &cancelled,
                   const std::function<void(const QString &activity, double fraction)> &told)
{
    DataCheck check;
    const ScriptAnalysis script = analyseScript(context);
    const ScriptHints hints = scriptHints(context, script.files());
    const QDir folder(context.jobFolder);
    for (const JobInput &input : context.job().inputs) {
        const QString source = QDir::cleanPath(folder.absoluteFilePath(input.source));
        if (cancelled || input.source.isEmpty() || isRemoteSource(input.source) || !QFileInfo::exists(source))
            continue;
        ScanRequest request{source, folder.absolutePath(), readOptions(context, input, hints), cacheFile};
        if (input.format == QLatin1String("yolo")) {
            const YoloDescription description = readYoloDescription(source, context.jobFolder);
            check.findings += description.findings;
            if (description.classes)
                request.options.numClasses = description.classes;
        }
        if (context.job().inputs.size() == 1) {
            request.knownFiles = quick.files;
            request.knownBytes = quick.bytes;
        }
        const ScanResult scan = scanDataset(request, cancelled, [&told](const ScanProgress &progress) { told(activityOf(progress), fractionOf(progress)); });
        const ScanFindings found = scanFindings(scan, request.options, hints, context.document.place(QStringLiteral("model.num_classes")));
        check.findings += found.findings;
        check.notChecked += found.notChecked;
        const QString evidence = evidenceOf(scan);
        check.detail = check.detail.isEmpty() || evidence.isEmpty() ? check.detail + evidence : DryRunText::tr("%1 %2", "two sentences, one after the other").arg(check.detail, evidence);
        check.isLocal = true;
    }
    return check;
}

} // namespace Trainyard
