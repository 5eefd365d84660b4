#include "widgets/setup/checklist.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"
#include "widgets/setup/sentencelabel.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTime>
#include <QTimer>
#include <QToolButton>

namespace Trainyard {

namespace {

const QString failedId = QStringLiteral("failed");
constexpr int iconSize = 16;
constexpr int rowIndent = iconSize + 6; // under the sentence, not under its icon

StatusColor colorOf(CheckItem::State state)
{
    switch (state) {
    case CheckItem::State::Ok: return StatusColor::Ok;
    case CheckItem::State::Warning: return StatusColor::Warning;
    case CheckItem::State::Problem: return StatusColor::Error;
    case CheckItem::State::NotChecked:
    case CheckItem::State::NotNeeded: return StatusColor::Muted;
    }
    Q_UNREACHABLE();
}

} // namespace

CheckList::CheckList(QWidget *parent)
    : QWidget(parent), m_title(new QLabel(this)), m_time(new MutedLabel(this)), m_again(new QToolButton(this)), m_spinnerRow(new QWidget(this)),
      m_spinner(new QLabel(m_spinnerRow)), m_spinnerText(new QLabel(m_spinnerRow)), m_rows(new QVBoxLayout), m_spinnerTimer(new QTimer(this))
{
    m_title->setFont(Theme::sectionFont());
    m_time->setWordWrap(false);
    m_again->setAutoRaise(true);
    m_again->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_again->setIcon(Theme::icon(QStringLiteral("refresh")));
    connect(m_again, &QToolButton::clicked, this, &CheckList::checkRequested);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addStretch();
    head->addWidget(m_time);
    head->addWidget(m_again);

    m_spinner->setFixedSize(iconSize, iconSize);
    auto *spinnerLayout = new QHBoxLayout(m_spinnerRow);
    spinnerLayout->setContentsMargins(0, 0, 0, 0);
    spinnerLayout->setSpacing(6);
    spinnerLayout->addWidget(m_spinner);
    spinnerLayout->addWidget(m_spinnerText, 1);
    m_spinnerTimer->setInterval(80);
    connect(m_spinnerTimer, &QTimer::timeout, this, &CheckList::turnSpinner);
    m_spinnerRow->hide();

    m_rows->setSpacing(8);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_spinnerRow);
    layout->addLayout(m_rows);
    retranslate();
}

void CheckList::setRunning(const QString &activity)
{
    m_isRunning = true;
    m_activity = activity;
    m_spinnerText->setText(activity);
    m_spinnerRow->show();
    m_spinnerTimer->start();
    turnSpinner();
    m_again->setEnabled(false);
    m_checkedAt = {};
    m_time->clear();
}

void CheckList::setItems(const QList<CheckItem> &items)
{
    m_isRunning = false;
    m_spinnerTimer->stop();
    m_spinnerRow->hide();
    m_again->setEnabled(true);
    m_checkedAt = QTime::currentTime();
    m_items = items;
    retranslate();
}

void CheckList::setFailed(const Error &error)
{
    CheckItem item;
    item.id = failedId;
    item.state = CheckItem::State::NotChecked;
    item.sentence = error.message;
    setItems({item});
}

void CheckList::rebuild()
{
    while (QLayoutItem *entry = m_rows->takeAt(0)) {
        delete entry->widget();
        delete entry;
    }
    for (const CheckItem &item : std::as_const(m_items))
        m_rows->addWidget(makeRow(item));
}

QWidget *CheckList::makeRow(const CheckItem &item)
{
    auto *row = new QWidget;
    row->setObjectName(item.id);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const QString title = item.id == failedId ? tr("Not checked") : item.title;
    auto *sentence = new SentenceLabel;
    sentence->setSentence(colorOf(item.state), title.isEmpty() ? item.sentence : tr("%1: %2", "a check: what came out").arg(title, item.sentence));
    layout->addWidget(sentence);
    if (!item.whatToDo.isEmpty()) {
        auto *what = new MutedLabel;
        what->setText(item.whatToDo);
        what->setIndent(rowIndent);
        what->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(what);
    }
    if (!item.administratorMessage.isEmpty()) {
        auto *copy = new QPushButton(tr("Copy message for the administrator"));
        copy->setIcon(Theme::icon(QStringLiteral("copy")));
        connect(copy, &QPushButton::clicked, copy, [copy, text = item.administratorMessage] {
            QGuiApplication::clipboard()->setText(text);
            copy->setText(tr("Copied"));
        });
        auto *line = new QHBoxLayout;
        line->setContentsMargins(rowIndent, 4, 0, 0);
        line->addWidget(copy);
        line->addStretch();
        layout->addLayout(line);
    }
    return row;
}

void CheckList::turnSpinner()
{
    QPixmap pixmap(QSize(iconSize, iconSize) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::color(StatusColor::Info), 2, Qt::SolidLine, Qt::RoundCap));
    m_spinnerAngle = (m_spinnerAngle + 30) % 360;
    painter.drawArc(QRectF(2, 2, iconSize - 4, iconSize - 4), -m_spinnerAngle * 16, 270 * 16);
    m_spinner->setPixmap(pixmap);
}

void CheckList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void CheckList::retranslate()
{
    m_title->setText(tr("Checks"));
    m_again->setText(tr("Check again"));
    m_again->setToolTip(tr("Check again (F5)"));
    m_time->setText(m_checkedAt.isValid() ? tr("checked %1").arg(m_checkedAt.toString(QStringLiteral("HH:mm:ss"))) : QString());
    rebuild();
}

} // namespace Trainyard
