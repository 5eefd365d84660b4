#pragma once

#include "models/job/job.h"
#include "models/metrics/metricseries.h"
#include "models/metrics/runprogress.h"
#include "models/run/logtext.h"
#include "models/run/run.h"
#include "services/diagnosis/diagnosis.h"
#include "widgets/monitor/xaxis.h"

#include <QImage>
#include <QSize>

class QIODevice;
class QWidget;

namespace Trainyard {

/// Everything a picture of the monitor shows. Made by readMonitor() (app) or by hand.
struct MonitorContent
{
    std::optional<Run> run;  ///< not set: a bare log
    QString logName;         ///< file name of a bare log
    QString formatName;
    Job job;                 ///< of the run
    std::shared_ptr<const LogBytes> logBytes; ///< where the lines of log can be read
    LogChunk log;
    QList<MetricBatch> batches;
    RunProgress progress;
    QList<Diagnosis> diagnoses;
    QList<PointJudgement> points;
    QDateTime now;
};

/// The whole monitor page as a picture, in the application's theme and language. Needs a QApplication, no screen.
QImage renderMonitor(const MonitorContent &content, const QSize &size = QSize(1280, 800), XAxis axis = XAxis::Step, double pixelRatio = 1);
/// The same as an SVG of lines and text. False: the device could not be written.
bool renderMonitorSvg(const MonitorContent &content, QIODevice &device, const QSize &size = QSize(1280, 800), XAxis axis = XAxis::Step);
/// Any widget as an SVG; charts are lines in it, no pixels.
bool writeSvg(QWidget &widget, QIODevice &device);

} // namespace Trainyard
