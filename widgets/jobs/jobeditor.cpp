#include "widgets/jobs/jobeditor.h"

#include "widgets/common/helppanel.h"
#include "widgets/common/theme.h"
#include "widgets/jobs/yamledit.h"
#include "widgets/setup/environmentform.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/fieldtexts.h"
#include "widgets/setup/flavorform.h"
#include "widgets/setup/launchform.h"
#include "widgets/setup/placesform.h"
#include "widgets/setup/sentencelabel.h"
#include "widgets/setup/settingsforms.h"
#include "widgets/setup/tableforms.h"

#include <QApplication>
#include <QBoxLayout>
#include <QScrollArea>
#include <QTabWidget>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr int mostFormWidth = 720;
}

JobEditor::JobEditor(QWidget *parent)
    : Form(parent), m_tabs(new QTabWidget), m_help(new HelpPanel), m_yaml(new YamlEdit), m_saved(new SentenceLabel)
{
    addTab({new LaunchForm, new EnvironmentForm, new FlavorForm});
    addTab({new PlacesForm, new InputsForm});
    addTab({new ParametersForm, new VariablesForm});
    addTab({new AboutForm});
    addTab({new LimitsForm});
    addTab({new TrainingForm});
    addTab({new ModelForm});
    auto *textPage = new QWidget;
    auto *textLayout = new QVBoxLayout(textPage);
    textLayout->addWidget(m_yaml);
    m_tabs->addTab(textPage, QString());
    m_tabs->setDocumentMode(true);
    connect(m_yaml, &YamlEdit::textEdited, this, &JobEditor::textEdited);
    connect(m_yaml, &YamlEdit::discardRequested, this, &JobEditor::discardTextRequested);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { showHelpFor(now); });

    auto *left = new QVBoxLayout;
    left->addWidget(m_tabs, 1);
    left->addWidget(m_saved);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 8, 24, 8);
    layout->setSpacing(16);
    layout->addLayout(left, 1);
    layout->addWidget(m_help, 0, Qt::AlignTop);
    retranslate();
}

void JobEditor::addTab(const QList<Form *> &forms)
{
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setSpacing(16);
    for (Form *form : forms) {
        addPart(form);
        form->setMaximumWidth(mostFormWidth);
        layout->addWidget(form, 0, Qt::AlignTop);
    }
    layout->addStretch();
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    m_tabs->addTab(scroll, QString());
}

void JobEditor::showFindings(const Findings &findings)
{
    setFindings(findings);
    m_yaml->setFindings(findings);
    for (int i = 0; i < m_tabs->count(); ++i) {
        const QList<FieldBox *> boxes = m_tabs->widget(i)->findChildren<FieldBox *>();
        const bool isWrong = std::any_of(boxes.cbegin(), boxes.cend(), [](const FieldBox *box) { return box->hasError(); });
        m_tabs->setTabIcon(i, isWrong ? Theme::statusIcon(StatusColor::Error) : QIcon());
    }
}

void JobEditor::setText(const QString &text)
{
    m_yaml->setUnreadable(false);
    m_yaml->setText(text);
    setFormsEnabled(true);
}

void JobEditor::setUnreadableText(const QString &text, const Findings &findings)
{
    m_yaml->setText(text);
    m_yaml->setFindings(findings);
    m_yaml->setUnreadable(true);
    setFormsEnabled(false);
    m_tabs->setCurrentIndex(fileTab());
    m_tabs->setTabIcon(fileTab(), Theme::statusIcon(StatusColor::Error));
}

void JobEditor::setFormsEnabled(bool isEnabled)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (i == fileTab())
            continue;
        m_tabs->setTabEnabled(i, isEnabled);
        m_tabs->setTabToolTip(i, isEnabled ? QString() : tr("The text under File has a fault: put it right, or discard it, first."));
    }
}

int JobEditor::fileTab() const
{
    return m_tabs->count() - 1;
}

void JobEditor::setSaveLine(bool isSaved, const QString &sentence)
{
    m_saved->setSentence(isSaved ? StatusColor::Ok : StatusColor::Error, sentence);
}

void JobEditor::toggleHelp()
{
    m_help->setVisible(!m_help->isVisible());
}

void JobEditor::showHelpFor(QWidget *focused)
{
    FieldBox *box = focused && isAncestorOf(focused) ? FieldBox::ofWidget(focused) : nullptr;
    if (!box)
        return;
    const FieldTexts texts = fieldTexts(box->key());
    m_help->setHelp({texts.label, texts.what, texts.why, texts.where, texts.example, QUrl()});
}

void JobEditor::retranslate()
{
    const QStringList titles{tr("Launch"), tr("Data"), tr("Parameters"), tr("About"), tr("Checkpoints, limits"), tr("Training"), tr("Model"), tr("File")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, titles.at(i));
    m_help->setHelp({QString(), tr("Click a field: what it is, why it matters and an example stand here."), QString(), QString(), QString(), QUrl()});
}

} // namespace Trainyard
