#include "widgets/dryrun/suggestionlist.h"

#include "models/common/units.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace Trainyard {

namespace {

/// "Saves 7.0 GiB and then needs 20.0 GiB: it fits."
QString outcomeOf(const MemorySuggestion &suggestion)
{
    const QString saved = displaySize(suggestion.savesBytes), need = displaySize(suggestion.needBytes);
    if (suggestion.savesBytes <= 0) // another flavor
        return suggestion.fits.value_or(false) ? SuggestionList::tr("Needs %1 there: it fits.").arg(need) : SuggestionList::tr("Needs %1 there.").arg(need);
    if (!suggestion.fits)
        return SuggestionList::tr("Saves %1 and then needs %2.").arg(saved, need);
    return *suggestion.fits ? SuggestionList::tr("Saves %1 and then needs %2: it fits.").arg(saved, need)
                            : SuggestionList::tr("Saves %1 and then needs %2: not enough alone.").arg(saved, need);
}

QString editsOf(const MemorySuggestion &suggestion)
{
    QStringList edits;
    for (const auto &[key, value] : suggestion.edits)
        edits.append(QStringLiteral("%1: %2").arg(key, value));
    return edits.join(QStringLiteral(", "));
}

} // namespace

SuggestionList::SuggestionList(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
}

void SuggestionList::setSuggestions(const QList<MemorySuggestion> &suggestions)
{
    if (suggestions == m_suggestions)
        return;
    m_suggestions = suggestions;
    rebuild();
}

void SuggestionList::rebuild()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        item->widget()->deleteLater(); // its button may be what was clicked
        item->widget()->hide();
        delete item;
    }
    for (const MemorySuggestion &suggestion : std::as_const(m_suggestions))
        addRow(suggestion);
}

void SuggestionList::addRow(const MemorySuggestion &suggestion)
{
    auto *row = new QWidget(this);
    auto *sentence = new QLabel(suggestion.change, row);
    sentence->setWordWrap(true);
    auto *outcome = new MutedLabel(row);
    outcome->setText(outcomeOf(suggestion));
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(sentence);
    texts->addWidget(outcome);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    if (!suggestion.edits.isEmpty()) {
        auto *edits = new MutedLabel(row);
        edits->setText(tr("Changes %1").arg(editsOf(suggestion)));
        texts->addWidget(edits);
        auto *apply = new QPushButton(tr("Apply"), row);
        apply->setIcon(suggestion.fits.value_or(false) ? Theme::statusIcon(StatusColor::Ok) : QIcon());
        apply->setAccessibleName(tr("Apply: %1").arg(suggestion.change));
        apply->setAccessibleDescription(outcome->text());
        apply->setToolTip(tr("Changes the job: %1. Undo takes it back.").arg(editsOf(suggestion)));
        apply->setObjectName(QStringLiteral("apply-") + suggestion.code);
        connect(apply, &QPushButton::clicked, this, [this, suggestion] { Q_EMIT applyRequested(suggestion); });
        layout->addWidget(apply, 0, Qt::AlignTop);
    }
    layout->addLayout(texts, 1);
    m_layout->addWidget(row);
}

void SuggestionList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    QWidget::changeEvent(event);
}

} // namespace Trainyard
