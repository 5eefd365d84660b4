#include "widgets/setup/forecastline.h"

#include "models/accelerator/forecasttext.h"
#include "widgets/common/forecastcolor.h"
#include "widgets/setup/sentencelabel.h"

#include <QEvent>
#include <QLocale>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

QString sentenceOf(const MemoryForecast &forecast)
{
    const QString need = shortNeedSentence(forecast);
    if (forecast.fits.value_or(true) || !forecast.largestBatch)
        return need;
    return *forecast.largestBatch > 0 ? ForecastLine::tr("%1 The largest batch that fits is %2.").arg(need, QLocale().toString(*forecast.largestBatch))
                                      : ForecastLine::tr("%1 Not even a batch of 1 fits.").arg(need);
}

} // namespace

ForecastLine::ForecastLine(QWidget *parent)
    : QWidget(parent)
    , m_sentence(new SentenceLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sentence);
    setObjectName(QStringLiteral("forecast-line"));
    refresh();
}

void ForecastLine::setForecast(const ForecastState &state)
{
    m_state = state;
    refresh();
}

QString ForecastLine::text() const
{
    return isHidden() ? QString() : m_sentence->text();
}

void ForecastLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void ForecastLine::refresh()
{
    setVisible(m_state.kind != ForecastState::Kind::NoModel);
    if (m_state.isCurrent())
        m_sentence->setSentence(statusColorOf(*m_state.forecast), sentenceOf(*m_state.forecast));
    else if (m_state.kind == ForecastState::Kind::Failed)
        m_sentence->setSentence(StatusColor::Muted, tr("No memory forecast. %1").arg(m_state.message));
    else if (m_state.forecast) // of the job before: the words stay in their place while the new ones come
        m_sentence->setSentence(StatusColor::Muted, tr("%1 Forecasting again...").arg(shortNeedSentence(*m_state.forecast)));
    else
        m_sentence->setSentence(StatusColor::Muted, tr("Forecasting the card's memory..."));
    setAccessibleName(m_sentence->text());
}

} // namespace Trainyard
