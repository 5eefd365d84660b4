#pragma once

#include <QByteArrayView>

namespace Trainyard {

/// CRC-32C (Castagnoli polynomial, reflected): 0xE3069283 for "123456789".
quint32 crc32c(QByteArrayView data);

/// What TFRecord files store instead: rotated right by 15 bits plus a constant, so that a CRC over data that holds CRCs keeps its strength.
quint32 maskedCrc32c(QByteArrayView data);

} // namespace Trainyard
