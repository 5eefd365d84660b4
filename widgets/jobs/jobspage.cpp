#include "widgets/jobs/jobspage.h"

#include "widgets/common/emptystate.h"
#include "widgets/common/noticeline.h"
#include "widgets/common/theme.h"
#include "widgets/jobs/jobeditor.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace Trainyard {

namespace {

/// Every word of the filter stands somewhere in the row.
class JobProxy final : public QSortFilterProxyModel
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
        QString text;
        for (int column = 0; column < sourceModel()->columnCount(); ++column)
            text += sourceModel()->index(row, column, parent).data().toString() + u' ';
        return std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
    }

private:
    QStringList m_words;
};

} // namespace

JobsPage::JobsPage(QWidget *parent)
    : Page(parent), m_model(new JobTableModel(this)), m_proxy(new JobProxy(this)), m_stack(new QStackedWidget(this)), m_table(new QTableView),
      m_filter(new QLineEdit), m_empty(new EmptyState(QStringLiteral("jobs"))), m_notice(new NoticeLine), m_editor(new JobEditor), m_newMenu(new QMenu(this))
{
    buildActions();
    m_listPage = makeList();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_listPage, m_empty, m_editor})
        m_stack->addWidget(widget);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_stack, 1);
    connect(m_notice, &NoticeLine::actionTriggered, this, [this] {
        m_notice->hide();
        Q_EMIT undoRequested();
    });
    connect(m_empty, &EmptyState::activated, this, &JobsPage::sampleRequested);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) { static_cast<JobProxy *>(m_proxy)->setWords(text); });
    setPrimaryAction(m_open);
    retranslate();
    updateEmpty();
    updateActions();
}

void JobsPage::buildActions()
{
    const auto add = [this](const char *icon, auto handler) {
        auto *action = new QAction(Theme::icon(QLatin1String(icon)), QString(), this);
        connect(action, &QAction::triggered, this, handler);
        return action;
    };
    m_open = add("open", [this] { isEditing() ? Q_EMIT openRequested(QString()) : Q_EMIT openRequested(selectedFile()); });
    m_edit = add("edit", [this] { Q_EMIT editRequested(selectedFile()); });
    m_new = add("new", [] {});
    m_duplicate = add("duplicate", [this] { Q_EMIT duplicateRequested(selectedFile()); });
    m_import = add("import", [this] { Q_EMIT importRequested(); });
    m_export = add("export", [this] { Q_EMIT exportRequested(selectedFile()); });
    m_remove = add("remove", [this] { Q_EMIT removeRequested(selectedFile()); });
    m_back = add("arrow-left", [this] { showEditor(false); });
    m_new->setMenu(m_newMenu);
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_remove);
}

QWidget *JobsPage::makeToolRow()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(320);
    layout->addWidget(m_filter, 1);
    layout->addStretch();
    for (QAction *action : {m_new, m_edit, m_duplicate, m_import, m_export, m_remove}) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        if (action == m_new)
            button->setPopupMode(QToolButton::InstantPopup);
        layout->addWidget(button);
    }
    return row;
}

QWidget *JobsPage::makeList()
{
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(JobTableModel::SortRole);
    m_table->setModel(m_proxy);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(JobTableModel::ChangedColumn, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(28);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    const QList<int> widths{280, 120, 160, 120, 160};
    for (int column = 0; column < widths.size(); ++column)
        m_table->setColumnWidth(column, widths.at(column));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &place) {
        QMenu menu(this);
        menu.addActions({m_open, m_edit, m_duplicate, m_export, m_remove});
        menu.exec(m_table->viewport()->mapToGlobal(place));
    });
    connect(m_table, &QTableView::activated, this, [this] { m_open->trigger(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &JobsPage::updateActions);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &JobsPage::updateActions);

    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 12, 24, 12);
    layout->setSpacing(8);
    layout->addWidget(makeToolRow());
    layout->addWidget(m_table, 1);
    return page;
}

void JobsPage::setEntries(const QList<JobEntry> &entries)
{
    const QString selected = selectedFile();
    m_model->setEntries(entries);
    select(selected);
    if (!m_table->currentIndex().isValid())
        m_table->selectRow(0);
    updateEmpty();
    updateActions();
}

void JobsPage::setRuns(const QList<Run> &runs)
{
    m_model->setRuns(runs);
}

void JobsPage::setTemplates(const QList<JobTemplate> &templates)
{
    m_templates = templates;
    showTemplates();
}

void JobsPage::showTemplates()
{
    m_newMenu->clear();
    connect(m_newMenu->addAction(Theme::icon(QStringLiteral("folder")), tr("From my own script…")), &QAction::triggered, this,
            &JobsPage::newFromFolderRequested);
    m_newMenu->addSeparator();
    for (const JobTemplate &entry : std::as_const(m_templates)) {
        QAction *action = m_newMenu->addAction(Theme::icon(QStringLiteral("template")), entry.title);
        connect(action, &QAction::triggered, this, [this, id = entry.id] { Q_EMIT newRequested(id); });
    }
}

void JobsPage::offerUndo(const QString &sentence)
{
    m_notice->showNotice(StatusColor::Info, sentence, tr("Undo"));
}

void JobsPage::showEditor(bool isEditing)
{
    if (isEditing)
        m_stack->setCurrentWidget(m_editor);
    else
        m_stack->setCurrentWidget(m_model->rowCount() == 0 ? static_cast<QWidget *>(m_empty) : m_listPage);
    setSecondaryActions(isEditing ? QList<QAction *>{m_back} : QList<QAction *>());
    retranslate();
    updateActions();
    if (!isEditing)
        Q_EMIT refreshRequested();
}

bool JobsPage::isEditing() const
{
    return m_stack->currentWidget() == m_editor;
}

void JobsPage::updateEmpty()
{
    if (!isEditing())
        m_stack->setCurrentWidget(m_model->rowCount() == 0 ? static_cast<QWidget *>(m_empty) : m_listPage);
}

QString JobsPage::selectedFile() const
{
    return m_table->currentIndex().data(JobTableModel::FileRole).toString();
}

void JobsPage::select(const QString &file)
{
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        if (m_proxy->index(row, 0).data(JobTableModel::FileRole).toString() == file)
            m_table->selectRow(row);
    }
}

void JobsPage::updateActions()
{
    const QModelIndex current = m_table->currentIndex();
    const QString fault = current.data(JobTableModel::FaultRole).toString();
    const bool isUsable = current.isValid() && fault.isEmpty();
    const bool isTemplate = current.data(JobTableModel::TemplateRole).toBool();
    for (QAction *action : {m_edit, m_duplicate, m_export})
        action->setEnabled(isUsable);
    m_duplicate->setEnabled(isUsable && !isTemplate);
    m_remove->setEnabled(current.isValid());
    m_open->setEnabled(isEditing() || isUsable);
    m_open->setText(isEditing() ? tr("Set up and run") : isTemplate ? tr("New job from it") : tr("Open job"));
    setPrimaryDisabledReason(m_open->isEnabled() ? QString() : current.isValid() ? fault : tr("Choose a job first."));
}

void JobsPage::startSearch()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void JobsPage::cancelCurrent()
{
    if (isEditing())
        showEditor(false);
    else
        m_filter->clear();
}

void JobsPage::toggleHelp()
{
    if (isEditing())
        m_editor->toggleHelp();
}

void JobsPage::focusFirst()
{
    if (!isEditing())
        m_table->setFocus(Qt::OtherFocusReason);
}

void JobsPage::retranslate()
{
    setTitle(isEditing() ? tr("Edit %1").arg(m_editor->jobName()) : tr("Jobs"));
    m_edit->setText(tr("Edit"));
    m_edit->setToolTip(tr("All settings, and the file as text"));
    m_new->setText(tr("New"));
    m_new->setToolTip(tr("A new job from a template or from a script of your own"));
    m_duplicate->setText(tr("Duplicate"));
    m_duplicate->setToolTip(tr("A copy beside it, to be changed"));
    m_import->setText(tr("Import…"));
    m_import->setToolTip(tr("Put a job.yaml on this list"));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("A copy with absolute paths, which means the same anywhere"));
    m_remove->setText(tr("Remove from list"));
    m_remove->setToolTip(tr("The file itself stays where it is"));
    m_back->setText(tr("Back to the list"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter the jobs"));
    m_table->setAccessibleName(tr("Jobs"));
    m_empty->setTexts(tr("Jobs are kept here"), tr("A job says what runs, on what, with which data, and where the results go. The sample is a good first one."),
                      tr("Open the sample"));
    showTemplates();
    updateActions();
}

} // namespace Trainyard
