#include "widgets/common/statuslabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace Trainyard {

namespace {
constexpr int iconSize = 16;
}

StatusLabel::StatusLabel(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
{
    m_icon->setFixedSize(iconSize, iconSize);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(false);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    updateColors();
}

void StatusLabel::setStatus(StatusColor status, const QString &text)
{
    m_status = status;
    m_text->setText(text);
    setAccessibleName(text);
    updateColors();
}

void StatusLabel::setColored(bool isColored)
{
    m_isColored = isColored;
    updateColors();
}

QString StatusLabel::text() const
{
    return m_text->text();
}

void StatusLabel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void StatusLabel::updateColors()
{
    m_icon->setPixmap(Theme::statusIcon(m_status).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    QPalette colors;
    if (m_isColored)
        colors.setColor(QPalette::WindowText, Theme::color(m_status));
    m_text->setPalette(colors);
}

} // namespace Trainyard
