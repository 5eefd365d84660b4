#include "widgets/setup/jobform.h"

#include "widgets/common/theme.h"
#include "widgets/setup/decisioncard.h"
#include "widgets/setup/environmentform.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/flavorform.h"
#include "widgets/setup/forecastline.h"
#include "widgets/setup/launchform.h"
#include "widgets/setup/placesform.h"
#include "widgets/setup/settingsforms.h"
#include "widgets/setup/tableforms.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr int twoColumnsWidth = 640;
}

QList<Form *> makeSettingsForms(QWidget *parent)
{
    return {new ParametersForm(parent), new AboutForm(parent),    new LimitsForm(parent), new TrainingForm(parent),
            new ModelForm(parent),      new VariablesForm(parent), new InputsForm(parent)};
}

QStringList settingsTitles()
{
    return {JobForm::tr("Parameters"), JobForm::tr("About"), JobForm::tr("Checkpoints, limits"), JobForm::tr("Training"),
            JobForm::tr("Model"),      JobForm::tr("Variables"),        JobForm::tr("Inputs, outputs")};
}

JobForm::JobForm(QWidget *parent)
    : Form(parent), m_grid(new QGridLayout), m_forecast(new ForecastLine(this)), m_moreButton(new QToolButton(this)), m_more(new QTabWidget(this))
{
    m_grid->setSpacing(16);
    auto *flavor = new FlavorForm;
    flavor->hideForecastLine();
    for (Form *form : std::initializer_list<Form *>{new EnvironmentForm, flavor, new PlacesForm, new LaunchForm}) {
        addPart(form);
        m_cards.append(new DecisionCard(form, this));
    }
    for (Form *form : makeSettingsForms(nullptr)) {
        addPart(form);
        auto *page = new QWidget;
        auto *layout = new QVBoxLayout(page);
        layout->setContentsMargins(12, 12, 12, 12);
        layout->addWidget(form);
        layout->addStretch();
        m_more->addTab(page, QString());
    }
    m_more->setUsesScrollButtons(true);
    m_moreButton->setCheckable(true);
    m_moreButton->setAutoRaise(true);
    m_moreButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_moreButton, &QToolButton::toggled, this, &JobForm::setMoreVisible);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addLayout(m_grid);
    layout->addWidget(m_forecast);
    layout->addWidget(m_moreButton, 0, Qt::AlignLeft);
    layout->addWidget(m_more);
    arrangeCards();
    setMoreVisible(false);
    retranslate();
}

bool JobForm::isDecided() const
{
    return std::all_of(m_cards.cbegin(), m_cards.cend(), [](const DecisionCard *card) { return card->form()->isDecided(); });
}

QStringList JobForm::summaries() const
{
    QStringList lines;
    for (const DecisionCard *card : m_cards)
        lines.append(tr("%1: %2", "a decision of the job: what was decided").arg(card->title(), card->form()->summary()));
    return lines;
}

void JobForm::closeDecided()
{
    for (DecisionCard *card : std::as_const(m_cards))
        card->setOpen(!card->form()->isDecided());
}

void JobForm::setMoreVisible(bool isVisible)
{
    m_more->setVisible(isVisible);
    m_moreButton->setChecked(isVisible);
    m_moreButton->setIcon(Theme::icon(isVisible ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
}

void JobForm::setForecast(const ForecastState &forecast)
{
    Form::setForecast(forecast);
    m_forecast->setForecast(forecast);
}

void JobForm::showField(const QString &key)
{
    FieldBox *box = fieldNear(key);
    if (!box)
        return;
    for (DecisionCard *card : std::as_const(m_cards)) {
        if (card->isAncestorOf(box))
            card->setOpen(true);
    }
    for (int i = 0; i < m_more->count(); ++i) {
        if (m_more->widget(i)->isAncestorOf(box)) {
            setMoreVisible(true);
            m_more->setCurrentIndex(i);
        }
    }
    box->editor()->setFocus(Qt::OtherFocusReason);
    for (QWidget *around = parentWidget(); around; around = around->parentWidget()) {
        if (auto *scroll = qobject_cast<QScrollArea *>(around))
            QTimer::singleShot(0, box, [scroll, box] { scroll->ensureWidgetVisible(box); }); // what opened has no size yet
    }
}

void JobForm::handleJobShown()
{
    for (DecisionCard *card : std::as_const(m_cards))
        card->refresh();
    refreshMore();
}

/// A tab with a problem inside says so.
void JobForm::refreshMore()
{
    for (int i = 0; i < m_more->count(); ++i) {
        const QList<FieldBox *> boxes = m_more->widget(i)->findChildren<FieldBox *>();
        const bool isWrong = std::any_of(boxes.cbegin(), boxes.cend(), [](const FieldBox *box) { return box->hasError(); });
        m_more->setTabIcon(i, isWrong ? Theme::statusIcon(StatusColor::Error) : QIcon());
    }
}

void JobForm::retranslate()
{
    const QStringList titles{tr("Environment"), tr("Flavor"), tr("Data and outputs"), tr("Launch")};
    for (qsizetype i = 0; i < m_cards.size(); ++i)
        m_cards.at(i)->setTitle(titles.at(i));
    const QStringList tabs = settingsTitles();
    for (int i = 0; i < m_more->count(); ++i)
        m_more->setTabText(i, tabs.at(i));
    m_moreButton->setText(tr("More settings"));
}

void JobForm::resizeEvent(QResizeEvent *event)
{
    Form::resizeEvent(event);
    arrangeCards();
}

/// 2 x 2, or below each other where it is narrow.
void JobForm::arrangeCards()
{
    const int columns = width() >= twoColumnsWidth ? 2 : 1;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (qsizetype i = 0; i < m_cards.size(); ++i)
        m_grid->addWidget(m_cards.at(i), int(i) / columns, int(i) % columns);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns == 2 ? 1 : 0);
}

} // namespace Trainyard
