#pragma once

#include "widgets/setup/form.h"

class QGridLayout;
class QTabWidget;
class QToolButton;

namespace Trainyard {

class DecisionCard;
class ForecastLine;

/// The job: four decisions as cards, everything else behind "More settings".
class JobForm final : public Form
{
    Q_OBJECT
public:
    explicit JobForm(QWidget *parent = nullptr);

    bool isDecided() const override;
    /// Cards of decided forms close, the others open: when another job is shown.
    void closeDecided();
    QList<DecisionCard *> cards() const { return m_cards; }
    /// The four decisions, one line each.
    QStringList summaries() const;
    void setMoreVisible(bool isVisible);
    void setForecast(const ForecastState &forecast) override;
    /// Opens whatever hides the field of @p key, or the nearest one, and gives it the focus.
    void showField(const QString &key);

protected:
    void handleJobShown() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrangeCards();
    void refreshMore();

    QList<DecisionCard *> m_cards;
    QGridLayout *m_grid;
    ForecastLine *m_forecast; ///< where it is seen while the cards are closed
    int m_columns = 0;
    QToolButton *m_moreButton;
    QTabWidget *m_more;
};

/// The tabs of everything beside the four decisions, in order; the job editor shows them, too.
QList<Form *> makeSettingsForms(QWidget *parent);
QStringList settingsTitles();

} // namespace Trainyard
