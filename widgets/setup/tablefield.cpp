#include "widgets/setup/tablefield.h"

#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int leastRows = 2;
constexpr int mostRows = 8;

/// A combo box for columns with a fixed choice.
class ChoiceDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QStringList choices = index.data(RowsModel::ChoicesRole).toStringList();
        if (choices.isEmpty())
            return QStyledItemDelegate::createEditor(parent, option, index);
        auto *combo = new QComboBox(parent);
        combo->addItems(choices);
        return combo;
    }

    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        if (auto *combo = qobject_cast<QComboBox *>(editor))
            combo->setCurrentText(index.data(Qt::EditRole).toString());
        else
            QStyledItemDelegate::setEditorData(editor, index);
    }

    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        if (auto *combo = qobject_cast<QComboBox *>(editor))
            model->setData(index, combo->currentText());
        else
            QStyledItemDelegate::setModelData(editor, model, index);
    }
};

} // namespace

TableField::TableField(QWidget *parent)
    : QWidget(parent), m_view(new QTableView(this)), m_add(new QToolButton(this)), m_remove(new QToolButton(this))
{
    m_view->setModel(&m_model);
    m_view->setItemDelegate(new ChoiceDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_view->setTabKeyNavigation(false);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(26);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->installEventFilter(this);
    setFocusProxy(m_view);

    m_add->setIcon(Theme::icon(QStringLiteral("add")));
    m_remove->setIcon(Theme::icon(QStringLiteral("remove")));
    connect(m_add, &QToolButton::clicked, this, &TableField::addRow);
    connect(m_remove, &QToolButton::clicked, this, &TableField::removeSelected);
    const auto updateRemove = [this] { m_remove->setEnabled(m_view->currentIndex().isValid()); };
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, updateRemove);
    connect(&m_model, &QAbstractItemModel::modelReset, this, updateRemove);
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, signal, this, &TableField::fitHeight);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &TableField::fitHeight);
    updateRemove();

    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    buttons->setAlignment(Qt::AlignTop);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_view, 1, Qt::AlignTop);
    layout->addLayout(buttons);
    fitHeight();
    retranslate();
}

void TableField::addRow()
{
    const QModelIndex index = m_model.index(m_model.appendRow(), 0);
    m_view->setCurrentIndex(index);
    m_view->edit(index);
}

void TableField::removeSelected()
{
    if (const QModelIndex index = m_view->currentIndex(); index.isValid())
        m_model.removeRow(index.row());
}

/// As high as its rows, within limits: a page full of empty table tells nothing.
void TableField::fitHeight()
{
    const int rows = std::clamp(m_model.rowCount(), leastRows, mostRows);
    m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() + rows * m_view->verticalHeader()->defaultSectionSize()
                           + 2 * m_view->frameWidth() + 2);
}

bool TableField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Delete) {
            removeSelected();
            return true;
        }
        if (key == Qt::Key_Insert) {
            addRow();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TableField::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TableField::retranslate()
{
    m_add->setToolTip(tr("Add a row (Insert)"));
    m_add->setAccessibleName(tr("Add a row"));
    m_remove->setToolTip(tr("Remove the row (Delete)"));
    m_remove->setAccessibleName(tr("Remove the row"));
}

} // namespace Trainyard
