#pragma once

#include "models/accelerator/flavorfitmodel.h"
#include "models/accelerator/forecaststate.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace Trainyard {

class ForecastBar;
class MutedLabel;
class NeedCurve;
class SentenceLabel;
class StepTimeline;
class SuggestionList;

/// The job's memory forecast with everything that explains it: the bar against the card, one step, the curves, what would help, which flavors fit.
class ForecastPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ForecastPanel(QWidget *parent = nullptr);

    void setState(const ForecastState &state);
    bool hasForecast() const { return m_state.isCurrent(); }
    void retranslate();

Q_SIGNALS:
    void applyRequested(const Trainyard::MemorySuggestion &suggestion);
    void flavorRequested(const QString &flavor);
    /// There is no model to forecast: show where it is named.
    void modelRequested();
    void retryRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeCharts();
    QWidget *makeFlavors();
    void showMissing();
    void showForecast(const MemoryForecast &forecast);
    void showCurve();
    void showFlavors(const MemoryForecast &forecast);
    void updateFlavorButton();
    void copyFlavors();

    ForecastState m_state;
    SentenceLabel *m_sentence;
    QPushButton *m_remedy;   ///< the way out where there is no forecast
    QWidget *m_content;
    ForecastBar *m_bar;
    QLabel *m_legend;
    QLabel *m_facts;
    QLabel *m_suggestionsTitle;
    SuggestionList *m_suggestions;
    QBoxLayout *m_charts;
    QLabel *m_timelineTitle;
    StepTimeline *m_timeline;
    QWidget *m_curveBox;
    QLabel *m_curveTitle;
    QComboBox *m_axis;
    NeedCurve *m_curve;
    QWidget *m_flavorBox;
    QLabel *m_flavorsTitle;
    FlavorFitModel m_flavorModel;
    QSortFilterProxyModel *m_sortedFlavors;
    QTableView *m_flavors;
    QPushButton *m_useFlavor;
    MutedLabel *m_grounds;
};

} // namespace Trainyard
