#include "models/common/textdecoding.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(TextDecoding)
};

int lineAt(const QByteArray &bytes, qsizetype offset)
{
    int line = 1;
    for (qsizetype i = 0; i < offset; ++i) {
        if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n')))
            ++line;
    }
    return line;
}

/// Offset of the first byte that is no well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates), or -1.
qsizetype firstBrokenByte(const QByteArray &bytes)
{
    const auto byteAt = [&bytes](qsizetype i) { return i < bytes.size() ? uchar(bytes[i]) : uchar(0); };
    const auto isTail = [&byteAt](qsizetype i, uchar low = 0x80, uchar high = 0xBF) { return byteAt(i) >= low && byteAt(i) <= high; };
    for (qsizetype i = 0; i < bytes.size();) {
        const uchar lead = byteAt(i);
        if (lead < 0x80)
            i += 1;
        else if (lead >= 0xC2 && lead <= 0xDF && isTail(i + 1))
            i += 2;
        else if (lead >= 0xE0 && lead <= 0xEF && isTail(i + 1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && isTail(i + 2))
            i += 3;
        else if (lead >= 0xF0 && lead <= 0xF4 && isTail(i + 1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && isTail(i + 2) && isTail(i + 3))
            i += 4;
        else
            return i;
    }
    return -1;
}

/// GBK writes a Chinese character as two bytes, the first of them 0x81..0xFE and mostly both high. In Latin-1 an accented letter stands alone; pairs
/// that all start with 0xC0 or 0xC1 are ASCII written too long, as no good UTF-8 does.
bool looksLikeGbk(const QByteArray &bytes)
{
    int highPairs = 0, pairs = 0, overlongPairs = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const uchar lead = uchar(bytes[i]);
        if (lead < 0x80)
            continue;
        const uchar tail = i + 1 < bytes.size() ? uchar(bytes[i + 1]) : uchar(0);
        if (lead == 0x80 || lead == 0xFF || tail < 0x40 || tail == 0x7F || tail == 0xFF)
            return false;
        ++pairs;
        highPairs += tail >= 0x80 ? 1 : 0;
        overlongPairs += lead == 0xC0 || lead == 0xC1 ? 1 : 0;
        ++i;
    }
    return 2 * highPairs > pairs && overlongPairs < pairs;
}

DecodedText problem(const QString &sentence, std::optional<int> line = std::nullopt)
{
    return {QByteArray(), sentence, line};
}

DecodedText decodeUtf16(const QByteArray &bytes, QStringConverter::Encoding encoding)
{
    QStringDecoder decoder(encoding);
    const QString text = decoder(bytes);
    if (decoder.hasError() || bytes.size() % 2 != 0)
        return problem(Text::tr("The file starts like UTF-16, but is broken."));
    return decodeText(text.toUtf8());
}

/// Control characters that no text holds; YAML forbids them as well. Tab, line feed and carriage return are fine.
qsizetype firstControlCharacter(const QByteArray &bytes)
{
    const auto isControl = [](char c) { return (uchar(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || uchar(c) == 0x7F; };
    const auto found = std::find_if(bytes.begin(), bytes.end(), isControl);
    return found == bytes.end() ? -1 : found - bytes.begin();
}

} // namespace

DecodedText decodeText(const QByteArray &bytes)
{
    using namespace Qt::StringLiterals;
    if (bytes.startsWith("\xFF\xFE\0\0"_ba) || bytes.startsWith("\0\0\xFE\xFF"_ba))
        return problem(Text::tr("The file is UTF-32, not UTF-8."));
    if (bytes.startsWith("\xFF\xFE"))
        return decodeUtf16(bytes, QStringConverter::Utf16LE);
    if (bytes.startsWith("\xFE\xFF"))
        return decodeUtf16(bytes, QStringConverter::Utf16BE);
    QByteArray text = bytes.startsWith("\xEF\xBB\xBF") ? bytes.mid(3) : bytes;
    if (const qsizetype control = firstControlCharacter(text); control >= 0) {
        const bool isUtf16 = text[control] == 0 && text.count('\0') >= text.size() / 3;
        return isUtf16 ? problem(Text::tr("The file looks like UTF-16 without a byte-order mark."))
                       : problem(Text::tr("The file is not text: byte %1 is 0x%2.").arg(control).arg(uint(uchar(text[control])), 2, 16, QLatin1Char('0')),
                                 lineAt(text, control));
    }
    if (const qsizetype broken = firstBrokenByte(text); broken >= 0) {
        const int line = lineAt(text, broken);
        return looksLikeGbk(text) ? problem(Text::tr("The file is not UTF-8: line %1 looks like GBK.").arg(line), line)
                                  : problem(Text::tr("The file is not UTF-8: line %1 holds bytes of another encoding, such as Latin-1.").arg(line), line);
    }
    if (text.contains('\r')) {
        text.replace("\r\n", "\n");
        text.replace('\r', '\n');
    }
    return {text, QString(), std::nullopt};
}

} // namespace Trainyard
