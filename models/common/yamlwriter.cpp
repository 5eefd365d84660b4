#include "models/common/yamlwriter.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qsizetype longestLine = 112;

bool isNullWord(const QString &text)
{
    return text.isEmpty() || text == u"~" || text.compare(u"null", Qt::CaseInsensitive) == 0;
}

/// What YAML 1.1 or 1.2 readers take for a number, a switch, a date or a time (`12:30` is 750 to YAML 1.1).
bool wouldBeRetyped(const QString &text)
{
    static const QRegularExpression word(QStringLiteral("^(y|n|yes|no|on|off|true|false)$"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression number(QStringLiteral("^[-+]?(\\.?[0-9][0-9a-fxob_,.:]*([e][-+]?[0-9]+)?|\\.inf|\\.nan)$|^[0-9]{4}-[0-9]"),
                                           QRegularExpression::CaseInsensitiveOption);
    return isNullWord(text) || word.match(text).hasMatch() || number.match(text).hasMatch();
}

/// Plain in block and in flow context alike: a cautious part of what YAML allows.
bool isSafePlain(const QString &text)
{
    static const QRegularExpression safe(QStringLiteral("^[\\p{L}\\p{N}_/.+-][\\p{L}\\p{N} _/.+@%=~$()'-]*$"),
                                         QRegularExpression::UseUnicodePropertiesOption);
    return safe.match(text).hasMatch() && !text.endsWith(u' ') && !text.endsWith(u'\n') && !text.startsWith(QLatin1String("- ")) && text != u"-"
        && !text.startsWith(QLatin1String("---")) && !text.startsWith(QLatin1String("..."));
}

QString quoted(const QString &text)
{
    QString result(u'"');
    for (const QChar c : text) {
        const ushort code = c.unicode();
        if (c == u'"' || c == u'\\')
            result += QStringLiteral("\\") + c;
        else if (c == u'\n')
            result += QStringLiteral("\\n");
        else if (c == u'\t')
            result += QStringLiteral("\\t");
        else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 || code == 0xFEFF || code >= 0xFFFE)
            result += QStringLiteral("\\u%1").arg(code, 4, 16, QLatin1Char('0'));
        else
            result += c;
    }
    return result + u'"';
}

QString flowText(const YamlOutput &value)
{
    QStringList parts;
    switch (value.kind) {
    case YamlOutput::Kind::Scalar:
        return value.text;
    case YamlOutput::Kind::Sequence:
        for (const YamlOutput &item : value.items)
            parts.append(flowText(item));
        return u'[' + parts.join(QStringLiteral(", ")) + u']';
    case YamlOutput::Kind::Mapping:
        for (const auto &[key, entry] : value.entries)
            parts.append(key + QStringLiteral(": ") + flowText(entry));
        return u'{' + parts.join(QStringLiteral(", ")) + u'}';
    }
    Q_UNREACHABLE();
}

bool fitsInFlow(const YamlOutput &value, qsizetype usedColumns)
{
    return value.kind == YamlOutput::Kind::Scalar || value.isEmptySection() || (value.isFlow && usedColumns + flowText(value).size() <= longestLine);
}

QByteArray writeBlock(const YamlOutput &value, int indentation);

QByteArray writeItem(const YamlOutput &item, int indentation)
{
    const QByteArray dash = QByteArray(indentation, ' ') + "- ";
    if (fitsInFlow(item, dash.size()))
        return dash + flowText(item).toUtf8() + '\n';
    QByteArray block = writeBlock(item, indentation + 2); // its first line continues the dash
    return dash + block.mid(indentation + 2);
}

QByteArray writeBlock(const YamlOutput &value, int indentation)
{
    QByteArray text;
    for (const YamlOutput &item : value.items)
        text += writeItem(item, indentation);
    for (const auto &[key, entry] : value.entries)
        text += writeYamlEntry(key, entry, indentation);
    return text;
}

} // namespace

QString yamlScalar(const QString &text, bool keepsType)
{
    const bool isSafe = isSafePlain(text) && !(keepsType ? isNullWord(text) : wouldBeRetyped(text));
    return isSafe ? text : quoted(text);
}

QByteArray writeYamlEntry(const QString &key, const YamlOutput &value, int indentation)
{
    const QString start = QString(indentation, u' ') + key + u':';
    if (fitsInFlow(value, start.size() + 1))
        return (start + u' ' + flowText(value)).toUtf8() + '\n';
    return start.toUtf8() + '\n' + writeBlock(value, indentation + 2);
}

} // namespace Trainyard
