#include "services/preflight/pythonscript.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(PythonScript)
};

constexpr int timeLimitMs = 20'000;

/// Runs one of our own bundled scripts and gives its standard output.
Result<QJsonDocument> runBundled(const QString &interpreter, const QString &scriptName, const QStringList &options, const QStringList &arguments)
{
    QFile script(QStringLiteral(":/python/") + scriptName);
    if (!script.open(QIODevice::ReadOnly))
        return Error{Error::Kind::Internal, Text::tr("The bundled script %1 is missing.").arg(scriptName), QString()};
    QProcess process;
    process.start(interpreter, options + QStringList{QStringLiteral("-c"), QString::fromUtf8(script.readAll())} + arguments, QIODevice::ReadOnly);
    if (!process.waitForStarted(timeLimitMs))
        return Error{Error::Kind::NotFound, Text::tr("The Python %1 could not be started.").arg(interpreter), process.errorString()};
    if (!process.waitForFinished(timeLimitMs)) {
        process.kill();
        process.waitForFinished(1000);
        return Error{Error::Kind::Timeout, Text::tr("The Python %1 did not answer in time.").arg(interpreter), QString()};
    }
    const QString messages = QString::fromUtf8(process.readAllStandardError()).right(2000);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error{Error::Kind::Crashed, Text::tr("The Python %1 could not read the script.").arg(interpreter), messages};
    const QJsonDocument answer = QJsonDocument::fromJson(process.readAllStandardOutput());
    if (answer.isNull())
        return Error{Error::Kind::Invalid, Text::tr("%1 does not answer as a Python 3 does.").arg(interpreter), messages};
    return answer;
}

ScriptFile fileOf(const QJsonObject &object)
{
    const auto text = [](const QJsonObject &from, const char *key) { return from.value(QLatin1String(key)).toString(); };
    const auto flag = [](const QJsonObject &from, const char *key) { return from.value(QLatin1String(key)).toBool(); };
    ScriptFile file;
    file.path = text(object, "file");
    file.isSure = flag(object, "sure");
    if (const QJsonObject error = object.value(QLatin1String("error")).toObject(); !error.isEmpty()) {
        file.errorLine = error.value(QLatin1String("line")).toInt(1);
        file.errorMessage = text(error, "message");
    }
    if (const QJsonObject newer = object.value(QLatin1String("newer")).toObject(); !newer.isEmpty()) {
        file.newerLine = newer.value(QLatin1String("line")).toInt(1);
        file.newerVersion = text(newer, "version");
        file.newerWhat = text(newer, "what");
    }
    for (const QJsonValue entry : object.value(QLatin1String("imports")).toArray()) {
        const QJsonObject import = entry.toObject();
        file.imports.append({text(import, "module"), import.value(QLatin1String("line")).toInt(), flag(import, "optional"), flag(import, "deferred"),
                             flag(import, "standard")});
    }
    for (const QJsonValue entry : object.value(QLatin1String("loaders")).toArray()) {
        const QJsonObject loader = entry.toObject();
        const QJsonValue workers = loader.value(QLatin1String("workers"));
        file.loaders.append({loader.value(QLatin1String("line")).toInt(), workers.isDouble() ? std::optional(workers.toInt()) : std::nullopt, text(loader, "name")});
    }
    if (const QJsonValue tree = object.value(QLatin1String("tree")); tree.isString())
        file.tree = readSyntaxTree(tree.toString().toUtf8());
    return file;
}

} // namespace

Result<ScriptScan> scanScript(const QString &interpreter, const QString &codeDirectory, const QString &entry, const QString &version)
{
    QStringList arguments{codeDirectory, entry};
    if (!version.isEmpty())
        arguments.append(version);
    const Result<QJsonDocument> answer = runBundled(interpreter, QStringLiteral("dump_ast.py"), {QStringLiteral("-I"), QStringLiteral("-S")}, arguments);
    if (!answer)
        return answer.error();
    const QJsonObject object = answer->object();
    ScriptScan scan;
    scan.python = object.value(QLatin1String("python")).toString();
    scan.isComplete = object.value(QLatin1String("complete")).toBool();
    for (const QJsonValue file : object.value(QLatin1String("files")).toArray())
        scan.files.append(fileOf(file.toObject()));
    return scan;
}

Result<QStringList> missingModules(const QString &interpreter, const QStringList &modules)
{
    if (modules.isEmpty())
        return QStringList();
    const Result<QJsonDocument> answer = runBundled(interpreter, QStringLiteral("find_modules.py"), {}, modules);
    if (!answer)
        return answer.error();
    QStringList missing;
    for (const QJsonValue name : answer->array())
        missing.append(name.toString());
    return missing;
}

} // namespace Trainyard
