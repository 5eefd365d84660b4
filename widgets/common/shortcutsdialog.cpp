#include "widgets/common/shortcutsdialog.h"

#include "widgets/common/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace Trainyard {

ShortcutsDialog::ShortcutsDialog(const QList<Group> &groups, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *columns = new QHBoxLayout;
    columns->setSpacing(40);
    std::array<QGridLayout *, 2> grids{};
    for (QGridLayout *&grid : grids) {
        grid = new QGridLayout;
        grid->setHorizontalSpacing(24);
        grid->setVerticalSpacing(4);
        columns->addLayout(grid);
    }
    for (const Group &group : groups)
        addGroup(*std::min_element(grids.begin(), grids.end(), [](auto *a, auto *b) { return a->rowCount() < b->rowCount(); }), group);
    for (QGridLayout *grid : grids)
        grid->setRowStretch(grid->rowCount(), 1);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 16);
    layout->setSpacing(16);
    layout->addLayout(columns);
    layout->addWidget(buttons);
}

void ShortcutsDialog::addGroup(QGridLayout *layout, const Group &group)
{
    auto *title = new QLabel(group.title, this);
    title->setFont(Theme::sectionFont());
    const int first = layout->rowCount();
    layout->addWidget(title, first, 0, 1, 2);
    layout->setRowMinimumHeight(first, 28);
    for (const Row &shortcut : group.rows) {
        const int row = layout->rowCount();
        layout->addWidget(new QLabel(shortcut.text, this), row, 0);
        auto *keys = new QLabel(shortcut.keys.toString(QKeySequence::NativeText), this);
        keys->setFont(Theme::monospaceFont());
        layout->addWidget(keys, row, 1, Qt::AlignRight);
    }
}

} // namespace Trainyard
