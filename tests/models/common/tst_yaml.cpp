#include "models/common/textdecoding.h"
#include "models/common/yamltree.h"
#include "models/common/yamlwriter.h"

#include <QTest>

using namespace Trainyard;

class tst_Yaml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void encodingsAreToldApart_data();
    void encodingsAreToldApart();
    void scalarsKeepTheirCharacters();
    void nullIsOnlyWhatIsPlain();
    void quotedTextsReadBackEqual_data();
    void quotedTextsReadBackEqual();
};

void tst_Yaml::encodingsAreToldApart_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("utf8");
    QTest::addColumn<QString>("problem"); // a word of it; empty: none
    QTest::newRow("UTF-8") << QByteArray("a: \xE4\xB8\xAD\n") << QByteArray("a: \xE4\xB8\xAD\n") << "";
    QTest::newRow("mark") << QByteArray("\xEF\xBB\xBF"
                                        "a\n") << QByteArray("a\n") << "";
    QTest::newRow("mixed line ends") << QByteArray("a\r\nb\rc\n") << QByteArray("a\nb\nc\n") << "";
    QTest::newRow("UTF-16 LE with a mark") << QByteArray("\xFF\xFE"
                                                         "a\0\n\0", 6) << QByteArray("a\n") << "";
    QTest::newRow("UTF-16 LE without") << QByteArray("a\0:\0 \0b\0", 8) << QByteArray() << "UTF-16";
    QTest::newRow("GBK") << QByteArray("a: \xD6\xD0\xCE\xC4\n") << QByteArray() << "GBK";
    QTest::newRow("Latin-1") << QByteArray("a: M\xFCller\n") << QByteArray() << "Latin-1";
    QTest::newRow("binary") << QByteArray("a\x01\n") << QByteArray() << "not text";
    QTest::newRow("surrogate in UTF-8") << QByteArray("\xED\xA0\x80") << QByteArray() << "UTF-8";
    QTest::newRow("cut off") << QByteArray("a\xE4\xB8") << QByteArray() << "UTF-8";
    QTest::newRow("empty") << QByteArray() << QByteArray() << "";
}

void tst_Yaml::encodingsAreToldApart()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, utf8);
    QFETCH(QString, problem);
    const DecodedText text = decodeText(bytes);
    QCOMPARE(text.utf8, utf8);
    QCOMPARE(text.problem.isEmpty(), problem.isEmpty());
    QVERIFY2(text.problem.contains(problem), qPrintable(text.problem));
}

void tst_Yaml::scalarsKeepTheirCharacters()
{
    const YamlTree tree = parseYaml("a: 007\nb: no\nc: |\n  two\n  lines\nd: >\n  folded\n  text\ne: 'it''s'\nf: \"tab\\t\"\n", QStringLiteral("x.yaml"), maximumJobBytes);
    QVERIFY(tree.findings.isEmpty());
    const QList<std::pair<QString, QString>> expected{{QStringLiteral("a"), QStringLiteral("007")}, {QStringLiteral("b"), QStringLiteral("no")},
                                                      {QStringLiteral("c"), QStringLiteral("two\nlines\n")}, {QStringLiteral("d"), QStringLiteral("folded text\n")},
                                                      {QStringLiteral("e"), QStringLiteral("it's")}, {QStringLiteral("f"), QStringLiteral("tab\t")}};
    for (const auto &[key, text] : expected)
        QCOMPARE(tree.root->value(key)->text, text);
}

void tst_Yaml::nullIsOnlyWhatIsPlain()
{
    const YamlTree tree = parseYaml("a: ~\nb:\nc: null\nd: '~'\ne: ''\nf: !!str null\ng: nil\n", QStringLiteral("x.yaml"), maximumJobBytes);
    for (const char16_t key : {u'a', u'b', u'c'})
        QVERIFY(tree.root->value(QStringView(&key, 1))->isNull());
    for (const char16_t key : {u'd', u'e', u'f', u'g'})
        QVERIFY(!tree.root->value(QStringView(&key, 1))->isNull());
}

void tst_Yaml::quotedTextsReadBackEqual_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isPlain");
    QTest::newRow("word") << "resnet18" << true;
    QTest::newRow("path") << "../data set/v1.2" << true;
    QTest::newRow("Chinese") << QString::fromUtf8("第一次训练") << true;
    for (const char *quoted : {"", "no", "3.10", "12:30", "null", "- a", "a: b", "a #b", "{a}", "[a]", "*a", "&a", "!a", "|", ">", "'a'", "\"a\"", "a\nb", " a", "a ", "---", "<<", "2026-11-30"})
        QTest::newRow(QByteArray("quoted ").append(quoted).constData()) << QString::fromLatin1(quoted) << false;
}

void tst_Yaml::quotedTextsReadBackEqual()
{
    QFETCH(QString, text);
    QFETCH(bool, isPlain);
    const QString written = yamlScalar(text, false);
    QCOMPARE(written == text, isPlain);
    const YamlTree tree = parseYaml(QStringLiteral("{a: [%1, %1]}").arg(written).toUtf8(), QStringLiteral("x.yaml"), maximumJobBytes);
    QVERIFY(tree.findings.isEmpty());
    QCOMPARE(tree.root->value(u"a")->items.value(1)->text, text);
}

QTEST_GUILESS_MAIN(tst_Yaml)
#include "tst_yaml.moc"
