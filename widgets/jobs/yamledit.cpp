#include "widgets/jobs/yamledit.h"

#include "widgets/common/theme.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTextBlock>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr std::chrono::milliseconds typingPause{500};
constexpr int indentWidth = 2;

/// Tab indents with blanks: YAML forbids tabs.
class YamlTextEdit final : public QPlainTextEdit
{
protected:
    void keyPressEvent(QKeyEvent *event) override;
};

void YamlTextEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier)
        textCursor().insertText(QString(indentWidth, u' '));
    else
        QPlainTextEdit::keyPressEvent(event);
}

} // namespace

YamlEdit::YamlEdit(QWidget *parent)
    : QWidget(parent), m_edit(new YamlTextEdit), m_list(new QListWidget), m_discard(new QPushButton)
{
    m_edit->setFont(Theme::monospaceFont());
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_list->setWordWrap(true);
    m_list->setIconSize(QSize(16, 16));
    m_list->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_edit, 3);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_discard, 0, Qt::AlignLeft);
    m_discard->hide();
    m_edit->installEventFilter(this);
    connect(m_discard, &QPushButton::clicked, this, &YamlEdit::discardRequested);
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(m_edit, &QPlainTextEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&m_pause, &QTimer::timeout, this, [this] { Q_EMIT textEdited(text()); });
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) { goToLine(item->data(Qt::UserRole).toInt()); });
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem *item) { goToLine(item->data(Qt::UserRole).toInt()); });
    retranslate();
}

void YamlEdit::setText(const QString &text)
{
    if (m_edit->toPlainText() == text || m_pause.isActive())
        return;
    const QSignalBlocker blocker(m_edit);
    m_edit->setPlainText(text);
    markLines();
}

void YamlEdit::setUnreadable(bool isUnreadable)
{
    m_discard->setVisible(isUnreadable);
}

void YamlEdit::flush()
{
    if (!m_pause.isActive())
        return;
    m_pause.stop();
    Q_EMIT textEdited(text());
}

bool YamlEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        flush();
    return QWidget::eventFilter(watched, event);
}

QString YamlEdit::text() const
{
    return m_edit->toPlainText();
}

void YamlEdit::setFindings(const Findings &findings)
{
    m_findings = findings;
    m_list->clear();
    for (const Finding &finding : findings) {
        const QString sentence = finding.fix.isEmpty() ? finding.message : finding.message + u' ' + finding.fix;
        const int line = finding.where.line.value_or(0);
        const bool namesLine = line == 0 || sentence.startsWith(tr("Line %1", "how a sentence about a line begins").arg(line));
        auto *item = new QListWidgetItem(Theme::statusIcon(statusColorOf(finding.severity)), namesLine ? sentence : tr("Line %1: %2").arg(line).arg(sentence), m_list);
        item->setData(Qt::UserRole, line);
    }
    m_list->setVisible(!findings.isEmpty());
    markLines();
}

void YamlEdit::markLines()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const Finding &finding : std::as_const(m_findings)) {
        if (!finding.where.line || (!finding.where.file.isEmpty() && !finding.where.file.endsWith(QLatin1String(".yaml")) && !finding.where.file.endsWith(QLatin1String(".yml"))))
            continue;
        const QTextBlock block = m_edit->document()->findBlockByNumber(*finding.where.line - 1);
        if (!block.isValid())
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(Theme::color(statusColorOf(finding.severity)));
        selections.append(selection);
    }
    m_edit->setExtraSelections(selections);
}

void YamlEdit::goToLine(int line)
{
    const QTextBlock block = m_edit->document()->findBlockByNumber(std::max(0, line - 1));
    m_edit->setTextCursor(QTextCursor(block));
    m_edit->setFocus();
}

void YamlEdit::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void YamlEdit::retranslate()
{
    m_edit->setAccessibleName(tr("The job's file"));
    m_discard->setText(tr("Discard this text"));
    m_discard->setToolTip(tr("Back to the text of the job as it was last readable"));
    m_list->setAccessibleName(tr("Faults in the file"));
    setFindings(m_findings);
}

} // namespace Trainyard
