#include "services/agent/processes.h"
#include "services/platforms/local/filestreams.h"
#include "tests/services/agent/agentdriver.h"
#include "tests/services/platforms/testhome.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

enum class Victim { Agent, Keeper, Command };

/// The supervisors and commands of a run folder that live now, by what /proc says of their command lines.
QList<pid_t> victimsOf(const AgentDriver &run, Victim victim)
{
    QList<pid_t> pids;
    const QByteArray path = QFile::encodeName(run.folder().path);
    for (const ProcessEntry &entry : readAllProcesses()) {
        const QByteArray line = run.text(u"/proc/%1/cmdline"_s.arg(entry.pid));
        const bool isOurs = line.contains(path) && line.contains("trainyard-agent");
        const bool isKeeper = isOurs && line.contains("--keep");
        if ((victim == Victim::Agent && isOurs && !isKeeper) || (victim == Victim::Keeper && isKeeper))
            pids.append(entry.pid);
    }
    if (const auto command = run.command(); victim == Victim::Command && command && command->isAlive())
        pids.append(command->pid);
    return pids;
}

} // namespace

/**
 * kill -9 at random moments, the start included. Whatever dies: the run ends in a final state with a sentence, the command was started once at
 * most, its log is whole up to its end, nothing of it is left running, and all files can be read.
 */
class tst_AgentChaos final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noKillLosesARun()
    {
        constexpr int seed = 20261130;
        constexpr qint64 budgetMs = 14'000;
        constexpr int minimumRounds = 8; // on a very busy machine
        QRandomGenerator random(seed);
        QElapsedTimer elapsed;
        elapsed.start();
        QHash<RunState, int> ends;
        int rounds = 0;
        for (; rounds < minimumRounds || elapsed.elapsed() < budgetMs; ++rounds) {
            AgentDriver run(m_home.makeLaunch(u"20260101-000000-run-%1"_s.arg(rounds, 3, 10, QLatin1Char('0')),
                                              "echo started $$; for i in 1 2 3 4; do echo $i; sleep 0.05; done; echo w > $RESULT/w",
                                              {{u"environment"_s, QJsonObject{{u"RESULT"_s, m_home.path(u"."_s)}}}}));
            run.start();
            const int kills = random.bounded(1, 4);
            for (int kill = 0; kill < kills; ++kill) {
                QTest::qWait(random.bounded(60)); // agent start, keeper start, command and end all lie within the first 300 ms
                const auto victim = Victim(random.bounded(3));
                for (const pid_t pid : victimsOf(run, victim))
                    ::kill(pid, SIGKILL);
            }
            const RunStatus end = run.waitForEnd(true);
            QVERIFY2(isFinal(end.state), qPrintable(u"round %1: %2"_s.arg(rounds).arg(runStateToText(end.state))));
            QVERIFY(!end.message.isEmpty());
            checkFiles(run, end);
            ++ends[end.state];
        }
        qInfo("%d rounds: %d done, %d failed, %d lost", rounds, ends[RunState::Done], ends[RunState::Failed], ends[RunState::Lost]);
        QVERIFY(ends[RunState::Done] > 0); // an agent that is killed costs nothing
    }

private:
    void checkFiles(const AgentDriver &run, const RunStatus &end)
    {
        const QByteArray log = run.text(run.folder().logFile());
        QVERIFY2(log.count("started") <= 1, log.constData());
        QVERIFY(QByteArray("started " + QByteArray::number(run.command() ? run.command()->pid : 0) + "\n1\n2\n3\n4\n").startsWith(log));
        if (end.state == RunState::Done)
            QVERIFY(log.endsWith("\n4\n"));
        if (const auto command = run.command())
            QVERIFY(!command->isAlive());
        QByteArray samples = run.text(run.folder().samplesFile());
        takeSamples(samples);
        QVERIFY(!run.isAgentAlive() && !run.isKeeperAlive());
        QTRY_VERIFY(victimsOf(run, Victim::Agent).isEmpty()); // a keeper that took the agent's place may be on its way out
    }

    TestHome m_home;
};

QTEST_GUILESS_MAIN(tst_AgentChaos)
#include "tst_agentchaos.moc"
