#include "widgets/runs/runspage.h"

#include "models/run/runtablemodel.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/tabletext.h"
#include "widgets/common/theme.h"
#include "widgets/runs/rundelegate.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>

namespace Trainyard {

namespace {

/// Matches every word of the filter anywhere in the row's texts; empty cells sort after all others.
class RunProxy final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString &text)
    {
        m_words = text.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        QString text = sourceModel()->index(row, 0, parent).data(RunTableModel::RunIdRole).toString();
        for (int column = 0; column < sourceModel()->columnCount(); ++column)
            text += u' ' + sourceModel()->index(row, column, parent).data().toString();
        return std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
    }

    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const QVariant a = left.data(RunTableModel::SortRole);
        const QVariant b = right.data(RunTableModel::SortRole);
        if (a.isValid() != b.isValid())
            return a.isValid() == (sortOrder() == Qt::AscendingOrder);
        if (a.metaType() == QMetaType::fromType<QString>())
            return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
        return QVariant::compare(a, b) == QPartialOrdering::Less;
    }

private:
    QStringList m_words;
};

} // namespace

RunsPage::RunsPage(QWidget *parent)
    : Page(parent)
    , m_model(new RunTableModel(this))
    , m_proxy(new RunProxy(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("runs"), this))
    , m_table(new QTableView(this))
    , m_filter(new QLineEdit(this))
    , m_count(new QLabel(this))
{
    setTabOrder(m_filter, m_table);
    auto *list = new QWidget(this);
    auto *tools = new QHBoxLayout;
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(360);
    m_filter->addAction(Theme::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    tools->addWidget(m_filter, 1);
    tools->addWidget(m_count);
    tools->addStretch(1);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(tools);
    layout->addWidget(m_table, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(list);
    auto *pageLayout = new QVBoxLayout(this);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->addWidget(m_stack);

    buildTable();
    buildActions();
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        static_cast<RunProxy *>(m_proxy)->setWords(text);
        updateChrome();
    });
    connect(m_empty, &EmptyState::activated, this, &RunsPage::sampleRequested);
    connect(m_model, &RunTableModel::starEdited, this, &RunsPage::starEdited);
    connect(m_model, &RunTableModel::noteEdited, this, &RunsPage::noteEdited);
    retranslate();
    updateChrome();
}

RunsPage::~RunsPage() = default;

void RunsPage::buildTable()
{
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(RunTableModel::SortRole);
    m_table->setModel(m_proxy);
    m_table->setItemDelegate(new RunDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->setSortingEnabled(true);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(28);
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &RunsPage::showHeaderMenu);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::doubleClicked, this, &RunsPage::handleActivated);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::updateActions);
    constexpr int widths[] = {32, 230, 96, 110, 150, 90, 70, 100, 140, 160};
    for (int column = 0; column < RunTableModel::ColumnCount; ++column)
        header->resizeSection(column, widths[column]);
    header->setSortIndicator(RunTableModel::Started, Qt::DescendingOrder);
    for (const auto signal : {&QHeaderView::sectionMoved, &QHeaderView::sectionResized})
        connect(header, signal, this, &RunsPage::columnsChanged);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &RunsPage::columnsChanged);
}

void RunsPage::buildActions()
{
    const auto make = [this](const QString &icon, const QKeySequence &shortcut, auto handler) {
        auto *action = new QAction(Theme::icon(icon), QString(), this);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, handler);
        m_table->addAction(action);
        return action;
    };
    const auto forCurrent = [this](void (RunsPage::*signal)(const QString &)) {
        return [this, signal] {
            if (const Run *run = currentRun())
                Q_EMIT(this->*signal)(run->id);
        };
    };
    m_openAction = make(QStringLiteral("monitor"), {}, forCurrent(&RunsPage::openRequested));
    m_compareAction = make(QStringLiteral("compare"), {}, [this] { Q_EMIT compareRequested(selectedRuns()); });
    m_stopAction = make(QStringLiteral("stop"), {}, [this] { confirmStop(); });
    m_againAction = make(QStringLiteral("rerun"), {}, forCurrent(&RunsPage::runAgainRequested));
    m_sameAction = make(QStringLiteral("data"), {}, forCurrent(&RunsPage::sameWithMyDataRequested));
    m_folderAction = make(QStringLiteral("folder"), {}, forCurrent(&RunsPage::folderRequested));
    m_copyAction = make(QStringLiteral("copy"), QKeySequence::Copy, [this] { QGuiApplication::clipboard()->setText(tableText(*m_table)); });
    m_removeAction = make(QStringLiteral("delete"), QKeySequence::Delete, [this] { confirmRemove(); });
    setSecondaryActions({m_removeAction, m_againAction, m_stopAction, m_compareAction});
    setPrimaryAction(m_openAction);
    updateActions();
}

void RunsPage::setRuns(const QList<Run> &runs)
{
    const bool wasEmpty = m_model->rowCount() == 0;
    m_model->setRuns(runs);
    if (wasEmpty && m_proxy->rowCount() > 0)
        m_table->selectRow(0);
    updateActions();
    updateChrome();
}

void RunsPage::setNow(const QDateTime &now)
{
    m_model->setNow(now);
}

void RunsPage::updateChrome()
{
    m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
    const int shown = m_proxy->rowCount();
    m_count->setText(shown == m_model->rowCount() ? tr("%n run(s)", nullptr, shown) : tr("%1 of %n run(s)", nullptr, m_model->rowCount()).arg(shown));
    setBadge(m_model->activeCount(), false);
}

QStringList RunsPage::selectedRuns() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList ids;
    for (const QModelIndex &index : std::as_const(rows))
        ids.append(index.data(RunTableModel::RunIdRole).toString());
    return ids;
}

/// The run that an action for one run is about; nullptr unless exactly one is selected.
const Run *RunsPage::currentRun() const
{
    const QStringList ids = selectedRuns();
    const int row = ids.size() == 1 ? m_model->rowOf(ids.first()) : -1;
    return row < 0 ? nullptr : &m_model->run(row);
}

void RunsPage::updateActions()
{
    const Run *run = currentRun();
    const QStringList ids = selectedRuns();
    const bool areFinal = std::all_of(ids.cbegin(), ids.cend(), [this](const QString &id) { return isFinal(m_model->run(m_model->rowOf(id)).status.state); });
    const bool hasEnded = run && isFinal(run->status.state);
    m_openAction->setEnabled(run);
    m_folderAction->setEnabled(run);
    m_compareAction->setEnabled(ids.size() > 1);
    m_stopAction->setEnabled(run && !hasEnded && run->status.state != RunState::Stopping);
    m_againAction->setEnabled(hasEnded);
    m_sameAction->setEnabled(hasEnded);
    m_removeAction->setEnabled(!ids.isEmpty() && areFinal);
    const bool hasRuns = m_model->rowCount() > 0;
    setPrimaryDisabledReason(!run && hasRuns ? tr("Select a run to open it.") : QString());
    setPrimaryAction(hasRuns ? m_openAction : nullptr);
}

void RunsPage::handleActivated(const QModelIndex &index)
{
    // A double click on star or note edits it.
    if (index.column() != RunTableModel::Star && index.column() != RunTableModel::Note)
        Q_EMIT openRequested(index.data(RunTableModel::RunIdRole).toString());
    else if (index.column() == RunTableModel::Note)
        m_table->edit(index);
}

/// Return is no shortcut: it would take the key from the editor of a note.
bool RunsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() == Qt::NoModifier) {
            m_openAction->trigger();
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void RunsPage::confirmStop()
{
    const Run *run = currentRun();
    if (!run)
        return;
    const std::optional<Milliseconds> used = run->duration(QDateTime::currentDateTimeUtc());
    auto *question = new QMessageBox(QMessageBox::Question, tr("Stop run"),
                                     tr("Stop run %1? It has used %2. What it learned since its last checkpoint is lost.")
                                         .arg(run->name, displayDuration(used.value_or(Milliseconds(0)))),
                                     QMessageBox::NoButton, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *stop = question->addButton(tr("&Stop"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("&Keep running"), QMessageBox::RejectRole));
    connect(stop, &QPushButton::clicked, this, [this, id = run->id] { Q_EMIT stopRequested(id); });
    question->open();
}

void RunsPage::confirmRemove()
{
    const QStringList ids = selectedRuns();
    if (ids.isEmpty())
        return;
    const QString consequence = tr("Log, chart, copied code and record go with it; outputs that were collected to their destination stay.");
    const QString text = ids.size() == 1 ? tr("Delete run %1? %2").arg(m_model->run(m_model->rowOf(ids.first())).name, consequence)
                                         : tr("Delete %n run(s)? %1", nullptr, int(ids.size())).arg(consequence);
    auto *question = new QMessageBox(QMessageBox::Question, tr("Delete"), text, QMessageBox::NoButton, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *remove = question->addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("&Keep"), QMessageBox::RejectRole));
    connect(remove, &QPushButton::clicked, this, [this, ids] { Q_EMIT removeRequested(ids); });
    question->open();
}

/// Which columns are shown.
void RunsPage::showHeaderMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QHeaderView *header = m_table->horizontalHeader();
    for (int column = 0; column < RunTableModel::ColumnCount; ++column) {
        if (column == RunTableModel::Name)
            continue;
        QAction *action = menu->addAction(column == RunTableModel::Star ? tr("Star") : m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            m_table->setColumnHidden(column, !isShown);
            Q_EMIT columnsChanged();
        });
    }
    menu->popup(header->mapToGlobal(position));
}

QByteArray RunsPage::columns() const
{
    return m_table->horizontalHeader()->saveState();
}

void RunsPage::restoreColumns(const QByteArray &state)
{
    if (!state.isEmpty())
        m_table->horizontalHeader()->restoreState(state);
}

void RunsPage::startSearch()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void RunsPage::cancelCurrent()
{
    m_filter->clear();
    m_table->setFocus(Qt::OtherFocusReason);
}

void RunsPage::focusFirst()
{
    m_table->setFocus(Qt::OtherFocusReason);
    if (!m_table->currentIndex().isValid() && m_proxy->rowCount() > 0)
        m_table->selectRow(0);
}

void RunsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_table->viewport()->update();
    Page::changeEvent(event);
}

void RunsPage::retranslate()
{
    setTitle(tr("Runs"));
    m_model->retranslate();
    m_empty->setTexts(tr("No runs yet"), tr("Every job that you submit is listed here: how far it is, how good it became, what it cost."),
                      tr("&Open the sample project"));
    m_filter->setPlaceholderText(tr("Filter by name, state, flavor or note"));
    m_filter->setAccessibleName(tr("Filter"));
    m_table->setAccessibleName(tr("Runs"));
    m_openAction->setText(tr("&Open in the monitor"));
    m_compareAction->setText(tr("Co&mpare"));
    m_compareAction->setToolTip(tr("Lays the selected runs over each other and lists what differs. Select two or more."));
    m_stopAction->setText(tr("&Stop..."));
    m_againAction->setText(tr("Run &again"));
    m_sameAction->setText(tr("Same with my &data"));
    m_folderAction->setText(tr("Open the run's &folder"));
    m_copyAction->setText(tr("&Copy as text"));
    m_removeAction->setText(tr("De&lete..."));
    updateActions();
    updateChrome();
}

} // namespace Trainyard
