#include "services/records/codearchive.h"
#include "services/records/runarchive.h"
#include "tests/services/platforms/testhome.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_CodeArchive final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<TestHome>();
        m_home->write(u"project/src/train.py"_s, "print(1)\n");
        m_home->write(u"project/src/lib/.hidden"_s, "x");
        m_home->write(u"project/src/__pycache__/train.pyc"_s, "x");
        m_home->write(u"project/src/.git/config"_s, "x");
        m_job.code.directory = u"src"_s;
    }

    void copyLeavesOutCachesAndVersionControl()
    {
        QVERIFY(copyCode(selection(), target(), {}));
        QCOMPARE(m_home->read(u"copy/train.py"_s), QByteArray("print(1)\n"));
        QVERIFY(QFile::exists(target() + u"/lib/.hidden"_s));
        QVERIFY(!QFile::exists(target() + u"/__pycache__"_s));
        QVERIFY(!QFile::exists(target() + u"/.git"_s));
    }

    void executableStaysExecutable()
    {
        m_home->write(u"project/src/go.sh"_s, "#!/bin/sh\n");
        QFile::setPermissions(m_home->path(u"project/src/go.sh"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(copyCode(selection(), target(), {}));
        QVERIFY(QFileInfo(target() + u"/go.sh"_s).isExecutable());
    }

    void linksAreNeverFollowed()
    {
        const auto link = [this](const QByteArray &text, const QString &name) {
            QCOMPARE(::symlink(text.constData(), QFile::encodeName(m_home->path(u"project/src/"_s + name)).constData()), 0);
        };
        m_home->write(u"project/outside"_s, "outside");
        link("train.py", u"inside"_s);
        link("../outside", u"leaves"_s);
        link(".", u"loop"_s);
        link("nowhere", u"dangling"_s);
        QVERIFY(copyCode(selection(), target(), {}));
        QCOMPARE(m_home->read(u"copy/inside"_s), QByteArray("print(1)\n"));
        QCOMPARE(m_home->read(u"copy/leaves"_s), QByteArray("outside"));
        QVERIFY(QFileInfo(target() + u"/loop"_s).isSymLink());
        QVERIFY(QFileInfo(target() + u"/dangling"_s).isSymLink());
    }

    void inputsInsideAreLinkedAndOutputsLeftOut()
    {
        m_job.code.directory = u"."_s;
        m_job.inputs = {JobInput{u"data"_s, u"dataset"_s, QString(), u"read"_s, PassMode::Argument}};
        m_job.outputs = {JobOutput{u"out"_s, u"output"_s, PassMode::Argument}};
        m_home->write(u"project/dataset/large"_s, "data");
        m_home->write(u"project/output/old"_s, "x");
        QVERIFY(copyCode(selection(), target(), {}));
        QVERIFY(QFileInfo(target() + u"/dataset"_s).isSymLink());
        QCOMPARE(m_home->read(u"copy/dataset/large"_s), QByteArray("data"));
        QVERIFY(!QFile::exists(target() + u"/output"_s));
        m_job = Job();
    }

    void cancelledCopyStops()
    {
        int asked = 0;
        const Result<> copied = copyCode(selection(), target(), [&asked] { return ++asked > 1; });
        QVERIFY(!copied);
        QCOMPARE(copied.error().kind, Error::Kind::Cancelled);
    }

    void missingFolderIsNotFound()
    {
        m_job.code.directory = u"nowhere"_s;
        const Result<> copied = copyCode(selection(), target(), {});
        QVERIFY(!copied);
        QCOMPARE(copied.error().kind, Error::Kind::NotFound);
        QVERIFY(copied.error().message.contains(u"nowhere"_s));
    }

    void hashChangesWithContentAndNameOnly()
    {
        const QString before = hashCode(selection());
        QCOMPARE(before.size(), 64);
        m_home->write(u"project/src/__pycache__/other.pyc"_s, "y");
        QCOMPARE(hashCode(selection()), before);
        m_home->write(u"project/src/train.py"_s, "print(2)\n");
        const QString changed = hashCode(selection());
        QVERIFY(changed != before);
        m_home->write(u"project/src/train.py"_s, "print(1)\n");
        QCOMPARE(hashCode(selection()), before);
        QVERIFY(QFile::rename(m_home->path(u"project/src/train.py"_s), m_home->path(u"project/src/main.py"_s)));
        QVERIFY(hashCode(selection()) != before);
        QVERIFY(hashCode(CodeSelection()).isEmpty());
    }

    void gitCommitSaysWhenFilesWereChanged()
    {
        const QString folder = m_home->path(u"project/src"_s);
        QDir(folder + u"/.git"_s).removeRecursively();
        QCOMPARE(gitCommit(folder), QString());
        const auto git = [&](const QStringList &arguments) {
            return QProcess::execute(u"git"_s, QStringList{u"-C"_s, folder, u"-c"_s, u"user.name=t"_s, u"-c"_s, u"user.email=t@example.org"_s} + arguments);
        };
        if (git({u"init"_s, u"-q"_s}) != 0)
            QSKIP("no git");
        QCOMPARE(git({u"add"_s, u"train.py"_s}), 0);
        QCOMPARE(git({u"commit"_s, u"-q"_s, u"-m"_s, u"x"_s}), 0);
        QCOMPARE(gitCommit(folder).size(), 40);
        m_home->write(u"project/src/train.py"_s, "print(2)\n");
        QCOMPARE(gitCommit(folder).size(), 41);
        QVERIFY(gitCommit(folder).endsWith(u'+'));
    }

    void driftNamesEveryDifference()
    {
        RunRecord before;
        before.versions = {{u"python"_s, u"3.10"_s, false}, {u"framework"_s, u"pytorch 2.1.0"_s, false}, {u"driver"_s, u"535"_s, true}};
        before.codeHash = u"a"_s;
        before.gitCommit = u"0123456789abcdef0123456789abcdef01234567"_s;
        QVERIFY(recordDrift(before, before).isEmpty());
        RunRecord now = before;
        now.versions = {{u"python"_s, u"3.10"_s, false}, {u"framework"_s, u"pytorch 2.1.0"_s, false}, {u"framework"_s, u"pytorch 2.3.0"_s, true}, {u"cuda"_s, u"12.1"_s, true}};
        now.codeHash = u"b"_s;
        now.gitCommit += u'+';
        const QStringList drift = recordDrift(before, now);
        QCOMPARE(drift.size(), 5); // framework, driver gone, cuda new, code, commit
        QVERIFY(drift[0].contains(u"pytorch 2.1.0"_s) && drift[0].contains(u"pytorch 2.3.0"_s));
        QVERIFY(drift.last().contains(u"0123456789+"_s));
    }

    void observedRecordHoldsInterpreterAndCode()
    {
        Profile local;
        local.platform = u"local"_s;
        m_job.code.bootFile = u"train.py"_s;
        m_job.environment.image = u"pytorch_2.1.0"_s;
        const RunRecord record = observeRecord(m_job, m_home->projectFolder(), local, m_home->paths().runsFolder());
        QCOMPARE(record.codeHash, hashCode(selection()));
        QVERIFY(record.versions.contains(VersionRecord{u"image"_s, u"pytorch_2.1.0"_s, false}));
        const auto hasPython = [](const VersionRecord &version) { return version.name == "python"_L1 && version.observed && version.value.startsWith(u'3'); };
        if (QFile::exists(u"/usr/bin/python3"_s))
            QVERIFY(std::any_of(record.versions.begin(), record.versions.end(), hasPython));
        m_job.code.bootFile = u"train.sh"_s;
        const RunRecord shell = observeRecord(m_job, m_home->projectFolder(), local, m_home->paths().runsFolder());
        QVERIFY(std::none_of(shell.versions.begin(), shell.versions.end(), hasPython));
        m_job = Job();
    }

private:
    CodeSelection selection() const { return selectCode(m_job, m_home->projectFolder(), m_home->paths().runsFolder()); }
    QString target() const { return m_home->path(u"copy"_s); }

    std::unique_ptr<TestHome> m_home;
    Job m_job;
};

QTEST_GUILESS_MAIN(tst_CodeArchive)
#include "tst_codearchive.moc"
