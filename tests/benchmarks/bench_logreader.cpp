// How fast logs are read: `trainyard parse-log` as a whole and the reader alone, beside `grep -c loss` and lnav on the same file in the same minutes.
//   bench_logreader [MEGABYTES, 1000 when left out] [FOLDER for the log]

#include "mixedlog.h"
#include "services/logs/logreader.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Trainyard;

namespace {

constexpr qint64 megabyte = 1000 * 1000;

bool writeLog(const QString &name, qint64 bytes)
{
    QFile out(name);
    if (!out.open(QIODevice::WriteOnly))
        return false;
    Bench::MixedLog log;
    while (out.size() < bytes) {
        const QByteArray stretch = log.next();
        if (out.write(stretch) != stretch.size())
            return false;
    }
    return true;
}

struct Outcome
{
    double seconds = 0;
    double cpuSeconds = 0;
    double peakMegabytes = 0;
};

/// Runs a program with its output into @p output; nothing: it could not be run, failed or ran past the limit.
std::optional<Outcome> run(const QStringList &command, const char *output, int limitSeconds)
{
    QList<QByteArray> words;
    for (const QString &word : command)
        words.append(word.toLocal8Bit());
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    QElapsedTimer timer;
    timer.start();
    const pid_t child = fork();
    if (child == 0) {
        dup2(open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
        setenv("LC_ALL", "C", 1);
        alarm(unsigned(limitSeconds));
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
        return std::nullopt;
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; };
    return Outcome{double(timer.nsecsElapsed()) * 1e-9, seconds(usage.ru_utime) + seconds(usage.ru_stime), double(usage.ru_maxrss) / 1000};
}

/// The best of some runs: the machine may be shared.
std::optional<Outcome> bestOf(int rounds, const QStringList &command, const char *output, int limitSeconds)
{
    std::optional<Outcome> best;
    for (int round = 0; round < rounds; ++round) {
        const std::optional<Outcome> one = run(command, output, limitSeconds);
        if (one && (!best || one->seconds < best->seconds))
            best = one;
    }
    return best;
}

double report(const char *what, const std::optional<Outcome> &outcome, double megabytes)
{
    if (!outcome) {
        std::printf("%-34s could not be run or ran past its time limit\n", what);
        return 0;
    }
    std::printf("%-34s %7.1f MB/s   %6.2f s, of the processor %6.2f s   peak memory %6.1f MB\n", what, megabytes / outcome->seconds, outcome->seconds, outcome->cpuSeconds,
                outcome->peakMegabytes);
    return megabytes / outcome->seconds;
}

std::optional<Outcome> readInProcess(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    QElapsedTimer timer;
    timer.start();
    const std::clock_t before = std::clock();
    LogReader reader;
    qint64 events = 0;
    const LogReader::Sink count = [&](const LogEvent &) { ++events; };
    QByteArray data(256 * 1024, Qt::Uninitialized);
    for (qint64 size = file.read(data.data(), data.size()); size > 0; size = file.read(data.data(), data.size()))
        reader.feed(QByteArrayView(data.constData(), size), count);
    reader.finish(count);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%lld lines, %lld events\n", static_cast<long long>(reader.lineCount()), static_cast<long long>(events));
    return Outcome{double(timer.nsecsElapsed()) * 1e-9, double(std::clock() - before) / CLOCKS_PER_SEC, double(usage.ru_maxrss) / 1000};
}

} // namespace

int main(int argc, char **argv)
{
    const qint64 size = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1000;
    const QTemporaryDir folder(argc > 2 ? QString::fromLocal8Bit(argv[2]) + QStringLiteral("/XXXXXX") : QDir::tempPath() + QStringLiteral("/XXXXXX"));
    const QString log = folder.filePath(QStringLiteral("mixed.log"));
    const QString slice = folder.filePath(QStringLiteral("slice.log"));
    const qint64 sliceSize = std::min<qint64>(size, 100);
    if (!writeLog(log, size * megabyte) || !writeLog(slice, sliceSize * megabyte)) {
        std::fprintf(stderr, "The log could not be written to %s.\n", qPrintable(folder.path()));
        return 1;
    }
    const QString program = QStringLiteral(TRAINYARD_BIN_DIR "/trainyard");
    const QString json = folder.filePath(QStringLiteral("events.jsonl"));
    constexpr int limit = 300;
    const auto megabytes = double(size);
    const double ours = report("parse-log > /dev/null", bestOf(3, {program, QStringLiteral("parse-log"), log}, "/dev/null", limit), megabytes);
    report("parse-log > file", run({program, QStringLiteral("parse-log"), log}, qPrintable(json), limit), megabytes);
    report("parse-log of a slice", run({program, QStringLiteral("parse-log"), slice}, "/dev/null", limit), double(sliceSize));
    report("the reader in this process", readInProcess(log), megabytes);
    const double grep = report("grep -c loss", bestOf(3, {QStringLiteral("grep"), QStringLiteral("-c"), QStringLiteral("loss"), log}, qPrintable(json), limit), megabytes);
    std::printf("parse-log is %.2f x grep -c loss\n", grep > 0 ? ours / grep : 0);
    if (QStandardPaths::findExecutable(QStringLiteral("lnav")).isEmpty())
        return 0;
    const double lnav = report("lnav -n, filter loss, of the slice",
                               run({QStringLiteral("lnav"), QStringLiteral("-n"), QStringLiteral("-c"), QStringLiteral(":filter-in loss"), slice}, "/dev/null", limit),
                               double(sliceSize));
    if (lnav > 0)
        std::printf("parse-log is %.2f x lnav\n", ours / lnav);
    return 0;
}
