#include "services/metricfiles/summaryevent.h"

#include "services/metricfiles/wirereader.h"

#include <QFloat16>

#include <cstring>

namespace Trainyard {

namespace {

// Numbers of fields and types: tensorflow/core/util/event.proto, framework/summary.proto, tensor.proto and types.proto, as of TensorFlow 2.15.
enum DataType { Float = 1, Double = 2, Int32 = 3, UInt8 = 4, Int16 = 5, Int8 = 6, Int64 = 9, Bool = 10, BFloat16 = 14, UInt16 = 17, Half = 19 };

double ofHalf(quint16 bits)
{
    qfloat16 half;
    std::memcpy(static_cast<void *>(&half), &bits, sizeof half);
    return double(float(half));
}

double ofBFloat16(quint16 bits)
{
    return double(std::bit_cast<float>(quint32(bits) << 16));
}

template<typename T>
std::optional<double> wholeAs(QByteArrayView content)
{
    return content.size() == qsizetype(sizeof(T)) ? std::optional(double(qFromLittleEndian<T>(content.data()))) : std::nullopt;
}

/// `tensor_content`: the number as it lies in memory.
std::optional<double> ofContent(QByteArrayView content, int type)
{
    switch (type) {
    case Float: return wholeAs<float>(content);
    case Double: return wholeAs<double>(content);
    case Int32: return wholeAs<qint32>(content);
    case Int64: return wholeAs<qint64>(content);
    case UInt8:
    case Bool: return wholeAs<quint8>(content);
    case Int8: return wholeAs<qint8>(content);
    case Int16: return wholeAs<qint16>(content);
    case UInt16: return wholeAs<quint16>(content);
    default: break;
    }
    if (content.size() != 2 || (type != Half && type != BFloat16))
        return std::nullopt;
    const quint16 bits = qFromLittleEndian<quint16>(content.data());
    return type == Half ? ofHalf(bits) : ofBFloat16(bits);
}

/// A list of one: packed, or as a field of its own.
std::optional<double> ofList(const WireReader &field, int type)
{
    const bool isOfFloats = field.field() == 5;
    const bool isOfDoubles = field.field() == 6;
    if (isOfFloats)
        return field.isFloat() ? std::optional(field.toFloat()) : field.isBytes() ? wholeAs<float>(field.bytes()) : std::nullopt;
    if (isOfDoubles)
        return field.isDouble() ? std::optional(field.toDouble()) : field.isBytes() ? wholeAs<double>(field.bytes()) : std::nullopt;
    quint64 number = quint64(field.integer());
    if (field.isBytes()) {
        WireReader list(field.bytes());
        quint64 second = 0;
        if (!list.takeVarint(number) || list.takeVarint(second))
            return std::nullopt;
    } else if (!field.isVarint()) {
        return std::nullopt;
    }
    if (type == Half)
        return ofHalf(quint16(number));
    return type == BFloat16 ? ofBFloat16(quint16(number)) : double(qint64(number));
}

/// A tensor of any shape is a scalar when it holds one number.
std::optional<double> scalarOfTensor(QByteArrayView tensor)
{
    int type = 0;
    WireReader types(tensor);
    while (types.next()) {
        if (types.field() == 1)
            type = int(types.integer());
    }
    std::optional<double> value;
    WireReader fields(tensor);
    while (fields.next()) {
        const int field = fields.field();
        if (field == 4 && fields.isBytes() && !fields.bytes().isEmpty())
            value = ofContent(fields.bytes(), type);
        else if (field == 5 || field == 6 || field == 7 || field == 10 || field == 11 || field == 13) // float, double, int, int64, bool, half
            value = ofList(fields, type);
    }
    return value;
}

/// `SummaryMetadata.plugin_data.plugin_name`
QByteArrayView pluginName(QByteArrayView metadata)
{
    WireReader fields(metadata);
    while (fields.next()) {
        if (fields.field() != 1 || !fields.isBytes())
            continue;
        WireReader plugin(fields.bytes());
        while (plugin.next()) {
            if (plugin.field() == 1 && plugin.isBytes())
                return plugin.bytes();
        }
    }
    return {};
}

std::optional<TaggedScalar> scalarOfValue(QByteArrayView value)
{
    QByteArrayView tag;
    QByteArrayView plugin;
    std::optional<double> number;
    WireReader fields(value);
    while (fields.next()) {
        if (fields.field() == 1 && fields.isBytes())
            tag = fields.bytes();
        else if (fields.field() == 2 && fields.isFloat())
            number = fields.toFloat();
        else if (fields.field() == 8 && fields.isBytes())
            number = scalarOfTensor(fields.bytes());
        else if (fields.field() == 9 && fields.isBytes())
            plugin = pluginName(fields.bytes());
    }
    const bool isScalar = number && !tag.isEmpty() && (plugin.isEmpty() || plugin == "scalars");
    return isScalar ? std::optional(TaggedScalar{tag.toByteArray(), *number}) : std::nullopt;
}

void addScalars(QByteArrayView summary, SummaryEvent &event)
{
    WireReader fields(summary);
    while (fields.next()) {
        if (fields.field() != 1 || !fields.isBytes())
            continue;
        if (const std::optional<TaggedScalar> scalar = scalarOfValue(fields.bytes()))
            event.scalars.append(*scalar);
    }
}

bool isSessionStart(QByteArrayView sessionLog)
{
    WireReader fields(sessionLog);
    while (fields.next()) {
        if (fields.field() == 1 && fields.isVarint())
            return fields.integer() == 1;
    }
    return false;
}

} // namespace

std::optional<SummaryEvent> decodeEvent(QByteArrayView record)
{
    SummaryEvent event;
    bool hasTime = false;
    WireReader fields(record);
    while (fields.next()) {
        if (fields.field() == 1 && fields.isDouble()) {
            event.wallTime = fields.toDouble();
            hasTime = true;
        } else if (fields.field() == 2 && fields.isVarint()) {
            event.step = fields.integer();
        } else if (fields.field() == 3 && fields.isBytes()) {
            event.fileVersion = fields.bytes().toByteArray();
        } else if (fields.field() == 5 && fields.isBytes()) {
            addScalars(fields.bytes(), event);
        } else if (fields.field() == 7 && fields.isBytes()) {
            event.startsSession = isSessionStart(fields.bytes());
        }
    }
    return hasTime ? std::optional(event) : std::nullopt;
}

} // namespace Trainyard
