#include "models/job/references.h"

#include "models/common/units.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(References)
};

constexpr qsizetype longestText = 64 * 1024; // references that double each other would fill the memory
constexpr int deepestChain = 100;

} // namespace

References::References(const QList<Parameter> &parameters)
{
    for (const Parameter &parameter : parameters)
        m_written.insert(parameter.name, parameter.text());
}

QString References::resolve(const QString &text)
{
    return replaced(text).text.value_or(text);
}

QString References::resolve(const QString &text, const Place &where, Findings &findings)
{
    const Outcome outcome = replaced(text);
    if (!outcome.text)
        findings.append(findingFor(outcome, where));
    return outcome.text.value_or(text);
}

References::Outcome References::replaced(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("\\$\\{parameters\\.([^{}\\s]+)\\}"));
    if (!text.contains(QLatin1String("${parameters.")))
        return {text, QString()};
    QString result;
    qsizetype position = 0;
    QRegularExpressionMatchIterator matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const Outcome value = valueOf(match.captured(1));
        if (!value.text)
            return value.problem == Problem::Circle ? Outcome{std::nullopt, match.captured(1), Problem::Circle} : value;
        result += QStringView(text).mid(position, match.capturedStart() - position) + *value.text;
        position = match.capturedEnd();
        if (result.size() > longestText)
            return {std::nullopt, match.captured(1), Problem::TooLong};
    }
    return {result + QStringView(text).mid(position), QString()};
}

References::Outcome References::valueOf(const QString &name)
{
    if (const auto known = m_known.constFind(name); known != m_known.constEnd())
        return *known;
    const auto written = m_written.constFind(name);
    if (written == m_written.constEnd())
        return {std::nullopt, name, Problem::Unknown};
    if (m_active.contains(name) || m_active.size() >= deepestChain)
        return {std::nullopt, name, Problem::Circle};
    m_active.insert(name);
    const Outcome outcome = replaced(*written);
    m_active.remove(name);
    m_known.insert(name, outcome);
    return outcome;
}

Finding References::findingFor(const Outcome &outcome, const Place &where) const
{
    const auto &[text, name, problem] = outcome;
    if (problem == Problem::Circle) {
        return errorFinding("job.invalid-value", where, Text::tr("%1 uses ${parameters.%2}, which refers back to itself.").arg(where.key, name),
                            Text::tr("Give the parameter %1 a value of its own.").arg(name));
    }
    if (problem == Problem::TooLong) {
        return errorFinding("job.too-complex", where, Text::tr("The references in %1 unfold to more than 64 KiB of text.").arg(where.key),
                            Text::tr("Write the value out."));
    }
    const QString nearest = nearestWord(name, m_written.keys());
    return errorFinding("job.invalid-value", where, Text::tr("%1 uses ${parameters.%2}, but there is no parameter %2.").arg(where.key, name),
                        nearest.isEmpty() ? Text::tr("Add %1 to the parameters, or write the value itself.").arg(name)
                                          : Text::tr("Did you mean ${parameters.%1}?").arg(nearest));
}

} // namespace Trainyard
