#include "services/preflight/shellscripts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CodeRules)
};

constexpr qint64 longestScript = 1 << 20;

QByteArray scriptText(const QString &path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? file.read(longestScript) : QByteArray();
}

/// Words that end in .sh and are a file below @p directory.
QStringList namedScripts(const QString &text, const QString &directory)
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z0-9_./-]+\\.(?:sh|bash)\\b"));
    QStringList scripts;
    QRegularExpressionMatchIterator matches = word.globalMatch(text);
    while (matches.hasNext()) {
        const QString path = QDir::cleanPath(QDir(directory).absoluteFilePath(matches.next().captured()));
        if (path.startsWith(directory + u'/') && QFileInfo(path).isFile())
            scripts.append(QDir(directory).relativeFilePath(path));
    }
    return scripts;
}

} // namespace

QStringList startedShellScripts(const Job &job, const QString &directory)
{
    constexpr qsizetype mostScripts = 100;
    QStringList scripts = namedScripts(job.code.bootFile + u'\n' + job.code.command, directory);
    for (qsizetype i = 0; i < scripts.size() && i < mostScripts; ++i) {
        const QString text = QString::fromUtf8(scriptText(directory + u'/' + scripts[i]));
        QString withoutComments;
        for (const QString &line : text.split(u'\n')) {
            if (!line.trimmed().startsWith(u'#'))
                withoutComments += line + u'\n';
        }
        for (const QString &next : namedScripts(withoutComments, directory)) {
            if (!scripts.contains(next))
                scripts.append(next);
        }
    }
    scripts.removeDuplicates();
    return scripts;
}

QString shellScriptProblem(const QString &path)
{
    const QByteArray text = scriptText(path);
    const QString name = QFileInfo(path).fileName();
    if (text.startsWith("\xEF\xBB\xBF"))
        return Text::tr("%1 starts with a byte-order mark: the shell takes it for a part of the first command.").arg(name);
    const qsizetype lineEnds = text.count("\r\n");
    if (lineEnds > 0)
        return Text::tr("%1 has Windows line ends (%n lines): the shell takes the carriage return for a part of each command.", nullptr, int(lineEnds)).arg(name);
    return QString();
}

} // namespace Trainyard
