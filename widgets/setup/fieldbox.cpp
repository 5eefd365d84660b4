#include "widgets/setup/fieldbox.h"

#include "models/preflight/finding.h"
#include "widgets/common/theme.h"
#include "widgets/setup/fieldtexts.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace Trainyard {

namespace {

QLineEdit *lineEditOf(QWidget *editor)
{
    if (auto *edit = qobject_cast<QLineEdit *>(editor))
        return edit;
    if (auto *combo = qobject_cast<QComboBox *>(editor))
        return combo->lineEdit();
    return editor->findChild<QLineEdit *>();
}

} // namespace

FieldBox::FieldBox(const QString &key, QWidget *editor, QWidget *parent)
    : QWidget(parent), m_key(key), m_editor(editor), m_label(new QLabel(this)), m_unit(new QLabel(this)), m_helpButton(new QToolButton(this)),
      m_problem(new SentenceLabel(this)), m_row(new QHBoxLayout)
{
    editor->setObjectName(key);
    m_label->setBuddy(editor);
    m_helpButton->setAutoRaise(true);
    m_helpButton->setIcon(Theme::icon(QStringLiteral("help")));
    m_helpButton->setFocusPolicy(Qt::NoFocus);
    m_helpButton->hide();
    connect(m_helpButton, &QToolButton::clicked, this, [this] { Q_EMIT helpRequested(this); });

    m_row->setSpacing(8);
    m_row->addWidget(editor, 1);
    m_row->addWidget(m_unit);
    m_row->addWidget(m_helpButton);

    m_problem->setColored(true);
    m_problem->hide();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_label);
    layout->addLayout(m_row);
    layout->addWidget(m_problem);

    if (QLineEdit *edit = lineEditOf(editor))
        edit->installEventFilter(this);
    retranslate();
}

QString FieldBox::label() const
{
    return fieldTexts(m_key).label;
}

void FieldBox::addBeside(QWidget *widget)
{
    m_row->insertWidget(m_row->indexOf(m_unit) + 1, widget);
}

void FieldBox::setProblem(Severity severity, const QString &message, const QString &fix)
{
    const QString text = fix.isEmpty() ? message : message + QLatin1Char('\n') + fix;
    m_problem->setSentence(statusColorOf(severity), text);
    m_editor->setAccessibleDescription(text);
    m_problem->show();
    m_hasProblem = true;
}

void FieldBox::clearProblem()
{
    if (!m_hasProblem)
        return;
    m_hasProblem = false;
    m_problem->hide();
    m_editor->setAccessibleDescription(fieldTexts(m_key).what);
}

bool FieldBox::hasError() const
{
    return m_hasProblem && m_problem->status() == StatusColor::Error;
}

QString FieldBox::problemText() const
{
    return m_hasProblem ? m_problem->text() : QString();
}

void FieldBox::setHelpButtonVisible(bool visible)
{
    m_helpButton->setVisible(visible && !fieldTexts(m_key).what.isEmpty());
}

void FieldBox::retranslate()
{
    const FieldTexts texts = fieldTexts(m_key);
    m_label->setText(texts.label);
    m_label->setVisible(!texts.label.isEmpty());
    m_unit->setText(texts.unit);
    m_unit->setVisible(!texts.unit.isEmpty());
    m_editor->setAccessibleName(texts.label);
    if (!m_hasProblem)
        m_editor->setAccessibleDescription(texts.what);
    if (QLineEdit *edit = lineEditOf(m_editor)) {
        edit->setPlaceholderText(texts.placeholder);
        edit->setAccessibleName(texts.label);
    }
    m_helpButton->setToolTip(tr("What is this?"));
    m_helpButton->setAccessibleName(tr("What is this? %1").arg(texts.label));
}

FieldBox *FieldBox::ofWidget(QWidget *widget)
{
    while (widget && !qobject_cast<FieldBox *>(widget))
        widget = widget->parentWidget();
    return static_cast<FieldBox *>(widget);
}

void FieldBox::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool FieldBox::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Trainyard
