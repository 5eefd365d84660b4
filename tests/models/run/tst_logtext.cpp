#include "models/run/logtext.h"

#include <QTest>

using namespace Trainyard;

namespace {

LogText textOf(const QByteArray &bytes, int pieceSize = 1 << 20)
{
    LogText text;
    LogIndexer indexer;
    for (qsizetype i = 0; i < bytes.size(); i += pieceSize)
        text.append(indexer.feed(bytes.mid(i, pieceSize)));
    return text;
}

} // namespace

class TestLogText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreFoundHoweverTheBytesAreCut_data();
    void linesAreFoundHoweverTheBytesAreCut();
    void displayLineShowsWhatATerminalWould_data();
    void displayLineShowsWhatATerminalWould();
    void linesAreClassified_data();
    void linesAreClassified();
    void searchFindsShownTextOnly();
    void searchStopsWhenCancelled();
    void aMillionLinesAreIndexedAndSearchedQuickly();
};

void TestLogText::linesAreFoundHoweverTheBytesAreCut_data()
{
    QTest::addColumn<int>("pieceSize");
    QTest::addRow("byte by byte") << 1;
    QTest::addRow("seven") << 7;
    QTest::addRow("at once") << 1000;
}

void TestLogText::linesAreFoundHoweverTheBytesAreCut()
{
    QFETCH(int, pieceSize);
    const LogText text = textOf("one\r\n\nTraceback (most recent call last):\n\xe8\xae\xad\xe7\xbb\x83\nlast", pieceSize);
    QCOMPARE(text.lineCount(), 5);
    QCOMPARE(text.line(1), QStringLiteral("one"));
    QCOMPARE(text.line(2), QString());
    QCOMPARE(text.line(4), QStringLiteral("训练"));
    QCOMPARE(text.line(5), QStringLiteral("last"));
    QCOMPARE(text.line(6), QString());
    QCOMPARE(text.linesWith(ErrorLine, 0), QList<qint64>{3});
    QCOMPARE(text.errorCount(), 1);
    QCOMPARE(text.lineAt(text.lineStart(4)), 4);
    QCOMPARE(text.lineAt(text.lineStart(4) - 1), 3);
}

void TestLogText::displayLineShowsWhatATerminalWould_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shown");
    QTest::addRow("plain") << QByteArray("step 1 loss 2.3") << QStringLiteral("step 1 loss 2.3");
    QTest::addRow("colours") << QByteArray("\x1b[1;32mINFO\x1b[0m ok") << QStringLiteral("INFO ok");
    QTest::addRow("title") << QByteArray("\x1b]0;title\aok") << QStringLiteral("ok");
    QTest::addRow("bar") << QByteArray("10%|#  |\r20%|## |\r") << QStringLiteral("20%|## |");
    QTest::addRow("cleared bar") << QByteArray("10%|#  |\r        \r") << QStringLiteral("10%|#  |");
    QTest::addRow("backspaces") << QByteArray("1/2\b\b\b2/2") << QStringLiteral("2/2");
    QTest::addRow("tab") << QByteArray("a\tb") << QStringLiteral("a       b");
    QTest::addRow("cut escape") << QByteArray("a\x1b[3") << QStringLiteral("a");
}

void TestLogText::displayLineShowsWhatATerminalWould()
{
    QFETCH(QByteArray, bytes);
    QTEST(displayLine(bytes), "shown");
}

void TestLogText::linesAreClassified_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("flags");
    QTest::addRow("metric") << QByteArray("step 10 loss 0.4 error_rate 0.1") << int(PlainLine);
    QTest::addRow("traceback") << QByteArray("Traceback (most recent call last):") << int(ErrorLine);
    QTest::addRow("exception") << QByteArray("ValueError: bad") << int(ErrorLine);
    QTest::addRow("tqdm") << QByteArray(" 45%|####5   | 12/27 [00:03<00:04,  3.90it/s]") << int(BarLine);
    QTest::addRow("rewritten tqdm") << QByteArray("1%|\r45%|####5") << int(BarLine | RewrittenLine);
    QTest::addRow("keras") << QByteArray("12/27 [======>....] - loss: 1") << int(BarLine);
    QTest::addRow("crlf alone") << QByteArray("hello\r") << int(PlainLine);
}

void TestLogText::linesAreClassified()
{
    QFETCH(QByteArray, line);
    QFETCH(int, flags);
    QCOMPARE(int(classifyLine(line)), flags);
}

void TestLogText::searchFindsShownTextOnly()
{
    const LogText text = textOf("Loss 1\nloss 2\nlo\x1b[1mss 3\nloss 4\rdone\nnothing\nloss 6");
    QCOMPARE(text.find(QStringLiteral("loss"), false), QList<qint64>({1, 2, 3, 6}));
    QCOMPARE(text.find(QStringLiteral("loss"), true), QList<qint64>({2, 3, 6}));
    QCOMPARE(text.find(QStringLiteral("loss"), false, 3), QList<qint64>({3, 6}));
    QCOMPARE(text.find(QString(), false), QList<qint64>());
}

void TestLogText::searchStopsWhenCancelled()
{
    const LogText text = textOf(QByteArray("loss\n").repeated(1000));
    QCOMPARE(text.find(QStringLiteral("loss"), true, 1, [] { return true; }), QList<qint64>());
}

void TestLogText::aMillionLinesAreIndexedAndSearchedQuickly()
{
    const QByteArray line("step 12345 loss 0.4123 accuracy 0.8123 samples_per_second 1234.5 learning_rate 0.001 grad_norm 1.25\n");
    const QByteArray bytes = line.repeated(1000);
    LogText text;
    LogIndexer indexer;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 1000; ++i)
        text.append(indexer.feed(bytes));
    const qint64 indexed = timer.restart();
    QCOMPARE(text.lineCount(), 1000000);
    QCOMPARE(text.find(QStringLiteral("no such words"), false).size(), 0);
    const qint64 searched = timer.elapsed();
    qInfo("%lld MB: indexed in %lld ms, searched in %lld ms", text.size() / 1000000, indexed, searched);
    QVERIFY(indexed < 5000);
    QVERIFY(searched < 5000);
}

QTEST_GUILESS_MAIN(TestLogText)
#include "tst_logtext.moc"
