#pragma once

#include <QString>

class QAbstractItemView;

namespace Trainyard {

/// The selected rows of a table as text: the headings, then a line a row, columns separated by tabs, hidden ones left out. All rows when none is selected.
QString tableText(const QAbstractItemView &view);

} // namespace Trainyard
