#include "services/diagnosis/jobkeys.h"

#include "models/job/jobdocument.h"

#include <algorithm>

namespace Trainyard {

namespace {

/// Parameters first: they are what the script is started with.
QStringList usualNames(const QString &key)
{
    if (key == QLatin1String("learning_rate")) {
        return {QStringLiteral("parameters.lr"), QStringLiteral("parameters.learning_rate"), QStringLiteral("parameters.learning-rate"),
                QStringLiteral("training.optimizer.learning_rate")};
    }
    if (key == QLatin1String("training.batch_size")) {
        return {QStringLiteral("parameters.batch_size"), QStringLiteral("parameters.batch-size"), QStringLiteral("parameters.per_device_train_batch_size"),
                QStringLiteral("parameters.train_batch_size"), key};
    }
    return {key};
}

} // namespace

QString changeableKey(const Job *job, const QString &wanted)
{
    if (!job || wanted.isEmpty())
        return QString();
    const QHash<QString, int> there = readJob(writeJob(*job)).lines;
    const QStringList names = usualNames(wanted);
    const auto found = std::find_if(names.begin(), names.end(), [&there](const QString &name) { return there.contains(name); });
    return found == names.end() ? QString() : *found;
}

} // namespace Trainyard
