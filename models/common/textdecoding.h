#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Trainyard {

/// Bytes of a text file, as UTF-8 with `\n` line ends and without mark; or why they are no text.
struct DecodedText
{
    QByteArray utf8;
    QString problem;                ///< one translated sentence; empty: decoded
    std::optional<int> problemLine; ///< of the first byte that cannot be read, from 1
};

/// Understands UTF-8 with or without mark, UTF-16 with a mark, CRLF and CR. Everything else is told apart, never guessed into characters.
DecodedText decodeText(const QByteArray &bytes);

} // namespace Trainyard
