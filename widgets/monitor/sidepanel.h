#pragma once

#include "services/diagnosis/diagnosis.h"

#include <QSet>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace Trainyard {

/**
 * What is so and what to do: a headline, the four places in the order a person looks (log, card, throughput, checkpoints), then what is
 * slow or wrong with its evidence, one action and "why?".
 */
class SidePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit SidePanel(QWidget *parent = nullptr);

    void setDiagnoses(const QList<Diagnosis> &diagnoses);
    /// Sentences about what differs from the last run of this job that passed; shown while the run has failed.
    void setDifferences(const QStringList &differences);
    const QList<Diagnosis> &diagnoses() const { return m_diagnoses; }

Q_SIGNALS:
    void lineRequested(qint64 line);
    /// A key of job.yaml that the action is about.
    void jobKeyRequested(const QString &key);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    void addHeadline();
    void addPlace(Diagnosis::Place place, int number);
    void addDetails(const Diagnosis &diagnosis);
    void addDifferences();
    QLabel *addText(const QString &text, bool isMuted);

    QList<Diagnosis> m_diagnoses;
    QStringList m_differences;
    QSet<QString> m_explained; ///< diagnoses whose "why?" is open
    QWidget *m_content = nullptr;
    QVBoxLayout *m_layout = nullptr;
};

} // namespace Trainyard
