#include "services/preflight/shellcommands.h"

namespace Trainyard {

namespace {

class Splitter
{
public:
    explicit Splitter(const QString &text)
        : m_text(text)
    {
    }

    QList<ShellCommand> split()
    {
        while (m_at < m_text.size())
            step();
        endCommand(QString());
        return m_commands;
    }

private:
    QChar peek(qsizetype ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar(); }

    void step()
    {
        const QChar c = peek();
        if (c == u'\\') {
            if (peek(1) == u'\n')
                ++m_line;
            else
                add(peek(1));
            m_at += 2;
        } else if (c == u'\'') {
            const qsizetype end = m_text.indexOf(u'\'', m_at + 1);
            addQuoted(m_text.mid(m_at + 1, (end < 0 ? m_text.size() : end) - m_at - 1));
            m_at = end < 0 ? m_text.size() : end + 1;
        } else if (c == u'"') {
            ++m_at;
            readDoubleQuoted();
        } else if (c == u'$' || c == u'`') {
            readExpansion();
        } else if (c == u'#' && !m_hasWord) {
            while (m_at < m_text.size() && peek() != u'\n')
                ++m_at;
        } else if (c == u'\n' || c == u';' || c == u'&' || c == u'|') {
            readSeparator(c);
        } else if (c == u'(' || c == u')') {
            // `args=("$@")` is a word; a subshell is a command of its own
            if (m_hasWord && (m_word.text.endsWith(u'=') || m_depth > 0)) {
                m_depth += c == u'(' ? 1 : -1;
                add(c);
            } else if (m_depth > 0) {
                m_depth += c == u'(' ? 1 : -1;
                add(c);
            } else {
                endCommand(QStringLiteral(";"));
            }
            ++m_at;
        } else if (c.isSpace() && m_depth == 0) {
            endWord();
            ++m_at;
        } else {
            if (c == u'<' && peek(1) == u'<' && peek(2) != u'<')
                startHereDocument();
            add(c);
            ++m_at;
        }
    }

    void readSeparator(QChar c)
    {
        if (m_depth > 0 && c == u'\n') { // an array over several lines
            add(u' ');
            ++m_line;
            ++m_at;
            return;
        }
        const bool isRedirection = c == u'&' && (m_word.text.endsWith(u'>') || peek(1) == u'>');
        if (isRedirection) {
            add(c);
            ++m_at;
            return;
        }
        QString end(c);
        if ((c == u'&' || c == u'|' || c == u';') && peek(1) == c)
            end += c;
        endCommand(end);
        m_at += end.size();
        if (c == u'\n') {
            ++m_line;
            skipHereDocument();
        }
    }

    void readDoubleQuoted()
    {
        m_hasWord = true;
        while (m_at < m_text.size() && peek() != u'"') {
            if (peek() == u'\\' && (peek(1) == u'"' || peek(1) == u'\\' || peek(1) == u'$')) {
                add(peek(1));
                m_at += 2;
            } else if (peek() == u'$' || peek() == u'`') {
                readExpansion();
            } else {
                m_line += peek() == u'\n' ? 1 : 0;
                add(peek());
                ++m_at;
            }
        }
        ++m_at;
    }

    /// `$NAME`, `${...}`, `$(...)` as they are written, whatever quotes are inside.
    void readExpansion()
    {
        m_word.isLiteral = false;
        const QChar open = peek() == u'`' ? u'`' : peek(1);
        add(peek());
        ++m_at;
        if (open != u'(' && open != u'{' && open != u'`') {
            if (open == u'@' || open == u'*' || open == u'#' || open == u'?' || open.isDigit()) {
                add(open);
                ++m_at;
            }
            return;
        }
        const QChar close = open == u'(' ? u')' : open == u'{' ? u'}' : u'`';
        int depth = open == u'`' ? 1 : 0;
        while (m_at < m_text.size()) {
            const QChar c = peek();
            m_line += c == u'\n' ? 1 : 0;
            add(c);
            ++m_at;
            if (c == close && (close == u'`' || --depth == 0))
                return;
            if (c == open && close != u'`')
                ++depth;
        }
    }

    void startHereDocument()
    {
        qsizetype at = m_at + 2;
        while (at < m_text.size() && (m_text[at] == u'-' || m_text[at] == u' ' || m_text[at] == u'\'' || m_text[at] == u'"'))
            ++at;
        m_hereDocument.clear();
        while (at < m_text.size() && (m_text[at].isLetterOrNumber() || m_text[at] == u'_'))
            m_hereDocument += m_text[at++];
    }

    void skipHereDocument()
    {
        while (!m_hereDocument.isEmpty() && m_at < m_text.size()) {
            qsizetype end = m_text.indexOf(u'\n', m_at);
            end = end < 0 ? m_text.size() : end;
            const bool isEnd = m_text.mid(m_at, end - m_at).trimmed() == m_hereDocument;
            m_at = end + 1;
            ++m_line;
            if (isEnd)
                break;
        }
        m_hereDocument.clear();
    }

    void add(QChar c)
    {
        if (m_word.text.isEmpty() && !m_hasWord && m_command.words.isEmpty())
            m_command.line = m_line;
        m_hasWord = true;
        m_word.text += c;
    }

    void addQuoted(const QString &text)
    {
        m_line += int(text.count(u'\n'));
        m_hasWord = true;
        if (m_command.words.isEmpty() && m_word.text.isEmpty())
            m_command.line = m_line;
        m_word.text += text;
    }

    void endWord()
    {
        if (m_hasWord)
            m_command.words.append(m_word);
        m_word = {};
        m_hasWord = false;
    }

    void endCommand(const QString &end)
    {
        endWord();
        if (!m_command.words.isEmpty()) {
            m_command.end = end;
            m_commands.append(m_command);
        }
        m_command = {};
        m_depth = 0;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    int m_line = 1;
    int m_depth = 0; ///< of brackets in a word
    ShellWord m_word;
    bool m_hasWord = false;
    ShellCommand m_command;
    QList<ShellCommand> m_commands;
    QString m_hereDocument;
};

} // namespace

QList<ShellCommand> splitShell(const QString &text)
{
    const QString unixText = QString(text).remove(u'\r');
    return Splitter(unixText).split();
}

} // namespace Trainyard
