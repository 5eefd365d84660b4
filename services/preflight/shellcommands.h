#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace Trainyard {

struct ShellWord
{
    QString text;          ///< quotes removed, expansions as written: `$@`, `${args[@]}`
    bool isLiteral = true; ///< nothing in it is expanded
};

/// One simple command of a shell script.
struct ShellCommand
{
    QList<ShellWord> words;
    int line = 0;    ///< of its first word
    QString end;     ///< what ends it: `|`, `&&`, `;`, `&`, a line break; empty: the end of the text
};

/// Splits a script into simple commands: quotes, comments, continued lines and here-documents as bash takes them. Loops and functions are not unrolled.
QList<ShellCommand> splitShell(const QString &text);

} // namespace Trainyard
