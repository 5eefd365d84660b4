#include "widgets/common/primarybutton.h"

#include <QApplication>
#include <QEvent>

namespace Trainyard {

PrimaryButton::PrimaryButton(QWidget *parent)
    : QPushButton(parent)
{
    updateColors();
}

void PrimaryButton::changeEvent(QEvent *event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void PrimaryButton::updateColors()
{
    // Only these roles are the button's own: with a whole palette it would no longer hear of a new theme. Setting equal colours ends the recursion.
    const QPalette theme = QApplication::palette();
    QPalette colors;
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        colors.setColor(group, QPalette::Button, theme.color(QPalette::Highlight));
        colors.setColor(group, QPalette::ButtonText, theme.color(QPalette::HighlightedText));
    }
    setPalette(colors);
}

} // namespace Trainyard
