#include "models/accelerator/memoryforecast.h"

#include <QJsonArray>

#include <algorithm>

namespace Trainyard {

namespace {

// The keys of each value, once for both directions: @p archive is a Writer or a Reader.
template<typename Archive>
void keys(Archive &archive, MemoryBreakdown &value)
{
    archive("weights", value.weights);
    archive("gradients", value.gradients);
    archive("optimizer", value.optimizer);
    archive("activations", value.activations);
    archive("temporaries", value.temporaries);
    archive("workspace", value.workspace);
    archive("context", value.context);
}

template<typename Archive>
void keys(Archive &archive, FlavorFit &value)
{
    archive("name", value.name);
    archive("accelerator", value.accelerator);
    archive("capacity_bytes", value.capacityBytes);
    archive("fits", value.fits);
    archive("price_per_hour", value.pricePerHour);
    archive("hours_low", value.hoursLow);
    archive("hours_high", value.hoursHigh);
    archive("measured", value.isMeasured);
    archive("step_seconds_low", value.stepSecondsLow);
    archive("step_seconds_high", value.stepSecondsHigh);
}

using TextPair = std::pair<QString, QString>;

template<typename Archive>
void keys(Archive &archive, TextPair &value)
{
    archive("key", value.first);
    archive("value", value.second);
}

template<typename Archive>
void keys(Archive &archive, MemorySuggestion &value)
{
    archive("code", value.code);
    archive("change", value.change);
    archive("edits", value.edits);
    archive("saves_bytes", value.savesBytes);
    archive("need_bytes", value.needBytes);
    archive("fits", value.fits);
}

template<typename Archive>
void keys(Archive &archive, MemoryCurvePoint &value)
{
    archive("axis", value.axis);
    archive("value", value.value);
    archive("need_bytes", value.needBytes);
}

template<typename Archive>
void keys(Archive &archive, MemoryTimelinePoint &value)
{
    archive("position", value.position);
    archive("bytes", value.bytes);
    archive("phase", value.phase);
}

template<typename Archive>
void keys(Archive &archive, ModuleMemory &value)
{
    archive("module", value.module);
    archive("bytes", value.bytes);
}

template<typename Archive>
void keys(Archive &archive, HostNeeds &value)
{
    archive("ram_bytes", value.ramBytes);
    archive("shared_memory_bytes", value.sharedMemoryBytes);
    archive("checkpoint_bytes", value.checkpointBytes);
    archive("checkpoints_on_disk_bytes", value.checkpointsOnDiskBytes);
    archive("flops_per_step", value.flopsPerStep);
}

template<typename Archive>
void keys(Archive &archive, MemoryForecast &value)
{
    archive("device", value.device);
    archive("capacity_bytes", value.capacityBytes);
    archive("fits", value.fits);
    archive("peak_allocated_bytes", value.peakAllocatedBytes);
    archive("peak_reserved_bytes", value.peakReservedBytes);
    archive("smallest_capacity_bytes", value.smallestCapacityBytes);
    archive("low_bytes", value.lowBytes);
    archive("high_bytes", value.highBytes);
    archive("breakdown", value.breakdown);
    archive("peak_at", value.peakAt);
    archive("at_peak", value.atPeak);
    archive("largest_batch", value.largestBatch);
    archive("largest_sequence", value.largestSequence);
    archive("parameters", value.parameters);
    archive("trainable_parameters", value.trainableParameters);
    archive.asObject("resolved", value.resolved);
    archive("method", value.method);
    archive("not_forecast", value.notForecast);
    archive("flavors", value.flavors);
    archive("suggestions", value.suggestions);
    archive("curve", value.curve);
    archive.further("activations_by_module", value.activationsByModule);
    archive.further("timeline", value.timeline);
    archive.further("host", value.host);
}

class Writer
{
public:
    template<typename T>
    void operator()(const char *key, const T &value) { m_object.insert(QLatin1String(key), json(value)); }
    template<typename T>
    void further(const char *key, const T &value) { (*this)(key, value); }
    void asObject(const char *key, const QList<TextPair> &pairs)
    {
        QJsonObject object;
        for (const auto &[name, text] : pairs)
            object.insert(name, text);
        m_object.insert(QLatin1String(key), object);
    }

    template<typename T>
    static QJsonObject object(T value)
    {
        Writer writer;
        keys(writer, value);
        return writer.m_object;
    }

private:
    static QJsonValue json(qint64 value) { return value; }
    static QJsonValue json(double value) { return value; }
    static QJsonValue json(bool value) { return value; }
    static QJsonValue json(const QString &value) { return value; }
    template<typename T>
    static QJsonValue json(const std::optional<T> &value) { return value ? json(*value) : QJsonValue(QJsonValue::Null); }
    template<typename T>
    static QJsonValue json(const QList<T> &values)
    {
        QJsonArray array;
        for (const T &value : values)
            array.append(json(value));
        return array;
    }
    template<typename T>
    static QJsonValue json(const T &value) { return object(value); }

    QJsonObject m_object;
};

class Reader
{
public:
    explicit Reader(const QJsonObject &object) : m_object(object) {}
    bool isValid() const { return m_isValid; }

    template<typename T>
    void operator()(const char *key, T &value) { m_isValid = m_isValid && read(m_object.value(QLatin1String(key)), value); }
    /// A key beside the contract: it may be missing.
    template<typename T>
    void further(const char *key, T &value)
    {
        if (m_object.contains(QLatin1String(key)))
            (*this)(key, value);
    }
    void asObject(const char *key, QList<TextPair> &pairs)
    {
        const QJsonValue value = m_object.value(QLatin1String(key));
        const QJsonObject object = value.toObject();
        m_isValid = m_isValid && value.isObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            m_isValid = m_isValid && it->isString();
            pairs.append({it.key(), it->toString()});
        }
    }

    template<typename T>
    static std::optional<T> value(const QJsonObject &object)
    {
        T value;
        Reader reader(object);
        keys(reader, value);
        return reader.isValid() ? std::optional(value) : std::nullopt;
    }

private:
    static bool read(const QJsonValue &json, qint64 &value)
    {
        value = json.toInteger(0);
        return json.isDouble() && json.toInteger(1) == value; // a fraction would answer each default
    }
    static bool read(const QJsonValue &json, double &value)
    {
        value = json.toDouble();
        return json.isDouble();
    }
    static bool read(const QJsonValue &json, bool &value)
    {
        value = json.toBool();
        return json.isBool();
    }
    static bool read(const QJsonValue &json, QString &value)
    {
        value = json.toString();
        return json.isString();
    }
    template<typename T>
    static bool read(const QJsonValue &json, std::optional<T> &value)
    {
        if (json.isNull())
            return true;
        return read(json, value.emplace());
    }
    template<typename T>
    static bool read(const QJsonValue &json, QList<T> &values)
    {
        const QJsonArray array = json.toArray();
        return json.isArray() && std::all_of(array.begin(), array.end(), [&](const QJsonValue &item) { return read(item, values.emplaceBack()); });
    }
    template<typename T>
    static bool read(const QJsonValue &json, T &value)
    {
        const auto object = Reader::value<T>(json.toObject());
        if (json.isObject() && object)
            value = *object;
        return json.isObject() && object;
    }

    const QJsonObject m_object;
    bool m_isValid = true;
};

} // namespace

QJsonObject MemoryBreakdown::toJson() const
{
    return Writer::object(*this);
}

MemoryBreakdown MemoryBreakdown::fromJson(const QJsonObject &object)
{
    return Reader::value<MemoryBreakdown>(object).value_or(MemoryBreakdown());
}

QJsonObject MemoryForecast::toJson() const
{
    return Writer::object(*this);
}

std::optional<MemoryForecast> MemoryForecast::fromJson(const QJsonObject &object)
{
    return Reader::value<MemoryForecast>(object);
}

} // namespace Trainyard
