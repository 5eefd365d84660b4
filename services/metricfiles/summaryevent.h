#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <optional>

namespace Trainyard {

/// One value of one tag, as TensorBoard's `Summary.Value` has it.
struct TaggedScalar
{
    QByteArray tag;
    double value = 0;
    bool operator==(const TaggedScalar &) const = default;
};

/// The parts of TensorBoard's `Event` message that tell of scalars and of restarts.
struct SummaryEvent
{
    double wallTime = 0; ///< seconds since the epoch
    qint64 step = 0;
    QByteArray fileVersion;   ///< `brain.Event:2`, of a file's first record
    bool startsSession = false; ///< the writer began (again) at @c step: what was written from there on no longer holds
    QList<TaggedScalar> scalars; ///< simple values and tensors of one number; images, histograms and texts are left out
    bool operator==(const SummaryEvent &) const = default;
};

/// Nothing when @p record is no such message.
std::optional<SummaryEvent> decodeEvent(QByteArrayView record);

} // namespace Trainyard
