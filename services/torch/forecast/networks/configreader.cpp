#include "services/torch/forecast/networks/configreader.h"

#include "models/common/units.h"
#include "services/torch/forecast/networks/networktext.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

namespace Trainyard {

namespace {

QString shown(const QJsonValue &value)
{
    if (value.isString())
        return value.toString().left(40);
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', 12);
    if (value.isBool())
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    return value.isArray() ? QStringLiteral("[...]") : QStringLiteral("{...}");
}

} // namespace

Result<ConfigReader> ConfigReader::open(const QString &path)
{
    constexpr qint64 mostBytes = 16 << 20;
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!file.exists())
        return Error{Error::Kind::NotFound, NetworkText::tr("The model description %1 does not exist.").arg(name), path};
    const QFileInfo info(path);
    if (!info.isFile()) // opening a pipe would wait for somebody to write
        return Error{Error::Kind::Invalid, NetworkText::tr("The model description %1 is no file, but a folder or a device.").arg(name), path};
    if (info.size() > mostBytes)
        return Error{Error::Kind::Invalid, NetworkText::tr("The model description %1 is larger than %2: it is no config.json of Hugging Face.").arg(name, displaySize(mostBytes)), path};
    if (!file.open(QIODevice::ReadOnly))
        return Error{Error::Kind::Io, NetworkText::tr("The model description %1 cannot be read.").arg(name), file.errorString()};
    const QByteArray text = file.read(mostBytes);
    if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff"))
        return Error{Error::Kind::Invalid, NetworkText::tr("The model description %1 is in UTF-16: save it as UTF-8.").arg(name), path};
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(text, &fault);
    if (fault.error != QJsonParseError::NoError) {
        return Error{Error::Kind::Invalid,
                     NetworkText::tr("The model description %1 is no JSON: line %2 is damaged or the file is cut off.").arg(name).arg(1 + text.left(fault.offset).count('\n')),
                     fault.errorString()};
    }
    if (!document.isObject())
        return Error{Error::Kind::Invalid, NetworkText::tr("The model description %1 holds no object with keys such as model_type.").arg(name), QString()};
    return ConfigReader(document.object());
}

QJsonValue ConfigReader::value(Keys keys, QString &key) const
{
    for (const char *candidate : keys) {
        key = QLatin1String(candidate);
        const QJsonValue found = m_config.value(key);
        if (!found.isUndefined() && !found.isNull())
            return found;
    }
    key = QLatin1String(*keys.begin());
    return QJsonValue(QJsonValue::Undefined);
}

void ConfigReader::refuse(const QString &message) const
{
    if (!m_fault)
        m_fault = Error{Error::Kind::Invalid, message, QString()};
}

qint64 ConfigReader::count(Keys keys, qint64 fallback, qint64 most, qint64 least) const
{
    QString key;
    const QJsonValue found = value(keys, key);
    if (found.isUndefined())
        return fallback;
    const double number = found.toDouble(-1);
    if (!found.isDouble() || number != std::floor(number) || number < double(least) || number > double(most)) {
        refuse(NetworkText::tr("The model description has %1: %2; a whole number from %3 to %4 is expected.").arg(key, shown(found)).arg(least).arg(most));
        return fallback;
    }
    return qint64(number);
}

double ConfigReader::number(Keys keys, double fallback) const
{
    QString key;
    const QJsonValue found = value(keys, key);
    if (found.isUndefined())
        return fallback;
    if (!found.isDouble() || !std::isfinite(found.toDouble())) {
        refuse(NetworkText::tr("The model description has %1: %2; a number is expected.").arg(key, shown(found)));
        return fallback;
    }
    return found.toDouble();
}

double ConfigReader::share(Keys keys, double fallback, double most) const
{
    const double found = number(keys, fallback);
    if (found >= 0 && found <= most)
        return found;
    refuse(NetworkText::tr("The model description has %1: %2; a share from 0 to %3 is expected.").arg(QLatin1String(*keys.begin())).arg(found).arg(most));
    return fallback;
}

bool ConfigReader::flag(Keys keys, bool fallback) const
{
    QString key;
    const QJsonValue found = value(keys, key);
    if (found.isUndefined())
        return fallback;
    if (!found.isBool())
        refuse(NetworkText::tr("The model description has %1: %2; true or false is expected.").arg(key, shown(found)));
    return found.toBool(fallback);
}

QString ConfigReader::text(Keys keys, const QString &fallback) const
{
    QString key;
    const QJsonValue found = value(keys, key);
    if (found.isUndefined())
        return fallback;
    if (!found.isString())
        refuse(NetworkText::tr("The model description has %1: %2; a text is expected.").arg(key, shown(found)));
    return found.toString(fallback);
}

QList<qint64> ConfigReader::counts(Keys keys, const QList<qint64> &fallback, qint64 most) const
{
    QString key;
    const QJsonValue found = value(keys, key);
    if (found.isUndefined())
        return fallback;
    QList<qint64> numbers;
    const QJsonArray entries = found.toArray();
    for (const QJsonValue &entry : entries)
        numbers.append(entry.isDouble() && entry.toDouble() == std::floor(entry.toDouble()) && entry.toDouble() <= double(most) ? qint64(entry.toDouble()) : 0);
    constexpr qsizetype mostEntries = 64;
    if (numbers.isEmpty() || numbers.size() > mostEntries || std::any_of(numbers.begin(), numbers.end(), [](qint64 n) { return n < 1; })) {
        refuse(NetworkText::tr("The model description has %1: %2; a list of whole numbers from 1 to %3 is expected.").arg(key, shown(found)).arg(most));
        return fallback;
    }
    return numbers;
}

bool ConfigReader::has(Keys keys) const
{
    QString key;
    return !value(keys, key).isUndefined();
}

bool ConfigReader::isList(Keys keys) const
{
    QString key;
    return value(keys, key).isArray();
}

QStringList ConfigReader::architectures() const
{
    QStringList names;
    const QJsonArray entries = m_config.value(QLatin1String("architectures")).toArray();
    for (const QJsonValue &entry : entries)
        names.append(entry.toString());
    names.removeAll(QString());
    return names;
}

std::optional<qint64> ConfigReader::labels() const
{
    if (has({"num_labels"}))
        return count({"num_labels"}, 2, mostWords);
    const QJsonObject names = m_config.value(QLatin1String("id2label")).toObject();
    return names.isEmpty() ? std::nullopt : std::optional<qint64>(names.size());
}

} // namespace Trainyard
