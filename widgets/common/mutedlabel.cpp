#include "widgets/common/mutedlabel.h"

#include "widgets/common/theme.h"

#include <QEvent>

namespace Trainyard {

MutedLabel::MutedLabel(QWidget *parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setFont(Theme::helpFont());
    updateColors();
}

void MutedLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void MutedLabel::updateColors()
{
    QPalette colors;
    colors.setColor(QPalette::WindowText, Theme::color(StatusColor::Muted));
    setPalette(colors);
}

} // namespace Trainyard
