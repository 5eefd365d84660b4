#include "models/job/jobdocument.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <ctime>
#include <sys/stat.h>
#include <unistd.h>

using namespace Trainyard;

namespace {

constexpr qint64 quick = 5000; // ms: a loaded machine is slow, a hang is slower

QString folder()
{
    return QStringLiteral(TRAINYARD_TEST_DATA "/job/broken/");
}

QJsonObject manifest()
{
    QFile file(folder() + QStringLiteral("manifest.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString shown(const QString &code, int line, const QString &key)
{
    return QStringLiteral("%1 line %2 key %3").arg(code).arg(line).arg(key);
}

} // namespace

class tst_BrokenJobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFaultIsFoundAtItsPlace_data();
    void eachFaultIsFoundAtItsPlace();
    void everyFaultTellsWhatToDo_data() { eachFaultIsFoundAtItsPlace_data(); }
    void everyFaultTellsWhatToDo();
    void theWordsFitTheFault_data();
    void theWordsFitTheFault();
    void everyFaultIsToldInChinese_data() { eachFaultIsFoundAtItsPlace_data(); }
    void everyFaultIsToldInChinese();
    void whatIsNoFileIsNoHang_data();
    void whatIsNoFileIsNoHang();
    void hundredMegabytesAreRefusedUnread();
    void filesOfNonsenseEndQuickly_data();
    void filesOfNonsenseEndQuickly();
};

void tst_BrokenJobs::eachFaultIsFoundAtItsPlace_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QJsonObject>("expected");
    const QJsonObject cases = manifest();
    QVERIFY(cases.size() >= 40);
    for (const QString &name : cases.keys())
        QTest::newRow(qPrintable(name)) << name << cases.value(name).toObject();
}

void tst_BrokenJobs::eachFaultIsFoundAtItsPlace()
{
    QFETCH(QString, name);
    QFETCH(QJsonObject, expected);
    QElapsedTimer timer;
    timer.start();
    const JobDocument document = readJobFile(folder() + name + QStringLiteral(".yaml"));
    QVERIFY(timer.elapsed() < quick);
    QStringList wanted, found;
    for (const QJsonValue value : expected.value(QLatin1String("findings")).toArray()) {
        const QJsonObject finding = value.toObject();
        wanted.append(shown(finding.value(QLatin1String("code")).toString(), finding.value(QLatin1String("line")).toInt(), finding.value(QLatin1String("key")).toString()));
    }
    for (const Finding &finding : document.findings)
        found.append(shown(finding.code, finding.where.line.value_or(0), finding.where.key));
    wanted.sort();
    found.sort();
    QCOMPARE(found, wanted);
    QCOMPARE(document.isReadable, expected.value(QLatin1String("readable")).toBool());
}

void tst_BrokenJobs::everyFaultTellsWhatToDo()
{
    QFETCH(QString, name);
    for (const Finding &finding : readJobFile(folder() + name + QStringLiteral(".yaml")).findings) {
        QVERIFY2(!finding.message.isEmpty() && !finding.fix.isEmpty(), qPrintable(finding.code));
        QCOMPARE(finding.severity, Severity::Error);
        QCOMPARE(finding.where.file, name + QStringLiteral(".yaml"));
        QVERIFY2(finding.message.size() < 400, qPrintable(finding.message));
    }
}

void tst_BrokenJobs::theWordsFitTheFault_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("otherWords");
    const auto row = [](const char *name, const char *words, const char *otherWords) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(words) << QString::fromLatin1(otherWords);
    };
    row("zero-duration", "above zero", "unit");
    row("negative-duration", "above zero", "unit");
    row("endless-duration", "a shorter duration", "unit");
    row("wrong-unit", "with its unit", "shorter");
    row("duplicate-in-one-line", "twice in line 4", "lines");
    row("utf-32", "UTF-32", "UTF-16");
    row("overlong-utf-8", "not UTF-8", "GBK");
    row("gbk", "GBK", "Latin");
    row("circle-of-references", "parameters.b uses ${parameters.a}", "parameters.b uses ${parameters.b}");
    row("blank-command", "names none of", "stand together");
}

void tst_BrokenJobs::theWordsFitTheFault()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    QFETCH(QString, otherWords);
    QString all;
    for (const Finding &finding : readJobFile(folder() + name + QStringLiteral(".yaml")).findings)
        all += finding.message + u'\n';
    QVERIFY2(all.contains(words) && !all.contains(otherWords), qPrintable(all));
}

void tst_BrokenJobs::everyFaultIsToldInChinese()
{
    QFETCH(QString, name);
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/translations/trainyard_zh_CN.qm")));
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    static const QRegularExpression character(QStringLiteral("\\p{Han}"), QRegularExpression::UseUnicodePropertiesOption);
    for (const Finding &finding : readJobFile(folder() + name + QStringLiteral(".yaml")).findings) {
        for (const QString &text : {finding.message, finding.fix})
            QVERIFY2(text.contains(character), qPrintable(text));
    }
}

void tst_BrokenJobs::whatIsNoFileIsNoHang_data()
{
    QTest::addColumn<QString>("kind");
    for (const char *kind : {"missing", "missing folder", "folder", "pipe", "device", "link to nowhere", "link loop", "no right to read"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void tst_BrokenJobs::whatIsNoFileIsNoHang()
{
    QFETCH(QString, kind);
    QTemporaryDir temporary;
    const QString path = kind == u"device" ? QStringLiteral("/dev/zero")
        : kind == u"missing folder"        ? temporary.filePath(QStringLiteral("not/there/job.yaml"))
                                           : temporary.filePath(QStringLiteral("job.yaml"));
    if (kind == u"folder")
        QVERIFY(QDir().mkdir(path));
    else if (kind == u"pipe")
        QCOMPARE(mkfifo(qPrintable(path), 0600), 0);
    else if (kind == u"link to nowhere")
        QVERIFY(QFile::link(QStringLiteral("nowhere"), path));
    else if (kind == u"link loop")
        QVERIFY(QFile::link(QStringLiteral("job.yaml"), path));
    else if (kind == u"no right to read") {
        if (geteuid() == 0)
            QSKIP("root may read everything");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setPermissions({}));
    }
    const JobDocument document = readJobFile(path);
    QVERIFY(!document.isReadable);
    QCOMPARE(document.findings.size(), 1);
    QCOMPARE(document.findings.first().code, QStringLiteral("job.unreadable"));
    QVERIFY(!document.findings.first().fix.isEmpty());
}

void tst_BrokenJobs::hundredMegabytesAreRefusedUnread()
{
    QTemporaryDir temporary;
    QFile file(temporary.filePath(QStringLiteral("job.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("name: a\n") > 0 && file.resize(100 << 20));
    file.close();
    QElapsedTimer timer;
    timer.start();
    const JobDocument document = readJobFile(file.fileName());
    QVERIFY(timer.elapsed() < quick);
    QVERIFY(!document.isReadable);
    QCOMPARE(document.findings.size(), 1);
    QCOMPARE(document.findings.first().code, QStringLiteral("job.too-complex"));
}

void tst_BrokenJobs::filesOfNonsenseEndQuickly_data()
{
    QTest::addColumn<QByteArray>("unit");
    for (const char *unit : {"[", "{", "a: ", "? ", "- ", "a: b\n", "key%: 1\n", "# comment\n", "\n", "'", "\"", "&a ", "*a ", "!", "!!x ", "|\n", "{a: [", "a: {b: c}\n",
                             "<<: ", "---\n", "...\n", "%TAG\n", "x", " ", "\t", "[a, ", "a:\n  ", "'a': \"b\"\n", "${parameters.a}", "\xE4\xB8\xAD"})
        QTest::newRow(QByteArray(unit).toPercentEncoding().constData()) << QByteArray(unit);
}

void tst_BrokenJobs::filesOfNonsenseEndQuickly()
{
    QFETCH(QByteArray, unit);
    QByteArray text;
    for (int i = 0; text.size() < 256 * 1024 - 100; ++i)
        text += QByteArray(unit).replace("key%", QByteArray("key").append(QByteArray::number(i)));
    const std::clock_t start = std::clock(); // processor time: nothing is waited for, and other programs do not count
    const JobDocument document = readJob(text);
    const qint64 usedMs = qint64(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
    QVERIFY2(usedMs < quick, qPrintable(QString::number(usedMs)));
    QVERIFY(!document.findings.isEmpty());
    QVERIFY(document.findings.size() < 300);
}

QTEST_GUILESS_MAIN(tst_BrokenJobs)
#include "tst_brokenjobs.moc"
