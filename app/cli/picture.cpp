#include "app/cli/picture.h"

#include "app/cli/console.h"
#include "app/cli/runaccess.h"
#include "services/common/logfile.h"
#include "services/diagnosis/rundigester.h"
#include "services/metricfiles/metricfilefollower.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/monitorrenderer.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>

namespace Trainyard {

namespace {

MonitorContent contentOf(RunDigester &digester, const std::shared_ptr<const LogBytes> &bytes)
{
    digester.finish();
    MonitorContent content;
    RunDigester::Output output = digester.take();
    content.logBytes = bytes;
    content.log = std::move(output.log);
    content.batches = std::move(output.batches);
    content.progress = digester.progress();
    content.formatName = digester.formatName();
    content.now = QDateTime::currentDateTimeUtc();
    return content;
}

Result<> draw(const MonitorContent &content, const QString &pictureFile)
{
    Theme::apply(*qApp, ThemeChoice::Light);
    if (pictureFile.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QFile file(pictureFile);
        if (file.open(QIODevice::WriteOnly) && renderMonitorSvg(content, file) && file.flush())
            return success();
    } else if (renderMonitor(content).save(pictureFile, "PNG")) {
        return success();
    }
    return Error{Error::Kind::Io, CliText::tr("The picture %1 could not be written.").arg(pictureFile), QString()};
}

Result<std::shared_ptr<LogFile>> digestMetricFiles(const QString &path, RunDigester &digester)
{
    const Result<MetricFileNews> news = readMetricFiles(path);
    if (!news)
        return news.error();
    for (const Error &problem : news->problems)
        printMessage(problem.message);
    const Result<std::shared_ptr<LogFile>> listed = LogFile::temporary();
    if (!listed)
        return listed.error();
    if (const Result<> kept = (*listed)->append(digester.listMetricFiles(news->events)); !kept)
        return kept.error();
    return *listed;
}

Result<std::shared_ptr<LogFile>> digestLogFile(const QString &path, RunDigester &digester)
{
    constexpr qint64 pieceSize = 1 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{Error::Kind::Io, CliText::tr("%1 could not be read: %2.").arg(path, file.errorString()), QString()};
    for (QByteArray piece = file.read(pieceSize); !piece.isEmpty(); piece = file.read(pieceSize))
        digester.addLog(piece);
    return LogFile::open(path);
}

} // namespace

Result<> drawRun(RunAccess &access, const Run &run, const QString &pictureFile)
{
    RunDigester digester;
    if (const Result<> read = digestRun(access, run, digester); !read)
        return read.error();
    const Result<std::shared_ptr<LogFile>> log = LogFile::open(run.directory + QStringLiteral("/train.log")); // not there: nothing was told
    MonitorContent content = contentOf(digester, log ? *log : nullptr);
    content.run = run;
    content.job = readJobFile(run.directory + QStringLiteral("/job.yaml")).job;
    content.diagnoses = digester.diagnose(run.status, content.job, content.now);
    content.points = digester.judgePoints(run.status, content.job, content.now);
    return draw(content, pictureFile);
}

Result<> drawLog(const QString &logFile, const QString &pictureFile)
{
    RunDigester digester;
    const Result<std::shared_ptr<LogFile>> log = needsFollower(logFile) ? digestMetricFiles(logFile, digester) : digestLogFile(logFile, digester);
    if (!log)
        return log.error();
    MonitorContent content = contentOf(digester, *log);
    content.logName = QFileInfo(QDir::cleanPath(logFile)).fileName();
    RunStatus status;
    status.state = RunState::Done; // what the log tells is all there is
    content.diagnoses = digester.diagnose(status, Job(), content.now);
    return draw(content, pictureFile);
}

} // namespace Trainyard
