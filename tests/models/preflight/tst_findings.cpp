#include "models/preflight/finding.h"
#include "models/preflight/findingcodes.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Trainyard;

namespace {

const QString root = QStringLiteral(TRAINYARD_TEST_DATA "/../../");

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QSet<QString> matches(const QString &text, const QString &pattern)
{
    QSet<QString> found;
    QRegularExpressionMatchIterator iterator = QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text);
    while (iterator.hasNext())
        found.insert(iterator.next().captured(1));
    return found;
}

/// Codes that the sources give to findings. Keys of job.yaml have no hyphen, so a text with one is a code wherever it stands.
QSet<QString> emittedCodes()
{
    QSet<QString> codes;
    for (const char *folder : {"models/common", "models/job", "models/platform", "services/preflight", "services/dryrun", "services/torch"}) {
        QDirIterator files(root + QLatin1String(folder), {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString text = textOf(files.next());
            codes += matches(text, QStringLiteral("\"((?:arguments|checkpoints|code|data|environment|job|launch|limits|logs|memory|model|network|paths|resources|training)\\.[a-z]+-[a-z-]+)\""));
            codes += matches(text, QStringLiteral("[fF]inding\\(\\s*\"([a-z]+\\.[a-z]+)\""));
        }
    }
    return codes;
}

QString joined(const QSet<QString> &codes)
{
    QStringList sorted(codes.begin(), codes.end());
    sorted.sort();
    return sorted.join(u'\n');
}

} // namespace

class tst_Findings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCodeInTheSourcesIsListed();
    void documentationListsTheSameCodes();
    void everyCodeIsExplained();
    void jsonComesBackEqual();
    void placesAreCountedAndTheFirstTenKept();
    void repeatedFaultsAreFolded();
};

void tst_Findings::everyCodeInTheSourcesIsListed()
{
    const QStringList listed = findingCodes();
    QCOMPARE(joined(emittedCodes() - QSet<QString>(listed.begin(), listed.end())), QString());
}

void tst_Findings::documentationListsTheSameCodes()
{
    const QStringList listed = findingCodes();
    const QSet<QString> documented = matches(textOf(root + QStringLiteral("docs/findings.md")), QStringLiteral("^\\| `([^`]+)` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$"));
    QCOMPARE(joined(documented), joined(QSet<QString>(listed.begin(), listed.end())));
}

void tst_Findings::everyCodeIsExplained()
{
    for (const QString &code : findingCodes()) {
        QVERIFY2(QRegularExpression(QStringLiteral("^[a-z]+\\.[a-z]+(-[a-z]+)*$")).match(code).hasMatch(), qPrintable(code));
        QVERIFY2(explanation(code).count(QRegularExpression(QStringLiteral("[.)](\\s|$)"))) >= 2, qPrintable(code));
    }
    QVERIFY(explanation(QStringLiteral("nothing.such")).isEmpty());
}

void tst_Findings::jsonComesBackEqual()
{
    Finding finding = warningFinding("data.empty-file", {}, QStringLiteral("message"), QStringLiteral("fix"));
    finding = atPlaces(finding, {{QStringLiteral("a"), 1, QString()}, {QStringLiteral("b"), std::nullopt, QStringLiteral("inputs[0].source")}});
    QCOMPARE(Finding::fromJson(finding.toJson()), finding);
    const QJsonObject json = finding.toJson();
    QCOMPARE(json.value(QLatin1String("severity")).toString(), QStringLiteral("warning"));
    QCOMPARE(json.value(QLatin1String("where")).toObject(), (QJsonObject{{QStringLiteral("file"), QStringLiteral("a")}, {QStringLiteral("line"), 1}}));
}

void tst_Findings::placesAreCountedAndTheFirstTenKept()
{
    QList<Place> places;
    for (int i = 1; i <= 25; ++i)
        places.append({QStringLiteral("file"), i, QString()});
    const Finding finding = atPlaces(errorFinding("data.empty-file", {}, QString(), QString()), places);
    QCOMPARE(finding.count, 25);
    QCOMPARE(finding.where, places.first());
    QCOMPARE(finding.places, places.mid(0, 10));
    QVERIFY(atPlaces(finding, {places.first()}).places.isEmpty());
}

void tst_Findings::repeatedFaultsAreFolded()
{
    Findings findings;
    for (int i = 0; i < 1000; ++i)
        findings.append(errorFinding("job.unknown-key", {QStringLiteral("job.yaml"), i, QString()}, QStringLiteral("unknown."), QStringLiteral("fix")));
    findings.append(errorFinding("job.syntax", {}, QStringLiteral("syntax"), QStringLiteral("fix")));
    foldRepeated(findings);
    QCOMPARE(findings.size(), 52);
    QCOMPARE(findings[50].count, 950);
    QCOMPARE(findings[51].code, QStringLiteral("job.syntax"));
}

QTEST_GUILESS_MAIN(tst_Findings)
#include "tst_findings.moc"
