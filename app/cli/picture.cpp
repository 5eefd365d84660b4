#include "app/cli/picture.h"

#include "app/cli/console.h"
#include "app/cli/runaccess.h"
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

MonitorContent contentOf(RunDigester &digester)
{
    digester.finish();
    MonitorContent content;
    RunDigester::Output output = digester.take();
    content.log = std::move(output.chunks);
    content.batches = std::move(output.batches);
    content.progress = digester.progress();
    content.formatName = digester.formatName();
    content.now = QDateTime::currentDateTimeUtc();
    return content;
}

Result<> draw(const MonitorContent &content, const QString &pictureFile)
{
    Theme::apply(*qApp, ThemeChoice::Light);
    if (renderMonitor(content).save(pictureFile, "PNG"))
        return success();
    return Error{Error::Kind::Io, CliText::tr("The picture %1 could not be written.").arg(pictureFile), QString()};
}

Result<> digestMetricFiles(const QString &path, RunDigester &digester)
{
    const Result<MetricFileNews> news = readMetricFiles(path);
    if (!news)
        return news.error();
    for (const Error &problem : news->problems)
        printMessage(problem.message);
    digester.listMetricFiles(news->events);
    return success();
}

Result<> digestLogFile(const QString &path, RunDigester &digester)
{
    constexpr qint64 pieceSize = 1 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{Error::Kind::Io, CliText::tr("%1 could not be read: %2.").arg(path, file.errorString()), QString()};
    for (QByteArray piece = file.read(pieceSize); !piece.isEmpty(); piece = file.read(pieceSize))
        digester.addLog(piece);
    return success();
}

} // namespace

Result<> drawRun(RunAccess &access, const Run &run, const QString &pictureFile)
{
    RunDigester digester;
    if (const Result<> read = digestRun(access, run, digester); !read)
        return read.error();
    MonitorContent content = contentOf(digester);
    content.run = run;
    content.job = readJobFile(run.directory + QStringLiteral("/job.yaml")).job;
    content.diagnoses = digester.diagnose(run.status, content.job, content.now);
    content.points = digester.judgePoints(run.status, content.job, content.now);
    return draw(content, pictureFile);
}

Result<> drawLog(const QString &logFile, const QString &pictureFile)
{
    RunDigester digester;
    if (const Result<> read = needsFollower(logFile) ? digestMetricFiles(logFile, digester) : digestLogFile(logFile, digester); !read)
        return read.error();
    MonitorContent content = contentOf(digester);
    content.logName = QFileInfo(QDir::cleanPath(logFile)).fileName();
    RunStatus status;
    status.state = RunState::Done; // what the log tells is all there is
    content.diagnoses = digester.diagnose(status, Job(), content.now);
    return draw(content, pictureFile);
}

} // namespace Trainyard
