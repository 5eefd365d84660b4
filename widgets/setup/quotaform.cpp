#include "widgets/setup/quotaform.h"

#include "widgets/setup/fieldbox.h"
#include "widgets/setup/quotatablemodel.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr double million = 1e6;
constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr double largestFigure = 1e7; // millions of parameters, GiB, hours: beyond it is a slip of the keyboard
constexpr int typedDigits = 9;
constexpr int mostRows = 6;

/// Nothing for empty text and for what is no number in the range.
std::optional<double> figure(const QLineEdit *edit, double unit)
{
    bool ok = false;
    const double value = edit->text().trimmed().toDouble(&ok);
    return ok && value > 0 && value <= largestFigure ? std::optional(value * unit) : std::nullopt;
}

QString figureText(const std::optional<double> &value, double unit, int digits = 4)
{
    return value ? QString::number(*value / unit, 'g', digits) : QString();
}

} // namespace

QuotaForm::QuotaForm(QWidget *parent)
    : Form(parent), m_model(new QuotaTableModel(this)), m_table(new QTableView(this)), m_adviceLayout(new QVBoxLayout), m_ask(new QPushButton(this)),
      m_request(new QWidget(this)), m_requestText(new QPlainTextEdit), m_copy(new QPushButton)
{
    auto *proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    proxy->setSortRole(QuotaTableModel::SortRole);
    m_table->setModel(proxy);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);

    m_parameters = addFigure(QStringLiteral("quota.parameters"));
    m_data = addFigure(QStringLiteral("quota.data"));
    m_hours = addFigure(QStringLiteral("quota.hours"));

    m_requestText->setMinimumHeight(120);
    auto *requestLayout = new QVBoxLayout(m_request);
    requestLayout->setContentsMargins(0, 0, 0, 0);
    requestLayout->addWidget(m_requestText);
    requestLayout->addWidget(m_copy, 0, Qt::AlignLeft);
    m_request->hide();
    connect(m_ask, &QPushButton::clicked, this, [this] {
        m_request->setVisible(!m_request->isVisible());
        m_requestText->setPlainText(m_advice.requestText);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_requestText->toPlainText());
        m_copy->setText(tr("Copied"));
    });

    m_adviceLayout->setSpacing(6);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(m_table);
    layout->addWidget(row({m_figures.at(0), m_figures.at(1), m_figures.at(2)}));
    layout->addLayout(m_adviceLayout);
    layout->addWidget(m_ask, 0, Qt::AlignLeft);
    layout->addWidget(m_request);
    setItems({});
    retranslate();
}

QLineEdit *QuotaForm::addFigure(const QString &key)
{
    auto *edit = new QLineEdit;
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &QLineEdit::textChanged, this, [this, edit, box] {
        if (edit->text().trimmed().isEmpty() || figure(edit, 1))
            box->clearProblem();
        else
            box->setProblem(Severity::Error, tr("“%1” cannot be used here. A number above zero, at most 10 million, is expected.").arg(edit->text()));
        Q_EMIT needsEdited();
    });
    m_figures.append(box);
    return edit;
}

void QuotaForm::setItems(const QList<QuotaItem> &items)
{
    m_model->setItems(items);
    const int rows = std::clamp(int(items.size()), 1, mostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * m_table->verticalHeader()->defaultSectionSize()
                            + 2 * m_table->frameWidth() + 2);
}

void QuotaForm::setTyped(const QuotaNeeds &typed)
{
    const QSignalBlocker blocker(this);
    m_parameters->setText(figureText(typed.parameters, million, typedDigits));
    m_data->setText(figureText(typed.dataBytes, gibibyte, typedDigits));
    m_hours->setText(figureText(typed.hours, 1, typedDigits));
}

QuotaNeeds QuotaForm::typed() const
{
    return {figure(m_parameters, million), figure(m_data, gibibyte), figure(m_hours, 1)};
}

void QuotaForm::setKnown(const QuotaNeeds &known)
{
    m_known = known;
    showKnown();
}

QuotaNeeds QuotaForm::needs() const
{
    const QuotaNeeds entered = typed();
    return {entered.parameters ? entered.parameters : m_known.parameters, entered.dataBytes ? entered.dataBytes : m_known.dataBytes,
            entered.hours ? entered.hours : m_known.hours};
}

void QuotaForm::showKnown()
{
    const auto show = [](QLineEdit *edit, const QString &value) { edit->setPlaceholderText(value.isEmpty() ? tr("not known") : tr("known: %1").arg(value)); };
    show(m_parameters, figureText(m_known.parameters, million));
    show(m_data, m_known.dataBytes ? displaySize(qint64(*m_known.dataBytes)) : QString());
    show(m_hours, figureText(m_known.hours, 1));
}

void QuotaForm::setAdvice(const QuotaAdvice &advice)
{
    if (m_advice == advice && m_adviceLayout->count() > 0)
        return;
    m_advice = advice;
    while (QLayoutItem *entry = m_adviceLayout->takeAt(0)) {
        delete entry->widget();
        delete entry;
    }
    for (const QuotaAdvice::Line &line : advice.lines) {
        auto *label = new SentenceLabel;
        label->setSentence(line.status, line.text);
        m_adviceLayout->addWidget(label);
    }
    m_ask->setVisible(!advice.requestText.isEmpty());
    if (advice.requestText.isEmpty())
        m_request->hide();
    else if (m_request->isVisible())
        m_requestText->setPlainText(advice.requestText);
}

StepState QuotaForm::state() const
{
    if (std::any_of(m_figures.cbegin(), m_figures.cend(), [](const FieldBox *box) { return box->hasError(); }))
        return StepState::Problem;
    if (m_model->items().isEmpty())
        return StepState::Open;
    StepState state = StepState::Done;
    for (const QuotaAdvice::Line &line : m_advice.lines) {
        if (line.status == StatusColor::Error)
            return StepState::Problem;
        if (line.status == StatusColor::Warning)
            state = StepState::Warning;
    }
    return state;
}

void QuotaForm::handleJobShown()
{
    m_model->setCurrentFlavor(job().compute.flavor);
}

void QuotaForm::retranslate()
{
    m_table->setAccessibleName(tr("What there is to run on"));
    m_ask->setText(tr("Ask for more…"));
    m_ask->setToolTip(tr("Draft a request for more quota, to be copied"));
    m_copy->setText(tr("Copy"));
    m_requestText->setAccessibleName(tr("Draft of the request"));
    showKnown();
}

} // namespace Trainyard
