#include "widgets/monitor/monitorrenderer.h"

#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/monitorpage.h"

#include <QCoreApplication>
#include <QIODevice>
#include <QPainter>
#include <QSvgGenerator>

namespace Trainyard {

namespace {

void fill(MonitorPage &page, const MonitorContent &content, const QSize &size, XAxis axis)
{
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
}

} // namespace

QImage renderMonitor(const MonitorContent &content, const QSize &size, XAxis axis, double pixelRatio)
{
    MonitorPage page;
    fill(page, content, size, axis);
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(page.palette().color(QPalette::Window));
    page.render(&image);
    return image;
}

bool renderMonitorSvg(const MonitorContent &content, QIODevice &device, const QSize &size, XAxis axis)
{
    MonitorPage page;
    fill(page, content, size, axis);
    return writeSvg(page, device);
}

bool writeSvg(QWidget &widget, QIODevice &device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(widget.size());
    generator.setViewBox(widget.rect());
    generator.setTitle(widget.windowTitle().isEmpty() ? QStringLiteral("Trainyard") : widget.windowTitle());
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    painter.fillRect(widget.rect(), widget.palette().color(QPalette::Window));
    widget.render(&painter);
    return painter.end();
}

} // namespace Trainyard
