#pragma once

#include <QString>
#include <QStringView>

#include <chrono>
#include <optional>

namespace Trainyard {

using Milliseconds = std::chrono::milliseconds;

/**
 * Sizes and durations as job.yaml writes them, and as people read them.
 *
 * Text in files: `GiB/MiB/KiB/TiB` are powers of 1024, `GB/MB/KB/TB` powers of 1000, `B` bytes; durations `90s/15m/2h/1d`.
 * A bare number is refused: nobody should have to guess its unit.
 */

/// Bytes, or nothing for text without unit, negative, not finite or over 2^62.
std::optional<qint64> parseSize(QStringView text);
/// A duration above zero, or nothing. Fractions are allowed: `1.5h`.
std::optional<Milliseconds> parseDuration(QStringView text);

/// The shortest text that parses back to the same number: `64GiB`, `500MB`, `123B`.
QString sizeToText(qint64 bytes);
/// The shortest text that parses back to the same duration: `90s`, `15m`, `2h`, `1d`.
QString durationToText(Milliseconds duration);

/// For people: `12.3 GiB`, `512 B`.
QString displaySize(qint64 bytes);
/// For people: `1 h 02 min`, `4 min 05 s`, `3.2 s`.
QString displayDuration(Milliseconds duration);
/// 4 significant digits, no exponent between 1e-4 and 1e6: `0.4123`, `1.5e-05`.
QString displayNumber(double value);

/// Damerau-Levenshtein distance, for "did you mean".
int editDistance(QStringView a, QStringView b);
/// The nearest of @p known to @p word, or empty when none is near enough to be meant.
QString nearestWord(QStringView word, const QStringList &known);

} // namespace Trainyard
