// How fast the charts are: ten series of a million points in a monitor's chart panel, beside the same lines in Qt Charts' QLineSeries and in
// QCustomPlot. Offscreen, in this thread's processor time: the machine may be busy with others.

#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QFile>
#include <QImage>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

#ifdef TRAINYARD_HAS_QCUSTOMPLOT
#define signals Q_SIGNALS // it wants the keywords that we build without
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#endif

using namespace Trainyard;

namespace {

constexpr const char *names[] = {"loss",          "accuracy",      "samples_per_second", "learning_rate", "grad_norm",
                                 "perplexity",    "loss_box",      "loss_class",         "entropy",       "kl"};
constexpr qint64 startMs = 1'800'000'000'000;

double valueOf(int series, qint64 step)
{
    return 2.0 + series + std::exp(-double(step) * 4e-6) + 0.3 * std::sin(double(step) * (0.37 + series)) + 0.1 * std::sin(double(step) * 1e-4);
}

double cpuMs()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

double medianMs(int rounds, const std::function<void(int)> &work)
{
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const double before = cpuMs();
        work(round);
        times.push_back(cpuMs() - before);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

QList<MetricBatch> batchesOf(qint64 first, qint64 count)
{
    QList<MetricBatch> batches;
    for (int series = 0; series < int(std::size(names)); ++series) {
        MetricBatch batch{{QLatin1String(names[series]), Phase::Train}, {}};
        batch.points.reserve(size_t(count));
        for (qint64 step = first; step < first + count; ++step)
            batch.points.push_back({valueOf(series, step), step, double(step) / 1e5, startMs + step * 10, step + 1});
        batches.append(std::move(batch));
    }
    return batches;
}

void paint(QWidget &widget, QImage &image)
{
    widget.render(&image);
}

void wheel(QWidget *plot, int delta)
{
    const QPointF place(plot->width() * 0.6, plot->height() / 2.0);
    QWheelEvent event(place, plot->mapToGlobal(place), {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot, &event);
}

void drag(QWidget *plot, int from, int to)
{
    const auto send = [plot](QEvent::Type type, int x) {
        const QPointF place(x, plot->height() / 2.0);
        QMouseEvent event(type, place, plot->mapToGlobal(place), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(plot, &event);
    };
    send(QEvent::MouseButtonPress, from);
    send(QEvent::MouseMove, (from + to) / 2);
    send(QEvent::MouseMove, to);
    send(QEvent::MouseButtonRelease, to);
}

void measurePanel(const char *what, const QSize &size, qint64 points)
{
    ChartPanel panel;
    panel.setContext({});
    panel.resize(size);
    panel.setAttribute(Qt::WA_DontShowOnScreen);
    panel.show();
    // Five strips, so that all ten series are seen at once.
    for (const auto &[metric, strip] : {std::pair("loss_box", "loss"), std::pair("loss_class", "loss"), std::pair("perplexity", "loss"),
                                        std::pair("entropy", "accuracy"), std::pair("kl", "grad_norm")})
        panel.putMetric(QLatin1String(metric), QLatin1String(strip));
    const QList<MetricBatch> all = batchesOf(0, points);
    const double appendMs = medianMs(1, [&](int) { panel.addPoints(all); });
    QCoreApplication::sendPostedEvents();
    panel.refresh();
    QImage image(size, QImage::Format_RGB32);
    paint(panel, image);
    if (const char *folder = std::getenv("BENCH_CHARTS_PICTURES"))
        image.save(QStringLiteral("%1/panel-%2.png").arg(QString::fromLocal8Bit(folder)).arg(size.width()));
    QWidget *plot = panel.strips().first()->findChild<QChartView *>()->viewport();

    qint64 next = points;
    const auto grow = [&] { // 1,000 points/s in ten series, ten times a second
        panel.addPoints(batchesOf(next, 10));
        next += 10;
    };
    const double repaintMs = medianMs(15, [&](int) {
        panel.refresh();
        paint(panel, image);
    });
    const double growMs = medianMs(15, [&](int) {
        grow();
        panel.refresh();
        paint(panel, image);
    });
    const double zoomMs = medianMs(31, [&](int) {
        grow();
        wheel(plot, 120);
        paint(panel, image);
    });
    for (int i = 0; i < 25; ++i)
        wheel(plot, -120);
    wheel(plot, 360);
    const double panMs = medianMs(15, [&](int round) {
        grow();
        drag(plot, plot->width() / 2, plot->width() / 2 + (round % 2 ? 120 : -100));
        paint(panel, image);
    });
    const double hoverMs = medianMs(15, [&](int round) {
        panel.showLine(points / 2 + round * 1000);
        paint(panel, image);
    });
    std::printf("%-28s 10 x %-8lld repaint %6.1f   growing %6.1f   zoom %6.1f   pan %6.1f   crosshair %6.1f ms   take in %5.0f ns a point\n", what,
                static_cast<long long>(points), repaintMs, growMs, zoomMs, panMs, hoverMs, appendMs * 1e6 / double(10 * points));
}

void measureLineSeries(const QSize &size, qint64 points)
{
    QChart *chart = new QChart; // the view owns it
    QChartView view(chart);
    view.resize(size);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    QList<QLineSeries *> lines;
    for (int series = 0; series < int(std::size(names)); ++series) {
        auto *line = new QLineSeries;
        QList<QPointF> places;
        for (qint64 step = 0; step < points; ++step)
            places.append({double(step), valueOf(series, step)});
        line->replace(places);
        chart->addSeries(line);
        lines.append(line);
    }
    chart->createDefaultAxes();
    view.show();
    QCoreApplication::sendPostedEvents();
    QImage image(size, QImage::Format_RGB32);
    paint(view, image);
    const int rounds = points > 100'000 ? 3 : 5;
    const double repaintMs = medianMs(rounds, [&](int) { paint(view, image); });
    const double zoomMs = medianMs(rounds, [&](int) {
        chart->zoom(1.2);
        paint(view, image);
    });
    const double growMs = medianMs(rounds, [&](int round) {
        for (QLineSeries *line : std::as_const(lines))
            line->append(double(points + round), 2);
        paint(view, image);
    });
    std::printf("%-28s 10 x %-8lld repaint %6.1f   growing %6.1f   zoom %6.1f ms (one plot; growing by one point each)\n", "QLineSeries", static_cast<long long>(points),
                repaintMs, growMs, zoomMs);
}

#ifdef TRAINYARD_HAS_QCUSTOMPLOT
void measureCustomPlot(const QSize &size, qint64 points)
{
    QCustomPlot plot;
    plot.resize(size);
    plot.setNoAntialiasingOnDrag(true);
    for (int series = 0; series < int(std::size(names)); ++series) {
        QVector<double> x, y;
        for (qint64 step = 0; step < points; ++step) {
            x.append(double(step));
            y.append(valueOf(series, step));
        }
        plot.addGraph()->setData(x, y, true);
        plot.graph(series)->setPen(QPen(Theme::seriesColor(series), 1));
    }
    plot.rescaleAxes();
    const double repaintMs = medianMs(9, [&](int) { plot.replot(QCustomPlot::rpImmediateRefresh); });
    const double growMs = medianMs(9, [&](int round) {
        for (int series = 0; series < int(std::size(names)); ++series) {
            for (int i = 0; i < 10; ++i)
                plot.graph(series)->addData(double(points + round * 10 + i), 2.0);
        }
        plot.replot(QCustomPlot::rpImmediateRefresh);
    });
    const double zoomMs = medianMs(9, [&](int) {
        plot.xAxis->scaleRange(0.85, double(points) * 0.6);
        plot.replot(QCustomPlot::rpImmediateRefresh);
    });
    std::printf("%-28s 10 x %-8lld repaint %6.1f   growing %6.1f   zoom %6.1f ms (one plot, adaptive sampling)\n", "QCustomPlot", static_cast<long long>(points),
                repaintMs, growMs, zoomMs);
}
#endif

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::apply(application, ThemeChoice::Light);
    const qint64 points = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1'000'000;
    if (QFile load(QStringLiteral("/proc/loadavg")); load.open(QIODevice::ReadOnly))
        std::printf("load %s", load.readAll().constData());
    // What the panel has of a page of 1280x800 and of 1920x1080.
    measurePanel("charts of a 1280x800 page", QSize(872, 470), points);
    measurePanel("charts of a 1920x1080 page", QSize(1512, 720), points);
    if (argc > 2 && qstrcmp(argv[2], "own") == 0)
        return 0;
    // Of a million points QLineSeries needs a quarter of a minute for each change: a tenth of them, times ten.
    measureLineSeries(QSize(872, 470), points / 10);
#ifdef TRAINYARD_HAS_QCUSTOMPLOT
    measureCustomPlot(QSize(872, 470), points);
    measureCustomPlot(QSize(1512, 720), points);
#else
    std::printf("QCustomPlot was not there when this was built (libqcustomplot-dev): not compared.\n");
#endif
    return 0;
}
