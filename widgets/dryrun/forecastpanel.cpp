#include "widgets/dryrun/forecastpanel.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "widgets/common/forecastcolor.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/tabletext.h"
#include "widgets/dryrun/forecastbar.h"
#include "widgets/dryrun/needcurve.h"
#include "widgets/dryrun/steptimeline.h"
#include "widgets/dryrun/suggestionlist.h"
#include "widgets/setup/sentencelabel.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <array>

namespace Trainyard {

namespace {

constexpr int sideBySideWidth = 860; ///< from here on two charts stand beside each other
constexpr int mostFlavorRows = 6;
const std::array axes{QLatin1String("batch_size"), QLatin1String("sequence_length")};

QLabel *sectionLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

QLabel *wrappingLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

bool hasAxis(const MemoryForecast &forecast, QLatin1String axis)
{
    return std::count_if(forecast.curve.begin(), forecast.curve.end(), [axis](const MemoryCurvePoint &point) { return point.axis == axis; }) > 1;
}

} // namespace

ForecastPanel::ForecastPanel(QWidget *parent)
    : QWidget(parent)
    , m_sentence(new SentenceLabel(this))
    , m_remedy(new QPushButton(this))
    , m_content(new QWidget(this))
    , m_bar(new ForecastBar(this))
    , m_legend(wrappingLabel(this))
    , m_facts(wrappingLabel(this))
    , m_suggestionsTitle(sectionLabel(this))
    , m_suggestions(new SuggestionList(this))
    , m_grounds(new MutedLabel(this))
{
    auto *content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(8);
    content->addWidget(m_bar);
    content->addWidget(m_legend);
    content->addWidget(m_facts);
    content->addSpacing(8);
    content->addWidget(m_suggestionsTitle);
    content->addWidget(m_suggestions);
    content->addSpacing(8);
    content->addWidget(makeCharts());
    content->addSpacing(8);
    content->addWidget(makeFlavors());
    content->addWidget(m_grounds);
    m_grounds->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_sentence);
    layout->addWidget(m_remedy, 0, Qt::AlignLeft);
    layout->addWidget(m_content);

    connect(m_suggestions, &SuggestionList::applyRequested, this, &ForecastPanel::applyRequested);
    connect(m_remedy, &QPushButton::clicked, this, [this] {
        if (m_state.kind == ForecastState::Kind::NoModel)
            Q_EMIT modelRequested();
        else
            Q_EMIT retryRequested();
    });
    retranslate();
}

QWidget *ForecastPanel::makeCharts()
{
    auto *holder = new QWidget(this);
    m_charts = new QBoxLayout(QBoxLayout::TopToBottom, holder);
    m_charts->setContentsMargins(0, 0, 0, 0);
    m_charts->setSpacing(16);
    const auto column = [holder](QWidget *title, QWidget *chart) {
        auto *box = new QWidget(holder);
        auto *layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        layout->addWidget(title);
        layout->addWidget(chart);
        return box;
    };
    m_timelineTitle = sectionLabel(this);
    m_timeline = new StepTimeline(this);
    auto *head = new QWidget(this);
    auto *headLayout = new QHBoxLayout(head);
    headLayout->setContentsMargins(0, 0, 0, 0);
    m_curveTitle = sectionLabel(this);
    m_axis = new QComboBox(this);
    m_axis->addItem(QString(), axes[0]);
    m_axis->addItem(QString(), axes[1]);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &ForecastPanel::showCurve);
    headLayout->addWidget(m_curveTitle);
    headLayout->addWidget(m_axis);
    headLayout->addStretch();
    m_curve = new NeedCurve(this);
    m_curveBox = column(head, m_curve);
    m_charts->addWidget(column(m_timelineTitle, m_timeline), 1);
    m_charts->addWidget(m_curveBox, 1);
    return holder;
}

QWidget *ForecastPanel::makeFlavors()
{
    m_flavorBox = new QWidget(this);
    m_flavorsTitle = sectionLabel(this);
    m_sortedFlavors = new QSortFilterProxyModel(this);
    m_sortedFlavors->setSourceModel(&m_flavorModel);
    m_sortedFlavors->setSortRole(FlavorFitModel::SortRole);
    m_flavors = new QTableView(this);
    m_flavors->setModel(m_sortedFlavors);
    m_flavors->setSortingEnabled(true);
    m_flavors->horizontalHeader()->setSortIndicatorClearable(true);
    m_flavors->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as the forecast has them: cheapest that fits first
    m_flavors->horizontalHeader()->setSectionResizeMode(FlavorFitModel::FitColumn, QHeaderView::Stretch);
    m_flavors->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_flavors->verticalHeader()->hide();
    m_flavors->setSelectionBehavior(QTableView::SelectRows);
    m_flavors->setSelectionMode(QTableView::SingleSelection);
    m_flavors->setShowGrid(false);
    m_flavors->setTabKeyNavigation(false);
    auto *copy = new QAction(m_flavors);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_flavors->addAction(copy);
    connect(copy, &QAction::triggered, this, &ForecastPanel::copyFlavors);
    m_useFlavor = new QPushButton(this);
    const auto use = [this] {
        const QModelIndex current = m_flavors->currentIndex();
        if (current.isValid() && m_useFlavor->isEnabled())
            Q_EMIT flavorRequested(current.data(FlavorFitModel::NameRole).toString());
    };
    connect(m_flavors, &QTableView::activated, this, use);
    connect(m_useFlavor, &QPushButton::clicked, this, use);
    connect(m_flavors->selectionModel(), &QItemSelectionModel::currentChanged, this, &ForecastPanel::updateFlavorButton);
    connect(&m_flavorModel, &QAbstractItemModel::modelReset, this, &ForecastPanel::updateFlavorButton);
    auto *layout = new QVBoxLayout(m_flavorBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_flavorsTitle);
    layout->addWidget(m_flavors);
    layout->addWidget(m_useFlavor, 0, Qt::AlignLeft);
    return m_flavorBox;
}

void ForecastPanel::setState(const ForecastState &state)
{
    m_state = state;
    const bool hasForecast = state.forecast && (state.isCurrent() || state.kind == ForecastState::Kind::Working);
    m_content->setVisible(hasForecast);
    m_content->setEnabled(state.isCurrent());
    m_remedy->setVisible(state.kind == ForecastState::Kind::NoModel || state.kind == ForecastState::Kind::Failed);
    if (hasForecast)
        showForecast(*state.forecast);
    else
        showMissing();
}

void ForecastPanel::showMissing()
{
    switch (m_state.kind) {
    case ForecastState::Kind::NoModel:
        m_sentence->setSentence(StatusColor::Muted, tr("No forecast: the job does not say which model it trains. With a model section (an architecture, a Hugging Face config.json or a TorchScript "
                                                       "file) Trainyard forecasts the card's memory before anything is uploaded."));
        m_remedy->setText(tr("Name the model"));
        break;
    case ForecastState::Kind::Failed:
        m_sentence->setSentence(StatusColor::Warning, tr("No forecast. %1").arg(m_state.message));
        m_remedy->setText(tr("Forecast again"));
        break;
    default:
        m_sentence->setSentence(StatusColor::Info, tr("Forecasting the card's memory..."));
    }
}

void ForecastPanel::showForecast(const MemoryForecast &forecast)
{
    m_sentence->setSentence(statusColorOf(forecast), needSentence(forecast));
    m_bar->setForecast(forecast);
    m_legend->setText(m_bar->legend());
    const QLocale locale;
    QStringList facts{tr("The peak is in the %1: %2 allocated, %3 reserved.")
                          .arg(displayPhase(forecast.peakAt), displaySize(forecast.peakAllocatedBytes), displaySize(forecast.peakReservedBytes))};
    if (forecast.largestBatch)
        facts.append(*forecast.largestBatch > 0 ? tr("Largest batch that fits: %1.").arg(locale.toString(*forecast.largestBatch)) : tr("Not even a batch of 1 fits."));
    if (forecast.largestSequence.value_or(0) > 0)
        facts.append(tr("Longest sequence that fits: %1 tokens.").arg(locale.toString(*forecast.largestSequence)));
    QString sentences = facts.takeFirst();
    for (const QString &fact : std::as_const(facts))
        sentences = tr("%1 %2", "two sentences, one after the other").arg(sentences, fact);
    m_facts->setText(sentences);
    const bool isSearching = m_state.kind != ForecastState::Kind::Full;
    m_suggestionsTitle->setVisible(!forecast.suggestions.isEmpty() || (isSearching && !forecast.fits.value_or(true)));
    m_suggestionsTitle->setText(forecast.suggestions.isEmpty() ? tr("Looking for what would help...") : tr("What would help"));
    m_suggestions->setSuggestions(forecast.suggestions);
    m_timeline->setForecast(forecast);
    m_timeline->parentWidget()->setVisible(!forecast.timeline.isEmpty());
    showCurve();
    showFlavors(forecast);
    QStringList grounds;
    for (const auto &[key, value] : forecast.resolved)
        grounds.append(QStringLiteral("%1 = %2").arg(key, value));
    QStringList lines;
    if (!grounds.isEmpty())
        lines.append(tr("Taken as: %1.").arg(grounds.join(QStringLiteral(", "))));
    if (forecast.host)
        lines.append(hostSentence(*forecast.host));
    for (const QString &what : forecast.notForecast)
        lines.append(tr("Not forecast: %1").arg(what));
    m_grounds->setText(lines.join(u'\n'));
    m_grounds->setVisible(!lines.isEmpty());
}

void ForecastPanel::showCurve()
{
    if (!m_state.forecast)
        return;
    const MemoryForecast &forecast = *m_state.forecast;
    const bool hasBoth = hasAxis(forecast, axes[0]) && hasAxis(forecast, axes[1]);
    m_axis->setVisible(hasBoth);
    m_curveBox->setVisible(hasAxis(forecast, axes[0]) || hasAxis(forecast, axes[1]));
    const QString axis = hasBoth ? m_axis->currentData().toString() : QString(hasAxis(forecast, axes[1]) ? axes[1] : axes[0]);
    m_curveTitle->setText(hasBoth ? tr("Need by") : axis == axes[0] ? tr("Need by batch size") : tr("Need by sequence length"));
    m_curve->setForecast(forecast, axis, axis == axes[0] ? m_state.batchSize : m_state.sequenceLength);
}

void ForecastPanel::showFlavors(const MemoryForecast &forecast)
{
    m_flavorModel.setForecast(forecast);
    m_flavorBox->setVisible(!forecast.flavors.isEmpty());
    m_flavors->resizeColumnsToContents();
    const int rows = std::min(int(forecast.flavors.size()), mostFlavorRows);
    m_flavors->setFixedHeight(m_flavors->horizontalHeader()->sizeHint().height() + rows * m_flavors->verticalHeader()->defaultSectionSize() + 2 * m_flavors->frameWidth());
    updateFlavorButton();
}

void ForecastPanel::updateFlavorButton()
{
    const QModelIndex current = m_flavors->currentIndex();
    m_useFlavor->setEnabled(current.isValid());
    m_useFlavor->setText(current.isValid() ? tr("Use %1").arg(current.data(FlavorFitModel::NameRole).toString()) : tr("Use the selected flavor"));
}

void ForecastPanel::copyFlavors()
{
    QGuiApplication::clipboard()->setText(tableText(*m_flavors));
}

void ForecastPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_charts->setDirection(width() >= sideBySideWidth ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ForecastPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_state.forecast)
        m_legend->setText(m_bar->legend()); // its colours are in the text
}

void ForecastPanel::retranslate()
{
    m_timelineTitle->setText(tr("One training step"));
    m_axis->setItemText(0, tr("batch size"));
    m_axis->setItemText(1, tr("sequence length"));
    m_axis->setAccessibleName(tr("What the curve goes over"));
    m_flavorsTitle->setText(tr("Flavors of the profile"));
    m_flavors->setAccessibleName(m_flavorsTitle->text());
    m_flavorModel.retranslate();
    setState(m_state);
}

} // namespace Trainyard
