#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/metricfileprint.h"
#include "app/cli/picture.h"
#include "app/cli/runaccess.h"
#include "services/logs/logreader.h"
#include "services/metricfiles/metricfilekind.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace Trainyard {

namespace {

/// Closes what it opened; standard input stays open.
struct InputFile
{
    explicit InputFile(const QString &path)
        : number(path == QLatin1String("-") ? STDIN_FILENO : open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC))
    {
    }
    ~InputFile()
    {
        if (number > STDIN_FILENO)
            close(number);
    }
    Q_DISABLE_COPY(InputFile)
    int number;
};

} // namespace

int runParseLog(const QStringList &arguments)
{
    CommandCall call("parse-log", CliText::tr("Reads a training log of any framework and prints what it tells as JSON lines: metrics, checkpoints, failures."));
    call.addPositional(QStringLiteral("FILE"), CliText::tr("The log, or - for standard input."));
    addPatternOptions(call);
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const Result<QList<LogPattern>> patterns = patternsOf(call);
    if (!patterns)
        return call.fail(patterns.error());
    const QString path = call.positional(0);
    const auto unreadable = [&] {
        const QString message = CliText::tr("%1 could not be read: %2.").arg(path, QString::fromLocal8Bit(std::strerror(errno)));
        return call.fail(Error{Error::Kind::Io, message, QString()});
    };
    if (path != QLatin1String("-") && needsFollower(path))
        return printMetricFiles(call, path);
    const InputFile input(path);
    if (input.number < 0)
        return unreadable();

    // read() gives what is there: a log that is piped in is told line by line.
    LogReader reader(*patterns);
    QByteArray buffer(1 << 20, Qt::Uninitialized);
    QByteArray json;
    const auto printEvents = [&json] {
        if (!json.isEmpty())
            printBytes(json);
        json.resize(0); // keeps its memory
    };
    for (;;) {
        const ssize_t size = read(input.number, buffer.data(), size_t(buffer.size()));
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return unreadable();
        if (size == 0)
            break;
        reader.feedToJson(QByteArrayView(buffer.constData(), size), json);
        printEvents();
    }
    reader.finishToJson(json);
    printEvents();
    for (const QString &name : reader.switchedOffPatterns())
        printMessage(CliText::tr("The pattern of %1 took too long and was switched off: make it simpler.").arg(name));
    return ExitFine;
}

int runChart(const QStringList &arguments)
{
    CommandCall call("chart", CliText::tr("Draws the monitor of a run, or of any training log, into a PNG or SVG file."));
    call.addPositional(QStringLiteral("RUN-or-LOG"), CliText::tr("A run's id, a unique beginning of it, `latest`, or a log file."));
    call.addValue(QStringLiteral("output"), CliText::tr("The picture to write; a name that ends in .svg makes it a vector picture."), QStringLiteral("FILE.png|.svg"));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const QString picture = call.value(QStringLiteral("output"));
    if (picture.isEmpty())
        return call.fail(Error{Error::Kind::Invalid, CliText::tr("Say where the picture goes: --output FILE.png"), QString()});
    if (const QFileInfo folder(QFileInfo(picture).absolutePath()); !folder.isDir() || !folder.isWritable() || QFileInfo(picture).isDir())
        return call.fail(Error{Error::Kind::Invalid, CliText::tr("The picture cannot be written to %1: name a file in a folder that exists and may be written.").arg(picture), QString()});

    Result<> drawn = success();
    if (QFileInfo(call.positional(0)).isFile() || QFileInfo(call.positional(0)).isDir()) {
        drawn = drawLog(call.positional(0), picture);
    } else {
        RunAccess access;
        const Result<Run> run = access.find(call.positional(0));
        if (!run)
            return call.fail(run.error());
        drawn = drawRun(access, *run, picture);
    }
    if (!drawn)
        return call.fail(drawn.error(), drawn.error().kind == Error::Kind::Invalid ? ExitUnusable : ExitFailed);
    if (call.wantsJson())
        printJson({{QStringLiteral("picture"), picture}});
    else
        print(picture);
    return ExitFine;
}

} // namespace Trainyard
