// How the window bears a log that grows by 50,000 lines a second, and how soon a log of 1 GB is there. A real program writes the log, the
// real window shows it (offscreen). Options: --seconds N or --minutes N (60 s), --rate LINES, --gigabyte or --live for one of the two parts.

#include "app/appcontext.h"
#include "app/window/mainwindow.h"
#include "app/window/navigation.h"
#include "services/common/language.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"
#include "widgets/monitor/monitorpage.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unistd.h>

using namespace Trainyard;

namespace {

constexpr int beatMs = 10;

/// What trainings print: metrics, a rewritten bar, words of workers, a warning now and then.
QByteArray line(qint64 number)
{
    const QByteArray step = QByteArray::number(number);
    switch (number % 10) {
    case 0: return "{'loss': " + QByteArray::number(2.0 + 1.0 / double(number + 1), 'f', 4) + ", 'learning_rate': 4.2e-05, 'epoch': " + QByteArray::number(double(number) / 1e6) + "}\n";
    case 5: return "2026-03-01 10:00:00,120 - INFO - trainer - step " + step + "/90000000 loss " + QByteArray::number(1.0 + 1.0 / double(number + 1), 'f', 4) + " samples/s 812.4\n";
    case 7: return " 45%|####      | " + step + "/90000000 [10:21<11:02,  3.90it/s]\r 46%|####      | " + step + "/90000000 [10:21<11:02,  3.91it/s]\n";
    case 9: return number % 1000 == 9 ? QByteArray("UserWarning: the attention mask is not set\n") : QByteArray("[rank3]: the attention mask is not set and cannot be inferred\n");
    default: return "2026-03-01 10:00:00,120 - INFO - data - worker 12 opened shard 00481-of-01024 and found " + step + " records in it\n";
    }
}

/// The program that writes: @p rate lines a second in ten pieces.
int writeLive(const QString &path, qint64 rate, qint64 seconds)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return 1;
    QElapsedTimer timer;
    timer.start();
    qint64 written = 0;
    while (written < rate * seconds) {
        const qint64 due = std::min(rate * seconds, timer.elapsed() * rate / 1000);
        QByteArray piece;
        for (; written < due; ++written)
            piece += line(written);
        if (file.write(piece) != piece.size())
            return 1;
        QThread::msleep(20);
    }
    return 0;
}

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE) : 0;
}

/// CPU time of this thread: the machine may be busy with others.
double threadCpuMs()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

/// How late a timer of the window's event loop fires, and how much of that the window worked itself.
class Heartbeat
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { beat(); });
        m_since.start();
        m_timer.start(beatMs);
    }

    void report(const char *name)
    {
        print(name, "event loop late by      ", m_late);
        print(name, "of that its own CPU time", m_busy);
    }

private:
    void beat()
    {
        const double cpuMs = threadCpuMs();
        m_late.append(double(m_since.nsecsElapsed()) / 1e6 - beatMs);
        m_busy.append(cpuMs - m_lastCpuMs);
        m_lastCpuMs = cpuMs;
        m_since.start();
    }

    static void print(const char *name, const char *what, QList<double> values)
    {
        std::sort(values.begin(), values.end());
        const auto at = [&](double part) { return std::max(0.0, values.value(qsizetype(part * double(values.size() - 1)))); };
        std::printf("%-10s %s p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, longest %.1f ms (%lld beats)\n", name, what, at(0.5), at(0.99), at(0.999), at(1),
                    static_cast<long long>(values.size()));
        std::fflush(stdout);
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    QList<double> m_late;
    QList<double> m_busy;
    double m_lastCpuMs = threadCpuMs();
};

class Bench
{
public:
    Bench()
        : m_context(paths())
        , m_window(m_context)
    {
        m_window.resize(1280, 800);
        m_window.show();
        m_window.startServices();
    }

    bool live(qint64 rate, qint64 seconds);
    bool gigabyte();

private:
    AppPaths paths() const
    {
        AppPaths paths = AppPaths::standard();
        paths.home = m_folder.filePath(QStringLiteral("state"));
        return paths;
    }

    MonitorPage *open(const QString &path)
    {
        Q_EMIT m_window.navigation().openLog(path);
        wait([&] { return m_window.findChild<MonitorPage *>() != nullptr; }, 5000);
        return m_window.findChild<MonitorPage *>();
    }

    template<typename Condition>
    bool wait(Condition isReached, qint64 milliseconds)
    {
        QTimer look; // wakes the loop: processEvents() with a time of its own would never sleep
        look.start(20);
        QElapsedTimer timer;
        timer.start();
        while (!isReached() && timer.elapsed() < milliseconds)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return isReached();
    }

    static bool hasPoints(const MonitorPage &page)
    {
        const QList<ChartStrip *> strips = page.charts()->strips();
        return std::any_of(strips.begin(), strips.end(), [](const ChartStrip *strip) { return strip->hasData(); });
    }

    QTemporaryDir m_folder;
    AppContext m_context;
    MainWindow m_window;
};

bool Bench::live(qint64 rate, qint64 seconds)
{
    const QString path = m_folder.filePath(QStringLiteral("live.log"));
    QProcess writer;
    writer.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), path, QString::number(rate), QString::number(seconds)});
    while (!QFile::exists(path))
        QThread::msleep(5);
    const MonitorPage *page = open(path);
    if (!page)
        return false;
    Heartbeat heartbeat;
    QElapsedTimer timer;
    timer.start();
    const LogText &text = page->log()->view()->text();
    qint64 nextReport = 0;
    qint64 longestLag = 0;
    const auto report = [&] {
        if (timer.elapsed() < nextReport)
            return;
        nextReport += std::max<qint64>(5000, seconds * 1000 / 10);
        std::printf("live       %4lld s  %10lld lines seen  resident %4lld MB\n", static_cast<long long>(timer.elapsed() / 1000), static_cast<long long>(text.completeLineCount()),
                    static_cast<long long>(residentBytes() / 1'000'000));
        std::fflush(stdout);
    };
    wait([&] {
        report();
        longestLag = std::max(longestLag, QFile(path).size() - text.size());
        return writer.state() == QProcess::NotRunning;
    }, (seconds + 60) * 1000);
    QElapsedTimer afterEnd;
    afterEnd.start();
    const bool isWhole = wait([&] { return text.completeLineCount() >= rate * seconds; }, 30'000);
    heartbeat.report("live");
    std::printf("live       %lld lines written at %lld a second, %lld seen, the last %lld ms after the end; at most %.1f MB behind; resident %lld MB\n",
                static_cast<long long>(rate * seconds), static_cast<long long>(rate), static_cast<long long>(text.completeLineCount()),
                static_cast<long long>(afterEnd.elapsed()), double(longestLag) / 1e6, static_cast<long long>(residentBytes() / 1'000'000));
    QFile::remove(path);
    return isWhole;
}

bool Bench::gigabyte()
{
    const QString path = m_folder.filePath(QStringLiteral("gigabyte.log"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    qint64 lines = 0;
    for (qint64 size = 0; size < 1'000'000'000;) {
        QByteArray piece;
        while (piece.size() < (4 << 20))
            piece += line(lines++);
        size += file.write(piece);
    }
    file.close();
    const qint64 residentBefore = residentBytes();
    Heartbeat heartbeat;
    QElapsedTimer timer;
    timer.start();
    const MonitorPage *page = open(path);
    if (!page)
        return false;
    wait([&] { return hasPoints(*page); }, 60'000);
    const qint64 firstMs = timer.elapsed();
    const bool isWhole = wait([&] { return page->log()->view()->text().completeLineCount() >= lines; }, 300'000);
    const qint64 completeMs = timer.elapsed();
    heartbeat.report("1 GB");
    std::printf("1 GB       first points after %lld ms, all %lld lines after %lld ms; resident %lld MB before, %lld MB after\n", static_cast<long long>(firstMs),
                static_cast<long long>(lines), static_cast<long long>(completeMs), static_cast<long long>(residentBefore / 1'000'000),
                static_cast<long long>(residentBytes() / 1'000'000));
    QFile::remove(path);
    return isWhole;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    if (arguments.value(0) == QLatin1String("--write"))
        return writeLive(arguments.value(1), arguments.value(2).toLongLong(), arguments.value(3).toLongLong());
    const auto value = [&](const char *name, qint64 usual) {
        const qsizetype at = arguments.indexOf(QLatin1String(name));
        return at < 0 ? usual : arguments.value(at + 1).toLongLong();
    };
    QApplication application(argc, argv);
    useLanguage(Language::English);
    Theme::apply(application, ThemeChoice::Light);
    Bench bench;
    bool isFine = true;
    if (!arguments.contains(QLatin1String("--live")))
        isFine &= bench.gigabyte();
    if (!arguments.contains(QLatin1String("--gigabyte")))
        isFine &= bench.live(value("--rate", 50'000), value("--minutes", 0) > 0 ? value("--minutes", 0) * 60 : value("--seconds", 60));
    return isFine ? 0 : 1;
}
