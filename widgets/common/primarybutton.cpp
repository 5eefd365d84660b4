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
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::EnabledChange)
        updateColors();
}

void PrimaryButton::updateColors()
{
    QPalette colors = QApplication::palette();
    if (isEnabled()) {
        colors.setColor(QPalette::Button, colors.color(QPalette::Highlight));
        colors.setColor(QPalette::ButtonText, colors.color(QPalette::HighlightedText));
    }
    setPalette(colors);
}

} // namespace Trainyard
