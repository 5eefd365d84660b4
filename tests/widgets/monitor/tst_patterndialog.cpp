#include "widgets/common/statuslabel.h"
#include "widgets/monitor/patterndialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>

using namespace Trainyard;
using namespace Qt::StringLiterals;

class TestPatternDialog : public QObject
{
    Q_OBJECT

private:
    const QStringList m_lines{u"start"_s, u"fold a score 0.75"_s, u"fold b score 0.5"_s};

    TrialLines lines() const
    {
        return {m_lines.size(), [lines = m_lines](qint64 line) { return lines.at(line - 1); }};
    }
    MarkedNumber numberIn(qint64 line) const { return *markedNumber(m_lines.at(line - 1), 14); }

private Q_SLOTS:
    void theProposalIsTriedAtOnceAndSaved()
    {
        PatternDialog dialog(lines(), numberIn(2), nullptr);
        dialog.show();
        QSignalSpy accepted(&dialog, &PatternDialog::patternAccepted);
        auto *verdict = dialog.findChild<StatusLabel *>();
        QTRY_COMPARE(verdict->status(), StatusColor::Ok);
        QVERIFY(dialog.findChild<QTextBrowser *>()->toPlainText().contains(u"0.75"_s));
        dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->click();
        QCOMPARE(accepted.size(), 1);
        QVERIFY(!problemOf(accepted[0][0].value<LogPattern>()));
    }

    void anotherExampleLoosensThePattern()
    {
        PatternDialog dialog(lines(), numberIn(2), nullptr);
        dialog.findChild<QComboBox *>()->setEditText(u"score"_s);
        dialog.addExample(numberIn(3));
        QTRY_COMPARE(dialog.findChild<QTextBrowser *>()->toPlainText().count(u"score"_s), 2);
        QCOMPARE(dialog.pattern().name, u"score"_s);
    }

    void aFaultIsToldWhileTyping()
    {
        PatternDialog dialog(lines(), numberIn(2), nullptr);
        auto *edit = dialog.findChild<QLineEdit *>(QString(), Qt::FindDirectChildrenOnly);
        edit->setText(u"score (?<score>"_s);
        QCOMPARE(dialog.findChild<StatusLabel *>()->status(), StatusColor::Error);
        QVERIFY(!dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->isEnabled());
    }

    void renamingRenamesTheGroup()
    {
        PatternDialog dialog(lines(), numberIn(2), nullptr);
        dialog.findChild<QComboBox *>()->setEditText(u"quality"_s);
        QVERIFY2(dialog.pattern().pattern.contains(u"(?<quality>"_s), qPrintable(dialog.pattern().pattern));
        dialog.findChild<QComboBox *>()->setEditText(u"quality/mean"_s);
        QVERIFY2(dialog.pattern().pattern.contains(u"(?<value>"_s), qPrintable(dialog.pattern().pattern));
    }
};

QTEST_MAIN(TestPatternDialog)
#include "tst_patterndialog.moc"
