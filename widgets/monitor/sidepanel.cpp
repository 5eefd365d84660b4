#include "widgets/monitor/sidepanel.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/statuslabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace Trainyard {

namespace {

constexpr std::array fourPlaces{Diagnosis::Place::Log, Diagnosis::Place::Utilisation, Diagnosis::Place::Throughput,
                                Diagnosis::Place::Checkpoints};

QString placeName(Diagnosis::Place place)
{
    switch (place) {
    case Diagnosis::Place::Log: return SidePanel::tr("Log");
    case Diagnosis::Place::Utilisation: return SidePanel::tr("Card");
    case Diagnosis::Place::Throughput: return SidePanel::tr("Throughput");
    case Diagnosis::Place::Checkpoints: return SidePanel::tr("Checkpoints");
    case Diagnosis::Place::Loss: return SidePanel::tr("Loss");
    }
    Q_UNREACHABLE();
}

StatusColor colorOf(Diagnosis::Kind kind)
{
    switch (kind) {
    case Diagnosis::Kind::Healthy: return StatusColor::Ok;
    case Diagnosis::Kind::Slow: return StatusColor::Warning;
    case Diagnosis::Kind::Wrong: return StatusColor::Error;
    case Diagnosis::Kind::Waiting: return StatusColor::Muted;
    }
    Q_UNREACHABLE();
}

bool needsAttention(const Diagnosis &diagnosis)
{
    return diagnosis.kind == Diagnosis::Kind::Slow || diagnosis.kind == Diagnosis::Kind::Wrong;
}

} // namespace

SidePanel::SidePanel(QWidget *parent)
    : QWidget(parent)
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    m_content = new QWidget;
    m_content->setAutoFillBackground(false);
    m_layout = new QVBoxLayout(m_content);
    m_layout->setContentsMargins(8, 4, 8, 4);
    m_layout->setSpacing(6);
    scroll->setWidget(m_content);
    rebuild();
}

void SidePanel::setDiagnoses(const QList<Diagnosis> &diagnoses)
{
    if (diagnoses == m_diagnoses)
        return;
    m_diagnoses = diagnoses;
    rebuild();
}

void SidePanel::setDifferences(const QStringList &differences)
{
    if (differences == m_differences)
        return;
    m_differences = differences;
    rebuild();
}

void SidePanel::rebuild()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        // Later: it may be the button that this is an answer to.
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    addHeadline();
    for (size_t i = 0; i < fourPlaces.size(); ++i)
        addPlace(fourPlaces[i], int(i) + 1);
    for (const Diagnosis &diagnosis : std::as_const(m_diagnoses)) {
        if (needsAttention(diagnosis))
            addDetails(diagnosis);
    }
    addDifferences();
    m_layout->addStretch(1);
}

void SidePanel::addHeadline()
{
    const OverallDiagnosis overall = overallDiagnosis(m_diagnoses);
    auto *headline = new StatusLabel(m_content);
    headline->setFont(Theme::sectionFont());
    headline->setStatus(colorOf(overall.kind), overall.sentence);
    m_layout->addWidget(headline);
}

/// One row: number, name of the place, what is so there.
void SidePanel::addPlace(Diagnosis::Place place, int number)
{
    const auto found = std::find_if(m_diagnoses.cbegin(), m_diagnoses.cend(), [place](const Diagnosis &diagnosis) { return diagnosis.place == place; });
    const bool isKnown = found != m_diagnoses.cend();
    auto *row = new StatusLabel(m_content);
    row->setStatus(isKnown ? colorOf(found->kind) : StatusColor::Muted, tr("%1  %2", "number, place").arg(number).arg(placeName(place)));
    m_layout->addWidget(row);
    QLabel *sentence = addText(isKnown ? found->sentence : tr("Nothing known yet."), true);
    sentence->setContentsMargins(22, 0, 0, 2);
    if (isKnown)
        sentence->setToolTip(found->evidence);
}

void SidePanel::addDetails(const Diagnosis &diagnosis)
{
    auto *line = new QFrame(m_content);
    line->setFrameShape(QFrame::HLine);
    line->setForegroundRole(QPalette::Mid);
    m_layout->addWidget(line);
    QLabel *sentence = addText(diagnosis.sentence, false);
    QFont bold = sentence->font();
    bold.setBold(true);
    sentence->setFont(bold);
    if (!diagnosis.evidence.isEmpty())
        addText(diagnosis.evidence, true);
    if (!diagnosis.action.isEmpty())
        addText(diagnosis.action, false);

    auto *buttons = new QWidget(m_content);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    if (!diagnosis.jobKey.isEmpty()) {
        auto *open = new QPushButton(tr("Change %1").arg(diagnosis.jobKey), buttons);
        connect(open, &QPushButton::clicked, this, [this, key = diagnosis.jobKey] { Q_EMIT jobKeyRequested(key); });
        row->addWidget(open);
    } else if (diagnosis.line) {
        auto *open = new QPushButton(tr("Show log line %1").arg(*diagnosis.line), buttons);
        connect(open, &QPushButton::clicked, this, [this, line = *diagnosis.line] { Q_EMIT lineRequested(line); });
        row->addWidget(open);
    }
    row->addStretch(1);
    m_layout->addWidget(buttons);
    if (diagnosis.disproof.isEmpty())
        return;
    auto *why = new QToolButton(buttons);
    why->setText(tr("Why?"));
    why->setAutoRaise(true);
    why->setCheckable(true);
    row->addWidget(why);
    QLabel *explanation = addText(tr("This would be disproved by: %1").arg(diagnosis.disproof), true);
    why->setChecked(m_explained.contains(diagnosis.id));
    explanation->setVisible(why->isChecked());
    connect(why, &QToolButton::toggled, explanation, &QWidget::setVisible);
    connect(why, &QToolButton::toggled, this, [this, id = diagnosis.id](bool isOpen) {
        if (isOpen)
            m_explained.insert(id);
        else
            m_explained.remove(id);
    });
}

void SidePanel::addDifferences()
{
    if (m_differences.isEmpty())
        return;
    QLabel *title = addText(tr("What differs from the last run that passed"), false);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    for (const QString &difference : std::as_const(m_differences))
        addText(difference, true);
}

QLabel *SidePanel::addText(const QString &text, bool isMuted)
{
    QLabel *label = isMuted ? new MutedLabel(m_content) : new QLabel(m_content);
    label->setText(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->addWidget(label);
    return label;
}

void SidePanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    QWidget::changeEvent(event);
}

} // namespace Trainyard
