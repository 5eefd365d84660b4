#include "services/dryrun/dryrunstore.h"

#include "models/job/jobdocument.h"
#include "services/common/files.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int reportsKept = 100;

QString folderOf(const AppPaths &paths)
{
    return paths.home + QStringLiteral("/dryruns");
}

QString fileOf(const AppPaths &paths, const QByteArray &fingerprint)
{
    return folderOf(paths) + u'/' + QString::fromLatin1(fingerprint) + QStringLiteral(".json");
}

QByteArray stampOf(const QFileInfo &file)
{
    return file.filePath().toUtf8() + '\0' + QByteArray::number(file.size()) + '\0' + QByteArray::number(file.lastModified().toMSecsSinceEpoch()) + '\n';
}

} // namespace

QByteArray dryRunFingerprint(const Job &job, const QString &jobFolder)
{
    constexpr int mostFiles = 20'000;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(writeJob(job));
    const QDir folder(jobFolder);
    hash.addData(folder.absolutePath().toUtf8());
    if (!job.code.directory.isEmpty()) {
        QList<QByteArray> stamps;
        for (QDirIterator it(folder.absoluteFilePath(job.code.directory), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             it.hasNext() && stamps.size() < mostFiles;) {
            if (const QFileInfo file = it.nextFileInfo(); !file.filePath().contains(QLatin1String("/__pycache__/")))
                stamps.append(stampOf(file));
        }
        std::sort(stamps.begin(), stamps.end());
        for (const QByteArray &stamp : stamps)
            hash.addData(stamp);
    }
    if (job.model) {
        for (const QString &file : {job.model->torchscript, job.model->transformersConfig}) {
            if (!file.isEmpty())
                hash.addData(stampOf(QFileInfo(folder.absoluteFilePath(file))));
        }
    }
    return hash.result().toHex();
}

Result<> storeDryRun(const AppPaths &paths, const QByteArray &fingerprint, const DryRunReport &report)
{
    const QDir folder(folderOf(paths));
    const QStringList newestFirst = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (const QString &old : newestFirst.mid(reportsKept - 1))
        QFile::remove(folder.filePath(old));
    return writeFileAtomically(fileOf(paths, fingerprint), QJsonDocument(report.toJson()).toJson());
}

std::optional<DryRunReport> storedDryRun(const AppPaths &paths, const QByteArray &fingerprint)
{
    const Result<QByteArray> text = readFile(fileOf(paths, fingerprint));
    if (!text)
        return std::nullopt;
    return DryRunReport::fromJson(QJsonDocument::fromJson(*text).object());
}

} // namespace Trainyard
