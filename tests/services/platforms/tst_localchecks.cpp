#include "services/platforms/local/localchecks.h"
#include "tests/services/platforms/testhome.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

using State = CheckItem::State;

/// Root may do everything: while this lives, the test is nobody.
class OrdinaryPerson
{
public:
    OrdinaryPerson() { m_isChanged = ::geteuid() == 0 && ::setegid(65534) == 0 && ::seteuid(65534) == 0; }
    ~OrdinaryPerson()
    {
        if (m_isChanged && (::seteuid(0) != 0 || ::setegid(0) != 0))
            qFatal("cannot be root again");
    }
    Q_DISABLE_COPY_MOVE(OrdinaryPerson)

private:
    bool m_isChanged = false;
};

CheckItem rowOf(const QList<CheckItem> &rows, const QString &id)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const CheckItem &row) { return row.id == id; });
    return found == rows.end() ? CheckItem() : *found;
}

Job someJob()
{
    Job job;
    job.name = u"first-run"_s;
    job.code.directory = u"src"_s;
    job.code.bootFile = u"train.py"_s;
    job.inputs = {JobInput{u"data_url"_s, u"dataset"_s, QString(), u"read"_s, PassMode::Argument}};
    job.outputs = {JobOutput{u"train_url"_s, u"out/deep"_s, PassMode::Argument}};
    return job;
}

} // namespace

class tst_LocalChecks final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<TestHome>();
        m_home->write(u"project/src/train.py"_s, "print(1)");
        m_home->write(u"project/dataset/one"_s, "x");
    }

    void everythingThereIsOkAndNothingIsLeft()
    {
        const QList<CheckItem> rows = checkLocalPermissions(someJob(), m_home->projectFolder());
        QCOMPARE(rows.size(), 3);
        for (const CheckItem &row : rows)
            QVERIFY2(row.state == State::Ok && !row.sentence.isEmpty(), qPrintable(row.sentence));
        QCOMPARE(QDir(m_home->projectFolder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), (QStringList{u"dataset"_s, u"src"_s}));
    }

    void missingDataIsAProblemAtItsKey()
    {
        Job job = someJob();
        job.inputs[0].source = u"nowhere"_s;
        const CheckItem row = rowOf(checkLocalPermissions(job, m_home->projectFolder()), u"permission.data.read"_s);
        QCOMPARE(row.state, State::Problem);
        QCOMPARE(row.key, u"inputs[0].source"_s);
        QVERIFY(row.sentence.contains(u"nowhere"_s) && !row.whatToDo.isEmpty() && row.administratorMessage.isEmpty());
    }

    void missingRightNamesWhoCanGrantIt_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("row");
        QTest::newRow("data may not be read") << u"project/dataset"_s << 0 << u"permission.data.read"_s;
        QTest::newRow("file may not be read") << u"project/dataset/one"_s << 0 << u"permission.data.read"_s;
        QTest::newRow("output may not be written") << u"project"_s << int(QFile::ReadOther | QFile::ExeOther) << u"permission.output.write"_s;
        QTest::newRow("code may not be read") << u"project/src"_s << 0 << u"permission.code.read"_s;
    }

    void missingRightNamesWhoCanGrantIt()
    {
        QFETCH(QString, folder);
        QFETCH(int, mode);
        QFETCH(QString, row);
        QFile::setPermissions(m_home->path(QString()), QFile::Permissions(0x7777));
        QFile::setPermissions(m_home->path(folder), QFile::Permissions(mode));
        CheckItem item;
        {
            const OrdinaryPerson person;
            item = rowOf(checkLocalPermissions(someJob(), m_home->projectFolder()), row);
        }
        QFile::setPermissions(m_home->path(folder), QFile::Permissions(0x7777));
        QCOMPARE(item.state, State::Problem);
        QVERIFY2(item.sentence.contains(m_home->path(folder)), qPrintable(item.sentence));
        QVERIFY(item.whatToDo.contains(u"mode"_s));
        QVERIFY2(item.administratorMessage.contains(m_home->path(folder)) && item.administratorMessage.contains(u"first-run"_s),
                 qPrintable(item.administratorMessage));
    }

    void outputPlaceThatIsAFileIsAProblem()
    {
        Job job = someJob();
        job.outputs[0].destination = u"dataset/one"_s;
        QCOMPARE(rowOf(checkLocalPermissions(job, m_home->projectFolder()), u"permission.output.write"_s).state, State::Problem);
    }

    void presetNeedsNoPython()
    {
        Job job;
        job.code.preset = u"image-classification"_s;
        Profile profile;
        profile.interpreter = u"/nowhere/python3"_s;
        const QList<CheckItem> rows = checkMachine(profile, job, m_home->paths(), {});
        for (const QString &id : {u"account.interpreter"_s, u"account.torch"_s, u"account.keychain"_s})
            QCOMPARE(rowOf(rows, id).state, State::NotNeeded);
        QCOMPARE(rowOf(rows, u"account.folder"_s).state, State::Ok);
        QVERIFY(!QFile::exists(m_home->paths().home)); // looking leaves nothing
    }

    void interpreterIsReallyAsked_data()
    {
        QTest::addColumn<QString>("interpreter");
        QTest::addColumn<bool>("isPython");
        QTest::newRow("python") << u"/usr/bin/python3"_s << true;
        QTest::newRow("missing") << u"/nowhere/python3"_s << false;
        QTest::newRow("another program") << u"/bin/true"_s << false;
        QTest::newRow("not executable") << u"/etc/passwd"_s << false;
    }

    void interpreterIsReallyAsked()
    {
        QFETCH(QString, interpreter);
        QFETCH(bool, isPython);
        if (isPython && !QFile::exists(interpreter))
            QSKIP("no Python here");
        const InterpreterProbe probe = probeInterpreter(interpreter, TorchProbe::Installed);
        QCOMPARE(!probe.python.isEmpty(), isPython);
        QCOMPARE(probe.error.isEmpty(), isPython);
        QVERIFY(isPython || probe.error.contains(interpreter));
    }

    void hangingInterpreterIsGivenUpOnCancel()
    {
        m_home->write(u"hang"_s, "#!/bin/sh\nexec sleep 60\n");
        QFile::setPermissions(m_home->path(u"hang"_s), QFile::Permissions(0x7777));
        QElapsedTimer waited;
        waited.start();
        const InterpreterProbe probe = probeInterpreter(m_home->path(u"hang"_s), TorchProbe::Installed, [] { return true; });
        QVERIFY(!probe.error.isEmpty());
        QVERIFY(waited.elapsed() < 10'000);
    }

    void pythonIsNeededByWhatRunsIt_data()
    {
        QTest::addColumn<QString>("bootFile");
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("isNeeded");
        QTest::newRow("boot file") << u"train.py"_s << QString() << true;
        QTest::newRow("shell script") << u"train.sh"_s << QString() << false;
        QTest::newRow("torchrun") << QString() << u"torchrun --nproc_per_node=2 t.py"_s << true;
        QTest::newRow("python3.11") << QString() << u"exec python3.11 t.py"_s << true;
        QTest::newRow("other program") << QString() << u"./train --fast"_s << false;
        QTest::newRow("nothing said yet") << QString() << QString() << true;
    }

    void pythonIsNeededByWhatRunsIt()
    {
        QFETCH(QString, bootFile);
        QFETCH(QString, command);
        QFETCH(bool, isNeeded);
        Job job;
        job.code.bootFile = bootFile;
        job.code.command = command;
        QCOMPARE(needsPython(job), isNeeded);
    }

private:
    std::unique_ptr<TestHome> m_home;
};

QTEST_GUILESS_MAIN(tst_LocalChecks)
#include "tst_localchecks.moc"
