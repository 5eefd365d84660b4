#include "widgets/common/noticeline.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace Trainyard {

namespace {
constexpr int iconSize = 16;
}

NoticeLine::NoticeLine(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrap(true);
    m_close->setAutoRaise(true);
    m_close->setIcon(Theme::icon(QStringLiteral("close")));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 6, 16, 6);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_action, &QPushButton::clicked, this, &NoticeLine::actionTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
    retranslate();
    hide();
}

void NoticeLine::showNotice(StatusColor status, const QString &text, const QString &actionText)
{
    m_status = status;
    m_icon->setPixmap(Theme::statusIcon(status).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    m_text->setText(text);
    m_action->setText(actionText);
    m_action->setAccessibleDescription(text);
    m_text->setAccessibleName(text);
    m_action->setVisible(!actionText.isEmpty());
    setAccessibleName(text);
    show();
    update();
}

QString NoticeLine::text() const
{
    return m_text->text();
}

void NoticeLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        m_icon->setPixmap(Theme::statusIcon(m_status).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

void NoticeLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor ground = Theme::color(m_status);
    painter.fillRect(QRect(0, 0, 3, height()), ground);
    ground.setAlpha(Theme::isDark() ? 38 : 20);
    painter.fillRect(rect(), ground);
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::lineColor());
}

void NoticeLine::retranslate()
{
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());
}

} // namespace Trainyard
