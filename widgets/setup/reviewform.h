#pragma once

#include <QWidget>

#include "models/dryrun/dryrunreport.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Trainyard {

class CodeBlock;
class SentenceLabel;

/// Everything that is shown before a run is submitted.
struct Review
{
    QString commandLine;   ///< exactly what the container gets
    QString costText;      ///< a sentence
    QString submitCommand; ///< the same as a `trainyard` command
    QString yaml;
    QString comparedWith;  ///< the earlier run; empty: the job was never run
    QStringList drift;     ///< what differs from it, one sentence each
    bool operator==(const Review &) const = default;
};

/// The last look: command line, cost, what differs from the run before, YAML; and the reason, where a failed dry-run is no obstacle.
class ReviewForm final : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewForm(QWidget *parent = nullptr);

    void setReview(const Review &review);
    /// Not set: no dry-run of this job yet. @p overrideReason: one that was given already, on the dry-run page.
    void setDryRun(const std::optional<DryRunReport> &report, const QString &overrideReason = QString());
    QString overrideReason() const;

Q_SIGNALS:
    void overrideReasonChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    QLabel *addSection(QWidget *content);
    void showDryRun();
    void showDrift();
    void retranslate();

    Review m_review;
    std::optional<DryRunReport> m_report;
    SentenceLabel *m_verdict;
    QWidget *m_reasonRow;
    QLabel *m_reasonLabel;
    QLineEdit *m_reason;
    QLabel *m_commandTitle;
    CodeBlock *m_command;
    QLabel *m_costTitle;
    QLabel *m_cost;
    QLabel *m_driftTitle;
    QWidget *m_driftRows;
    QVBoxLayout *m_driftLayout;
    QLabel *m_submitTitle;
    CodeBlock *m_submit;
    QToolButton *m_yamlButton;
    CodeBlock *m_yaml;
};

} // namespace Trainyard
