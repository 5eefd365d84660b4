#include "widgets/setup/steplist.h"

#include "widgets/common/theme.h"

#include <QApplication>
#include <QEvent>

namespace Trainyard {

namespace {

constexpr QSize rowSize(0, 36);

QIcon iconOf(StepState state)
{
    switch (state) {
    case StepState::Open: return Theme::icon(QStringLiteral("queued"), StatusColor::Muted);
    case StepState::Done: return Theme::statusIcon(StatusColor::Ok);
    case StepState::Warning: return Theme::statusIcon(StatusColor::Warning);
    case StepState::Problem: return Theme::statusIcon(StatusColor::Error);
    case StepState::NotNeeded: return Theme::statusIcon(StatusColor::Muted);
    }
    Q_UNREACHABLE();
}

QString wordOf(StepState state)
{
    switch (state) {
    case StepState::Open: return StepList::tr("still to do");
    case StepState::Done: return StepList::tr("done");
    case StepState::Warning: return StepList::tr("has a warning");
    case StepState::Problem: return StepList::tr("has a problem");
    case StepState::NotNeeded: return StepList::tr("not needed here");
    }
    Q_UNREACHABLE();
}

} // namespace

StepList::StepList(QWidget *parent)
    : QListWidget(parent)
{
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(16, 16));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    setMouseTracking(true);
    for (const SetupStep step : allSetupSteps) {
        auto *item = new QListWidgetItem(this);
        item->setSizeHint(rowSize);
        refresh(step);
    }
    setAccessibleName(tr("Steps"));
    updateColors();
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            Q_EMIT stepRequested(SetupStep(row));
    });
}

void StepList::setState(SetupStep step, StepState state)
{
    m_states.at(size_t(step)) = state;
    refresh(step);
}

void StepList::setCurrentStep(SetupStep step)
{
    const QSignalBlocker blocker(this);
    setCurrentRow(int(step));
    for (const SetupStep each : allSetupSteps)
        refresh(each);
}

/// The current step is a tint and bold: on the accent colour the state's icon could not be read.
void StepList::updateColors()
{
    const QPalette window = QApplication::palette();
    QPalette colours; // only these roles: with a whole palette of its own the list would not hear of a new theme
    colours.setColor(QPalette::Highlight, window.color(QPalette::Midlight));
    colours.setColor(QPalette::HighlightedText, window.color(QPalette::WindowText));
    setPalette(colours);
}

void StepList::refresh(SetupStep step)
{
    QListWidgetItem *entry = item(int(step));
    const StepState state = m_states.at(size_t(step));
    entry->setText(setupStepTitle(step));
    const QPixmap picture = iconOf(state).pixmap(iconSize(), devicePixelRatioF());
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected); // the tint is no accent colour: the icon stays as it is
    entry->setIcon(icon);
    QFont font = entry->font();
    font.setBold(currentRow() == int(step));
    entry->setFont(font);
    entry->setToolTip(wordOf(state));
    entry->setData(Qt::AccessibleTextRole, tr("%1, %2", "name of a step, its state").arg(setupStepTitle(step), wordOf(state)));
}

void StepList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        setAccessibleName(tr("Steps"));
        if (event->type() == QEvent::PaletteChange)
            updateColors();
        for (const SetupStep step : allSetupSteps)
            refresh(step);
    }
    QListWidget::changeEvent(event);
}

} // namespace Trainyard
