#include "widgets/common/activitystrip.h"

#include "models/common/units.h"
#include "widgets/common/elidedlabel.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>

namespace Trainyard {

namespace {
constexpr int rowHeight = 28;
constexpr int barWidth = 220;
constexpr int barSteps = 1000;
constexpr double firstEstimate = 0.02; // of the work; before that a remaining time would be a guess
constexpr qint64 firstEstimateMs = 2000;
}

ActivityStrip::ActivityStrip(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 1, 0, 0);
    m_layout->setSpacing(0);
    hide();
}

void ActivityStrip::start(const QString &id, const QString &text, bool isCancellable)
{
    if (!isActive(id))
        m_rows[id] = makeRow(id);
    Row &row = m_rows[id];
    row.clock.start();
    row.cancel->setVisible(isCancellable);
    row.cancel->setEnabled(true);
    setProgress(id, text, -1);
    retranslate();
    show();
}

void ActivityStrip::setProgress(const QString &id, const QString &text, double fraction)
{
    const auto found = m_rows.find(id);
    if (found == m_rows.end())
        return;
    Row &row = found->second;
    row.text->setText(text);
    row.bar->setAccessibleName(text);
    row.bar->setRange(0, fraction < 0 ? 0 : barSteps);
    row.bar->setValue(int(qBound(0.0, fraction, 1.0) * barSteps));
    const qint64 elapsed = row.clock.elapsed();
    const bool isKnown = fraction >= firstEstimate && fraction < 1 && elapsed >= firstEstimateMs;
    const Milliseconds remaining(isKnown ? qint64(double(elapsed) * (1 - fraction) / fraction) : 0);
    row.remaining->setText(isKnown ? tr("%1 left").arg(displayDuration(remaining)) : QString());
}

void ActivityStrip::finish(const QString &id)
{
    const auto found = m_rows.find(id);
    if (found == m_rows.end())
        return;
    found->second.widget->deleteLater();
    found->second.widget->hide();
    m_rows.erase(found);
    setVisible(!m_rows.empty());
}

ActivityStrip::Row ActivityStrip::makeRow(const QString &id)
{
    Row row;
    row.widget = new QWidget(this);
    row.widget->setFixedHeight(rowHeight);
    row.text = new ElidedLabel(row.widget);
    row.bar = new QProgressBar(row.widget);
    row.bar->setTextVisible(false);
    row.bar->setFixedSize(barWidth, 12);
    row.remaining = new QLabel(row.widget);
    row.cancel = new QToolButton(row.widget);
    row.cancel->setAutoRaise(true);
    row.cancel->setFocusPolicy(Qt::StrongFocus);
    row.cancel->setIcon(Theme::icon(QStringLiteral("close")));
    auto *layout = new QHBoxLayout(row.widget);
    layout->setContentsMargins(24, 0, 16, 0);
    layout->setSpacing(8);
    layout->addWidget(row.text, 1);
    layout->addWidget(row.remaining);
    layout->addWidget(row.bar);
    layout->addWidget(row.cancel);
    m_layout->addWidget(row.widget);
    QToolButton *cancel = row.cancel;
    connect(cancel, &QToolButton::clicked, this, [this, id, cancel] {
        cancel->setEnabled(false);
        Q_EMIT cancelRequested(id);
    });
    return row;
}

void ActivityStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ActivityStrip::retranslate()
{
    for (auto &[id, row] : m_rows) {
        row.cancel->setToolTip(tr("Cancel"));
        row.cancel->setAccessibleName(tr("Cancel: %1").arg(row.text->text()));
    }
}

void ActivityStrip::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, 0, width(), 1), Theme::lineColor());
}

} // namespace Trainyard
