#include "services/torch/dryrunrequest.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace Trainyard {

namespace {

QHash<QString, QString> paths(const QJsonValue &value)
{
    QHash<QString, QString> paths;
    const QJsonObject object = value.toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        paths.insert(entry.key(), entry.value().toString());
    return paths;
}

} // namespace

Result<DryRunRequest> DryRunRequest::fromJson(const QByteArray &text)
{
    QJsonParseError parseError;
    const QJsonObject object = QJsonDocument::fromJson(text, &parseError).object();
    const auto invalid = [](const QString &message) { return Error{Error::Kind::Invalid, message, QString()}; };
    if (parseError.error != QJsonParseError::NoError)
        return invalid(QCoreApplication::translate("DryRunRequest", "The request is no JSON object: %1.").arg(parseError.errorString()));
    DryRunRequest request;
    request.jobFile = object.value(QStringLiteral("job_file")).toString();
    request.jobFolder = object.value(QStringLiteral("job_folder")).toString();
    request.scratch = object.value(QStringLiteral("scratch")).toString();
    request.steps = object.value(QStringLiteral("steps")).toInt(request.steps);
    request.maxSeconds = object.value(QStringLiteral("max_seconds")).toDouble(request.maxSeconds);
    request.inputs = paths(object.value(QStringLiteral("inputs")));
    request.outputs = paths(object.value(QStringLiteral("outputs")));
    if (const QJsonValue ram = object.value(QStringLiteral("ram_bytes")); ram.isDouble())
        request.ramBytes = ram.toInteger();
    if (request.jobFile.isEmpty() || request.jobFolder.isEmpty() || request.scratch.isEmpty())
        return invalid(QCoreApplication::translate("DryRunRequest", "The request needs job_file, job_folder and scratch."));
    if (request.steps < 1 || request.maxSeconds <= 0)
        return invalid(QCoreApplication::translate("DryRunRequest", "steps and max_seconds must be above zero."));
    return request;
}

} // namespace Trainyard
