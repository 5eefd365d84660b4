#include "models/job/logpattern.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LogPattern)
};

constexpr qsizetype longestPattern = 4000;
const QStringList positionGroups{QStringLiteral("step"), QStringLiteral("epoch"), QStringLiteral("total_steps"), QStringLiteral("total_epochs")};

QStringList namedGroups(const QRegularExpression &expression)
{
    QStringList names = expression.namedCaptureGroups();
    names.removeAll(QString());
    return names;
}

} // namespace

std::optional<LogPatternProblem> problemOf(const LogPattern &pattern)
{
    if (pattern.pattern.size() > longestPattern)
        return LogPatternProblem{Text::tr("The pattern is longer than %1 characters.").arg(longestPattern), Text::tr("Keep only the words around the number."), {}};
    const QRegularExpression expression(pattern.pattern);
    if (!expression.isValid()) {
        const qsizetype offset = expression.patternErrorOffset();
        return LogPatternProblem{Text::tr("The pattern is no regular expression: %1, at character %2, before “%3”.")
                                     .arg(expression.errorString()).arg(offset + 1).arg(pattern.pattern.mid(offset, 20)),
                                 Text::tr("Correct it there; a character that stands for itself, such as ( or [, is written with a backslash before it."), offset};
    }
    const QStringList groups = namedGroups(expression);
    const QString known = (QStringList{QStringLiteral("value"), pattern.name} + positionGroups).join(QStringLiteral(", "));
    for (const QString &group : groups) {
        if (group != QLatin1String("value") && group != pattern.name && !positionGroups.contains(group))
            return LogPatternProblem{Text::tr("The pattern names a group “%1”, which means nothing here.").arg(group), Text::tr("Known groups are %1.").arg(known),
                                     pattern.pattern.indexOf(QLatin1Char('<') + group + QLatin1Char('>'))};
    }
    if (valueGroup(expression, pattern.name) < 0)
        return LogPatternProblem{Text::tr("The pattern does not say which number is meant."), Text::tr("Put the number into a group: (?<value>[-+.\\deE]+)"), {}};
    return std::nullopt;
}

QRegularExpression compiledPattern(const LogPattern &pattern)
{
    // PCRE2's own limit: some 100,000 steps are a millisecond; a sound pattern needs a few hundred for a line.
    return QRegularExpression(QStringLiteral("(*LIMIT_MATCH=100000)") + pattern.pattern, QRegularExpression::UseUnicodePropertiesOption);
}

int valueGroup(const QRegularExpression &expression, const QString &name)
{
    const QStringList groups = expression.namedCaptureGroups();
    const int named = name.isEmpty() ? -1 : int(groups.indexOf(name));
    return named >= 0 ? named : int(groups.indexOf(QLatin1String("value")));
}

LogPattern logPatternFromText(const QString &text)
{
    static const QRegularExpression assignment(QStringLiteral("^([\\w./%@-]+)=(.*\\(\\?P?<.*)$"));
    if (const QRegularExpressionMatch match = assignment.match(text); match.hasMatch())
        return {match.captured(1), std::nullopt, match.captured(2)};
    LogPattern pattern{QString(), std::nullopt, text};
    for (const QString &group : namedGroups(QRegularExpression(text))) {
        if (pattern.name.isEmpty() && !positionGroups.contains(group))
            pattern.name = group;
    }
    return pattern;
}

} // namespace Trainyard
