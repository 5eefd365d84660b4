#include "services/torch/forecast/forecastrequest.h"

#include "services/torch/workertext.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace Trainyard {

namespace {

/// A whole number from 1 that a double holds exactly; anything else is not known.
std::optional<qint64> countIn(const QJsonObject &object, const char *key)
{
    const double value = object.value(QLatin1String(key)).toDouble(-1);
    if (!(value >= 1 && value <= 9e15) || std::floor(value) != value)
        return std::nullopt;
    return qint64(value);
}

QString textIn(const QJsonObject &object, const char *key)
{
    return object.value(QLatin1String(key)).toString();
}

Flavor flavorFromJson(const QJsonObject &object)
{
    Flavor flavor;
    flavor.name = textIn(object, "name");
    if (const QString type = textIn(object, "type"); !type.isEmpty()) {
        const int count = int(std::min<qint64>(countIn(object, "count").value_or(1), 1 << 20));
        flavor.accelerator = Accelerator{type, count, countIn(object, "memory_bytes"), textIn(object, "architecture")};
    }
    flavor.ramBytes = countIn(object, "ram_bytes");
    flavor.sharedMemoryBytes = countIn(object, "shm_bytes");
    flavor.diskBytes = countIn(object, "disk_bytes");
    if (const QJsonValue price = object.value(QLatin1String("price_per_hour")); price.isDouble() && price.toDouble() >= 0)
        flavor.pricePerHour = price.toDouble();
    return flavor;
}

} // namespace

std::optional<qint64> ForecastRequest::idOf(const QByteArray &line)
{
    const QJsonValue id = QJsonDocument::fromJson(line).object().value(QLatin1String("id"));
    return id.isDouble() ? std::optional(qint64(id.toDouble())) : std::nullopt;
}

Result<ForecastRequest> ForecastRequest::fromJson(const QByteArray &line)
{
    const auto invalid = [](const QString &what) {
        return Error{Error::Kind::Invalid, WorkerText::tr("The forecast cannot be asked for like that: %1.").arg(what), QString()};
    };
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(line, &fault);
    if (!document.isObject())
        return invalid(fault.error == QJsonParseError::NoError ? WorkerText::tr("the request is no object") : fault.errorString());

    const QJsonObject object = document.object();
    ForecastRequest request;
    if (!object.value(QLatin1String("id")).isDouble())
        return invalid(WorkerText::tr("id is missing"));
    request.id = qint64(object.value(QLatin1String("id")).toDouble());
    request.jobFile = textIn(object, "job_file");
    if (const QJsonValue text = object.value(QLatin1String("job_text")); text.isString())
        request.jobText = text.toString().toUtf8();
    if (request.jobFile.isEmpty() && !request.jobText)
        return invalid(WorkerText::tr("job_file is missing"));
    request.jobFolder = textIn(object, "job_folder");
    if (request.jobFolder.isEmpty())
        request.jobFolder = QFileInfo(request.jobFile).absolutePath();
    const QString detail = textIn(object, "detail");
    if (!detail.isEmpty() && detail != QLatin1String("full") && detail != QLatin1String("quick"))
        return invalid(WorkerText::tr("detail is neither quick nor full"));
    request.isQuick = detail == QLatin1String("quick");
    request.capacityBytes = countIn(object, "capacity_bytes");
    request.imageFramework = textIn(object, "image_framework");
    request.imageCuda = textIn(object, "image_cuda");
    if (const QJsonValue flavor = object.value(QLatin1String("flavor")); flavor.isObject())
        request.flavor = flavorFromJson(flavor.toObject());
    for (const QJsonValue &flavor : object.value(QLatin1String("flavors")).toArray())
        request.flavors.append(flavorFromJson(flavor.toObject()));
    return request;
}

} // namespace Trainyard
