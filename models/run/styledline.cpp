#include "models/run/loglines.h"

#include <algorithm>

namespace Trainyard {

namespace {

bool isBlank(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c == u' '; });
}

bool needsTerminal(QStringView text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c < u' ' || c == QChar(0x7f); });
}

/**
 * A terminal of one line. Known: colours and weights (SGR), erasing the line, carriage return, backspace, tab. Other sequences are left
 * out. What a carriage return leaves stands until something that is not blank is written over it: bars end with `\r` and blanks.
 */
class LineTerminal
{
public:
    explicit LineTerminal(QStringView input) : m_input(input) {}

    StyledLine run()
    {
        for (m_at = 0; m_at < m_input.size(); ++m_at) {
            const QChar c = m_input.at(m_at);
            if (c >= u' ' && c != QChar(0x7f))
                write(c);
            else
                control(c);
        }
        return isBlank(m_line.text) && !m_before.text.isEmpty() ? m_before : m_line;
    }

private:
    void write(QChar c)
    {
        m_line.text.append(c);
        if (m_style == TextStyle())
            return;
        const int at = int(m_line.text.size()) - 1;
        if (!m_line.spans.isEmpty() && m_line.spans.last().style == m_style && m_line.spans.last().start + m_line.spans.last().length == at)
            ++m_line.spans.last().length;
        else
            m_line.spans.append({at, 1, m_style});
    }

    void control(QChar c)
    {
        switch (c.unicode()) {
        case '\x1b': return escape();
        case '\r': return carriageReturn();
        case '\b': return backspace();
        case '\a': return;
        case '\t': {
            for (qsizetype blanks = 8 - m_line.text.size() % 8; blanks > 0; --blanks)
                write(u' ');
            return;
        }
        default: write(QChar::ReplacementCharacter);
        }
    }

    void carriageReturn()
    {
        if (!isBlank(m_line.text))
            m_before = m_line;
        m_line = StyledLine();
    }

    void backspace()
    {
        m_line.text.chop(1);
        if (m_line.spans.isEmpty() || m_line.spans.last().start + m_line.spans.last().length <= m_line.text.size())
            return;
        if (--m_line.spans.last().length == 0)
            m_line.spans.removeLast();
    }

    /// ESC [ ... letter, ESC ] ... BEL, ESC and one more.
    void escape()
    {
        if (++m_at >= m_input.size())
            return;
        const QChar kind = m_input.at(m_at);
        if (kind == u']') {
            do
                ++m_at;
            while (m_at < m_input.size() && m_input.at(m_at) != u'\a' && m_input.at(m_at) != u'\x1b');
            if (m_at < m_input.size() && m_input.at(m_at) == u'\x1b')
                ++m_at;
        } else if (kind == u'[') {
            const qsizetype begin = m_at + 1;
            do
                ++m_at;
            while (m_at < m_input.size() && (m_input.at(m_at) < u'@' || m_input.at(m_at) > u'~'));
            if (m_at >= m_input.size())
                return;
            if (m_input.at(m_at) == u'm')
                setStyle(m_input.sliced(begin, m_at - begin));
            else if (m_input.at(m_at) == u'K' && m_input.sliced(begin, m_at - begin) == u"2")
                m_line = StyledLine();
        }
    }

    void setStyle(QStringView parameters)
    {
        QList<int> codes;
        for (const QStringView part : parameters.tokenize(u';')) {
            for (const QStringView subpart : part.tokenize(u':'))
                codes.append(subpart.toInt());
        }
        for (qsizetype i = 0; i < codes.size(); ++i) {
            const int code = codes.at(i);
            if (code == 38 || code == 48)
                setColor(code == 38 ? m_style.foreground : m_style.background, codes, i, parameters.contains(u':'));
            else
                applyCode(code);
        }
    }

    /// `38;5;N`, `38;2;R;G;B`, with colons also `38:2::R:G:B`.
    static void setColor(AnsiColor &color, const QList<int> &codes, qsizetype &i, bool hasColons)
    {
        if (codes.value(i + 1) == 5) {
            color = {AnsiColor::Kind::Indexed, quint32(std::clamp(codes.value(i + 2), 0, 255))};
            i += 2;
        } else if (codes.value(i + 1) == 2) {
            const qsizetype first = hasColons && codes.size() >= i + 6 ? i + 3 : i + 2;
            const auto part = [&](qsizetype at) { return quint32(std::clamp(codes.value(at), 0, 255)); };
            color = {AnsiColor::Kind::Rgb, part(first) << 16 | part(first + 1) << 8 | part(first + 2)};
            i = first + 2;
        }
    }

    void applyCode(int code)
    {
        const auto indexed = [](int index) { return AnsiColor{AnsiColor::Kind::Indexed, quint32(index)}; };
        switch (code) {
        case 0: m_style = TextStyle(); return;
        case 1: m_style.isBold = true; return;
        case 2: m_style.isFaint = true; return;
        case 3: m_style.isItalic = true; return;
        case 4: m_style.isUnderlined = true; return;
        case 7: m_style.isInverse = true; return;
        case 22: m_style.isBold = m_style.isFaint = false; return;
        case 23: m_style.isItalic = false; return;
        case 24: m_style.isUnderlined = false; return;
        case 27: m_style.isInverse = false; return;
        case 39: m_style.foreground = {}; return;
        case 49: m_style.background = {}; return;
        default: break;
        }
        if (code >= 30 && code <= 37)
            m_style.foreground = indexed(code - 30);
        else if (code >= 90 && code <= 97)
            m_style.foreground = indexed(code - 90 + 8);
        else if (code >= 40 && code <= 47)
            m_style.background = indexed(code - 40);
        else if (code >= 100 && code <= 107)
            m_style.background = indexed(code - 100 + 8);
    }

    QStringView m_input;
    qsizetype m_at = 0;
    TextStyle m_style;
    StyledLine m_line;
    StyledLine m_before; ///< what stood there before the last carriage return
};

} // namespace

StyledLine styledLine(QByteArrayView line)
{
    QString text = QString::fromUtf8(line);
    if (!needsTerminal(text))
        return {std::move(text), {}, 0};
    return LineTerminal(text).run();
}

QString displayLine(QByteArrayView line)
{
    return styledLine(line).text;
}

} // namespace Trainyard
