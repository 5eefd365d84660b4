// Marks numbers in mutated log lines: each learned pattern is sound, finds its own example, and any bytes as a pattern end in time.

#include "fuzzdriver.h"
#include "services/logs/logreader.h"
#include "services/logs/patternlearner.h"

using namespace Trainyard;

namespace {

void learnFrom(const QByteArray &input)
{
    const QString text = QString::fromUtf8(input.left(16 * 1024));
    const QStringList lines = text.split(QLatin1Char('\n')).mid(0, 8);
    QList<MarkedNumber> examples;
    for (const QString &line : lines) {
        const std::optional<MarkedNumber> number = markedNumber(line, line.size() / 2, line.size() - line.size() / 2);
        if (!number)
            continue;
        (void)proposedNames(*number);
        const LogPattern pattern = learnPattern({*number}, QStringLiteral("metric"), std::nullopt);
        if (problemOf(pattern)) {
            std::fprintf(stderr, "A learned pattern is not sound: %s\n", qPrintable(pattern.pattern));
            std::abort();
        }
        examples.append(*number);
    }
    const LogPattern shared = learnPattern(examples, QStringLiteral("metric"), Phase::Eval);
    const TrialLines trial{lines.size(), [&](qint64 line) { return lines.at(line - 1); }};
    (void)tryPattern(shared, trial);
    const LogPattern typed = logPatternFromText(lines.first().left(200));
    (void)problemOf(typed);
    LogReader reader({shared, typed, {QStringLiteral("x"), std::nullopt, QString(QStringLiteral("(?<x>") + lines.last().left(60) + QLatin1Char(')'))}});
    (void)reader.feed(input);
    (void)reader.finish();
}

} // namespace

int main(int argc, char **argv)
{
    return Fuzz::runFuzzer(argc, argv, QStringLiteral(TRAINYARD_TEST_DATA "/logs"), learnFrom);
}
