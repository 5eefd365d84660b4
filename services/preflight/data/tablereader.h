#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/**
 * CSV and its kin, streamed by the rules of quotes (a cell may hold line ends). The delimiter is told by the first line, the header is that line.
 *
 * Troubles: ByteOrderMark, Encoding, WrongContent, RaggedRow, BadLine (an open quote), DuplicateColumn, MissingTarget, MissingValue (in columns of
 * numbers), MissingText, TextInNumbers, LabelOutOfRange, MissingKey (the target column is not there), MissingFile and the other troubles of paths.
 */
FileReport readTable(const QByteArray &path, const ReadContext &context);

/// Plain text: Encoding, ByteOrderMark, WrongContent, Empty.
FileReport readText(const QByteArray &path, const ReadContext &context);

} // namespace Trainyard
