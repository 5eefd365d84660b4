#pragma once

#include <QByteArray>

#include <optional>

/// Writes TensorBoard event files byte by byte, from the formats' descriptions and not with the reader's code.
namespace EventWriter {

QByteArray varint(quint64 value);
QByteArray bytesField(int number, const QByteArray &bytes);
QByteArray varintField(int number, quint64 value);
QByteArray floatField(int number, float value);
QByteArray doubleField(int number, double value);

/// length, its CRC, data, its CRC
QByteArray record(const QByteArray &data);
QByteArray versionRecord(double wallTime = 1700000000);
QByteArray event(double wallTime, qint64 step, const QByteArray &summary);
/// A `simple_value`.
QByteArray scalarRecord(const QByteArray &tag, qint64 step, float value, double wallTime = 1700000000);
/// A tensor as TF2 writes it: metadata with the plugin's name; @p tensor holds fields of TensorProto.
QByteArray tensorRecord(const QByteArray &tag, qint64 step, const QByteArray &tensor, const QByteArray &plugin = "scalars");
QByteArray sessionStartRecord(qint64 step);

} // namespace EventWriter
