#pragma once

#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>

class QApplication;

namespace Trainyard {

enum class ThemeChoice { System, Light, Dark };

/// What a status colour means. Never colour alone: always with icon and word.
enum class StatusColor { Ok, Warning, Error, Info, Muted };

/// Fusion with an own light and dark palette (look.md "Colour, type, space").
class Theme
{
public:
    static void apply(QApplication &application, ThemeChoice choice);
    static bool isDark();
    static QPalette palette(bool dark);
    static QColor color(StatusColor status);
    /// Colour-blind safe, in order; the same series has the same colour everywhere.
    static QColor seriesColor(int index);
    /// Theme icon with own SVG fallback from :/icons/NAME.svg, recoloured to the text colour; sharp at 2x.
    static QIcon icon(const QString &name);
    /// Page title 1.4x, section 1.15x bold, help 0.92x; `body` is the application's font.
    static QFont titleFont();
    static QFont sectionFont();
    static QFont helpFont();
    static QFont monospaceFont();
};

} // namespace Trainyard
