#include "models/run/linefilter.h"
#include "models/run/logtext.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Trainyard;

namespace {

class Memory final : public LogBytes
{
public:
    explicit Memory(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    QByteArray read(qint64 offset, qint64 length) const override { return m_bytes.mid(offset, length); }

private:
    QByteArray m_bytes;
};

LogText textOf(const QByteArray &bytes, qsizetype pieceSize = 1 << 20)
{
    LogText text;
    text.setBytes(std::make_shared<Memory>(bytes));
    LogIndexer indexer;
    for (qsizetype i = 0; i < bytes.size(); i += pieceSize) {
        indexer.feed(QByteArrayView(bytes).sliced(i, std::min(pieceSize, bytes.size() - i)));
        text.append(indexer.take());
    }
    return text;
}

QList<qint64> passing(const LogText &text, const LineTest &test)
{
    QList<qint64> lines;
    for (qsizetype block = 0; block < text.blockCount(); ++block) {
        const LogSlice slice = LogSlice::read(text, block);
        for (const int index : test(slice))
            lines.append(slice.page.firstLine + index);
    }
    return lines;
}

QList<LineKind> kindsOf(const LogText &text)
{
    QList<LineKind> kinds;
    for (qint64 line = 1; line <= text.lineCount(); ++line)
        kinds.append(text.kind(line));
    return kinds;
}

TextStyle colored(quint32 index)
{
    TextStyle style;
    style.foreground = {AnsiColor::Kind::Indexed, index};
    return style;
}

} // namespace

class TestLogText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreFoundHoweverTheBytesAreCut_data();
    void linesAreFoundHoweverTheBytesAreCut();
    void theIndexAgreesWithThePages_data();
    void theIndexAgreesWithThePages();
    void displayLineShowsWhatATerminalWould_data();
    void displayLineShowsWhatATerminalWould();
    void coloursBecomeSpans_data();
    void coloursBecomeSpans();
    void linesAreClassified_data();
    void linesAreClassified();
    void ranksAreRead_data();
    void ranksAreRead();
    void updatesOfABarFoldIntoTheLast();
    void aLineOfManyMegabytesIsAloneInItsBlock();
    void bytesThatAreGoneGiveEmptyLines();
    void searchFindsShownTextOnly();
    void filtersCombine();
    void countsKnowTheirBlocks();
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
    QCOMPARE(text.text(1), QStringLiteral("one"));
    QCOMPARE(text.text(2), QString());
    QCOMPARE(text.text(4), QStringLiteral("训练"));
    QCOMPARE(text.text(5), QStringLiteral("last"));
    QCOMPARE(text.text(6), QString());
    QCOMPARE(text.firstError(), std::optional<qint64>(3));
    QCOMPARE(text.count(LineKind::Error), 1);
    QCOMPARE(text.lineAt(text.lineStart(4)), 4);
    QCOMPARE(text.lineAt(text.lineStart(4) - 1), 3);
    QCOMPARE(text.lineLength(5), 4);
}

void TestLogText::theIndexAgreesWithThePages_data()
{
    QTest::addColumn<int>("pieceSize");
    QTest::addRow("hundred") << 100;
    QTest::addRow("megabyte") << 1'000'000;
}

/// 20,000 lines of every kind, one of them of 300 KB: what the index counts is what the pages hold, and no line is lost.
void TestLogText::theIndexAgreesWithThePages()
{
    QFETCH(int, pieceSize);
    QByteArray bytes;
    QList<QByteArray> lines;
    for (int i = 0; i < 20'000; ++i) {
        QByteArray line = "step " + QByteArray::number(i) + " loss 0.5";
        if (i % 7 == 0)
            line = "ValueError: " + line;
        else if (i % 5 == 0)
            line = "UserWarning: " + line;
        else if (i % 10 < 4)
            line = "train: " + QByteArray::number(i % 100) + "%|##   | 3/4";
        if (i == 777)
            line = QByteArray(300'000, 'x');
        lines.append(line);
        bytes += line + '\n';
    }
    const LogText text = textOf(bytes, pieceSize);
    QCOMPARE(text.lineCount(), lines.size());
    QList<qint64> counted(lineKindCount, 0);
    for (qsizetype block = 0; block < text.blockCount(); ++block) {
        QVERIFY(text.blockLines(block) <= LogIndexer::mostLines);
        const LogPage page = text.readPage(block);
        for (int kind = 0; kind < lineKindCount; ++kind)
            QCOMPARE(int(std::count(page.kinds.begin(), page.kinds.end(), LineKind(kind))), text.block(block).count(LineKind(kind)));
    }
    for (qint64 line = 1; line <= text.lineCount(); line += 13)
        QCOMPARE(text.rawLine(line, 1 << 20), lines.at(line - 1));
    QVERIFY(text.count(LineKind::InnerBar) > 0);
}

void TestLogText::displayLineShowsWhatATerminalWould_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shown");
    QTest::addRow("plain") << QByteArray("step 1 loss 2.3") << QStringLiteral("step 1 loss 2.3");
    QTest::addRow("colours") << QByteArray("\x1b[1;32mINFO\x1b[0m ok") << QStringLiteral("INFO ok");
    QTest::addRow("title") << QByteArray("\x1b]0;title\aok") << QStringLiteral("ok");
    QTest::addRow("link") << QByteArray("\x1b]8;;http://a\x1b\\text\x1b]8;;\x1b\\") << QStringLiteral("text");
    QTest::addRow("bar") << QByteArray("10%|#  |\r20%|## |\r") << QStringLiteral("20%|## |");
    QTest::addRow("cleared bar") << QByteArray("10%|#  |\r        \r") << QStringLiteral("10%|#  |");
    QTest::addRow("erased line") << QByteArray("old\x1b[2K\rnew") << QStringLiteral("new");
    QTest::addRow("backspaces") << QByteArray("1/2\b\b\b2/2") << QStringLiteral("2/2");
    QTest::addRow("tab") << QByteArray("a\tb") << QStringLiteral("a       b");
    QTest::addRow("cut escape") << QByteArray("a\x1b[3") << QStringLiteral("a");
    QTest::addRow("nul and garbage") << QByteArray("a\0\xff", 3) << QStringLiteral("a\ufffd\ufffd");
}

void TestLogText::displayLineShowsWhatATerminalWould()
{
    QFETCH(QByteArray, bytes);
    QTEST(displayLine(bytes), "shown");
}

void TestLogText::coloursBecomeSpans_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<StyledSpan>>("spans");
    TextStyle rgb;
    rgb.foreground = {AnsiColor::Kind::Rgb, 0x102030};
    TextStyle onBlue;
    onBlue.background = {AnsiColor::Kind::Indexed, 4};
    onBlue.isBold = true;
    QTest::addRow("none") << QByteArray("plain\x1b[0m") << QList<StyledSpan>();
    QTest::addRow("16") << QByteArray("a\x1b[31mbc\x1b[0md") << QList<StyledSpan>{{1, 2, colored(1)}};
    QTest::addRow("bright") << QByteArray("\x1b[92mx") << QList<StyledSpan>{{0, 1, colored(10)}};
    QTest::addRow("256") << QByteArray("\x1b[38;5;208mx\x1b[39my") << QList<StyledSpan>{{0, 1, colored(208)}};
    QTest::addRow("true colour") << QByteArray("\x1b[38;2;16;32;48mx") << QList<StyledSpan>{{0, 1, rgb}};
    QTest::addRow("true colour with colons") << QByteArray("\x1b[38:2::16:32:48mx") << QList<StyledSpan>{{0, 1, rgb}};
    QTest::addRow("background and bold") << QByteArray("\x1b[44;1mx") << QList<StyledSpan>{{0, 1, onBlue}};
    QTest::addRow("written over") << QByteArray("\x1b[31mold\r\x1b[0mnew") << QList<StyledSpan>();
}

void TestLogText::coloursBecomeSpans()
{
    QFETCH(QByteArray, bytes);
    QTEST(styledLine(bytes).spans, "spans");
}

void TestLogText::linesAreClassified_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<LineKind>("kind");
    QTest::addRow("metric") << QByteArray("step 10 loss 0.4 error_rate 0.1") << LineKind::Plain;
    QTest::addRow("traceback") << QByteArray("Traceback (most recent call last):") << LineKind::Error;
    QTest::addRow("exception") << QByteArray("ValueError: bad") << LineKind::Error;
    QTest::addRow("warning") << QByteArray("a.py:3: UserWarning: lr_scheduler") << LineKind::Warning;
    QTest::addRow("level") << QByteArray("2026-01-01 WARNING slow") << LineKind::Warning;
    QTest::addRow("tqdm") << QByteArray(" 45%|####5   | 12/27 [00:03<00:04,  3.90it/s]") << LineKind::Bar;
    QTest::addRow("rewritten tqdm") << QByteArray("1%|\r45%|####5") << LineKind::Bar;
    QTest::addRow("keras") << QByteArray("12/27 [======>....] - loss: 1") << LineKind::Bar;
    QTest::addRow("bar that ends in an error") << QByteArray("1%|\rRuntimeError: x") << LineKind::Error;
    QTest::addRow("crlf alone") << QByteArray("hello\r") << LineKind::Plain;
}

void TestLogText::linesAreClassified()
{
    QFETCH(QByteArray, line);
    QTEST(classifyLine(line), "kind");
}

void TestLogText::ranksAreRead_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("rank");
    QTest::addRow("torchrun") << QByteArray("[rank3]: loss 1") << 3;
    QTest::addRow("torchrun default") << QByteArray("[default12]:loss 1") << 12;
    QTest::addRow("after a time") << QByteArray("2026-01-01 10:00:00 [Rank 2] loss 1") << 2;
    QTest::addRow("rank=") << QByteArray("INFO rank=1 loss 1") << 1;
    QTest::addRow("srun -l") << QByteArray("7: loss 1") << 7;
    QTest::addRow("mpirun") << QByteArray("[1,5]<stdout>:loss 1") << 5;
    QTest::addRow("none") << QByteArray("step 3 loss 1") << -1;
    QTest::addRow("a word") << QByteArray("ranking 3 pages") << -1;
}

void TestLogText::ranksAreRead()
{
    QFETCH(QByteArray, line);
    QTEST(lineRank(line).value_or(-1), "rank");
}

void TestLogText::updatesOfABarFoldIntoTheLast()
{
    const LogText text = textOf("start\n 10%|#\n 20%|##\n 90%|###\nepoch 2:  5%|#\nepoch 2: 50%|##\n 10%|#\n");
    using enum LineKind;
    QCOMPARE(kindsOf(text), (QList<LineKind>{Plain, InnerBar, InnerBar, Bar, InnerBar, Bar, Bar}));
    QCOMPARE(text.count(InnerBar), 3);
    const LogText rewritten = textOf("1%|\r 2%|\r 3%|");
    QCOMPARE(rewritten.updates(1).size(), 3);
    QCOMPARE(rewritten.text(1), QStringLiteral(" 3%|"));
}

void TestLogText::aLineOfManyMegabytesIsAloneInItsBlock()
{
    const QByteArray bytes = "before\n" + QByteArray(20'000'000, 'x') + "\nafter\nlast";
    const LogText text = textOf(bytes, 1 << 20);
    QCOMPARE(text.lineCount(), 4);
    QCOMPARE(text.text(1), QStringLiteral("before"));
    const StyledLine shown = text.line(2);
    QCOMPARE(shown.text.size(), LogText::usualCharacters);
    QCOMPARE(shown.hiddenBytes, 20'000'000 - LogText::usualCharacters);
    QCOMPARE(text.blockLines(text.blockOfLine(2)), 1);
    QCOMPARE(text.text(3), QStringLiteral("after"));
    const LogText unfinished = textOf("before\n" + QByteArray(1'000'000, 'x'));
    QCOMPARE(unfinished.blockLines(unfinished.blockOfLine(2)), 1);
    QCOMPARE(unfinished.lineLength(2), 1'000'000);
}

void TestLogText::bytesThatAreGoneGiveEmptyLines()
{
    const QByteArray bytes = QByteArray("line\n").repeated(100);
    LogIndexer indexer;
    indexer.feed(bytes);
    LogText text;
    text.setBytes(std::make_shared<Memory>(bytes.first(52)));
    text.append(indexer.take());
    QCOMPARE(text.lineCount(), 100);
    QCOMPARE(text.text(10), QStringLiteral("line"));
    QCOMPARE(text.text(90), QString());
    QCOMPARE(text.text(100), QString());
}

void TestLogText::searchFindsShownTextOnly()
{
    const LogText text = textOf("Loss 1\nloss 2\nlo\x1b[1mss 3\nloss 4\rdone\nnothing\nloss 6");
    QCOMPARE(passing(text, plainTest(QStringLiteral("loss"), false)), QList<qint64>({1, 2, 3, 6}));
    QCOMPARE(passing(text, plainTest(QStringLiteral("loss"), true)), QList<qint64>({2, 3, 6}));
    QCOMPARE(passing(text, plainTest(QStringLiteral("no such"), true)), QList<qint64>());
}

void TestLogText::filtersCombine()
{
    const LogText text = textOf("[rank0] a\n[rank1] a\n[rank1] Error: b\n[rank0] Error: b\n[rank1] WARNING\n 1%|\n 2%|\n");
    LineFilter filter;
    QCOMPARE(passing(text, filterTest(filter)), QList<qint64>({1, 2, 3, 4, 5, 7}));
    filter.bars = LineFilter::Bars::Hidden;
    QCOMPARE(passing(text, filterTest(filter)), QList<qint64>({1, 2, 3, 4, 5}));
    filter.rank = 1;
    QCOMPARE(passing(text, filterTest(filter)), QList<qint64>({2, 3, 5}));
    filter.errors = true;
    QCOMPARE(passing(text, filterTest(filter)), QList<qint64>({3}));
    filter.warnings = true;
    QCOMPARE(passing(text, filterTest(filter)), QList<qint64>({3, 5}));
    QCOMPARE(text.ranks(), QList<int>({0, 1}));
}

void TestLogText::countsKnowTheirBlocks()
{
    LineCounts counts;
    counts.set(0, {2, 0, 3});
    QCOMPARE(counts.total(), 5);
    QCOMPARE(counts.blockOf(1), 0);
    QCOMPARE(counts.blockOf(2), 2);
    counts.set(2, {4, 1}); // the last block grew
    QCOMPARE(counts.total(), 7);
    QCOMPARE(counts.before(3), 6);
    QCOMPARE(counts.count(2), 4);
}

void TestLogText::aMillionLinesAreIndexedAndSearchedQuickly()
{
    const QByteArray line("step 12345 loss 0.4123 accuracy 0.8123 samples_per_second 1234.5 learning_rate 0.001 grad_norm 1.25\n");
    const QByteArray bytes = line.repeated(1'000'000);
    QElapsedTimer timer;
    timer.start();
    const LogText text = textOf(bytes);
    const qint64 indexed = timer.restart();
    QCOMPARE(text.lineCount(), 1'000'000);
    QCOMPARE(passing(text, plainTest(QStringLiteral("no such words"), false)).size(), 0);
    const qint64 searched = timer.elapsed();
    qInfo("%lld MB: indexed in %lld ms, searched in %lld ms, %lld blocks of %zu bytes", text.size() / 1'000'000, indexed, searched, qint64(text.blockCount()),
          sizeof(LogBlock));
    QVERIFY(indexed < 5000);
    QVERIFY(searched < 5000);
}

QTEST_GUILESS_MAIN(TestLogText)
#include "tst_logtext.moc"
