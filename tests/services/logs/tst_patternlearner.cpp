#include "services/logs/logreader.h"
#include "services/logs/patternlearner.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace Trainyard;
using namespace Qt::StringLiterals;

namespace {

/// The number between the two marks « ».
MarkedNumber marked(QString line)
{
    const qsizetype start = line.indexOf(u'«');
    const qsizetype end = line.indexOf(u'»');
    return {line.remove(end, 1).remove(start, 1), start, end - start - 1};
}

QList<LogEvent> read(const QByteArray &log, const QList<LogPattern> &patterns)
{
    LogReader reader(patterns);
    QList<LogEvent> events = reader.feed(log);
    return events + reader.finish();
}

} // namespace

class TestPatternLearner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesComeFromTheWordsBefore_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("phase");
        QTest::newRow("canonical") << u"it 10 >> train loss «0.5»"_s << u"loss"_s << u"train"_s;
        QTest::newRow("of evaluation") << u"val_acc -> «0.5»"_s << u"accuracy"_s << u"eval"_s;
        QTest::newRow("own") << u"10:00:00 objective now at «0.53»"_s << u"objective_now_at"_s << QString();
        QTest::newRow("own, joined") << u"objective -> «0.53»"_s << u"objective"_s << QString();
        QTest::newRow("nothing before") << u"10 «0.53»"_s << u"value"_s << QString();
        QTest::newRow("Chinese") << u"第 3 轮 训练损失：«0.53»"_s << u"loss"_s << QString();
    }
    void namesComeFromTheWordsBefore()
    {
        QFETCH(QString, line);
        QFETCH(QString, name);
        QFETCH(QString, phase);
        const NameProposal proposal = proposedNames(marked(line));
        QVERIFY2(proposal.names.contains(name), qPrintable(proposal.names.join(u' ')));
        if (phase.size() > 0)
            QCOMPARE(proposal.phase, phaseFromText(phase));
    }

    void patternsFindTheirKind_data()
    {
        QTest::addColumn<QStringList>("examples");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("value"); // empty: no match
        QTest::addColumn<qint64>("step");
        const qint64 none = -1;
        QTest::newRow("same words") << QStringList(u"objective -> «0.53» (best 0.5)"_s) << u"objective -> 1.25e-3 (best 0.5)"_s << u"0.00125"_s << none;
        QTest::newRow("other words") << QStringList(u"objective -> «0.53» (best 0.5)"_s) << u"learning -> 1.25"_s << QString() << none;
        QTest::newRow("with its step") << QStringList(u"[10:00:01] it 10 took 3 s, objective -> «0.53»"_s) << u"[11:22:33] it 250 took 14 s, objective -> 0.25"_s << u"0.25"_s << none;
        QTest::newRow("with a named step") << QStringList(u"step 10 took 3 s, objective -> «0.53»"_s) << u"step 250 took 14 s, objective -> 0.25"_s << u"0.25"_s << qint64(250);
        QTest::newRow("the second of two") << QStringList(u"a loss 0.5 b loss «0.6»"_s) << u"a loss 1.5 b loss 1.6"_s << u"1.6"_s << none;
        QTest::newRow("a row of numbers") << QStringList(u"10 0.5 «0.75» 1e-4"_s) << u"20 0.25 0.5 1e-4"_s << u"0.5"_s << none;
        QTest::newRow("a timestamp before") << QStringList(u"2025-01-01 10:00:00,123 «0.75»"_s) << u"2025-02-03 11:22:33,456 0.5"_s << u"0.5"_s << none;
        QTest::newRow("two examples loosen a word") << QStringList({u"fold a score «0.75»"_s, u"fold b score «0.5»"_s}) << u"fold c score 0.25"_s << u"0.25"_s << none;
        QTest::newRow("nan") << QStringList(u"objective -> «0.53»"_s) << u"objective -> nan"_s << u"nan"_s << none;
        QTest::newRow("thousands") << QStringList(u"reward: «12»"_s) << u"reward: 1,234.5 points"_s << u"1234.5"_s << none;
        QTest::newRow("signs of patterns") << QStringList(u"E[R|s] (mean)= «12»"_s) << u"E[R|s] (mean)= 13"_s << u"13"_s << none;
        QTest::newRow("part of a word") << QStringList(u"loss «12»"_s) << u"closs 13"_s << QString() << none;
    }
    void patternsFindTheirKind()
    {
        QFETCH(QStringList, examples);
        QFETCH(QString, line);
        QFETCH(QString, value);
        QFETCH(qint64, step);
        QList<MarkedNumber> numbers;
        for (const QString &example : examples)
            numbers.append(marked(example));
        const LogPattern pattern = learnPattern(numbers, u"own_metric"_s, std::nullopt);
        QVERIFY2(!problemOf(pattern), qPrintable(pattern.pattern));
        for (const MarkedNumber &number : numbers) {
            const QList<LogEvent> events = read(number.line.toUtf8(), {pattern});
            QVERIFY2(events.size() == 1 && events[0].value(u"own_metric") == number.text().toDouble(), qPrintable(pattern.pattern));
        }
        QList<LogEvent> events = read(line.toUtf8(), {pattern});
        events.removeIf([](const LogEvent &event) { return !event.value(u"own_metric"); });
        QCOMPARE(events.isEmpty() ? QString() : QString::number(*events[0].value(u"own_metric"), 'g', 12), value);
        if (step >= 0)
            QCOMPARE(events[0].step, std::optional(step));
    }

    void ownPatternsWinOnTheirLines()
    {
        const LogPattern pattern{u"goal"_s, Phase::Eval, u"step (?<step>\\d+) loss (?<goal>\\S+)"_s};
        const QList<LogEvent> events = read("step 1 loss 0.5\nepoch 1 step 2 loss: 0.25\n", {pattern});
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[0].value(u"goal"), std::optional(0.5));
        QCOMPARE(events[0].phase, std::optional(Phase::Eval));
        QVERIFY(!events[0].value(u"loss"));
        QCOMPARE(events[1].value(u"loss"), std::optional(0.25));
    }

    void severalPatternsMakeOneEvent()
    {
        const QList<LogPattern> patterns{{u"a"_s, std::nullopt, u"A=(?<a>\\S+)"_s}, {u"b"_s, std::nullopt, u"B=(?<value>\\S+)"_s}};
        const QList<LogEvent> events = read("A=1 B=2\n", patterns);
        QCOMPARE(events.size(), 1);
        QCOMPARE(events[0].values.size(), 2);
    }

    void aLostLossIsAFailure()
    {
        const QList<LogEvent> events = read("L nan\n", {{u"loss"_s, std::nullopt, u"L (?<loss>\\S+)"_s}});
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[1].code, u"nan_loss"_s);
    }

    void faultsAreNamedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<qint64>("offset");
        QTest::newRow("open group") << u"loss (?<loss>\\d+"_s << u"character"_s << qint64(16);
        QTest::newRow("no group") << u"loss \\d+"_s << u"which number"_s << qint64(-1);
        QTest::newRow("unknown group") << u"(?<stpe>\\d+) (?<loss>\\d+)"_s << u"stpe"_s << qint64(2);
    }
    void faultsAreNamedWithTheirPlace()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, expected);
        QFETCH(qint64, offset);
        const std::optional<LogPatternProblem> problem = problemOf({u"loss"_s, std::nullopt, pattern});
        QVERIFY(problem && !problem->fix.isEmpty());
        QVERIFY2(problem->message.contains(expected), qPrintable(problem->message));
        QCOMPARE(problem->offset.value_or(-1), offset);
    }

    void aPatternWithoutEndIsEnded()
    {
        const LogPattern pattern{u"x"_s, std::nullopt, u"(a+)+(b|c)+(?<x>\\d)$"_s};
        QVERIFY(!problemOf(pattern));
        QElapsedTimer timer;
        timer.start();
        QByteArray log;
        for (int line = 0; line < 200; ++line)
            log += QByteArray(4000, 'a') + "\n";
        QVERIFY(read(log, {pattern}).isEmpty());
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
    }

    void aTrialShowsWhatMatches()
    {
        const QStringList lines{u"start"_s, u"objective 1"_s, u"other"_s, u"objective 2.5"_s};
        const TrialLines log{lines.size(), [&](qint64 line) { return lines.at(line - 1); }};
        const PatternTrial trial = tryPattern(learnPattern({marked(u"objective «1»"_s)}, u"objective"_s, std::nullopt), log);
        QCOMPARE(trial.linesMatched, 2);
        QCOMPARE(trial.values, std::vector<double>({1, 2.5}));
        QCOMPARE(trial.first[1].lineNumber, 4);
        QCOMPARE(trial.first[1].number.text(), u"2.5"_s);
    }

    void theNumberUnderTheMouseIsFound()
    {
        const QString line = u"step 10 objective -> -0.53, rest"_s;
        QCOMPARE(markedNumber(line, 24)->text(), u"-0.53"_s);
        QCOMPARE(markedNumber(line, 6)->text(), u"10"_s);
        QVERIFY(!markedNumber(line, 1));
        QCOMPARE(markedNumber(line, 8, 18)->text(), u"-0.53"_s);
    }

    void textsOfTheCommandLineAreRead()
    {
        QCOMPARE(logPatternFromText(u"loss (?<loss>\\d+)"_s), (LogPattern{u"loss"_s, std::nullopt, u"loss (?<loss>\\d+)"_s}));
        QCOMPARE(logPatternFromText(u"a/b=x (?<value>\\d+)"_s), (LogPattern{u"a/b"_s, std::nullopt, u"x (?<value>\\d+)"_s}));
        QCOMPARE(logPatternFromText(u"x=(?<step>\\d+) (?<loss>\\d+)"_s).pattern, u"(?<step>\\d+) (?<loss>\\d+)"_s);
    }
};

QTEST_GUILESS_MAIN(TestPatternLearner)
#include "tst_patternlearner.moc"
