#include "services/credentials/keychainstore.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace Trainyard;

namespace {

const QString reference = QStringLiteral("cloud/secret_key");
const QString secret = QStringLiteral("correct horse 密钥 battery");

template<typename T>
T answer(const QFuture<T> &future)
{
    (void)QTest::qWaitFor([&] { return future.isFinished(); }, 10000);
    return future.result();
}

QString describe(const Result<QString> &result)
{
    return result ? QStringLiteral("value") : result.error().kind == Error::Kind::NotFound ? QStringLiteral("not-found") : QStringLiteral("error");
}

/// What the child process does on a bus of its own: one word a line on stdout, never the secret.
int useTheStore()
{
    KeychainStore store;
    QSignalSpy persistence(&store, &CredentialStore::persistenceChanged);
    const auto say = [](const QString &word) { std::printf("%s\n", qPrintable(word)); };
    say(describe(answer(store.read(reference))));
    say(answer(store.write(reference, secret)) ? QStringLiteral("written") : QStringLiteral("error"));
    const Result<QString> same = answer(store.read(reference));
    say(same && *same == secret ? QStringLiteral("same") : QStringLiteral("different"));
    KeychainStore later; // as after a restart of the program
    const Result<QString> again = answer(later.read(reference));
    say(again && *again == secret ? QStringLiteral("kept") : QStringLiteral("forgotten"));
    say(store.isPersistent() == true ? QStringLiteral("persistent") : QStringLiteral("session"));
    say(answer(store.remove(reference)) ? QStringLiteral("removed") : QStringLiteral("error"));
    say(describe(answer(store.read(reference))));
    say(QStringLiteral("told %1").arg(persistence.count()));
    return 0;
}

} // namespace

class TestKeychainStore : public QObject
{
    Q_OBJECT

private:
    /// Runs the child under @p command (`%1` is this program) with a home of its own and answers its words.
    static QStringList run(const QTemporaryDir &home, const QString &command)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), home.path());
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.path() + QStringLiteral("/run"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path() + QStringLiteral("/config"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path() + QStringLiteral("/data"));
        for (const char *name : {"DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
        QDir().mkpath(home.path() + QStringLiteral("/run"));
        QFile::setPermissions(home.path() + QStringLiteral("/run"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        process.start(QStringLiteral("/bin/bash"), {QStringLiteral("-c"), command.arg(QCoreApplication::applicationFilePath())});
        if (!process.waitForFinished(30000)) {
            process.kill();
            process.waitForFinished();
            return {QStringLiteral("hangs")};
        }
        return QString::fromUtf8(process.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }

    static bool has(const char *program) { return !QStandardPaths::findExecutable(QLatin1String(program)).isEmpty(); }

    /// Files under @p folder that hold the secret as text.
    static QStringList filesWithTheSecret(const QString &folder)
    {
        QStringList found;
        QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(secret.toUtf8()))
                found.append(file.fileName());
        }
        return found;
    }

private Q_SLOTS:
    void aKeychainKeepsSecrets()
    {
        if (!has("dbus-run-session") || !has("gnome-keyring-daemon"))
            QSKIP("dbus-run-session or gnome-keyring-daemon is not installed");
        if (!QFile::exists(QStringLiteral("/usr/lib/x86_64-linux-gnu/libsecret-1.so.0")))
            QSKIP("libsecret is not installed");
        QTemporaryDir home;
        const QStringList words = run(home, QStringLiteral("dbus-run-session -- bash -c '"
                                                           "printf %s test-pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "
                                                           "\"%1\" --use-the-store'"));
        QCOMPARE(words, (QStringList{QStringLiteral("not-found"), QStringLiteral("written"), QStringLiteral("same"), QStringLiteral("kept"),
                                     QStringLiteral("persistent"), QStringLiteral("removed"), QStringLiteral("not-found"), QStringLiteral("told 1")}));
        QCOMPARE(filesWithTheSecret(home.path()), QStringList());
    }

    void withoutAKeychainSecretsLiveInMemory_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("no session bus") << QStringLiteral("\"%1\" --use-the-store");
        QTest::newRow("a bus without a secret service") << QStringLiteral("dbus-run-session --config-file=\"$HOME/bus.conf\" -- \"%1\" --use-the-store");
    }

    void withoutAKeychainSecretsLiveInMemory()
    {
        QFETCH(QString, command);
        if (command.startsWith(QLatin1String("dbus")) && !has("dbus-run-session"))
            QSKIP("dbus-run-session is not installed");
        QTemporaryDir home;
        QFile config(home.filePath(QStringLiteral("bus.conf")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" "
                     "\"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\"><busconfig><type>session</type>"
                     "<listen>unix:tmpdir=/tmp</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow eavesdrop=\"true\"/>"
                     "<allow own=\"*\"/></policy></busconfig>");
        config.close();
        QCOMPARE(run(home, command),
                 (QStringList{QStringLiteral("not-found"), QStringLiteral("written"), QStringLiteral("same"), QStringLiteral("forgotten"),
                              QStringLiteral("session"), QStringLiteral("removed"), QStringLiteral("not-found"), QStringLiteral("told 1")}));
        QCOMPARE(filesWithTheSecret(home.path()), QStringList());
    }

    void eachProfileHasItsOwnReferences()
    {
        QCOMPARE(secretKeyReference(QStringLiteral("cloud")), QStringLiteral("cloud/secret_key"));
        QCOMPARE(accessKeyReference(QStringLiteral("cloud")), QStringLiteral("cloud/access_key"));
    }
};

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (application.arguments().contains(QStringLiteral("--use-the-store")))
        return useTheStore();
    TestKeychainStore test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keychainstore.moc"
