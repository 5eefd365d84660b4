#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QString>

#include <optional>

class QApplication;

namespace Trainyard {

enum class ThemeChoice { System, Light, Dark };

/// What a status colour means. Never colour alone: always with icon and word.
enum class StatusColor { Ok, Warning, Error, Info, Muted };

/// Fusion with an own light and dark palette (contrast of text at least 4.5:1, of lines 3:1).
class Theme
{
public:
    /// May be called again: icons and palettes follow. System: what setSystemDark() was told, else the lightness of the system's palette.
    static void apply(QApplication &application, ThemeChoice choice);
    static ThemeChoice choice();
    /// What the desktop prefers; not set: it does not say. Applied at once where the choice is System.
    static void setSystemDark(std::optional<bool> isDark);
    static bool isDark();
    static QPalette palette(bool dark);

    static QColor color(StatusColor status);
    static QColor color(StatusColor status, bool dark);
    /// Colour-blind safe, in order; the same series has the same colour everywhere.
    static QColor seriesColor(int index);
    /// Hairlines between parts of a page: lighter than text, still seen.
    static QColor lineColor();

    /// The line drawing :/icons/NAME.svg in the colour of the text, in every size and theme; the desktop's icon of that name where we have none.
    static QIcon icon(const QString &name);
    static QIcon icon(const QString &name, StatusColor status);
    /// ok, warning, error, info or not-checked, in its colour.
    static QIcon statusIcon(StatusColor status);
    static QIcon applicationIcon();

    /// Page title 1.4x, section 1.15x bold, help 0.92x; `body` is the application's font.
    static QFont titleFont();
    static QFont sectionFont();
    static QFont helpFont();
    static QFont monospaceFont();
};

} // namespace Trainyard
