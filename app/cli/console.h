#pragma once

#include "models/preflight/finding.h"
#include "models/result.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// The sentences of the command line: `CliText::tr("...")`.
class CliText
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

enum ExitStatus { ExitFine = 0, ExitFailed = 1, ExitUnusable = 2 };

/// Answers go to standard output, messages to standard error. Both are flushed at once, so that a pipe sees each line as it comes.
void print(const QString &line);
void printBytes(const QByteArray &bytes);
void printMessage(const QString &line);
void printJson(const QJsonObject &object);
/// @p status, but ExitUnusable with a message when an answer did not arrive: a full disk must not look like success.
int statusOfOutput(int status);

/// A finding as two or three lines: severity, place, message; the fix below.
QString findingText(const Finding &finding);
void printFindings(const Findings &findings, const QList<NotChecked> &notChecked);
/// Columns as wide as their longest cell, also with Chinese in them.
void printTable(const QList<QStringList> &rows);

/**
 * One call of a sub-command: its arguments against what it takes. A wrong call is told once, on standard error, and with `--json` as a document on
 * standard output too.
 */
class CommandCall
{
public:
    CommandCall(const char *name, const QString &description);

    void addPositional(const QString &name, const QString &description);
    void addFlag(const QString &name, const QString &description);
    void addValue(const QString &name, const QString &description, const QString &valueName, const QString &defaultValue = QString());
    /// `--json`
    void addJson();

    /// Nothing when the command may go on; else the exit status to end with (wrong call, --help).
    std::optional<int> parse(const QStringList &arguments);

    QString positional(int index) const { return m_parser.positionalArguments().at(index); }
    bool isSet(const QString &name) const { return m_parser.isSet(name); }
    QString value(const QString &name) const { return m_parser.value(name); }
    QStringList values(const QString &name) const { return m_parser.values(name); }
    bool wantsJson() const { return m_wantsJson; }

    /// Tells why the command cannot do it, and answers the exit status.
    int fail(const Error &error, int status = ExitUnusable) const;

private:
    QString m_name;
    QCommandLineParser m_parser;
    QStringList m_positionals;
    bool m_wantsJson = false;
};

} // namespace Trainyard
