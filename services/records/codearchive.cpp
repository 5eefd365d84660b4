#include "services/records/codearchive.h"

#include "models/job/jobdocument.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <cerrno>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CodeArchive)
};

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder + u'/');
}

bool isNeverCode(const QString &name)
{
    static const QStringList names{u".git"_s, u".hg"_s, u".svn"_s, u"__pycache__"_s, u".ipynb_checkpoints"_s, u".mypy_cache"_s, u".pytest_cache"_s, u".ruff_cache"_s};
    return names.contains(name) || name.endsWith(".pyc"_L1);
}

/// Where a link leads, as text: readlink(2), not what Qt makes of it.
QString linkText(const QString &path)
{
    QByteArray target(4096, '\0');
    const ssize_t length = ::readlink(QFile::encodeName(path).constData(), target.data(), size_t(target.size()));
    return length > 0 ? QFile::decodeName(target.left(length)) : QString();
}

/// A link that stays inside is kept as it is; one that leads out would lead nowhere from another place.
QString movableLink(const QString &path, const QString &root)
{
    const QString text = linkText(path);
    const QString target = QDir::cleanPath(QDir(QFileInfo(path).path()).absoluteFilePath(text));
    return QDir::isAbsolutePath(text) || isBelow(target, root) ? text : target;
}

/// Every file and link in the selection, and every folder that is linked, by relative name, sorted.
QStringList listCode(const CodeSelection &code)
{
    QStringList names;
    const QDir root(code.folder);
    std::function<void(const QString &)> visit = [&](const QString &folder) {
        const QFileInfoList entries = QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        for (const QFileInfo &entry : entries) {
            const QString path = entry.filePath();
            if (isNeverCode(entry.fileName()) || code.left.contains(path))
                continue;
            if (entry.isDir() && !entry.isSymLink() && !code.linked.contains(path))
                visit(path);
            else if (entry.isSymLink() || entry.isFile() || entry.isDir()) // no sockets, no devices
                names.append(root.relativeFilePath(path));
        }
    };
    visit(code.folder);
    names.sort();
    return names;
}

Error copyFault(const QString &path, const QString &reason)
{
    return {Error::Kind::Io, Text::tr("The code file %1 could not be copied into the run's folder: %2.").arg(path, reason), reason};
}

Result<> makeLink(const QString &text, const QString &path)
{
    if (::symlink(QFile::encodeName(text).constData(), QFile::encodeName(path).constData()) == 0)
        return success();
    return copyFault(path, QString::fromLocal8Bit(std::strerror(errno)));
}

QByteArray contentHash(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray("unreadable");
}

QByteArray runGit(const QString &folder, const QStringList &arguments)
{
    QProcess git;
    git.setWorkingDirectory(folder);
    git.start(u"git"_s, arguments);
    if (!git.waitForStarted() || !git.waitForFinished(10'000) || git.exitStatus() != QProcess::NormalExit || git.exitCode() != 0)
        return QByteArray();
    return git.readAllStandardOutput().trimmed();
}

} // namespace

CodeSelection selectCode(const Job &job, const QString &jobFolder, const QString &runsFolder)
{
    const auto absolute = [&](const QString &path) { return QDir::cleanPath(QDir(jobFolder).absoluteFilePath(resolveReferences(job, path))); };
    CodeSelection code;
    if (job.code.directory.isEmpty())
        return code;
    code.folder = absolute(job.code.directory);
    for (const JobInput &input : job.inputs) {
        if (const QString source = absolute(input.source); isBelow(source, code.folder))
            code.linked.append(source);
    }
    QStringList outputs{runsFolder};
    for (const JobOutput &output : job.outputs)
        outputs.append(absolute(output.destination));
    std::copy_if(outputs.begin(), outputs.end(), std::back_inserter(code.left), [&](const QString &path) { return isBelow(path, code.folder); });
    return code;
}

Result<> copyCode(const CodeSelection &code, const QString &target, const std::function<bool()> &isCanceled)
{
    if (!QDir().mkpath(target))
        return copyFault(target, Text::tr("its folder cannot be made"));
    if (code.folder.isEmpty())
        return success();
    if (!QFileInfo(code.folder).isDir())
        return Error{Error::Kind::NotFound, Text::tr("The code directory %1 does not exist.").arg(code.folder), QString()};
    for (const QString &name : listCode(code)) {
        if (isCanceled && isCanceled())
            return Error{Error::Kind::Cancelled, Text::tr("The submit was cancelled."), QString()};
        const QString from = code.folder + u'/' + name;
        const QString to = target + u'/' + name;
        QDir().mkpath(QFileInfo(to).path());
        Result<> done = success();
        if (code.linked.contains(from)) {
            done = makeLink(from, to);
        } else if (QFileInfo(from).isSymLink()) {
            done = makeLink(movableLink(from, code.folder), to);
        } else {
            QFile file(from);
            if (!file.copy(to))
                done = copyFault(from, file.errorString());
        }
        if (!done)
            return done;
    }
    return success();
}

QString hashCode(const CodeSelection &code)
{
    if (code.folder.isEmpty())
        return QString();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &name : listCode(code)) {
        const QString path = code.folder + u'/' + name;
        hash.addData(name.toUtf8());
        hash.addData(QByteArrayView("\0", 1));
        if (code.linked.contains(path))
            hash.addData(QByteArrayView("an input"));
        else
            hash.addData(QFileInfo(path).isSymLink() ? movableLink(path, code.folder).toUtf8() : contentHash(path));
        hash.addData(QByteArrayView("\0", 1));
    }
    return QString::fromLatin1(hash.result().toHex());
}

QString gitCommit(const QString &folder)
{
    if (folder.isEmpty())
        return QString();
    const QByteArray commit = runGit(folder, {u"rev-parse"_s, u"HEAD"_s});
    if (commit.isEmpty())
        return QString();
    const bool isChanged = !runGit(folder, {u"status"_s, u"--porcelain"_s, u"--untracked-files=no"_s, u"--"_s, u"."_s}).isEmpty();
    return QString::fromLatin1(commit) + (isChanged ? u"+"_s : QString());
}

} // namespace Trainyard
