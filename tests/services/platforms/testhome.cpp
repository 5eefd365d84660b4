#include "tests/services/platforms/testhome.h"

#include "services/agent/filelock.h"
#include "services/agent/launchfile.h"
#include "services/agent/runfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Trainyard {

TestHome::TestHome()
{
    QDir().mkpath(projectFolder());
}

TestHome::~TestHome()
{
    const QDir runs(paths().runsFolder());
    const QStringList ids = runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &id : ids)
        (void)writeJsonFile(RunFolder{runs.filePath(id)}.stopFile(), {{u"mode"_s, u"now"_s}});
    const QDeadlineTimer deadline(15'000);
    for (const QString &id : ids) {
        const RunFolder folder{runs.filePath(id)};
        while ((FileLock::isLocked(folder.agentLock()) || FileLock::isLocked(folder.keeperLock())) && !deadline.hasExpired())
            QThread::msleep(20);
    }
}

AppPaths TestHome::paths() const
{
    return {m_folder.filePath(u"home"_s), QStringLiteral(TRAINYARD_BIN_DIR)};
}

void TestHome::write(const QString &relative, const QByteArray &text) const
{
    QDir().mkpath(QFileInfo(path(relative)).path());
    QFile file(path(relative));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(relative));
}

QByteArray TestHome::read(const QString &relative) const
{
    QFile file(path(relative));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

SubmitRequest TestHome::request(const QString &runId, const QByteArray &script) const
{
    SubmitRequest request;
    request.jobFolder = projectFolder();
    request.job.name = u"test"_s;
    request.job.code.bootFile = u"run.sh"_s;
    request.job.outputs = {JobOutput{u"result"_s, u"output"_s, PassMode::Argument}};
    request.profile.name = u"local"_s;
    request.profile.platform = u"local"_s;
    request.flavor.name = u"local.cpu"_s;
    request.flavor.maxConcurrentRuns = 1;
    request.run.id = runId;
    request.run.name = request.job.name;
    request.run.platform = u"local"_s;
    request.run.directory = paths().runFolder(runId);
    request.run.createdAt = QDateTime::currentDateTimeUtc();
    write(u"home/runs/%1/code/run.sh"_s.arg(runId), script);
    return request;
}

QString TestHome::makeLaunch(const QString &runId, const QByteArray &script, const QJsonObject &changes) const
{
    const RunFolder folder{paths().runFolder(runId)};
    write(u"home/runs/%1/code/run.sh"_s.arg(runId), script);
    LaunchFile launch;
    launch.arguments = {u"/bin/bash"_s, u"run.sh"_s};
    launch.workingDirectory = folder.codeFolder();
    launch.flavor = u"local.cpu"_s;
    launch.slotsFolder = paths().slotsFolder();
    launch.grace = Milliseconds(400);
    QJsonObject object = launch.toJson();
    for (auto change = changes.begin(); change != changes.end(); ++change)
        object.insert(change.key(), change.value());
    if (!writeJsonFile(folder.launchFile(), object))
        qFatal("launch.json cannot be written");
    return folder.path;
}

} // namespace Trainyard
