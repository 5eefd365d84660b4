#pragma once

#include "services/platforms/platform.h"
#include "widgets/common/theme.h"
#include "widgets/setup/form.h"
#include "widgets/setup/setupstep.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace Trainyard {

class QuotaTableModel;

/// The three figures that decide what a run needs. What is not set is not known.
struct QuotaNeeds
{
    std::optional<double> parameters; ///< of the model
    std::optional<double> dataBytes;
    std::optional<double> hours;      ///< of one run
    bool operator==(const QuotaNeeds &) const = default;
};

/// What follows from the figures, one sentence each.
struct QuotaAdvice
{
    struct Line
    {
        StatusColor status = StatusColor::Info;
        QString text;
        bool operator==(const Line &) const = default;
    };
    QList<Line> lines;
    QString requestText; ///< draft of a request for more; empty: nothing to ask for
    bool operator==(const QuotaAdvice &) const = default;
};

/// What there is, what the job needs, and what follows. The figures are no part of the job: needs() has them.
class QuotaForm final : public Form
{
    Q_OBJECT
public:
    explicit QuotaForm(QWidget *parent = nullptr);

    void setItems(const QList<QuotaItem> &items);
    /// Typed by the person, kept with the wizard's state.
    void setTyped(const QuotaNeeds &typed);
    QuotaNeeds typed() const;
    /// Measured or recorded: shown in fields that nobody typed into.
    void setKnown(const QuotaNeeds &known);
    /// Typed, else known.
    QuotaNeeds needs() const;
    void setAdvice(const QuotaAdvice &advice);
    StepState state() const;

Q_SIGNALS:
    void needsEdited();

protected:
    void handleJobShown() override;
    void retranslate() override;

private:
    QLineEdit *addFigure(const QString &key);
    void showKnown();

    QuotaTableModel *m_model;
    QTableView *m_table;
    QLineEdit *m_parameters;
    QLineEdit *m_data;
    QLineEdit *m_hours;
    QList<FieldBox *> m_figures;
    QuotaNeeds m_known;
    QuotaAdvice m_advice;
    QVBoxLayout *m_adviceLayout;
    QPushButton *m_ask;
    QWidget *m_request;
    QPlainTextEdit *m_requestText;
    QPushButton *m_copy;
};

} // namespace Trainyard
