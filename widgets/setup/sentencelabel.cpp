#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>

namespace Trainyard {

namespace {
constexpr int iconSize = 16;
}

StatusColor statusColorOf(Severity severity)
{
    switch (severity) {
    case Severity::Info: return StatusColor::Info;
    case Severity::Warning: return StatusColor::Warning;
    case Severity::Error: return StatusColor::Error;
    }
    Q_UNREACHABLE();
}

SentenceLabel::SentenceLabel(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_text(new QLabel(this))
{
    m_icon->setFixedSize(iconSize, iconSize);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    updateColors();
}

void SentenceLabel::setSentence(StatusColor status, const QString &text)
{
    m_status = status;
    m_text->setText(text);
    setAccessibleName(text);
    updateColors();
}

void SentenceLabel::setColored(bool isColored)
{
    m_isColored = isColored;
    updateColors();
}

QString SentenceLabel::text() const
{
    return m_text->text();
}

void SentenceLabel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void SentenceLabel::updateColors()
{
    m_icon->setPixmap(Theme::statusIcon(m_status).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    QPalette colours;
    if (m_isColored)
        colours.setColor(QPalette::WindowText, Theme::color(m_status));
    m_text->setPalette(colours);
}

} // namespace Trainyard
