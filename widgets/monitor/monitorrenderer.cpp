#include "widgets/monitor/monitorrenderer.h"

#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/monitorpage.h"

#include <QCoreApplication>

namespace Trainyard {

QImage renderMonitor(const MonitorContent &content, const QSize &size, XAxis axis, double pixelRatio)
{
    MonitorPage page;
    page.setAttribute(Qt::WA_DontShowOnScreen);
    page.resize(size);
    if (content.run) {
        page.setRun(*content.run);
        page.setJob(content.job, QString());
    } else {
        page.setLogFile(content.logName);
    }
    page.header()->setNameVisible(true);
    page.charts()->setControlsVisible(false);
    page.charts()->setAxis(axis);
    page.setLogBytes(content.logBytes);
    page.addLog(content.log);
    page.addPoints(content.batches);
    page.setProgress(content.progress);
    page.setFormatName(content.formatName);
    page.setDiagnoses(content.diagnoses);
    page.setPoints(content.points);
    page.setNow(content.now);
    page.show();
    // Layout is settled by posted events; the strips have their width only then.
    QCoreApplication::sendPostedEvents();
    page.charts()->refresh();
    QCoreApplication::sendPostedEvents();
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(page.palette().color(QPalette::Window));
    page.render(&image);
    return image;
}

} // namespace Trainyard
