#pragma once

#include "models/run/logtext.h"

#include <QPalette>
#include <QRegularExpression>
#include <QTextLayout>

#include <memory>

namespace Trainyard {

/// What the rows of a log view look like.
struct LogRowStyle
{
    QFont font;
    QPalette palette;
    int wrapWidth = 0;            ///< pixels; 0: lines are not wrapped
    QRegularExpression highlight; ///< empty: nothing is searched
};

/// One row of a log view, laid out: a line, perhaps with the updates of its bar above it, perhaps with words on what happened before it.
struct LogRow
{
    qint64 line = 0;
    LineKind kind = LineKind::Plain;
    QString marker;       ///< drawn above the line, as a height of its own
    QTextLayout layout;
    int textHeight = 0;   ///< pixels, without the marker
    int width = 0;
    bool canFold = false; ///< it holds updates of a bar
    int linkStart = -1;   ///< "show more" in the text; -1: there is none
    int ownLength = 0;    ///< characters of the log's own text

    /// As a person copies it: with line ends.
    QString copyText(int from, int to) const;
};

/// Lays out @p line of @p text, at most @p characters of it; with @p isUnfolded the updates of its bar too.
std::unique_ptr<LogRow> makeLogRow(const LogText &text, qint64 line, int characters, bool isUnfolded, const LogRowStyle &style);

} // namespace Trainyard
