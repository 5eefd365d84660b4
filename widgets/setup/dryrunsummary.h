#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace Trainyard {

class SentenceLabel;

/// The wizard's view of the dry-run: the verdict and the five points, each in one line. The page of its own has the evidence.
class DryRunSummary final : public QWidget
{
    Q_OBJECT
public:
    explicit DryRunSummary(QWidget *parent = nullptr);

    /// The job in a few lines, above the points.
    void setJobLines(const QStringList &lines);
    void setReport(const std::optional<DryRunReport> &report);

Q_SIGNALS:
    void startRequested();
    void openRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    std::optional<DryRunReport> m_report;
    QLabel *m_job;
    QLabel *m_verdict;
    QList<SentenceLabel *> m_points;
    QPushButton *m_start;
    QPushButton *m_open;
};

} // namespace Trainyard
