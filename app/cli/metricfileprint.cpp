#include "app/cli/metricfileprint.h"

#include "app/cli/console.h"
#include "models/job/jobdocument.h"
#include "services/metricfiles/metricfilefollower.h"

#include <QJsonDocument>

namespace Trainyard {

void addPatternOptions(CommandCall &call)
{
    call.addValue(QStringLiteral("pattern"),
                  CliText::tr("A metric of your own: a regular expression whose group, such as (?<loss>[-.\\de]+), is the number and the name. May be given several times."),
                  QStringLiteral("[NAME=]REGEX"));
    call.addValue(QStringLiteral("job"), CliText::tr("Take the patterns of a job: logs.patterns in its file."), QStringLiteral("JOB.yaml"));
}

Result<QList<LogPattern>> patternsOf(const CommandCall &call)
{
    QList<LogPattern> patterns;
    for (const QString &text : call.values(QStringLiteral("pattern"))) {
        patterns.append(logPatternFromText(text));
        if (const std::optional<LogPatternProblem> problem = problemOf(patterns.last()))
            return Error{Error::Kind::Invalid, CliText::tr("%1 %2 It is: %3", "what is wrong, what to do, the pattern").arg(problem->message, problem->fix, text), QString()};
    }
    const QString jobFile = call.value(QStringLiteral("job"));
    if (jobFile.isEmpty())
        return patterns;
    const JobDocument document = readJobFile(jobFile);
    if (!document.isReadable)
        return Error{Error::Kind::Invalid, document.findings.first().message, QString()};
    for (const Finding &finding : document.findings) {
        if (finding.where.key.startsWith(QLatin1String("logs")))
            return Error{Error::Kind::Invalid, CliText::tr("%1, %2: %3 %4", "file, key, what is wrong, what to do").arg(jobFile, finding.where.key, finding.message, finding.fix), QString()};
    }
    return patterns + document.job.logPatterns;
}

int printMetricFiles(const CommandCall &call, const QString &path)
{
    const Result<MetricFileNews> news = readMetricFiles(path);
    if (!news)
        return call.fail(news.error());
    QByteArray lines;
    for (const TimedEvent &timed : news->events)
        lines += QJsonDocument(timed.event.toJson()).toJson(QJsonDocument::Compact) + '\n';
    printBytes(lines);
    for (const Error &problem : news->problems)
        printMessage(problem.message);
    return ExitFine;
}

} // namespace Trainyard
