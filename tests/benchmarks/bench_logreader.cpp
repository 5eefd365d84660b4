// How fast the log reader is, beside `grep -c loss` on the same file in the same minute.

#include "services/logs/logreader.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace Trainyard;

namespace {

constexpr qint64 megabyte = 1000 * 1000;

/// Dict lines with six updates of a bar before each, pairs, timestamps, and ordinary lines between.
QByteArray mixedLog(qint64 bytes)
{
    QByteArray log;
    for (int step = 1; log.size() < bytes; ++step) {
        for (int update = 0; update < 6; ++update) {
            log += QStringLiteral("\r %1%|####      | %2/900000 [10:21<11:02,  %3it/s]")
                       .arg(step % 100, 3)
                       .arg(step * 6 + update)
                       .arg(1.9 + update * 0.01)
                       .toLatin1();
        }
        log += QStringLiteral("\r{'loss': %1, 'grad_norm': %2, 'learning_rate': 4.2e-05, 'epoch': %3}\n")
                   .arg(2.0 + 1.0 / step)
                   .arg(1.5 + step % 7)
                   .arg(step / 1000.0)
                   .toLatin1();
        log += QStringLiteral("2026-03-01 10:%1:%2,120 - INFO - trainer - step %3/900000 loss %4 lr 0.0001 samples/s 812.4\n")
                   .arg(step / 60 % 60, 2, 10, QLatin1Char('0'))
                   .arg(step % 60, 2, 10, QLatin1Char('0'))
                   .arg(step)
                   .arg(2.0 + 1.0 / step)
                   .toLatin1();
        log += "[rank3]: The attention mask is not set and cannot be inferred from input, because pad token is same as eos token.\n";
        log += "2026-03-01 10:00:00,120 - INFO - data - worker 12 opened shard 00481-of-01024 and found 8192 records in it\n";
    }
    return log;
}

double medianMs(const std::function<void()> &work, int rounds)
{
    QList<double> times;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.append(double(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void measure(const char *name, const QByteArray &log)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("train.log"));
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(log) != log.size()) {
        std::fprintf(stderr, "%s\n", qPrintable(out.errorString()));
        return;
    }
    out.close();
    qsizetype events = 0;
    const double readMs = medianMs(
        [&] {
            LogReader reader;
            events = 0;
            for (qsizetype at = 0; at < log.size(); at += 256 * 1024)
                events += reader.feed(QByteArrayView(log).sliced(at, std::min<qsizetype>(256 * 1024, log.size() - at))).size();
            events += reader.finish().size();
        },
        3);
    // Into a pipe: into /dev/null itself grep would stop at the first hit.
    const double grepMs = medianMs(
        [&] {
            QProcess::execute(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("LC_ALL=C grep -c loss \"$0\" | cat > /dev/null"), file});
        },
        3);
    const double size = double(log.size()) / megabyte;
    std::printf("%-12s %6.1f MB  %8lld events  %7.1f MB/s   grep -c loss %7.1f MB/s   ratio %.1f\n", name, size, static_cast<long long>(events),
                size / readMs * 1000, size / grepMs * 1000, readMs / grepMs);
}

} // namespace

int main(int argc, char **argv)
{
    const qint64 bytes = (argc > 1 ? QByteArray(argv[1]).toLongLong() : 60) * megabyte;
    measure("mixed", mixedLog(bytes));
    QByteArray cases;
    const QDir dir(QStringLiteral(TRAINYARD_TEST_DATA "/logs"));
    for (const QString &name : dir.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Name)) {
        QFile file(dir.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            cases += file.readAll() + '\n';
    }
    measure("all cases", cases.repeated(std::max<qsizetype>(1, bytes / cases.size())));
    return 0;
}
