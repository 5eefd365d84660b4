#include "widgets/common/mutedlabel.h"

#include "widgets/common/theme.h"

#include <QApplication>
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
    if (event->type() == QEvent::ApplicationPaletteChange)
        updateColors();
}

void MutedLabel::updateColors()
{
    QPalette colors = QApplication::palette();
    colors.setColor(QPalette::WindowText, Theme::color(StatusColor::Muted));
    setPalette(colors);
}

} // namespace Trainyard
