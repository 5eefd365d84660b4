#include "app/cli/console.h"

#include <QJsonDocument>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace Trainyard {

namespace {

int outputErrno = 0; ///< of the first answer that could not be written

void write(FILE *file, const QByteArray &bytes)
{
    const bool isWritten = std::fwrite(bytes.constData(), 1, size_t(bytes.size()), file) == size_t(bytes.size());
    if ((std::fflush(file) != 0 || !isWritten) && file == stdout && outputErrno == 0)
        outputErrno = errno;
}

QString placeText(const Place &place)
{
    QString text = place.file;
    if (place.line)
        text += u':' + QString::number(*place.line);
    if (!place.key.isEmpty())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + place.key;
    return text;
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Error: return CliText::tr("error");
    case Severity::Warning: return CliText::tr("warning");
    case Severity::Info: return CliText::tr("note");
    }
    Q_UNREACHABLE();
}

/// Columns of a terminal: a Chinese character takes two.
int widthOf(const QString &text)
{
    return int(std::accumulate(text.begin(), text.end(), 0, [](int width, QChar c) {
        const bool isWide = (c >= QChar(0x1100) && c <= QChar(0x115f)) || (c >= QChar(0x2e80) && c <= QChar(0xa4cf)) || (c >= QChar(0xac00) && c <= QChar(0xd7a3))
            || (c >= QChar(0xf900) && c <= QChar(0xfaff)) || (c >= QChar(0xff00) && c <= QChar(0xff60));
        return width + (isWide ? 2 : 1);
    }));
}

} // namespace

void print(const QString &line) { write(stdout, line.toUtf8() + '\n'); }
void printBytes(const QByteArray &bytes) { write(stdout, bytes); }
void printMessage(const QString &line) { write(stderr, line.toUtf8() + '\n'); }
void printJson(const QJsonObject &object) { write(stdout, QJsonDocument(object).toJson()); }

int statusOfOutput(int status)
{
    if (outputErrno == 0 || outputErrno == EPIPE) // who closed the pipe has read what it wanted
        return status;
    printMessage(CliText::tr("trainyard: the answer could not be written to standard output: %1.").arg(QString::fromLocal8Bit(std::strerror(outputErrno))));
    return ExitUnusable;
}

QString findingText(const Finding &finding)
{
    const QString place = placeText(finding.where);
    QString text = place.isEmpty() ? CliText::tr("%1: %2 [%3]", "severity, message, code").arg(severityWord(finding.severity), finding.message, finding.code)
                                   : CliText::tr("%1: %2: %3 [%4]", "severity, place, message, code")
                                         .arg(severityWord(finding.severity), place, finding.message, finding.code);
    if (!finding.fix.isEmpty())
        text += QStringLiteral("\n    ") + CliText::tr("Fix: %1").arg(finding.fix);
    return text;
}

void printFindings(const Findings &findings, const QList<NotChecked> &notChecked)
{
    Findings worstFirst = findings;
    std::stable_sort(worstFirst.begin(), worstFirst.end(), [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    for (const Finding &finding : worstFirst)
        print(findingText(finding));
    for (const NotChecked &entry : notChecked)
        print(CliText::tr("not checked: %1: %2", "what, why").arg(entry.what, entry.why));
}

void printTable(const QList<QStringList> &rows)
{
    QList<int> widths;
    for (const QStringList &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (int column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], widthOf(row[column]));
    }
    for (const QStringList &row : rows) {
        QString line;
        for (int column = 0; column < row.size(); ++column) {
            line += row[column];
            if (column + 1 < row.size())
                line += QString(widths[column] - widthOf(row[column]) + 2, u' ');
        }
        print(line);
    }
}

CommandCall::CommandCall(const char *name, const QString &description)
    : m_name(QLatin1String(name))
{
    m_parser.setApplicationDescription(description);
    m_parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    m_parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, CliText::tr("Shows this text.")});
}

void CommandCall::addPositional(const QString &name, const QString &description)
{
    m_parser.addPositionalArgument(name, description);
    m_positionals.append(name);
}

void CommandCall::addFlag(const QString &name, const QString &description)
{
    m_parser.addOption({name.split(u','), description});
}

void CommandCall::addValue(const QString &name, const QString &description, const QString &valueName, const QString &defaultValue)
{
    m_parser.addOption({name, description, valueName, defaultValue});
}

void CommandCall::addJson()
{
    addFlag(QStringLiteral("json"), CliText::tr("Answers with JSON on standard output."));
}

std::optional<int> CommandCall::parse(const QStringList &arguments)
{
    m_wantsJson = arguments.contains(QLatin1String("--json"));
    const bool isParsed = m_parser.parse(arguments);
    if (isParsed && m_parser.isSet(QStringLiteral("help"))) {
        // The first line names the program: make it name the command too.
        print(m_parser.helpText().replace(QCoreApplication::arguments().first(), QStringLiteral("trainyard ") + m_name));
        return ExitFine;
    }
    if (!isParsed)
        return fail(Error{Error::Kind::Invalid, CliText::tr("%1 `trainyard %2 --help` shows what there is.").arg(m_parser.errorText(), m_name), QString()});
    if (m_parser.positionalArguments().size() != m_positionals.size()) {
        const QString message = m_positionals.isEmpty() ? CliText::tr("It takes no argument but options. `trainyard %1 --help` shows them.").arg(m_name)
                                                        : CliText::tr("It takes %1, nothing less and nothing more. `trainyard %2 --help` shows what that is.")
                                                              .arg(m_positionals.join(u' '), m_name);
        return fail(Error{Error::Kind::Invalid, message, QString()});
    }
    return std::nullopt;
}

int CommandCall::fail(const Error &error, int status) const
{
    printMessage(CliText::tr("trainyard %1: %2").arg(m_name, error.message));
    if (m_wantsJson)
        printJson({{QStringLiteral("error"), error.message}});
    return status;
}

} // namespace Trainyard
